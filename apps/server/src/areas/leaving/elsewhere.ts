import type { FinalDues } from '@mshahara/contract/leaving'
import { monthInWords } from '@mshahara/contract/months'
import { type Day, monthOf } from '@mshahara/engine/calendar'
import type { Tx } from '../../foundation/core/db.ts'
import { type LastMonth, lastMonthOf } from '../payroll/index.ts'

/**
 * What the payroll of the last day's month pays or takes: the final run leaves it out. A month that
 * was paid before its last day was known has paid other days.
 */
export async function elsewhere(tx: Tx, employee_id: string, last: Day, pays_leave: boolean) {
  const found = await lastMonthOf(tx, employee_id, last)
  const month = monthInWords(monthOf(last))
  // A draft is worked out again with the last day.
  if (!found || (!found.confirmed && found.days !== found.days_due)) {
    const where = `With the payroll for ${month}`
    return [
      { what: upToLast, where, amount: null },
      ...(pays_leave ? [{ what: 'Leave not taken', where, amount: null }] : []),
    ]
  }
  const where = `With the payroll for ${month} (${found.code}, ${found.confirmed ? 'confirmed' : 'a draft'})`
  const rows = [
    ...payRows(found, month, where),
    { what: 'Leave not taken', where, amount: found.leave },
    { what: 'Loans deducted', where, amount: 0 - found.loans },
  ]
  return rows.filter(({ amount }) => amount !== 0)
}

const upToLast = 'Pay up to the last day'

function payRows(
  { paid, too_much, days, days_of, days_due }: LastMonth,
  month: string,
  where: string,
): FinalDues['elsewhere'] {
  if (too_much === 0) return [{ what: upToLast, where, amount: paid }]
  return [
    { what: `Paid for ${month}`, where: `${where}, ${days} of ${days_of} days`, amount: paid },
    { what: upToLast, where: `${days_due} of ${days_of} days`, amount: paid - too_much },
    {
      what: too_much > 0 ? 'Paid too much' : 'Still to be paid',
      where: 'By a correction of that payslip',
      amount: 0 - too_much,
    },
  ]
}
