import { contract } from '@mshahara/contract'
import { dayTold } from '../core/record-names.ts'
import { area } from '../http/area.ts'
import { bind } from '../http/bind.ts'
import { checks } from './checks.ts'
import { confirm, reverse } from './confirm.ts'
import { paper } from './paper.ts'
import { get, payslip } from './read.ts'
import { create, list, nextNo, recalculate, remove, removePayslip } from './runs.ts'
import { sheet } from './sheet.ts'
import { untaken } from './untaken.ts'
import { waiting } from './waiting.ts'

export const casualPayroll = area('casual-payroll', {
  log: 'Casual Payroll',
  records: {
    casual_payrolls: {
      kind: 'casual payroll',
      table: 'payrolls',
      where: "kind = 'casual'",
      name: `code || ' from ' || ${dayTold('"from"')} || ' to ' || ${dayTold('"to"')}`,
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
    reverse,
    untaken,
    remove,
    payslip,
    paper,
    removePayslip,
    sheet,
  }),
  waiting,
  refusals: {
    payslips_once_a_day: [null, 'Somebody already has a payslip for one of these days.'],
    payrolls_ticked: [
      null,
      'Days without a muster roll, and days to come, are paid only when each of them is ticked.',
    ],
    payrolls_signed: [
      'not_signed',
      'Somebody paid in cash may have signed for it: tick each of them who has not.',
    ],
    payslips_casual_net: [null, 'A payslip with a net pay below zero cannot be confirmed.'],
  },
})

export { freeze } from './confirm.ts'
export {
  type CasualCost,
  type CasualMonth,
  casualCosts,
  casualMonths,
  casualMonthsTaken,
} from './month-figures.ts'
export { openDays } from './runs.ts'
