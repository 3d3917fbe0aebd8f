import type { contract } from '@mshahara/contract'
import { counted } from '@mshahara/contract/counted'
import type { ShownChange } from '@mshahara/contract/maker-checker'
import { dayInWords, monthAndYear, monthInWords } from '@mshahara/contract/months'
import {
  type VarianceKind,
  varianceKinds,
  varianceTitles,
} from '@mshahara/contract/payroll-variance'
import { formatShillings } from '@mshahara/engine/money'
import type { Tx } from '../../foundation/core/db.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import { loadRun, type MonthlyRun, refuseAct } from '../../foundation/pay/runs.ts'
import { sheetCall } from '../../foundation/sheets/download.ts'
import type { Cell } from '../../foundation/sheets/worksheet.ts'
import { type ComparedMonth, comparedMonths, comparedRuns } from './compare.ts'
import { centsIn, eachRow, everybody, nameOf, sumsOf } from './reader.ts'
import type { Person } from './source.ts'
import { type KeptPay, keptFigures, type Reason, reasonsFor } from './variance-reasons.ts'

type Variances = typeof contract.payrollVariances

/** From the last confirmed month to a run: opening, reasons and closing add up to the cent. */

/** As staff read it. */
type DetailedReason = Omit<Reason, 'detail'> & { detail: string }

interface Pay {
  gross: number
  net: number
}
interface Varied {
  employee_id: string
  employee_no: string
  name: string
  before: Pay
  after: Pay
  reasons: DetailedReason[]
}
type Side = Pick<ComparedMonth, 'month' | 'codes' | 'count' | 'gross' | 'net'>

interface Variance {
  payroll: MonthlyRun
  opening: Side | null
  closing: Side
  reasons: (Omit<DetailedReason, 'detail'> & { count: number })[]
  people: Varied[]
}

async function varianceOf(tx: Tx, id: string): Promise<Variance> {
  const payroll = await loadRun(tx, 'monthly', id)
  // A half-finished run would look as if everybody had left.
  refuseAct(payroll, 'export')
  const { before, beside } = await comparedMonths(tx, payroll, everybody)
  const own = await tx.one<{ count: number; gross: string; net: string }>`
    select count(*) as count, ${sumsOf(['gross', 'net'], 's')} from payslips s
    where s.payroll_id = ${id}`
  const { gross, net } = centsIn(own, ['gross', 'net'])
  const closing: Side = {
    month: payroll.month,
    codes: [...(beside?.codes ?? []), payroll.code].sort(),
    count: own.count + (beside?.count ?? 0),
    gross: gross + (beside?.gross ?? 0),
    net: net + (beside?.net ?? 0),
  }
  const people = before ? await variedOf(tx, payroll, before.month) : []
  return { payroll, opening: before ?? null, closing, reasons: summedUp(people), people }
}

type Both<Name extends string> = `${'was_' | 'now_'}${Name}`

interface Compared
  extends Pick<Person, 'employee_no' | 'first_name' | 'middle_name' | 'last_name'>,
    Record<Both<'days' | 'days_of'>, number | null>,
    Record<Both<(typeof keptFigures)[number]>, string | null>,
    Record<Both<'incomes'>, KeptPay['incomes'] | null>,
    Record<Both<'deductions'>, KeptPay['deductions'] | null> {
  employee_id: string
  employment_date: string
  termination_date: string | null
  was_id: string | null
  now_id: string | null
}

/** Read once: each look at a kept person would unpack it again. */
const named = `jsonb_to_record(coalesce(n.person, w.person)) as p (employee_no text,
  first_name text, middle_name text, last_name text, employment_date text)`
/** Of who is gone; the last payslip was often made before it was known. */
const lastDay = `case when n.id is null then
  (select e.termination_date from employees e where e.id = w.employee_id) end as termination_date`

/** What the law takes is in the figures; only the rest is compared line by line. */
const agreed = (table: string) =>
  `jsonb_path_query_array(${table}.deductions, '$[*] ? (!(@.kind == "statutory"))')`

const plainly = (name: string) => `s.${name}`

