import type { WaitingLine } from '@mshahara/contract/dashboard'
import { defaultMonth, monthAndYear, monthFrom } from '@mshahara/contract/months'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'

interface Open {
  id: string
  month: string
  /** Of an extra run. */
  title: string | null
  /** Neither figures nor anybody at work on them. */
  failed: boolean
}

/** Runs that are not confirmed, and the month that nobody has run yet. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'view payrolls')) return []
  const drafts = await ctx.tx.all<Open>`select p.id, p.month, p.title, p.calculated_at is null
      and not exists (select from jobs j where j.id = p.job_id
        and j.state in ('queued', 'running')) as failed
    from payrolls p where p.kind <> 'casual' and p.status = 'draft'
    order by p.month, p.number limit 12`
  return [...drafts.map((draft) => draftLine(ctx, draft)), ...(await unrun(ctx))]
}

function draftLine(ctx: Ctx, { id, month, title, failed }: Open): WaitingLine {
  const { month: name, year } = monthAndYear(month)
  const text = failed
    ? 'Its figures could not be worked out. Recalculate it, or delete it.'
    : holds(ctx, 'approve payrolls')
      ? 'Check it, then confirm it.'
      : 'Waiting for someone who can confirm it.'
  return {
    key: `draft ${id}`,
    title: `The payroll for ${title ? `${title}, ` : ''}${name} ${year} is a draft`,
    text,
    link: `/payroll/${id}`,
    urgency: 'soon',
    due: null,
  }
}

async function unrun(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'create payrolls')) return []
  const { month: name, year } = defaultMonth(ctx.today)
  const month = monthFrom(name, year)
  const { missing } = await ctx.tx.one<{ missing: boolean }>`select
      exists (select from employees where status = 'active')
      and exists (select from payrolls where kind = 'monthly' and status = 'confirmed')
      and not exists (select from payrolls where kind = 'monthly' and month = ${month}
        and status <> 'reversed')
      as missing`
  if (!missing) return []
  return [
    {
      key: `unrun ${month}`,
      title: `No payroll for ${name} ${year} yet`,
      text: "Run it once the month's pay is complete.",
      link: '/payrolls/employees?add=true',
      urgency: 'open',
      due: null,
    },
  ]
}
