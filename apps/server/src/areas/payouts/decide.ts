import type { contract } from '@mshahara/contract'
import { me, myOrganization } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { apply } from './apply.ts'
import { loadPayable } from './run.ts'
import { say } from './sentences.ts'
import { mayStillPay, secondPerson } from './who-may-pay.ts'

interface Open {
  id: string
  paid: boolean
  reference: string
  reason: string
  decided_by: string | null
  decided_name: string
}

/**
 * What no question could settle, a person decides with the provider's statement in hand; where two
 * people pay, a second one has to come to the same conclusion.
 */
export const decide: Handler<(typeof contract.payouts)['decide']> = async (ctx, input) => {
  const { run_id } = await ctx.tx.one<{ run_id: string }>`
    select run_id from payouts where id = ${input.params.id}`
  await loadPayable(ctx.tx, run_id)
  const attempt = await ctx.tx.maybe<{ id: string }>`select id from payout_attempts
    where payout_id = ${input.params.id} and state = 'review' for update`
  if (!attempt) fail(422, say.undecidable)
  const given = input.body()
  const { id: user_id, name } = me(ctx)
  const open = await ctx.tx.maybe<Open>`select * from payout_decisions
    where attempt_id = ${attempt.id} and agreed_at is null`
  const { needed } = await secondPerson(ctx.tx, myOrganization(ctx))
  const own = open?.decided_by === user_id
  const alone = own || !(await mayStillPay(ctx.tx, myOrganization(ctx), open?.decided_by ?? null))
  if (open && needed && alone) {
    if (own && open.paid === given.paid) {
      fail(403, say.anotherConclusion)
    }
    // Whoever was wrong says so themselves; nobody is stuck with the first conclusion, nor with
    // that of somebody who may not pay any more.
    await ctx.tx.run`update payout_decisions set paid = ${given.paid},
      reference = ${given.reference}, reason = ${given.reason}, decided_by = ${user_id},
      decided_name = ${name} where id = ${open.id}`
    return { message: 'Decision saved: somebody else has to agree', waits: true }
  }
  if (open && open.paid !== given.paid) {
    failField('paid', say.opposite({ name: open.decided_name }))
  }
  if (needed && !open) {
    await ctx.tx.run`insert into payout_decisions
        (attempt_id, paid, reference, reason, decided_by, decided_name)
      values (${attempt.id}, ${given.paid}, ${given.reference}, ${given.reason}, ${user_id}, ${name})`
    return { message: 'Decision saved: somebody else has to agree', waits: true }
  }
  await settle()
  return { message: 'Decision saved successfully', waits: false }

  async function settle() {
    const { id } = attempt as { id: string }
    if (open) {
      await ctx.tx.run`update payout_decisions set agreed_by = ${user_id}, agreed_name = ${name},
        agreed_at = app_now() where id = ${open.id}`
    } else {
      await ctx.tx
        .run`insert into payout_decisions (attempt_id, paid, reference, reason, decided_by,
          decided_name, agreed_at)
        values (${id}, ${given.paid}, ${given.reference}, ${given.reason}, ${user_id}, ${name},
          app_now())`
    }
    const outcome = given.paid ? 'paid' : 'not paid'
    await apply(ctx.tx, [
      {
        attempt_id: id,
        event: given.paid ? 'decided_paid' : 'decided_unpaid',
        by: 'person',
        what: 'Decision',
        text: `Decided: ${outcome}. ${given.reason} (${given.reference})`,
        by_name: open ? `${open.decided_name}, ${name}` : name,
        receipt: given.paid ? given.reference : null,
        reason: given.paid ? null : given.reason,
      },
    ])
  }
}
