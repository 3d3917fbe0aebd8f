import { randomUUID } from 'node:crypto'
import { monthAndYear } from '@mshahara/contract/months'
import type { Cents } from '@mshahara/engine/money'
import type { Tx } from '../core/db.ts'
import { kindNamed } from '../providers/registry.ts'
import type { Payable } from './payees.ts'

/** Instructions are written down, with their keys, before anybody sends them (C4). */

const shillings = (cents: Cents) => (cents / 100).toFixed(2)

/** A payout, and how it is paid. */
export interface Instructed {
  payout_id: string
  slip_id: string
  attempt_no: number
  month: string
  to: Payable
}

export interface NewPayout {
  payslip_id: string
  employee_id: string
  to: Payable
}

/** Payouts of an order. One that failed before by the same method goes on as its next attempt. */
export async function addPayouts(
  tx: Tx,
  run: { payroll_id: string; request_id: string; month: string },
  people: readonly NewPayout[],
) {
  const of = <T>(value: (person: NewPayout) => T) => people.map(value)
  const rows = await tx.all<{ id: string; payslip_id: string; attempts: number }>`
    with given as (select * from unnest(${people.map(() => randomUUID())}::uuid[],
        ${of(({ payslip_id }) => payslip_id)}::uuid[], ${of((one) => one.employee_id)}::uuid[],
        ${of(({ to }) => to.method)}::text[], ${of(({ to }) => shillings(to.amount))}::numeric[],
        ${of(({ to }) => shillings(to.rounding))}::numeric[])
      as g (id, payslip_id, employee_id, method, amount, rounding)),
    added as (insert into payouts (id, request_id, payroll_id, payslip_id, employee_id, method, net,
        amount, rounding)
      select id, ${run.request_id}, ${run.payroll_id}, payslip_id, employee_id, method,
        amount + rounding, amount, rounding
      from given
      on conflict (organization_id, payslip_id, method) do nothing
      returning id, payslip_id)
    select id, payslip_id, 0 as attempts from added
    union all
    select o.id, o.payslip_id,
      (select count(*)::int from payout_attempts a where a.payout_id = o.id) as attempts
    from payouts o join given g on g.payslip_id = o.payslip_id and g.method = o.method
    where o.id <> g.id`
  const byslip = new Map(rows.map((row) => [row.payslip_id, row]))
  const instructed = people.flatMap(({ payslip_id, to }): Instructed[] => {
    const row = byslip.get(payslip_id)
    if (!row) return []
    const attempt_no = row.attempts + 1
    return [{ payout_id: row.id, slip_id: payslip_id, attempt_no, month: run.month, to }]
  })
  await addAttempts(tx, instructed)
}

const narrationOf = (month: string) => {
  const { month: name, year } = monthAndYear(month)
  return `Salary ${name} ${year}`
}

/** The database takes one only where no earlier one can still be paid. */
export function addAttempts(tx: Tx, list: readonly Instructed[]) {
  const of = <T>(value: (one: Instructed) => T) => list.map(value)
  const to = <K extends keyof Payable>(key: K) => list.map((one) => one.to[key])
  // By the payslip: ordered again from a restored backup, it is known to the provider already.
  const keys = of((one) => kindNamed(one.to.provider).keyOf(one.slip_id, one.attempt_no))
  return tx.run`insert into payout_attempts (organization_id, payout_id, slip_id, attempt_no,
      integration_id, provider, key, amount, name, account, bank_code, bank, narration)
    select o.organization_id, g.payout_id, g.slip_id, g.attempt_no, g.integration_id, g.provider,
      g.key, g.amount, g.name, g.account, g.bank_code, g.bank, g.narration
    from unnest(${of((one) => one.payout_id)}::uuid[], ${of((one) => one.slip_id)}::uuid[],
        ${of((one) => one.attempt_no)}::int[], ${to('integration_id')}::uuid[],
        ${to('provider')}::text[], ${keys}::text[],
        ${of((one) => shillings(one.to.amount))}::numeric[], ${to('name')}::text[],
        ${to('account')}::text[], ${to('bank_code')}::text[], ${to('bank')}::text[],
        ${of(({ month }) => narrationOf(month))}::text[])
      as g (payout_id, slip_id, attempt_no, integration_id, provider, key, amount, name, account,
        bank_code, bank, narration)
    join payouts o on o.id = g.payout_id and o.amount = g.amount`
}
