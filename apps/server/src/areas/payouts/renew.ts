import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Attempt } from './attempt.ts'
import { addAttempts, type Instructed } from './instruct.ts'
import { heldBackWords, type PayeeRow, payable, type Ways, waysOf } from './payable.ts'
import { isFreedSince, payeesAgain } from './payees.ts'
import { narrationOf } from './run.ts'
import { secondPerson } from './who-may-pay.ts'

/** Paying again what has failed: a handful of statements, however many there are. */

/** A failed attempt with the instruction that would follow it, or why none can. */
export interface Next {
  attempt: Attempt
  /** `orders`: Make Payments would pay it. */
  to: Instructed | { reason: string; orders?: true }
}

/** Those that can go on, and those that cannot. */
export const divided = (list: readonly Next[]) => ({
  next: list.flatMap(({ to }) => ('reason' in to ? [] : [to])),
  refused: list.flatMap(({ attempt, to }) =>
    'reason' in to ? [{ attempt, reason: to.reason }] : [],
  ),
})

/** The next attempt of payouts that have certainly failed: a new key, the details of today. */
export async function renew(tx: Tx, failed: readonly Attempt[]) {
  if (failed.length === 0) return
  const { next, refused } = divided(await nextFor(tx, failed))
  await tx.run`update payout_attempts set retry_wanted = null, ask_at = null
    where id = any(${failed.map(({ id }) => id)}::uuid[])`
  await notSentAgain(tx, refused)
  await addAttempts(tx, next)
}

export const notSentAgain = (
  tx: Tx,
  refused: readonly { attempt: Pick<Attempt, 'id' | 'organization_id'>; reason: string }[],
) =>
  tx.run`insert into payout_steps (organization_id, attempt_id, what, text)
    select n.organization_id, n.id, 'Not sent again', n.reason
    from unnest(${refused.map(({ attempt }) => attempt.organization_id)}::uuid[],
      ${refused.map(({ attempt }) => attempt.id)}::uuid[],
      ${refused.map(({ reason }) => reason)}::text[]) as n (organization_id, id, reason)`

interface Office {
  ways: Ways
  twoPeople: boolean
}

/**
 * How each is paid now. Another account than the one that was agreed to needs somebody's agreement
 * again where two people pay; another method is another payout.
 */
export async function nextFor(tx: Tx, failed: readonly Attempt[]): Promise<Next[]> {
  const rows = await payeesAgain(
    tx,
    failed.map(({ id }) => id),
  )
  const payees = new Map(rows.map((row) => [row.attempt_id, row]))
  const offices = new Map<string, Office>()
  for (const id of new Set(failed.map(({ organization_id }) => organization_id))) {
    const twoPeople = (await secondPerson(tx, id)).needed
    offices.set(id, { ways: await waysOf(tx, id), twoPeople })
  }
  return failed.map((attempt) => {
    const row = payees.get(attempt.id)
    const office = offices.get(attempt.organization_id)
    if (!row || !office) throw new Error(`The payslip of attempt ${attempt.id} is gone.`)
    // That it may have been paid is what the provider is asked about before it is sent.
    const blocked_by = row.blocked_by === 'in doubt' ? null : row.blocked_by
    const to = payable({ ...row, blocked_by }, office.ways)
    if ('reason' in to) return { attempt, to }
    // A tick is for the order it was given with: nobody knows what has become of its reason.
    if (row.held_back) return { attempt, to: heldBack(row) }
    const moved = to.account !== attempt.account || to.bank_code !== attempt.bank_code
    if (to.method !== row.method || (moved && office.twoPeople)) return { attempt, to: changed }
    if (office.twoPeople && isFreedSince(row)) return { attempt, to: freed }
    if (to.amount !== centsOf(row.ordered)) return { attempt, to: otherAmount }
    const { payout_id, request_id, slip_id } = attempt
    const narration = narrationOf(row)
    const instructed = {
      payout_id,
      request_id,
      slip_id,
      attempt_no: row.attempts + 1,
      narration,
      to,
    }
    return { attempt, to: instructed }
  })
}

const changed = {
  orders: true as const,
  reason:
    'The account on record has changed since this payment was ordered. ' +
    'Pay it with "Make Payments" instead.',
}
const heldBack = (row: PayeeRow) => ({
  orders: true as const,
  reason: `${heldBackWords(row)} If it is due, tick it in "Make Payments" instead.`,
})
const freed = {
  orders: true as const,
  reason:
    'Somebody has said since that it was not paid by bank file or otherwise, which a second ' +
    'person has to see. Pay it with "Make Payments" instead.',
}
/** Cents that one bank pays, another does not. */
const otherAmount = {
  orders: true as const,
  reason:
    'The bank you pay through now pays another amount of cents. Pay it with "Make Payments" instead.',
}
