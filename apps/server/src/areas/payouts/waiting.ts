import { counted } from '@mshahara/contract/counted'
import type { WaitingLine } from '@mshahara/contract/dashboard'
import { type Ctx, holds, me } from '../../foundation/core/ctx.ts'
import { changeLines } from './payer-changes.ts'
import { isWaiting } from './requests.ts'
import { kindIn, type Period, pageOf, payoutsPageOf, titleOf } from './run.ts'

interface Run extends Period {
  run_id: string
  count: number
}

/** Changes of who may pay, payments to agree to, and payouts that failed or wait for a decision. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'pay payrolls') || me(ctx).super_admin) return []
  const asked = await ctx.tx.all<Run & { requested_name: string }>`
    select r.run_id, p.month, p."from", p."to", r.count, r.requested_name
    from payout_requests r join payrolls p on p.id = r.run_id
    where ${isWaiting} and counts_as_payer(r.organization_id, ${me(ctx).id})
      and r.requested_by is distinct from ${me(ctx).id}
    order by p.month, p."from" limit 5`
  const troubled = await ctx.tx.all<Run & { review: number }>`
    select o.run_id, p.month, p."from", p."to", count(*) as count,
      count(*) filter (where a.state = 'review') as review
    from payout_attempts a join payouts o on o.id = a.payout_id
    join payrolls p on p.id = o.run_id
    where (a.state = 'review' or a.surely_failed) and a.retry_wanted is null
      and not exists (select from payout_attempts b
        where b.slip_id = a.slip_id and b.number > a.number)
    group by o.run_id, p.month, p."from", p."to" order by p.month, p."from" limit 5`
  return [...(await changeLines(ctx)), ...asked.map(askedLine), ...troubled.map(troubledLine)]
}

function askedLine({ run_id, count, requested_name, ...run }: Run & { requested_name: string }) {
  return {
    key: `payout request ${run_id}`,
    title: `Payments for ${titleOf(run)} are waiting for your approval`,
    text: `${requested_name} wants to pay ${counted(count, 'person', 'people')}.`,
    link: pageOf({ of: kindIn(run), id: run_id }),
    urgency: 'soon' as const,
    due: null,
  }
}

function troubledLine({ run_id, count, review, ...run }: Run & { review: number }): WaitingLine {
  const title = titleOf(run)
  return {
    key: `payouts ${run_id}`,
    title: `${counted(count, 'payout')} for ${title} did not go through`,
    text: review > 0 ? 'Some of them need your decision.' : 'Check why, fix the problem and retry.',
    link: payoutsPageOf({ of: kindIn(run), id: run_id }),
    urgency: 'soon',
    due: null,
  }
}