/** Of somebody's payslips of a month together: those of extra runs come after the month's own. */
function inOne(name: string): string {
  const all = `array_agg(s.${name} order by s.extra, s.id)`
  if (name === 'employee_id') return 's.employee_id'
  if (name === 'incomes' || name === 'deductions') {
    return `case count(*) when 1 then (${all})[1] else (select jsonb_agg(line)
      from unnest(${all}) as lines (of_slip), jsonb_array_elements(of_slip) line) end as ${name}`
  }
  const isSum = (keptFigures as readonly string[]).includes(name)
  return `${isSum ? `sum(s.${name})` : `(${all})[1]`} as ${name}`
}

/** Only people whose pay is made up differently; their lines where these differ. */
function pairsQuery(run: MonthlyRun, extras: boolean): Sql {
  const { before, beside } = comparedRuns(run)
  const plain = ['days', 'days_of', ...keptFigures]
  const own = ['id', 'employee_id', 'person', 'incomes', 'deductions', ...plain]
  const side = (which: Sql) => sql`select ${raw(own.map(extras ? inOne : plainly).join(', '))}
    from payrolls r join payslips s
      on s.organization_id = r.organization_id and s.payroll_id = r.id where ${which}
    ${extras ? sql`group by s.employee_id` : sql``}`
  const columns = [
    ...plain.map((name) => `w.${name} as was_${name}, n.${name} as now_${name}`),
    'nullif(w.incomes, n.incomes) as was_incomes, nullif(n.incomes, w.incomes) as now_incomes',
    `nullif(${agreed('w')}, ${agreed('n')}) as was_deductions`,
    `nullif(${agreed('n')}, ${agreed('w')}) as now_deductions`,
  ]
  const unlike = keptFigures.map((name) => `w.${name} is distinct from n.${name}`)
  // Compared as they are stored: a fifth of the work of comparing what they mean.
  unlike.push('record_image_ne(row(w.incomes, w.deductions), row(n.incomes, n.deductions))')
  // Months are of different lengths: whole ones are alike.
  unlike.push('w.days is distinct from w.days_of', 'n.days is distinct from n.days_of')
  return sql`with was as (${side(before)}),
      now as (${side(sql`r.id = ${run.id} or (${beside})`)})
    select coalesce(n.employee_id, w.employee_id) as employee_id, p.*,
      ${raw(lastDay)}, w.id as was_id, n.id as now_id, ${raw(columns.join(', '))}
    from was w full join now n on n.employee_id = w.employee_id, ${raw(named)}
    where w.id is null or n.id is null or ${raw(unlike.join(' or '))}
    order by employee_no`
}

async function variedOf(tx: Tx, run: MonthlyRun, opening: string): Promise<Varied[]> {
  const people: Varied[] = []
  // Both months of ten thousand people are put together in memory, not on disk.
  await tx.run`set local work_mem = '32MB'`
  const compared = comparedRuns(run)
  const extras = await tx.maybe`select from payrolls r where is_extra_kind(r.kind)
    and ((${compared.before}) or (${compared.beside})) limit 1`
  await eachRow<Compared>(tx, pairsQuery(run, extras !== undefined), (row) => {
    const before = keptOf(row, 'was_')
    const after = keptOf(row, 'now_')
    const reasons = reasonsIn(row, before, after, { opening, closing: run.month })
    if (reasons.length === 0) return
    const pay = ({ gross, net }: KeptPay) => ({ gross, net })
    people.push({
      employee_id: row.employee_id,
      employee_no: row.employee_no,
      name: nameOf(row),
      before: pay(before),
      after: pay(after),
      reasons,
    })
  })
  return people
}

/** A payslip whose figures cannot be worked out pays nothing. */
function keptOf(row: Compared, prefix: 'was_' | 'now_'): KeptPay {
  return {
    incomes: row[`${prefix}incomes`] ?? [],
    deductions: row[`${prefix}deductions`] ?? [],
    days: row[`${prefix}days`] ?? 0,
    days_of: row[`${prefix}days_of`] ?? 0,
    ...centsIn(row, keptFigures, prefix),
  }
}

interface Months {
  opening: string
  closing: string
}

function reasonsIn(
  row: Compared,
  before: KeptPay,
  after: KeptPay,
  months: Months,
): DetailedReason[] {
  if (row.was_id && row.now_id) {
    const reasons = reasonsFor(before, after, months.closing)
    return reasons.map((reason) => ({ ...reason, detail: reason.detail.en }))
  }
  const [kind, detail]: [VarianceKind, string] = row.now_id
    ? ['joined', sinceWhen(row, months)]
    : ['left', untilWhen(row, months)]
  const [gross, net] = [after.gross - before.gross, after.net - before.net]
  return [{ kind, name: '', detail, gross, net }]
}

