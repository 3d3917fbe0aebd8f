import type { contract } from '@mshahara/contract'
import { monthNames } from '@mshahara/contract/months'
import { monthOf } from '@mshahara/engine/calendar'
import { leaveWorth } from '@mshahara/engine/leave-paid-out'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { monthsLater } from '../../foundation/core/clock.ts'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { sheetCall } from '../../foundation/sheets/download.ts'
import type { Cell, Worksheet } from '../../foundation/sheets/worksheet.ts'
import { inForceFirst } from '../employees/index.ts'

/** Days taken, days owed and what they are worth, and who has not rested for a year. */

type Analytics = typeof contract.leaveAnalytics

const none = 'No department'

/** Approved leave by the day on which it falls, in hundredths; names are asked for in the end. */
async function taken(ctx: Ctx, year: number) {
  const rows = await ctx.tx.all<{
    type: string
    department: string | null
    month: string
    days: DaysText
  }>`with taken as materialized (
      select r.leave_type_id, e.department_id, extract(month from d.day)::int as month,
        sum(d.counts) as days
      from leave_request_days d
      join leave_requests r on (r.organization_id, r.id) = (d.organization_id, d.request_id)
      join employees e on (e.organization_id, e.id) = (r.organization_id, r.employee_id)
      where d.counts > 0 and r.status = 'approved'
        and d.day between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)
      group by 1, 2, 3)
    select t.name as type, g.name as department, lpad(k.month::text, 2, '0') as month, k.days
    from taken k join leave_types t on t.id = k.leave_type_id
    left join departments g on g.id = k.department_id`
  const sums = { type: new Map(), department: new Map(), month: new Map<string, number>() }
  const add = (sum: Map<string, number>, name: string, days: number) =>
    sum.set(name, (sum.get(name) ?? 0) + days)
  for (const { type, department, month, days } of rows) {
    add(sums.type, type, hundredthsOf(days))
    add(sums.department, department ?? none, hundredthsOf(days))
    add(sums.month, month, hundredthsOf(days))
  }
  return sums
}

interface Owed {
  type: string
  department: string
  people: number
  days: number
  amount: number | null
}

/** What would be paid if everybody left today; the amounts only for whoever may see pay. */
async function liability(ctx: Ctx, year: number): Promise<Owed[]> {
  const rows = await ctx.tx.all<{
    type: string
    department: string | null
    days: DaysText
    salary: string | null
    divisor: string
  }>`select t.name as type, d.name as department, b.entitled - b.used - b.pending as days,
      s.amount as salary, l.day_divisor as divisor
    from leave_balances b
    join leave_types t on (t.organization_id, t.id) = (b.organization_id, b.leave_type_id)
      and t.encashable
    join employees e on (e.organization_id, e.id) = (b.organization_id, b.employee_id)
      and e.status = 'active'
    join leave_settings l on l.organization_id = b.organization_id
    left join departments d on (d.organization_id, d.id) = (e.organization_id, e.department_id)
    left join lateral (select s.amount from salaries s where s.organization_id = e.organization_id
      and s.employee_id = e.id
      order by ${raw(inForceFirst(`'${monthOf(ctx.today)}'`))} limit 1) s on true
    where b.year = ${year} and b.entitled - b.used - b.pending > 0`
  const sees = holds(ctx, 'view payrolls')
  const sums = new Map<string, Owed>()
  for (const { type, department, days, salary, divisor } of rows) {
    const key = `${type}\n${department ?? none}`
    const sum = sums.get(key) ?? {
      ...{ type, department: department ?? none, people: 0, days: 0 },
      amount: sees ? 0 : null,
    }
    sum.people += 1
    sum.days += hundredthsOf(days)
    if (sum.amount !== null) {
      sum.amount += leaveWorth(hundredthsOf(days), centsOf(salary ?? '0'), Number(divisor))
    }
    sums.set(key, sum)
  }
  return [...sums.values()].sort(
    (a, b) => a.type.localeCompare(b.type) || a.department.localeCompare(b.department),
  )
}

interface Tired {
  employee_id: string
  name: string
  department: string | null
  last_day: string | null
}

/** Employed for a year, and no day of leave that is earned within it. */
const notRested = (ctx: Ctx) =>
  ctx.tx.all<Tired & { total: number }>`
    select e.id as employee_id, concat_ws(' ', e.first_name, e.last_name) as name,
      d.name as department, rest.last_day, count(*) over () as total
    from employees e
    left join departments d on (d.organization_id, d.id) = (e.organization_id, e.department_id)
    left join (select r.organization_id, r.employee_id, max(r.end_date) as last_day
      from leave_requests r
      where r.status = 'approved' and r.start_date <= ${ctx.today} and r.leave_type_id
        = any(array(select t.id from leave_types t where t.accrual <> 'upfront'))
      group by 1, 2) rest
      on (rest.organization_id, rest.employee_id) = (e.organization_id, e.id)
    where e.status = 'active' and e.employment_date <= ${monthsLater(ctx.today, -12)}
      and coalesce(rest.last_day, '0001-01-01') < ${monthsLater(ctx.today, -12)}
    order by rest.last_day nulls first, e.employment_date, e.number limit 200`

/** Of as many days by name: two readings are one picture. */
const inOrder = (sums: Map<string, number>) =>
  [...sums]
    .map(([name, days]) => ({ name, days: days / 100 }))
    .sort((a, b) => b.days - a.days || a.name.localeCompare(b.name))

async function reportOf(ctx: Ctx, year: number) {
  const { type, department, month } = await taken(ctx, year)
  const tired = await notRested(ctx)
  return {
    year,
    by_type: inOrder(type),
    by_department: inOrder(department),
    by_month: monthNames.map((name, at) => ({
      name,
      days: (month.get(String(at + 1).padStart(2, '0')) ?? 0) / 100,
    })),
    liability: await liability(ctx, year),
    not_rested: tired,
    not_rested_count: tired[0]?.total ?? 0,
  }
}

export const report: Handler<Analytics['get']> = async (ctx, { query }) => {
  const found = await reportOf(ctx, query.year ?? Number(ctx.today.slice(0, 4)))
  const owed = found.liability.map(({ days, amount, ...one }) => ({
    ...one,
    days: days / 100,
    amount: amount === null ? null : amount / 100,
  }))
  return { ...found, liability: owed }
}

export const sheet = sheetCall<Analytics['sheet']>(async (ctx, { params, query }) => {
  const { extension } = query()
  const { year, by_type, by_department, by_month, ...found } = await reportOf(ctx, params.year)
  const daysSheet = (name: string, list: { name: string; days: number }[]): Worksheet => ({
    name,
    headings: [[name.replace('By ', ''), 'Days taken']],
    rows: list.map((one): Cell[] => [one.name, Math.round(one.days * 100)]),
  })
  const owed: Worksheet = {
    name: 'Liability',
    headings: [['Leave Type', 'Department', 'People', 'Days', 'Amount']],
    rows: found.liability.map(({ type, department, people, days, amount }) => [
      ...[type, department, String(people), days],
      amount,
    ]),
  }
  const rest: Worksheet = {
    name: 'Not rested for a year',
    headings: [['Name', 'Department', 'Last day of leave']],
    rows: found.not_rested.map(({ name, department, last_day }) => [name, department, last_day]),
  }
  const sheets = [
    owed,
    daysSheet('By type', by_type),
    daysSheet('By department', by_department),
    daysSheet('By month', by_month),
    rest,
  ]
  return { name: `leave-${year}`, extension, book: { sheets } }
})
