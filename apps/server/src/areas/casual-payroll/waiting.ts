import type { WaitingLine } from '@mshahara/contract/dashboard'
import { dayInWords } from '@mshahara/contract/months'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'

/** Casual payrolls that are not confirmed. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'view payrolls')) return []
  const drafts = await ctx.tx.all<{ id: string; from: string; to: string }>`
    select id, "from", "to" from payrolls
    where kind = 'casual' and status = 'draft'
    order by "from", number limit 6`
  const approves = holds(ctx, 'approve payrolls')
  return drafts.map(({ id, from, to }) => ({
    key: `casual draft ${id}`,
    title: `The casual payroll from ${dayInWords(from)} to ${dayInWords(to)} is a draft`,
    text: approves ? 'Check it, then confirm it.' : 'Waiting for someone who can confirm it.',
    link: `/payroll/casual/${id}`,
    urgency: 'soon',
    due: null,
  }))
}
