import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { monthInWordsSql } from '../../foundation/core/record-names.ts'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { checks } from './checks.ts'
import { confirm, submit } from './confirm.ts'
import { setPayment } from './payment.ts'
import { filter, get } from './read.ts'
import { reverse } from './reverse.ts'
import { calculation, create, list, nextNo, recalculate, remove } from './runs.ts'
import { sayToStaff } from './sentences.ts'
import { changeSettings, settings } from './settings.ts'
import { recalculatePayslip, removePayslip, working } from './slips.ts'
import { variance, varianceSheet } from './variance.ts'
import { waiting } from './waiting.ts'

export const payroll = area('payroll', {
  log: 'Payroll',
  records: {
    payrolls: {
      kind: 'payroll',
      name: `code || coalesce(' (' || title || ')', '') || ' for ' || ${monthInWordsSql('month')}`,
      where: "kind <> 'casual'",
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
      submit,
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
    payrolls_kept: [null, sayToStaff.kept],
    payrolls_frozen: [null, sayToStaff.notAllWorkedOut],
    payslips_kept: [null, sayToStaff.kept],
    payslips_in_pay: [null, sayToStaff.notInPay],
    claims_kept: [null, everywhere.changedMeanwhile],
    payroll_settings_texts: ['text_news', sayToStaff.textsCost],
    payslips_month_to_date: [null, sayToStaff.monthMoved],
    payrolls_counted_on: [null, sayToStaff.restsOnIt],
    payrolls_owed_taken: [null, sayToStaff.owedTaken],
    payslips_take_what_is_owed: [null, sayToStaff.monthMoved],
    payrolls_recorded: [null, sayToStaff.dayRecorded],
    final_claims_kept: [null, everywhere.changedMeanwhile],
    final_claim_entries_claim: [null, sayToStaff.claimPaid],
    payroll_payments_of_confirmed: ['paid_on', sayToStaff.dayOfConfirmed],
  },
})

export { arrearsOn, arrearsPaid, ofMonth, ownMonth, withArrears } from './arrears.ts'
export { rulesOf } from './calculate.ts'
export { amountsUnder, type Columns, columnsOf } from './columns.ts'
export { freeze, refuseBlocked } from './confirm.ts'
export {
  type Corrected,
  dueLinesOf,
  inCents,
  paidSlipsOf,
  setCorrectionLines,
} from './correction-lines.ts'
export { setExtraAmounts, setExtraItems } from './extra-amounts.ts'
export { workedOutFor } from './figures.ts'
export {
  enteredFor,
  type FinalDuesFound,
  finalDuesOf,
  type LeaverFacts,
  leaverFacts,
} from './final-dues.ts'
export { type LastMonth, lastMonthOf } from './last-month.ts'
export { ownPay } from './own-pay.ts'
export {
  type DueLine,
  differences,
  keyOf,
  type LeftOut,
  type LineFacts,
  natureOf,
  type PaidLine,
  type PaidSlip,
  paidLines,
} from './paid-lines.ts'
export { payeeSaid } from './payee-changes.ts'
export { notifyPayers } from './payment.ts'
export {
  centsIn,
  chosenOf,
  type ExtraColumn,
  eachRow,
  eachSlip,
  type LawfulSlip,
  lumpSumTaxes,
  lumpSumTaxOf,
  nameOf,
  pensionSum,
  type Slip,
  type SlipRow,
  slipColumns,
  slipOf,
  sumsOf,
} from './reader.ts'
export {
  fillRun,
  listedById,
  monthToRun,
  openMonth,
  refuseImpossible,
  refusePayDay,
  removeDraft,
  startRun,
  workOutAgain,
} from './runs.ts'
export type { Person } from './source.ts'
