import { contract } from '@mshahara/contract'
import { bind, crossing } from '../http/bind.ts'
import { avatar, changeStatus, create, nextNo, update } from './change.ts'
import { addFile, files } from './files.ts'
import { template, upload } from './import.ts'
import { get, list } from './read.ts'

export const employees = bind(contract.employees, {
  list,
  nextNo,
  get,
  create: crossing(create),
  update: crossing(update),
  status: crossing(changeStatus),
  avatar,
  files,
  addFile,
  upload: crossing(upload),
  template,
})

export { type Adding, addEmployees } from './add.ts'
export { mayReadEmployeeFile } from './files.ts'
export { importEmployees } from './import.ts'
export { inForceFirst, recordSalaries } from './salary.ts'
