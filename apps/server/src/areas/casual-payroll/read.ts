import type { contract } from '@mshahara/contract'
import { monthOf } from '@mshahara/engine/calendar'
import type { CasualLine } from '@mshahara/engine/casual-pay'
import { healthName } from '@mshahara/engine/figures'
import { dayOf } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { containing, raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loadRun } from '../../foundation/pay/runs.ts'
import { paidOut } from '../payslips/index.ts'
import { countCash } from './cash.ts'
import { lastNets, lastTotal } from './last-time.ts'
import { listedById } from './runs.ts'
import type { MonthPart, Person } from './source.ts'

type Payrolls = typeof contract.casualPayrolls

const money = [
  'total',
  'overtime',
  'advance',
  'gross',
  'total_deductions',
  'statutory',
  'net',
] as const
type Money = Record<(typeof money)[number], string>

export interface SlipRow extends Money {
  id: string
  payroll_id: string
  casual_id: string
  person: Person
  pay: string
  pay_basis: 'day' | 'piece'
  source: 'roll' | 'range' | 'both'
  days_worked: string
  overtime_hours: string
  pieces: string
  lines: { advances: CasualLine[]; deductions: CasualLine[]; marks: string }
  months: MonthPart[]
}

/** As the wire calls them. */
function centsIn(row: Money) {
  const cents = Object.fromEntries(money.map((name) => [name, centsOf(row[name])])) as Record<
    (typeof money)[number],
    number
  >
  const { total_deductions: deduction, ...others } = cents
  return { ...others, deduction }
}

/** What the law took, over the months of the payroll. */
function lawIn(months: readonly MonthPart[]) {
  const sum = (name: 'paye' | 'nssf' | 'health' | 'housing') =>
    months.reduce((all, { taken }) => all + (taken?.[name] ?? 0), 0)
  return { paye: sum('paye'), nssf: sum('nssf'), health: sum('health'), housing: sum('housing') }
}

export function slipToWire(row: SlipRow) {
  const { casual_no, first_name, middle_name, last_name, pay_by } = row.person
  return {
    id: row.id,
    casual: { id: row.casual_id, casual_no, first_name, middle_name, last_name },
    pay: centsOf(row.pay),
    pay_basis: row.pay_basis,
    pay_by,
    days: Number(row.days_worked),
    source: row.source,
    overtime_hours: Number(row.overtime_hours),
    pieces: Number(row.pieces),
    ...centsIn(row),
    law: lawIn(row.months),
  }
}

export const slipsWhere = (tx: Tx, which: Sql, slice: Sql = sql``) =>
  tx.all<SlipRow>`select s.* from payslips s join casuals c on c.id = s.casual_id
    where ${which} order by c.number ${slice}`

const searched = sql`concat_ws(' ', s.person ->> 'casual_no', s.person ->> 'first_name',
  s.person ->> 'middle_name', s.person ->> 'last_name')`

export const get: Handler<Payrolls['get']> = async ({ tx }, input) => {
  const payroll = await loadRun(tx, 'casual', input.params.id)
  const { id } = payroll
  const { offset = 0, limit, search } = input.query()
  const which = sql`s.payroll_id = ${id} and ${containing(searched, search)}`
  const rows = await slipsWhere(tx, which, sql`offset ${offset} limit ${limit ?? null}`)
  const { found, ...totals } = await totalsOf(tx, id, which)
  const run = await listedById(tx, id)
  const then = await lastNets(
    tx,
    payroll,
    rows.map(({ casual_id }) => casual_id),
  )
  return {
    ...payroll,
    ...run,
    ...{ found, totals },
    cash: await countCash(tx, id),
    health: healthName(monthOf(run.to)),
    last: await lastTotal(tx, payroll),
    payslips: rows.map((row) => ({
      ...slipToWire(row),
      last_net: then.get(row.casual_id) ?? null,
    })),
  }
}

const lawSum = (name: string) => `coalesce(sum((select sum((m -> 'taken' ->> '${name}')::numeric)
  from jsonb_array_elements(s.months) m)), 0) as ${name}`
const sums = raw(
  [
    'coalesce(sum(s.pay), 0) as pay',
    'coalesce(sum(s.days_worked), 0) as days',
    ...money.map((name) => `coalesce(sum(s.${name}), 0) as ${name}`),
    ...['paye', 'nssf', 'health', 'housing'].map(lawSum),
  ].join(', '),
)

type Sums = Money & Record<'pay' | 'days' | 'paye' | 'nssf' | 'health' | 'housing', string>

/** Of the whole payroll, whatever is looked for. */
async function totalsOf(tx: Tx, id: string, which: Sql) {
  const all = await tx.one<Sums>`select ${sums} from payslips s where s.payroll_id = ${id}`
  const { found } = await tx.one<{ found: number }>`
    select count(*) as found from payslips s where ${which}`
  return {
    found,
    pay: centsOf(all.pay),
    days: Number(all.days),
    ...centsIn(all),
    // Kept in cents.
    law: {
      paye: Number(all.paye),
      nssf: Number(all.nssf),
      health: Number(all.health),
      housing: Number(all.housing),
    },
  }
}

// ---------------------------------------------------------------- one payslip

interface Paid {
  /** By a payout, with M-PESA's code. */
  paid: { reference: string | null; at: string } | null
  /** In cash, marked by somebody. */
  cash_on: string | null
}

function paidHow({ paid, cash_on }: Paid) {
  if (paid) {
    return { by: 'mpesa' as const, on: dayOf(new Date(paid.at)), reference: paid.reference }
  }
  return cash_on === null ? null : { by: 'cash' as const, on: cash_on, reference: null }
}

/**
 * The roll of paid days is kept as it was. Where a run was taken back it may say something else by
 * now: then nothing is told by the day.
 */
async function overtimeByDay(tx: Tx, row: SlipRow, { from }: { from: string }) {
  if (Number(row.overtime_hours) === 0) return []
  const marks = await tx.all<{ day: string; hours: number }>`
    select day, overtime_hours::float as hours from muster_marks
    where casual_id = ${row.casual_id} and overtime_hours > 0
      and substr(${row.lines.marks}, day - ${from}::date + 1, 1) in ('F', 'H')
      and day between ${from}::date and ${from}::date + ${row.lines.marks.length - 1}::int
    order by day`
  const hundredths = (hours: number) => Math.round(hours * 100)
  const sum = marks.reduce((all, { hours }) => all + hundredths(hours), 0)
  return sum === hundredths(Number(row.overtime_hours)) ? marks : []
}

export async function slipById(tx: Tx, id: string) {
  const row = await tx.one<SlipRow & Paid>`
    select s.*, ${paidOut}, (select c.paid_on from cash_payments c where c.id = s.id) as cash_on
    from payslips s where s.id = ${id} and s.casual_id is not null`
  const payroll = await loadRun(tx, 'casual', row.payroll_id)
  const { id_number, phone, department, station, piece } = row.person
  const { from, to, code, status } = payroll
  return {
    ...slipToWire(row),
    payroll: { id: payroll.id, code, from, to, status },
    ...{ id_number, phone, department, station, piece },
    health: healthName(monthOf(to)),
    ...row.lines,
    overtime_days: await overtimeByDay(tx, row, payroll),
    paid: paidHow(row),
    late: row.months.flatMap(({ month, late }) => (late ? [{ month, ...late }] : [])),
  }
}

export const payslip: Handler<Payrolls['payslip']> = ({ tx }, { params }) => slipById(tx, params.id)
