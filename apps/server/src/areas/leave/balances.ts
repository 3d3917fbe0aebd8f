import type { contract } from '@mshahara/contract'
import type { EntryKind, LeaveBalance, OwnBalance } from '@mshahara/contract/leave-balances'
import { accruedBy, type Employment, type Joiners } from '@mshahara/engine/leave-accrual'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { type Ctx, ownerOr } from '../../foundation/core/ctx.ts'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import { joined, raw, type Slice, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { addEntries, type KeptReason, openBalances } from './ledger.ts'
import { type Listed, ofNames, columns as requestColumns, requestToWire, sources } from './read.ts'
import { reasons, reasonToWire } from './reasons.ts'
import { sayToStaff } from './sentences.ts'
import { notOpened } from './standings.ts'
import { previewYearEnd } from './year-end-preview.ts'

/** Balances as people see them, and every entry behind them (C6). */

type Balances = typeof contract.leaveBalances

const columns = raw(`b.id, b.employee_id, jsonb_build_object('id', e.id,
    'first_name', e.first_name, 'middle_name', e.middle_name, 'last_name', e.last_name,
    'employee_no', e.employee_no) as employee, b.leave_type_id,
  jsonb_build_object('name', t.name) as leave_type, b.year, b.entitled::float as entitled_days,
  b.used::float as used_days, b.pending::float as pending_days,
  (b.entitled - b.used - b.pending)::float as remaining, t.encashable,
  (select coalesce(sum(p.days), 0)::float from leave_encashments p
    where p.organization_id = b.organization_id and p.employee_id = b.employee_id
      and p.balance_id = b.id and p.status = 'draft' and not p.leaving) as paying_out`)
const named =
  raw(`join employees e on e.organization_id = b.organization_id and e.id = b.employee_id
  join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id`)
const inOrder = raw('order by b.year desc, e.number desc, t.name, b.id')

/** What is shown is put together for the rows of the page only. */
const read = (tx: Tx, where: Sql, { offset = 0, limit = 1000 }: Slice = {}) =>
  tx.all<LeaveBalance>`select ${columns}
    from (select b.* from leave_balances b ${named} where ${where} ${inOrder}
      offset ${offset} limit ${limit}) b ${named} ${inOrder}`

const readOne = async (tx: Tx, id: string) => found((await read(tx, sql`b.id = ${id}`))[0])

interface Filter extends Slice {
  employee_id?: string | null | undefined
  year?: number | null | undefined
}

interface OfYear {
  year: number
  count: number
}

async function listed(ctx: Ctx, filter: Filter) {
  const { employee_id, year, search, offset = 0, limit = 1000 } = filter
  const where = joined(
    [
      search?.trim() ? ofNames('b', search) : sql`true`,
      ...(employee_id ? [sql`b.employee_id = ${employee_id}`] : []),
      ...(year ? [sql`b.year = ${year}`] : []),
    ],
    ' and ',
  )
  const years = await ctx.tx.all<OfYear>`select b.year, count(*)::int as count
    from leave_balances b where ${where} group by b.year order by b.year desc`
  ctx.total(years.reduce((sum, { count }) => sum + count, 0))
  const { on, before } = pageOf(years, offset, limit)
  const slice = { offset: offset - before, limit }
  return read(ctx.tx, sql`${where} and b.year = any(${on}::int[])`, slice)
}

/** The years that a page is about, newest first, and how many rows come before them. */
export function pageOf(years: readonly OfYear[], offset: number, limit: number) {
  const on: number[] = []
  let before = 0
  let until = 0
  for (const { year, count } of years) {
    until += count
    if (until <= offset) before = until
    else if (until - count < offset + limit) on.push(year)
  }
  return { on, before }
}

export const list: Handler<Balances['list']> = (ctx, { query }) => listed(ctx, query)
export const filter: Handler<Balances['filter']> = (ctx, { body }) => listed(ctx, body)

export const years: Handler<Balances['years']> = async (ctx) => {
  const rows = await ctx.tx.all<{ year: number }>`
    select distinct year from leave_balances order by year desc`
  return rows.map(({ year }) => year)
}

export const create: Handler<Balances['create']> = async (ctx, { body }) => {
  const { tx, today } = ctx
  const { employee_id, leave_type_id, year, entitled_days } = body
  const one = sql`employee_id = ${employee_id} and leave_type_id = ${leave_type_id}
    and year = ${year}`
  refuseFarAhead(year, today)
  if (await tx.run`select from leave_balances where ${one}`) {
    failField('leave_type_id', sayToStaff.balanceExists)
  }
  if (entitled_days == null) await openBalances(tx, [{ employee_id, leave_type_id, year }], today)
  else await openWith(ctx, body, entitled_days)
  return found(
    (
      await read(
        tx,
        sql`b.employee_id = ${employee_id}
    and b.leave_type_id = ${leave_type_id} and b.year = ${year}`,
      )
    )[0],
  )
}

/** By hand the next year is opened in the last quarter; an import or a leave may do so before. */
function refuseFarAhead(year: number, today: string) {
  const thisYear = Number(today.slice(0, 4))
  const last = today.slice(5) >= '10-01' ? thisYear + 1 : thisYear
  if (year <= last) return
  const day = year > thisYear + 1 ? `${year - 1}-01-01` : `${thisYear}-10-01`
  failField('year', sayToStaff.notBefore({ year, day }))
}

/** With days of its own, which replace what the type would give. */
async function openWith(
  { tx, today }: Ctx,
  {
    employee_id,
    leave_type_id,
    year,
  }: { employee_id: string; leave_type_id: string; year: number },
  days: number,
) {
  const { id } = await tx.one<{ id: string }>`
    insert into leave_balances (employee_id, leave_type_id, year)
    values (${employee_id}, ${leave_type_id}, ${year}) returning id`
  const entry = { balance_id: id, day: today, key: 'opened', reason: reasons.opened }
  await addEntries(tx, [{ ...entry, kind: 'entitlement', entitled: Math.round(days * 100) }])
}

export const update: Handler<Balances['update']> = async (ctx, { params, body }) => {
  // The difference is told from what there is: whoever else changes it waits.
  await advisoryLock(ctx.tx, `leave ${params.id}`)
  const { entitled } = await ctx.tx.one<{ entitled: DaysText }>`
    select entitled from leave_balances where id = ${params.id}`
  const { entitled_days, reason } = body()
  const difference = Math.round(entitled_days * 100) - hundredthsOf(entitled)
  if (difference !== 0) {
    const entry = { balance_id: params.id, day: ctx.today, entitled: difference, reason }
    await addEntries(ctx.tx, [{ ...entry, kind: 'adjustment' }])
  }
  const balance = await readOne(ctx.tx, params.id)
  return { ...balance, warning: belowZero(balance) }
}

/** It is for staff to say so; that it is meant should be said as well. */
const belowZero = ({ remaining, leave_type }: LeaveBalance): string | null =>
  remaining < 0
    ? `${leave_type.name} is ${-remaining} ${remaining === -1 ? 'day' : 'days'} below zero now.`
    : null

interface EntryRow extends KeptReason {
  id: string
  kind: EntryKind
  day: string
  entitled: number
  used: number
  pending: number
  remaining: number
  by: string
  created_at: string
}

/** In the order of the days they count from; with a day, as it stood at its end. */
export const ledger: Handler<Balances['ledger']> = async (ctx, { params, query }) => {
  const balance = await readOne(ctx.tx, params.id)
  ownerOr(ctx, balance.employee_id, 'view leaves')
  const until = query().as_of ?? null
  const rows = await ctx.tx.all<EntryRow>`
    select id, kind, day, entitled::float, used::float, pending::float, reason, reason_code, by,
      created_at, sum(entitled - used - pending) over (order by day, number)::float as remaining
    from leave_entries where balance_id = ${params.id}
      and (${until}::date is null or day <= ${until}::date) order by day, number`
  const entries = rows.map((row) => ({ ...row, reason: reasonToWire(ctx, row) }))
  if (until === null) return { balance, entries, coming: 0 }
  const sum = (name: 'entitled' | 'used' | 'pending') =>
    Math.round(entries.reduce((all, entry) => all + entry[name] * 100, 0)) / 100
  const then = {
    ...balance,
    entitled_days: sum('entitled'),
    used_days: sum('used'),
    pending_days: sum('pending'),
    remaining: entries.at(-1)?.remaining ?? 0,
  }
  return { balance: then, entries, coming: await comingBy(ctx, balance, until) }
}

/** What will have been earned between today and a day that lies ahead. */
async function comingBy({ tx, today }: Ctx, balance: LeaveBalance, until: string): Promise<number> {
  if (until <= today) return 0
  const terms = await tx.one<{
    accrual: string
    days: DaysText
    joined: string
    left: string | null
    away: Employment['away']
    joiners: Joiners
  }>`select t.accrual, t.default_days as days, e.employment_date as joined,
      e.termination_date as left, stretches(e.away) as away, s.joiners
    from leave_types t, employees e, leave_settings s
    where t.id = ${balance.leave_type_id} and e.id = ${balance.employee_id}`
  if (terms.accrual !== 'monthly') return 0
  const earned = (day: string) =>
    accruedBy(day, balance.year, hundredthsOf(terms.days), terms, terms.joiners).reduce(
      (all, { days }) => all + days,
      0,
    )
  return (earned(until) - earned(today)) / 100
}

/**
 * Requests, newest first; this year's balance of every type there is a right to, and of the next
 * year where leave was asked for.
 */
export const ofEmployee: Handler<Balances['ofEmployee']> = async (ctx, { params }) => {
  const employee = await ctx.tx.one<LeaveBalance['employee']>`
    select id, first_name, middle_name, last_name, employee_no from employees
    where id = ${params.id}`
  const { id } = employee
  ownerOr(ctx, id, 'view leaves')
  const leaves = await ctx.tx.all<Listed>`select ${requestColumns} from ${sources}
    where r.employee_id = ${id} order by r.number desc limit 1000`
  const year = Number(ctx.today.slice(0, 4))
  const balances = await read(
    ctx.tx,
    sql`b.employee_id = ${id} and (b.year = ${year} or b.year > ${year} and b.used + b.pending > 0)`,
  )
  const coming = (await notOpened(ctx.tx, id, ctx.today)).map(
    ({ leave_type_id, name, encashable, days }): OwnBalance => ({
      ...{ id: null, employee_id: id, employee, leave_type_id, leave_type: { name }, year },
      ...{ entitled_days: days / 100, used_days: 0, pending_days: 0, remaining: days / 100 },
      ...{ encashable, paying_out: 0, year_end: null },
    }),
  )
  const ends = await previewYearEnd(ctx.tx, id, ctx.today)
  const all: OwnBalance[] = [
    ...balances.map((one) => ({ ...one, year_end: ends.get(one.id) ?? null })),
    ...coming,
  ]
  all.sort((a, b) => a.year - b.year || a.leave_type.name.localeCompare(b.leave_type.name))
  return { leaves: leaves.map(requestToWire), balances: all }
}
