import { contract } from '@mshahara/contract'
import { bind } from '../http/bind.ts'
import { checks } from './checks.ts'
import { confirm, reverse } from './confirm.ts'
import { filter, get } from './read.ts'
import { create, list, nextNo, recalculate, remove } from './runs.ts'
import { changeSettings, settings } from './settings.ts'
import { recalculatePayslip, removePayslip, working } from './slips.ts'

export const payroll = bind(contract.payrolls, {
  list,
  nextNo,
  get,
  create,
  filter,
  confirm,
  remove,
  recalculate,
  checks,
  reverse,
  recalculatePayslip,
  removePayslip,
  working,
  settings,
  changeSettings,
})

export { type DeductionLine, type IncomeLine, type Money, moneyNames } from './compute.ts'
export { freeze } from './confirm.ts'
export { columnsOf } from './read.ts'
export {
  calculation,
  fillRun,
  loadPayroll,
  openRun,
  type PayrollRow,
  refuseImpossible,
  refuseUnfinished,
} from './runs.ts'
export type { Person } from './source.ts'
