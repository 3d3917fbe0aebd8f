import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind } from '../http/bind.ts'
import { byOwnName } from '../http/storage.ts'
import { avatar, changeStatus, changeTerms, create, nextNo, terms, update } from './change.ts'
import { faults, importCasuals, template, upload } from './import.ts'
import { itemsOf } from './items.ts'
import { get, list, mayReadCasualFile } from './read.ts'
import { casual_advances, casual_deductions } from './tables.ts'

const noCasual = ['casual_id', 'This casual was not found.'] as const

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
    casuals_erased: [null, 'The data of this person was erased. The record cannot be changed.'],
    casuals_id_number: ['id_number', 'A casual with this ID number already exists.'],
    casuals_dates: ['termination_date', 'The last working day is before the employment date.'],
    casuals_last_day: ['termination_date', 'Please give the last working day.'],
    casuals_department: ['department_id', 'Please choose a department of this organization.'],
    casuals_work_station: ['work_station_id', 'Please choose a work station of this organization.'],
    casual_advances_name: ['name', 'There is already an advance with this name.'],
    casual_advances_casual: noCasual,
    casual_deductions_casual: noCasual,
  },
})

export { addCasuals } from './add.ts'
