import type { contract, Input } from '@mshahara/contract'
import { agreedNetInput, employeeFields } from '@mshahara/contract/employee-fields'
import { monthInWords } from '@mshahara/contract/months'
import { monthOf } from '@mshahara/engine/calendar'
import { firstMonth } from '@mshahara/engine/dated'
import { formatShillings } from '@mshahara/engine/money'
import { monthsLater } from '../../foundation/core/clock.ts'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { type Handler, Later, type Staged } from '../../foundation/http/bind.ts'
import type { Column } from '../../foundation/sheets/columns.ts'
import {
  answerOf,
  asFile,
  type Comparison,
  changesNothing,
  checkSheet,
  countsOf,
  doneMessage,
  dryMessage,
  type ImportContext,
  isDry,
  type ReadUpload,
  type RowChecks,
  type RowIssue,
  refuseFaults,
  type Upload,
  uploadHandler,
  type ValidRow,
  workOf,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { monthIn } from '../../foundation/sheets/month-cell.ts'
import { templateOf } from '../../foundation/sheets/template.ts'
import { salariesOfMany, salaryIn } from '../employees/index.ts'
import { columns } from './columns.ts'
import { given as givenBy } from './preview.ts'
import { save } from './save.ts'
import { say } from './sentences.ts'
import { isChanged, netOf, rowToWire, type Worked, workOut } from './work-out.ts'

/** New salaries by a sheet: looked over as the others are, and saved by the same act. */

type Raises = typeof contract.raises
type Answer = Awaited<ReturnType<Handler<Raises['save']>>>

interface SheetRow {
  employee_no: string
  employee_name: string
  from: string
  /** As the sheet has it, to see whether it still is. */
  before: number | null
  /** Left empty by whoever fills in a part of the sheet: no change. */
  amount: number | null
  net_before: number | null
  agreed_net: number | null
  worked?: Worked
}

const uploaded: Upload<SheetRow> = {
  job: 'raises.import',
  sheet: 'Raises',
  fileName: 'raises-template.xlsx',
  done: 'Salaries changed successfully',
  link: '/raises',
  describe: (counts, done) =>
    counts.updated === 0
      ? 'Nothing changes: these are the salaries on record.'
      : countsOf('salary', 'salaries', 'add', 'change')(counts, done),
  prepare,
  // Saved by `save`, in whatever number.
  save: async () => {},
}

async function prepare(tx: Tx, work: ImportContext): Promise<RowChecks<SheetRow>> {
  return {
    columns,
    parse: (given) => parse(given, work.today),
    compare: (rows) => compare(tx, rows, work.today),
  }
}

function parse(given: Record<string, unknown>, today: string) {
  const issues: RowIssue[] = []
  if (given.employee_no === undefined) {
    issues.push({ key: 'employee_no', sentence: 'Employee No is required.' })
  }
  const from = monthIn(given.from)
  if ((given.amount ?? given.agreed_net) !== undefined && (!from || from < firstMonth)) {
    issues.push({ key: 'from', sentence: 'Please give a month, such as November 2026.' })
  } else if (from && from > monthOf(monthsLater(today, 24))) {
    issues.push({ key: 'from', sentence: say.twoYears.en })
  }
  const { value: amount, fault } = centsIn(given.amount)
  if (fault) issues.push({ key: 'amount', sentence: fault })
  const { value: agreed_net, fault: netFault } = centsIn(given.agreed_net, agreedNetInput)
  if (netFault) issues.push({ key: 'agreed_net', sentence: netFault })
  if ((given.amount ?? null) !== null && (given.agreed_net ?? null) !== null) {
    issues.push({ key: 'agreed_net', sentence: 'Give a new salary or a new net, not both.' })
  }
  if (issues.length > 0) return { issues }
  return {
    value: {
      employee_no: String(given.employee_no),
      employee_name: String(given.employee_name ?? ''),
      from: from ?? firstMonth,
      before: centsIn(given.before).value,
      amount,
      net_before: centsIn(given.net_before).value,
      agreed_net,
    },
  }
}

/** By the rule of the form. */
function centsIn(
  cell: unknown,
  field: typeof amountField | typeof agreedNetInput = amountField,
): { value: number | null; fault?: string } {
  if (cell === undefined) return { value: null }
  const parsed = field.safeParse(cell)
  if (parsed.success) return { value: parsed.data }
  return { value: null, fault: parsed.error.issues[0]?.message ?? 'This is not allowed.' }
}
const amountField = employeeFields.shape.salary

async function compare(tx: Tx, rows: ValidRow<SheetRow>[], today: string): Promise<Comparison> {
  const people = await peopleByNumber(tx, rows)
  const issues: Comparison['issues'] = []
  const warnings: Comparison['issues'] = []
  const first = new Map<string, number>()
  const meant = new Map<string, ValidRow<SheetRow>>()
  for (const one of rows) {
    const { row, value } = one
    const key = value.employee_no.toLowerCase()
    const person = people.get(key)
    const other = first.get(key)
    first.set(key, other ?? row)
    const refuse = (sentence: string) => issues.push({ row, key: 'employee_no', sentence })
    if (other) refuse(`Row ${other} is about the same employee.`)
    else if (!person) refuse('There is no employee with this number.')
    else {
      if (isSomebodyElse(value.employee_name, person.name)) {
        warnings.push({ row, key: 'employee_name', sentence: `This number is ${person.name}'s.` })
      }
      if (value.amount !== null || value.agreed_net !== null) meant.set(person.id, one)
    }
  }
  const wanted = [...meant].map(([employee_id, { value }]) => ({
    ...{ employee_id, from: value.from, next: () => givenBy(value) },
  }))
  const worked = await workOut(tx, wanted, today)
  for (const { fact, reason } of worked.refused) {
    const { row } = meant.get(fact.employee_id) as ValidRow<SheetRow>
    issues.push({ row, key: 'from', sentence: reason.en })
  }
  for (const one of worked.rows) {
    const { row, value } = meant.get(one.fact.employee_id) as ValidRow<SheetRow>
    issues.push(...otherBefore(value, one).map((issue) => ({ row, ...issue })))
    value.worked = one
    warnings.push(...doubtsOf(one).map((sentence) => ({ row, key: 'amount', sentence })))
  }
  const updated = worked.rows.filter(isChanged).length
  return { issues, warnings, counts: { created: 0, updated, unchanged: rows.length - updated } }
}

/** What the sheet says of the salary so far, and is not on record any more. */
function otherBefore({ before, net_before }: SheetRow, one: Worked): RowIssue[] {
  const said = [
    // The gross of a net moves with the law: the sheet need not have today's.
    ['before', one.net_before === null ? before : null, one.before],
    ['net_before', net_before, one.net_before],
  ] as const
  return said.flatMap(([key, sheet, record]) => {
    if (sheet === null || sheet === record) return []
    const known = record === null ? 'No agreed net' : formatShillings(record)
    return [{ key, sentence: `${known} is on record for this month by now.` }]
  })
}

function doubtsOf(row: Worked): string[] {
  const { doubt, late, before, after } = row
  const months = late.arrears.map(({ month }) => monthInWords(month)).join(', ')
  return [
    ...(doubt ? [doubt] : []),
    ...(after < before ? [`Less than the ${formatShillings(before)} so far.`] : []),
    ...(months ? [`Arrears of ${months}: ${formatShillings(netOf(row))} net.`] : []),
  ]
}

const isSomebodyElse = (written: string, name: string) => {
  const words = (text: string) =>
    new Set(
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
  const known = words(name)
  return written !== '' && ![...words(written)].some((word) => known.has(word))
}

interface Person {
  id: string
  key: string
  name: string
}

async function peopleByNumber(tx: Tx, rows: readonly ValidRow<SheetRow>[]) {
  const wanted = rows.map(({ value }) => value.employee_no.toLowerCase())
  const found = await tx.all<Person>`select e.id, lower(e.employee_no) as key,
      concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name
    from employees e where lower(e.employee_no) = any (${wanted})`
  return new Map(found.map((person) => [person.key, person]))
}

const plainly = uploadHandler(uploaded)

export const upload: Staged<Raises['upload'], Column[], ReadUpload> = {
  look: plainly.look,
  // Worked out within the request, however large.
  make: (outside, input, seen) => plainly.make(outside, { ...input, query: { dry: '1' } }, seen),
  async keep(ctx, { query }, { sheet }) {
    const read = await checkSheet(sheet, await prepare(ctx.tx, workOf(ctx, uploaded)))
    const proposed = read.rows.flatMap(({ worked }) => worked ?? [])
    if (isDry(query)) {
      const rows = read.faults.length > 0 ? [] : proposed.map(rowToWire)
      const message = dryMessage(uploaded, sheet, read)
      return { ...answerOf(sheet, read, { message }), proposed: rows }
    }
    refuseFaults(read)
    const message = doneMessage(uploaded, read.counts)
    if (!changesNothing(read.counts)) {
      const saved = await saveAll(ctx, proposed)
      if (saved instanceof Later) return saved as never
    }
    return { ...answerOf(sheet, read, { message }), proposed: [] }
  },
}

function saveAll(ctx: Ctx, proposed: readonly Worked[]): Promise<Answer | Later> {
  const rows = proposed.filter(isChanged).map(({ fact, after, net_after, seen }) => ({
    ...{ employee_id: fact.employee_id, from: fact.from, seen },
    ...{ amount: after, agreed_net: net_after },
  }))
  return save(ctx, { params: undefined, query: undefined, body: { rows } } as Input<Raises['save']>)
}

export const faults = faultsHandler(uploaded)

/** Everybody who can have a salary from that month, with what they earn so far. */
export const template: Handler<Raises['template']> = async ({ tx }, { query: { from } }) => {
  const people = await tx.all<{ id: string; employee_no: string; name: string }>`
    select e.id, e.employee_no,
      concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name
    from employees e
    where e.employment_date < (${from} || '-01')::date + interval '1 month'
      and coalesce(e.termination_date >= (${from} || '-01')::date, e.status <> 'terminated')
    order by e.number`
  const salaries = await salariesOfMany(
    tx,
    people.map(({ id }) => id),
  )
  const rows = people.map(({ id, employee_no, name }) => {
    const { amount, agreed_net = null } = salaryIn(salaries.get(id) ?? [], from) ?? {}
    const [before, net] = [amount ?? null, agreed_net].map((one) => one && one / 100)
    return [employee_no, name, before ?? null, null, monthInWords(from), net ?? null, null]
  })
  return {
    name: `raises-${from}.xlsx`,
    file: asFile(await templateOf(uploaded.sheet, columns, rows)),
  }
}
