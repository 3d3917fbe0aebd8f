import type { contract } from '@mshahara/contract'
import type { CheckedAct, Proposal, ShownChange } from '@mshahara/contract/maker-checker'
import type { ProposalState } from '@mshahara/contract/proposal-states'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import { found } from '../../foundation/core/fail.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { sheetCall } from '../../foundation/sheets/download.ts'

type MakerChecker = typeof contract.makerChecker

/** What waits for a second person, as far as somebody has to do with it. */

export interface ProposalRow {
  id: string
  call: string
  input: { params: unknown; body: unknown; listed?: ShownChange[] }
  listed: number
  acts: CheckedAct[]
  needs: string
  subject_id: string | null
  title: string
  shown: ShownChange[]
  digest: string
  due: string | null
  link: string
  state: ProposalState
  made_by: string
  maker: string
  made_at: string
  lapses_at: string
  checker: string | null
  decided_at: string | null
  reason: string | null
  /** Nobody may agree any more, though no round has said so yet. */
  over: boolean
  own: boolean
  holds: boolean
  counts: boolean
  about_self: boolean
}

const most = 100

/** Only what one has made, or has the right to do oneself, is shown at all. */
const columns = (ctx: Ctx, whole: boolean) => sql`p.id, p.call,
  ${raw(whole ? 'p.input' : "'{}'::jsonb as input")},
  p.listed, p.acts, p.needs, p.subject_id, p.title, p.shown, p.digest, p.due, p.link, p.state, p.made_by, p.maker, p.made_at, p.lapses_at, p.checker,
  p.decided_at, p.reason, p.state = 'waiting' and p.lapses_at <= app_now() as over,
  p.made_by = ${me(ctx).id} as own,
  ${me(ctx).id} in (select members_with(p.organization_id, p.needs)) as holds,
  may_check(p.organization_id, ${me(ctx).id}, p.needs) as counts,
  coalesce(${me(ctx).employee_id} = any (p.people), false) as about_self`

/** `whole`: with what it was given, which for an upload is long. */
export const proposalsWhere = (ctx: Ctx, which: Sql, whole = false, lock = false) =>
  ctx.tx.all<ProposalRow>`select ${columns(ctx, whole)} from proposals p where ${which}
    order by p.number desc limit ${most} ${raw(lock ? 'for update' : '')}`

export const isWaiting = raw(`p.state = 'waiting' and p.lapses_at > app_now()`)

export async function proposalOf(ctx: Ctx, id: string, lock = false): Promise<ProposalRow> {
  const [row] = await proposalsWhere(ctx, sql`p.id = ${id}`, true, lock)
  const { own, holds } = found(row)
  return found(own || holds || me(ctx).super_admin ? row : undefined)
}

const toWire = ({ over, ...row }: ProposalRow): Proposal => {
  const state = over ? 'lapsed' : row.state
  const may = row.counts && !row.own && !row.about_self
  return { ...row, state, may_check: may && state === 'waiting' }
}

export const get: Handler<MakerChecker['get']> = async (ctx, { params }) =>
  toWire(await proposalOf(ctx, params.id))

export const list: Handler<MakerChecker['list']> = async (ctx, { query }) => {
  const { id } = me(ctx)
  const holding = sql`${id} in (select members_with(p.organization_id, p.needs))`
  const which = {
    'to check': sql`${isWaiting} and p.made_by <> ${id} and ${holding}`,
    mine: sql`p.made_by = ${id}`,
    decided: sql`not (${isWaiting}) and p.made_by <> ${id} and ${holding}`,
  }[query.which]
  const { offset = 0, limit = most, search = '' } = query
  const rows = await proposalsWhere(
    ctx,
    sql`${which}
    and (p.title || ' ' || p.maker) ilike ${`%${search}%`}`,
  )
  ctx.total(rows.length)
  return rows.slice(offset, offset + limit).map(toWire)
}

/** All that an upload would change, in the order of its sums. */
async function linesOf(ctx: Ctx, id: string): Promise<ShownChange[]> {
  const { input, shown } = await proposalOf(ctx, id)
  return input.listed ?? shown
}

export const lines: Handler<MakerChecker['lines']> = async (ctx, { params, query }) => {
  const all = await linesOf(ctx, params.id)
  const { offset = 0, limit = most, search = '' } = query()
  const wanted = search.toLowerCase()
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted))
  ctx.total(found.length)
  return found.slice(offset, offset + limit)
}

export const sheet = sheetCall<MakerChecker['sheet']>(async (ctx, { params, query }) => {
  const rows = await linesOf(ctx, params.id)
  const { extension } = query()
  return {
    name: 'for-approval',
    extension,
    book: {
      sheets: [
        {
          name: 'For approval',
          headings: [['What', 'Before', 'After']],
          rows: rows.map(({ label, before, after }) => [label, before ?? '', after ?? '']),
        },
      ],
    },
  }
})

/** Whoever sees the record sees that a change of it waits; what it is, only those concerned. */
export const about: Handler<MakerChecker['about']> = async (ctx, { params }) => {
  const { id } = params
  await ctx.tx.one`select from payrolls where id = ${id} union all
    select from payees where id = ${id}`
  const rows = await proposalsWhere(
    ctx,
    sql`${isWaiting} and (p.subject_id = ${id}
    or ${id} = any (p.people))`,
  )
  return rows.filter(({ own, holds }) => own || holds).map(toWire)
}

/** Of whom in a run a change waits: it is not in force, and not in their payslips. */
export const changesWaiting = (payroll_id: string): Sql =>
  sql`select s.id as payslip_id, coalesce(s.employee_id, s.casual_id) as payee_id,
      p.title || ', asked for by ' || p.maker as detail
    from proposals p cross join unnest(p.people) who
    join payslips s on who in (s.employee_id, s.casual_id) and s.payroll_id = ${payroll_id}
    where ${isWaiting}`
