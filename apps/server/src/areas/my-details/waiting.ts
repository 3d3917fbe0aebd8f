import type { HomeCard, WaitingLine } from '@mshahara/contract/dashboard'
import type { DetailSubject } from '@mshahara/contract/my-details'
import { type Ctx, holds, me } from '../../foundation/core/ctx.ts'
import { listOf } from './notify.ts'
import { openOf } from './proposals.ts'

interface WaitingProposal {
  id: string
  name: string
  subjects: DetailSubject[]
}

/** Proposals that are confirmed, for whoever may accept them; never one's own. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'edit employees')) return []
  const rows = await ctx.tx
    .all<WaitingProposal>`select p.id, concat_ws(' ', e.first_name, e.last_name) as name,
      array(select c.subject from detail_changes c where c.proposal_id = p.id) as subjects
    from detail_proposals p join employees e on e.id = p.employee_id
    where p.status = 'open' and p.ready and p.employee_id is distinct from ${me(ctx).employee_id}
    order by p.number limit 6`
  return rows.map(({ id, name, subjects }) => ({
    key: `details ${id}`,
    title: `${name} proposes a change of details`,
    text: `${listOf(subjects.map((subject) => ({ subject })))}: old and new side by side`,
    link: `/detail-proposal/${id}`,
    urgency: 'soon',
    due: null,
  }))
}

/** While something is open: what the employee has to do, or that it waits. */
export async function home(ctx: Ctx, employee_id: string): Promise<HomeCard[]> {
  const open = await openOf(ctx.tx, employee_id)
  if (!open) return []
  return [
    {
      key: 'my-details',
      title: { en: 'Change of my details', sw: 'Mabadiliko ya taarifa zangu' },
      amount: null,
      figure: null,
      text: open.ready
        ? { en: 'Your employer looks at it', sw: 'Mwajiri wako anayaangalia' }
        : { en: 'Please confirm it by code', sw: 'Tafadhali yathibitishe kwa msimbo' },
      link: '/my-details',
      act: null,
    },
  ]
}
