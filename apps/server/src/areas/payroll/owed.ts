import { monthInWords } from '@mshahara/contract/months'
import { owedKind } from '@mshahara/engine/correction'
import { formatShillings } from '@mshahara/engine/money'
import type { PayPart } from '@mshahara/engine/month-pay'
import { sql } from '../../foundation/core/sql.ts'
import { cents, type Intake } from '../../foundation/pay/intake.ts'

/**
 * What a correction left owed, as the month's run takes it back: after everything else, and as far
 * as a third of pay is left. Nothing is written down: what is owed and what was taken stand in
 * confirmed payslips, so that a reversal gives it back by itself. What a last pay cannot take is a
 * claim, and owed by no later month any more.
 */

interface Owed {
  id: string
  code: string
  month: string
  owed: number
  rest: number
}

export const owedIntake: Intake<Owed[] | null> = {
  name: 'owed',
  // Where nobody owes, drafts are what they were before there were corrections.
  sparse: true,
  source: () => sql`select json_agg(json_build_object('id', o.slip_id, 'code', o.code,
      'month', o.month, 'owed', o.owed, 'rest', o.rest) order by o.month, o.code) as value
    from still_owed(e.organization_id, e.id) o where o.rest > 0`,
  parts: (list) => (list ?? []).map(partOf),
  hold: (tx, payroll_id) =>
    tx.run`select hold_owed(app_org(), array(select o.slip_id from payslips p
      cross join lateral still_owed(p.organization_id, p.employee_id) o
      where p.payroll_id = ${payroll_id} order by 1))`,
}

type Instalment = Extract<PayPart, { side: 'instalment' }>

/** Of somebody who is in no month's payroll any more. */
export const finalOwedIntake: Intake<Owed[] | null> = {
  ...owedIntake,
  parts: (list) => (list ?? []).map((one): PayPart => ({ ...partOf(one), last: true })),
}

function partOf({ id, code, month, owed, rest }: Owed): Instalment {
  const name = 'Overpayment taken back'
  const before = rest < owed ? `, ${formatShillings(cents(owed - rest))} of it before` : ''
  const working = `${formatShillings(cents(owed))} in ${monthInWords(month)}, by correction ${code}${before}`
  const line = { id, name, kind: owedKind, amount: cents(rest), balance: 0, working }
  return { side: 'instalment', line }
}
