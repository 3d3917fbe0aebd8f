import { contract } from '@mshahara/contract'
import { monthTold } from '../core/record-names.ts'
import { area } from '../http/area.ts'
import { bind } from '../http/bind.ts'
import { checks } from './checks.ts'
import { confirm, reverse } from './confirm.ts'
import { setPayment } from './payment.ts'
import { filter, get } from './read.ts'
import { calculation, create, list, nextNo, recalculate, remove } from './runs.ts'
import { changeSettings, settings } from './settings.ts'
import { recalculatePayslip, removePayslip, working } from './slips.ts'
import { variance, varianceSheet } from './variance.ts'
import { waiting } from './waiting.ts'

export const payroll = area('payroll', {
  log: 'Payroll',
  records: {
    payrolls: {
      kind: 'payroll',
      name: `code || ' for ' || ${monthTold('month')}`,
      where: "kind = 'monthly'",
    },
  },
  calls: [
    ...bind(contract.payrolls, {
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
      setPayment,
      recalculatePayslip,
      removePayslip,
      working,
      settings,
      changeSettings,
    }),
    ...bind(contract.payrollVariances, { get: variance, sheet: varianceSheet }),
  ],
  jobs: [calculation],
  waiting,
  refusals: {
    payrolls_kept: [null, 'This payroll is confirmed and cannot be changed.'],
    payrolls_frozen: [null, 'Only a payroll whose payslips are all worked out can be confirmed.'],
    payslips_kept: [null, 'This payroll is confirmed and cannot be changed.'],
    payrolls_recorded: [
      null,
      'The day of payment of this payroll is recorded. If that is wrong, remove it first.',
    ],
    payroll_payments_of_confirmed: ['paid_on', 'Only a confirmed payroll has a day of payment.'],
  },
})

export { amountsUnder, type Columns, columnsOf } from './columns.ts'
export { freeze, refuseBlocked } from './confirm.ts'
export { ownPay } from './own-pay.ts'
export { tellPayers } from './payment.ts'
export {
  centsIn,
  chosenOf,
  type ExtraColumn,
  eachSlip,
  type LawfulSlip,
  nameOf,
  type Slip,
  type SlipRow,
  slipColumns,
  slipOf,
  sumsOf,
} from './reader.ts'
export { fillRun, openMonth, refuseImpossible } from './runs.ts'
export type { Person } from './source.ts'
