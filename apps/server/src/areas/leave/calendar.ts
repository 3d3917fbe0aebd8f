import type { contract } from '@mshahara/contract'
import type { Away } from '@mshahara/contract/leave-balances'
import { type Ctx, holds, me } from '../../foundation/core/ctx.ts'
import { fail } from '../../foundation/core/fail.ts'
import { containing, joined, raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'

/** Who is away. A colleague sees that and no more; staff see type and what is still pending. */

interface CalendarQuery {
  from: string
  to: string
  department_id?: string | undefined
  work_station_id?: string | undefined
  search?: string | undefined
}

/** The requests `r` of employees `e` that are in sight. */
function inSight(ctx: Ctx, { from, to, department_id, work_station_id, search }: CalendarQuery) {
  const staff = holds(ctx, 'view leaves')
  const seen = staff
    ? sql`r.status in ('approved', 'pending')`
    : sql`(r.status = 'approved' or r.status = 'pending' and e.id = ${me(ctx).employee_id})`
  return joined(
    [
      sql`r.start_date <= ${to}`,
      sql`r.end_date >= ${from}`,
      sql`r.status in ('pending', 'approved')`,
      seen,
      containing(raw(`concat_ws(' ', e.first_name, e.last_name)`), search),
      ...(department_id ? [sql`e.department_id = ${department_id}`] : []),
      ...(work_station_id ? [sql`e.work_station_id = ${work_station_id}`] : []),
    ],
    ' and ',
  )
}

const from = raw(`leave_requests r
  join employees e on e.organization_id = r.organization_id and e.id = r.employee_id`)

export const calendar: Handler<typeof contract.leaveCalendar.get> = async (ctx, { query }) => {
  if (me(ctx).leaver) fail(403)
  const where = inSight(ctx, query)
  const detailed = sql`(${holds(ctx, 'view leaves')}::boolean or e.id = ${me(ctx).employee_id}::uuid)`
  const { count } = await ctx.tx.one<{ count: number }>`
    select count(distinct e.id) as count from ${from} where ${where}`
  const people = await ctx.tx.all<Away>`
    select e.id as employee_id, concat_ws(' ', e.first_name, e.last_name) as name,
      d.name as department, w.name as station,
      jsonb_agg(jsonb_build_object('start_date', r.start_date, 'end_date', r.end_date,
        'half_start', r.half_start, 'half_end', r.half_end, 'pending', r.status = 'pending',
        'type', case when ${detailed} then t.name end,
        'request_id', case when ${detailed} then r.id end) order by r.start_date) as spans
    from ${from}
    join leave_types t on t.organization_id = r.organization_id and t.id = r.leave_type_id
    left join departments d on (d.organization_id, d.id) = (e.organization_id, e.department_id)
    left join work_stations w on (w.organization_id, w.id) = (e.organization_id, e.work_station_id)
    where ${where}
    group by e.organization_id, e.id, d.name, w.name
    order by d.name nulls last, e.first_name, e.last_name, e.id
    offset ${query.offset ?? 0} limit ${query.limit ?? 50}`
  return { people, count, ...(await around(ctx, query)) }
}

async function around({ tx }: Ctx, { from, to }: CalendarQuery) {
  const holidays = await tx.all<{ day: string; name: string; expected: boolean }>`
    select day, name, expected from leave_holidays where day between ${from} and ${to} order by day`
  const departments = await tx.all<{ id: string; name: string }>`
    select id, name from departments order by name`
  const stations = await tx.all<{ id: string; name: string }>`
    select id, name from work_stations order by name`
  const days = await tx.one<{ work_saturday: boolean; work_sunday: boolean }>`
    select work_saturday, work_sunday from organizations`
  return { holidays, departments, stations, ...days }
}
