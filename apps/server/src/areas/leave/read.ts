import type { contract } from '@mshahara/contract'
import type { LeaveRequest } from '@mshahara/contract/leave-requests'
import { type LeaveState, mayShorten, mayWithdraw } from '@mshahara/contract/leave-states'
import { type Ctx, holds, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, found } from '../../foundation/core/fail.ts'
import { containing, joined, raw, type Slice, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { linesToWire } from './counting.ts'
import { daysOf } from './days.ts'
import { standingFor } from './delegations.ts'
import { earliestLast, isForOffice } from './shorten.ts'

/** Requests as they are listed and looked at. Pay is nowhere in them (A14). */

type Requests = typeof contract.leaveRequests

const employee = `jsonb_build_object('id', e.id, 'first_name', e.first_name,
  'middle_name', e.middle_name, 'last_name', e.last_name, 'employee_no', e.employee_no,
  'department', case when d.id is not null then jsonb_build_object('name', d.name) end,
  'designation', case when g.id is not null then jsonb_build_object('name', g.name) end)`

/** The columns of a request `r`; the name of who decided is kept with it. */
export const columns = raw(`r.id, r.employee_id, ${employee} as employee, r.leave_type_id,
  jsonb_build_object('name', t.name) as leave_type, r.start_date, r.end_date, r.half_start,
  r.half_end, r.days::float as days, r.status, r.reason, r.created_at, r.decided_name,
  r.decided_at as approved_at, r.rejection_reason`)

const around = `join employees e on e.organization_id = r.organization_id and e.id = r.employee_id
  join leave_types t on t.organization_id = r.organization_id and t.id = r.leave_type_id
  left join departments d on (d.organization_id, d.id) = (e.organization_id, e.department_id)
  left join designations g on (g.organization_id, g.id) = (e.organization_id, e.designation_id)`
export const sources = raw(`leave_requests r ${around}`)

export type Listed = Omit<LeaveRequest, 'approver'> & { decided_name: string | null }

export const requestToWire = ({ decided_name, ...row }: Listed): LeaveRequest => ({
  ...row,
  approver: decided_name === null ? null : nameOf(decided_name),
})

/** As it was when they decided; nobody's name changes what is on record. */
function nameOf(name: string) {
  const [first_name = '', ...rest] = name.split(' ')
  return { first_name, last_name: rest.join(' ') }
}

export interface Filter extends Slice {
  employee_id?: string | null | undefined
  status?: LeaveState | null | undefined
  from_date?: string | null | undefined
  to_date?: string | null | undefined
}

/** Those that touch the days asked for. */
function whereOf({ employee_id, status, from_date, to_date, search }: Filter): Sql {
  return joined(
    [
      search?.trim()
        ? sql`(${ofNames('r', search)} or ${containing(raw('r.status'), search)})`
        : sql`true`,
      ...(employee_id ? [sql`r.employee_id = ${employee_id}`] : []),
      ...(status ? [sql`r.status = ${status}`] : []),
      ...(from_date ? [sql`r.end_date >= ${from_date}`] : []),
      ...(to_date ? [sql`r.start_date <= ${to_date}`] : []),
    ],
    ' and ',
  )
}

/**
 * Rows of somebody, or of a type, with such a name. The few names are looked through instead of
 * the names of every row, which takes twenty times as long.
 */
export const ofNames = (rows: 'r' | 'b', search: string): Sql =>
  sql`(${raw(rows)}.employee_id in (select e.id from employees e
      where ${containing(raw(`concat_ws(' ', e.first_name, e.last_name)`), search)})
    or ${raw(rows)}.leave_type_id in (select t.id from leave_types t
      where ${containing(raw('t.name'), search)}))`

/** Names are joined for the rows of the page only; not to count, to search or to turn pages. */
async function listed(ctx: Ctx, filter: Filter): Promise<LeaveRequest[]> {
  const matching = sql`leave_requests r where ${whereOf(filter)}`
  const { total } = await ctx.tx.one<{ total: number }>`
    select count(*) as total from ${matching}`
  ctx.total(total)
  const rows = await ctx.tx.all<Listed>`select ${columns}
    from (select r.* from ${matching} order by r.number desc
      offset ${filter.offset ?? 0} limit ${filter.limit ?? 1000}) r ${raw(around)}
    order by r.number desc`
  return rows.map(requestToWire)
}

export const list: Handler<Requests['list']> = (ctx, { query }) => listed(ctx, query)
export const filter: Handler<Requests['filter']> = (ctx, { body }) => listed(ctx, body)

interface RequestRow extends Listed {
  department_id: string | null
  cover: { id: string; first_name: string; last_name: string } | null
  files: { id: string; file: string }[]
}

const rowOf = (tx: Tx, id: string) =>
  tx.maybe<RequestRow>`select ${columns}, e.department_id,
      case when c.id is not null then jsonb_build_object('id', c.id, 'first_name', c.first_name,
        'last_name', c.last_name) end as cover,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'file', f.file)
          order by f.created_at) from leave_request_files f where f.request_id = r.id), '[]') as files
    from ${sources} left join employees c on c.id = r.cover_employee_id where r.id = ${id}`

/** What somebody is to a request: its owner, who decides it, staff. */
async function standing(ctx: Ctx, { id, employee_id }: Pick<RequestRow, 'id' | 'employee_id'>) {
  const user = me(ctx)
  const owns = user.employee_id === employee_id && !user.leaver
  const places = user.leaver ? [] : await standingFor(ctx.tx, user.id, ctx.today)
  const rows = await ctx.tx.all<{ status: string }>`select status from leave_approvals
    where request_id = ${id} and user_id = any(${places}::uuid[])`
  return {
    owns,
    asked: rows.length > 0,
    decides: !owns && rows.some(({ status }) => status === 'pending'),
    staff: holds(ctx, 'view leaves'),
  }
}

/** For the owner, whoever is or was asked to decide, and staff; for everybody else 403. */
export async function mayRead(ctx: Ctx, request: Pick<RequestRow, 'id' | 'employee_id'>) {
  const { owns, asked, staff } = await standing(ctx, request)
  if (!owns && !asked && !staff) fail(403)
}

interface ApprovalRow {
  id: string
  level: number
  user: { first_name: string; last_name: string }
  status: 'pending' | 'approved' | 'rejected' | 'closed' | 'passed on'
  comments: string | null
  approved_at: string | null
  by: string | null
}

const approvalsOf = (tx: Tx, id: string) =>
  tx.all<ApprovalRow>`select a.id, a.level, jsonb_build_object('first_name', u.first_name,
      'last_name', u.last_name) as user, a.status, a.comments, a.decided_at as approved_at,
      case when a.decided_by <> a.user_id then concat_ws(' ', b.first_name, b.last_name) end as by
    from leave_approvals a join users u on u.id = a.user_id
    left join users b on b.id = a.decided_by
    where a.request_id = ${id} order by a.number`

interface Clash {
  name: string
  start_date: string
  end_date: string
  status: LeaveState
}

/** Colleagues of the department who are, or want to be, away on some of the days. */
const clashesOf = (tx: Tx, { id, department_id, start_date, end_date }: RequestRow) =>
  tx.all<Clash>`select concat_ws(' ', e.first_name, e.last_name) as name, r.start_date, r.end_date,
      r.status
    from leave_requests r join employees e on e.id = r.employee_id
    where r.id <> ${id} and r.status in ('pending', 'approved')
      and e.department_id = ${department_id} and r.start_date <= ${end_date}
      and r.end_date >= ${start_date}
    order by r.start_date, 1 limit 50`

export async function detailsOf(ctx: Ctx, id: string) {
  const row = found(await rowOf(ctx.tx, id))
  const { owns, asked, decides, staff } = await standing(ctx, row)
  if (!owns && !asked && !staff) fail(403)
  const { department_id, cover, files, ...request } = row
  const lines = await daysOf(ctx.tx, [id])
  return {
    ...requestToWire(request),
    cover,
    files: files.map((one) => ({ ...one, url: `/storage/leave-attachments/${one.file}` })),
    attachment: files[0]?.file ?? null,
    approvals: await approvalsOf(ctx.tx, id),
    lines: linesToWire(lines.get(id) ?? []),
    clashes: department_id && (asked || staff) ? await clashesOf(ctx.tx, row) : [],
    may: {
      decide: decides && row.status === 'pending',
      withdraw: (owns || holds(ctx, 'edit leaves')) && mayWithdraw(row, ctx.today),
      shorten:
        (owns || holds(ctx, 'edit leaves')) &&
        mayShorten(row, ctx.today, earliestLast(ctx)) &&
        !(await isForOffice(ctx, id)),
    },
  }
}

export const get: Handler<Requests['get']> = (ctx, { params }) => detailsOf(ctx, params.id)

export async function mayReadAttachment(ctx: Ctx, name: string): Promise<boolean> {
  const row = await ctx.tx.maybe<{ id: string; employee_id: string }>`
    select r.id, r.employee_id from leave_request_files f
    join leave_requests r on r.id = f.request_id where f.file = ${name}`
  if (!row) return false
  await mayRead(ctx, row)
  return true
}

interface Person {
  id: string
  name: string
  employee_no: string
  department: string | null
}

export const people: Handler<Requests['people']> = (ctx, { query }) => {
  if (me(ctx).leaver) fail(403)
  const { search, offset = 0, limit = 20 } = query
  return ctx.tx.all<Person>`
    select e.id, concat_ws(' ', e.first_name, e.last_name) as name, e.employee_no,
      d.name as department
    from employees e left join departments d on d.id = e.department_id
    where e.status = 'active' and ${containing(
      raw(`concat_ws(' ', e.first_name, e.last_name, e.employee_no)`),
      search,
    )}
    order by e.first_name, e.last_name, e.number offset ${offset} limit ${Math.min(limit, 100)}`
}
