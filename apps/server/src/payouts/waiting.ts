import type { WaitingLine } from '@mshahara/contract/dashboard'
import { monthAndYear } from '@mshahara/contract/months'
import { type Ctx, holds, me } from '../core/ctx.ts'
import { isWaiting } from './requests.ts'

interface Run {
  payroll_id: string
  month: string
  count: number
}

/** Payments that wait for a second person, and payouts that failed or wait for a decision. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'pay payrolls') || me(ctx).super_admin) return []
  const asked = await ctx.tx.all<Run & { requested_name: string }>`
    select r.payroll_id, p.month, r.count, r.requested_name
    from payout_requests r join payrolls p on p.id = r.payroll_id
    where ${isWaiting(ctx.now)}
      and r.requested_by is distinct from ${me(ctx).id}
    order by p.month limit 5`
  const troubled = await ctx.tx.all<Run & { review: number }>`
    select o.payroll_id, p.month, count(*) as count,
      count(*) filter (where a.state = 'review') as review
    from payout_attempts a join payouts o on o.id = a.payout_id
    join payrolls p on p.id = o.payroll_id
    where a.state in ('failed', 'review') and a.retry_wanted is null
      and not exists (select from payout_attempts b
        where b.slip_id = a.slip_id and b.number > a.number)
    group by o.payroll_id, p.month order by p.month limit 5`
  return [...asked.map(askedLine), ...troubled.map(troubledLine)]
}

function askedLine({ payroll_id, month, count, requested_name }: Run & { requested_name: string }) {
  const { month: name, year } = monthAndYear(month)
  return {
    key: `payout request ${payroll_id}`,
    title: `Payments for ${name} ${year} wait for your approval`,
    text: `${requested_name} wants to pay ${count} ${count === 1 ? 'person' : 'people'}.`,
    link: `/payroll/${payroll_id}`,
    urgency: 'soon' as const,
    due: null,
  }
}

function troubledLine({ payroll_id, month, count, review }: Run & { review: number }): WaitingLine {
  const { month: name, year } = monthAndYear(month)
  return {
    key: `payouts ${payroll_id}`,
    title: `${count} ${count === 1 ? 'payout' : 'payouts'} for ${name} ${year} did not go through`,
    text:
      review > 0
        ? 'For some of them you have to decide what became of them.'
        : 'See why, mend what is wrong, and retry.',
    link: `/payrollPayouts/${payroll_id}`,
    urgency: 'soon',
    due: null,
  }
}
