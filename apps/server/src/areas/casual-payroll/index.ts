import { contract } from '@mshahara/contract'
import { dayInWordsSql } from '../../foundation/core/record-names.ts'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { cash, markCash } from './cash.ts'
import { cashList } from './cash-list.ts'
import { checks } from './checks.ts'
import { confirm, submit } from './confirm.ts'
import { paper } from './paper.ts'
import { get, payslip } from './read.ts'
import { reverse } from './reverse.ts'
import { create, list, nextNo, recalculate, remove, removePayslip } from './runs.ts'
import { say } from './sentences.ts'
import { sheet } from './sheet.ts'
import { untaken } from './statutory-arrears.ts'
import { waiting } from './waiting.ts'

export const casualPayroll = area('casual-payroll', {
  log: 'Casual Payroll',
  records: {
    casual_payrolls: {
      kind: 'casual payroll',
      table: 'payrolls',
      where: "kind = 'casual'",
      name: `code || ' from ' || ${dayInWordsSql('"from"')} || ' to ' || ${dayInWordsSql('"to"')}`,
    },
  },
  calls: bind(contract.casualPayrolls, {
    list,
    nextNo,
    get,
    create,
    recalculate,
    checks,
    confirm,
    submit,
    reverse,
    untaken,
    remove,
    payslip,
    paper,
    removePayslip,
    cash,
    cashList,
    markCash,
    sheet,
  }),
  waiting,
  refusals: {
    payslips_once_a_day: [null, say.onceADay],
    payrolls_ticked: [null, say.ticked],
    payrolls_signed: ['not_signed', say.signed],
    payrolls_cash_paid: [null, say.cashPaid],
    cash_payments_of_list: ['payslips', say.notOnList],
    payslips_casual_net: [null, say.belowZero],
  },
})

export { freeze } from './confirm.ts'
export {
  type CasualDeducted,
  casualDeductionNames,
  casualDeductions,
  casualMonthsDeducted,
  casualsDeducted,
} from './deducted.ts'
export {
  type CasualCost,
  type CasualMonth,
  casualCosts,
  casualMonths,
  casualMonthsTaken,
} from './month-figures.ts'
export { openDays } from './runs.ts'
