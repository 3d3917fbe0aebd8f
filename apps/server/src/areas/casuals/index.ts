import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { byOwnName } from '../../foundation/http/storage.ts'
import { avatar, changeStatus, changeTerms, create, nextNo, terms, update } from './change.ts'
import { faults, importCasuals, template, upload } from './import.ts'
import { itemsOf } from './items.ts'
import { get, list, mayReadCasualFile } from './read.ts'
import { say } from './sentences.ts'
import { casual_advances, casual_deductions } from './tables.ts'

const noCasual = ['casual_id', say.casualNotFound] as const

export const casuals = area('casuals', {
  log: 'Casuals',
  records: {
    casuals: {
      kind: 'casual',
      name: "concat_ws(' ', first_name, last_name) || ' (' || casual_no || ')'",
    },
    casual_advances: { kind: 'daily advance', name: 'name', of: 'casual_id' },
    casual_deductions: { kind: 'daily deduction', name: 'name', of: 'casual_id' },
  },
  calls: [
    ...bind(contract.casuals, {
      list,
      nextNo,
      get,
      create,
      update,
      status: changeStatus,
      avatar,
      upload,
      faults,
      template,
    }),
    ...bind(contract.casualAdvances, itemsOf(contract.casualAdvances, casual_advances, 'Advance')),
    ...bind(
      contract.casualDeductions,
      itemsOf(contract.casualDeductions, casual_deductions, 'Deduction'),
    ),
    ...bind(contract.casualTerms, { get: terms, change: changeTerms }),
  ],
  jobs: [importCasuals],
  files: { casual: { find: byOwnName(mayReadCasualFile), papers: true } },
  refusals: {
    casuals_erased: [null, say.erased],
    casuals_id_number: ['id_number', say.idTaken],
    casuals_dates: ['termination_date', say.endsBefore],
    casuals_last_day: ['termination_date', say.lastDayNeeded],
    casuals_department: ['department_id', say.chooseDepartment],
    casuals_work_station: ['work_station_id', say.chooseStation],
    casual_advances_name: ['name', say.advanceTaken],
    casual_advances_casual: noCasual,
    casual_deductions_casual: noCasual,
  },
})

export { addCasuals } from './add.ts'
