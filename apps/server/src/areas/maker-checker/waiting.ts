import type { WaitingLine } from '@mshahara/contract/dashboard'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import { sql } from '../../foundation/core/sql.ts'
import { pageOf } from './notify.ts'
import { isWaiting, proposalsWhere } from './read.ts'
import { changeLines } from './weakened.ts'

const mostLines = 5

/** On the first screen of everybody who could agree. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  const { id, super_admin } = me(ctx)
  if (super_admin) return []
  const rows = await proposalsWhere(
    ctx,
    sql`${isWaiting} and p.made_by <> ${id}
    and may_check(p.organization_id, ${id}, p.needs)`,
  )
  const lines = rows
    .filter(({ about_self }) => !about_self)
    .slice(0, mostLines)
    .map(
      ({ id: proposal_id, title, maker }): WaitingLine => ({
        key: `proposal ${proposal_id}`,
        title: `${title}: waiting for your approval`,
        text: `${maker} asks for a second person.`,
        link: pageOf(proposal_id),
        urgency: 'soon',
        due: null,
      }),
    )
  return [...lines, ...(await changeLines(ctx))]
}
