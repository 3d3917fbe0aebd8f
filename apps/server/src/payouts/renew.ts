import type { Tx } from '../core/db.ts'
import type { Attempt } from './attempt.ts'
import { addAttempts } from './instruct.ts'
import { type Payable, payable, payeeOf, waysOf } from './payees.ts'
import { secondPerson } from './second-person.ts'

/** The next attempt of payouts that have certainly failed: a new key, the details of today. */
export async function renew(tx: Tx, failed: readonly Attempt[]) {
  for (const attempt of failed) {
    const to = await nextWay(tx, attempt)
    await tx.run`update payout_attempts set retry_wanted = null, ask_at = null
      where id = ${attempt.id}`
    if ('reason' in to) {
      await tx.run`insert into payout_steps (organization_id, attempt_id, what, text)
        values (${attempt.organization_id}, ${attempt.id}, 'Not sent again', ${to.reason})`
    } else await addNext(tx, attempt, to)
  }
}

export async function addNext(tx: Tx, { payout_id, slip_id, ...attempt }: Attempt, to: Payable) {
  const { month, attempts } = await tx.one<{ month: string; attempts: number }>`select s.month,
      (select max(a.attempt_no) from payout_attempts a
        where a.organization_id = s.organization_id and a.payout_id = ${payout_id}) as attempts
    from payslips s where s.organization_id = ${attempt.organization_id} and s.id = ${slip_id}`
  await addAttempts(tx, [{ payout_id, slip_id, attempt_no: attempts + 1, to }], month)
}

/**
 * How it is paid now. Another account than the one that was agreed to needs somebody's agreement
 * again where two people pay; another method is another payout.
 */
export async function nextWay(tx: Tx, attempt: Attempt): Promise<Payable | { reason: string }> {
  const { organization_id, slip_id } = attempt
  const person = await payeeOf(tx, organization_id, slip_id)
  const to = payable(person, await waysOf(tx, organization_id))
  if ('reason' in to) return to
  const { method } = await tx.one<{ method: string }>`select method from payouts
    where organization_id = ${organization_id} and id = ${attempt.payout_id}`
  const moved = to.account !== attempt.account || to.bank_code !== attempt.bank_code
  if (to.method !== method || (moved && (await secondPerson(tx, organization_id)).needed)) {
    return {
      reason:
        'The account on record has changed since this payment was ordered. ' +
        'Pay it with "Make Payments" instead.',
    }
  }
  return to
}
