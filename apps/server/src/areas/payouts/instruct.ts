import { randomUUID } from 'node:crypto'
import type { Cents } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'
import { kindNamed } from '../../foundation/providers/registry.ts'
import type { Payable } from './payable.ts'
import type { PayRun } from './run.ts'

/** Instructions are written down, with their keys, before anybody sends them (C4). */

const shillings = (cents: Cents) => (cents / 100).toFixed(2)

/** A payout, and how it is paid. */
export interface Instructed {
  payout_id: string
  /** The order it is made under. */
  request_id: string
  slip_id: string
  attempt_no: number
  narration: string
  to: Payable
}

export interface NewPayout {
  slip_id: string
  payee_id: string
  to: Payable
}

/** The column that says whose it is. */
const payee = { employees: raw('employee_id'), casuals: raw('casual_id') }

/**
 * Payouts of an order. One that failed before by the same method goes on as its next attempt, of
 * what the bank of today can pay to the cent.
 */
export async function addPayouts(
  tx: Tx,
  run: Pick<PayRun, 'id' | 'of' | 'narration'> & { request_id: string },
  people: readonly NewPayout[],
) {
  const of = <T>(value: (person: NewPayout) => T) => people.map(value)
  await tx.run`insert into payouts (id, request_id, run_id, slip_id, ${payee[run.of]}, method, net,
      amount, rounding)
    select id, ${run.request_id}, ${run.id}, slip_id, payee_id, method, amount + rounding, amount,
      rounding
    from unnest(${people.map(() => randomUUID())}::uuid[],
        ${of(({ slip_id }) => slip_id)}::uuid[], ${of((one) => one.payee_id)}::uuid[],
        ${of(({ to }) => to.method)}::text[], ${of(({ to }) => shillings(to.amount))}::numeric[],
        ${of(({ to }) => shillings(to.rounding))}::numeric[])
      as g (id, slip_id, payee_id, method, amount, rounding)
    on conflict (organization_id, slip_id, method) do update
      set amount = excluded.amount, rounding = excluded.rounding
      where payouts.amount <> excluded.amount`
  const rows = await tx.all<{ id: string; slip_id: string; attempts: number }>`
    select o.id, o.slip_id,
      (select count(*)::int from payout_attempts a where a.payout_id = o.id) as attempts
    from unnest(${of(({ slip_id }) => slip_id)}::uuid[], ${of(({ to }) => to.method)}::text[])
      as g (slip_id, method)
    join payouts o on o.slip_id = g.slip_id and o.method = g.method`
  const bySlip = new Map(rows.map((row) => [row.slip_id, row]))
  const instructed = people.flatMap(({ slip_id, to }): Instructed[] => {
    const row = bySlip.get(slip_id)
    if (!row) return []
    const attempt_no = row.attempts + 1
    const { request_id, narration } = run
    return [{ payout_id: row.id, request_id, slip_id, attempt_no, narration, to }]
  })
  await addAttempts(tx, instructed)
}

/** The database takes one only where nothing stands in its way (`payment_blocked_by`). */
export async function addAttempts(tx: Tx, list: readonly Instructed[]) {
  const of = <T>(value: (one: Instructed) => T) => list.map(value)
  const to = <K extends keyof Payable>(key: K) => list.map((one) => one.to[key])
  // By the payslip: ordered again from a restored backup, it is known to the provider already.
  const keys = of((one) => kindNamed(one.to.provider).keyOf(one.slip_id, one.attempt_no))
  const made =
    await tx.run`insert into payout_attempts (organization_id, payout_id, request_id, slip_id,
      attempt_no, integration_id, provider, key, amount, name, account, bank_code, bank, narration)
    select o.organization_id, g.payout_id, g.request_id, g.slip_id, g.attempt_no,
      g.integration_id, g.provider, g.key, g.amount, g.name, g.account, g.bank_code, g.bank, g.narration
    from unnest(${of((one) => one.payout_id)}::uuid[], ${of((one) => one.request_id)}::uuid[],
        ${of((one) => one.slip_id)}::uuid[],
        ${of((one) => one.attempt_no)}::int[], ${to('integration_id')}::uuid[],
        ${to('provider')}::text[], ${keys}::text[],
        ${of((one) => shillings(one.to.amount))}::numeric[], ${to('name')}::text[],
        ${to('account')}::text[], ${to('bank_code')}::text[], ${to('bank')}::text[],
        ${of(({ narration }) => narration)}::text[])
      with ordinality as g (payout_id, request_id, slip_id, attempt_no, integration_id, provider, key, amount,
        name, account, bank_code, bank, narration, place)
    join payouts o on o.id = g.payout_id and o.amount = g.amount
    order by g.place`
  if (made !== list.length) throw new Error('An instruction is not of the amount of its payout.')
}