function sinceWhen({ employment_date: since }: Compared, { opening }: Months): string {
  return since < payMonth(opening).first
    ? `Not paid in ${monthInWords(opening)}`
    : `Employed since ${dayInWords(since)}`
}

function untilWhen({ termination_date: last }: Compared, { closing }: Months): string {
  return last && last <= payMonth(closing).last
    ? `Last day ${dayInWords(last)}`
    : `No payslip in ${monthInWords(closing)}`
}

/** One line for each reason, however many people it concerns. */
function summedUp(people: Varied[]): Variance['reasons'] {
  const sums = new Map<string, Variance['reasons'][number]>()
  for (const { reasons } of people) {
    for (const { kind, name, gross, net } of reasons) {
      const key = `${kind} ${name.toLowerCase()}`
      const known = sums.get(key) ?? { kind, name, count: 0, gross: 0, net: 0 }
      known.count += 1
      known.gross += gross
      known.net += net
      sums.set(key, known)
    }
  }
  const place = ({ kind }: { kind: VarianceKind }) => varianceKinds.indexOf(kind)
  return [...sums.values()].sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name))
}

const signed = (cents: number) => `${cents > 0 ? '+' : ''}${formatShillings(cents)}`

/** Why the month differs from the one before, a line for each reason; for whoever agrees to it. */
export async function reasonsShown(tx: Tx, id: string): Promise<ShownChange[]> {
  const { opening, reasons } = await varianceOf(tx, id)
  if (!opening) return []
  const since = monthInWords(opening.month)
  return reasons.map(({ kind, name, count, net }) => ({
    label: `Since ${since}: ${[varianceTitles[kind], name].filter(Boolean).join(', ')}`,
    before: null,
    after: `${counted(count, 'person', 'people')}, net ${signed(net)}`,
  }))
}

const sideOf = (side: Side) => ({ ...side, ...monthAndYear(side.month) })

export const variance: Handler<Variances['get']> = async (ctx, input) => {
  const { payroll, opening, closing, reasons, people } = await varianceOf(ctx.tx, input.params.id)
  const { kind, offset = 0, limit } = input.query()
  const wanted = kind
    ? people.filter((one) => one.reasons.some((reason) => reason.kind === kind))
    : people
  return {
    id: payroll.id,
    code: payroll.code,
    opening: opening && sideOf(opening),
    closing: sideOf(closing),
    reasons,
    people_count: wanted.length,
    people: wanted.slice(offset, limit === undefined ? undefined : offset + limit),
  }
}

/** Person by person, so that its columns add up from opening to closing; then the sums. */
export const varianceSheet = sheetCall<Variances['sheet']>(async (ctx, input) => {
  const found = await varianceOf(ctx.tx, input.params.id)
  const { payroll, opening, closing, reasons, people } = found
  const line = (word: string, { month, gross, net }: Side): Cell[] => [
    '',
    `${word}: ${monthInWords(month)}`,
    '',
    '',
    '',
    gross,
    net,
  ]
  const headings = ['Employee Code', 'Employee Name', 'Reason', 'Item', 'Detail', 'Gross', 'Net']
  const first = opening ? [line('Opening', opening)] : []
  const last = [line('Closing', closing)]
  const rows = people.flatMap(({ employee_no, name, reasons: own }) =>
    own.map(({ kind, name: item, detail, gross, net }): Cell[] => [
      ...[employee_no, name, varianceTitles[kind], item, detail],
      ...[gross, net],
    ]),
  )
  const sums = reasons.map(({ kind, name, count, gross, net }): Cell[] => [
    ...['', `${count} ${count === 1 ? 'person' : 'people'}`, varianceTitles[kind], name, ''],
    ...[gross, net],
  ])
  return {
    name: `Reconciliation-${payroll.month}-${payroll.code}`,
    extension: input.query().extension,
    book: {
      sheets: [
        { name: 'By person', headings: [headings], rows: [...first, ...rows], bottom: last },
        { name: 'In sum', headings: [headings], rows: [...first, ...sums], bottom: last },
      ],
    },
  }
})
