import { amountIn } from '@mshahara/contract/amounts'
import { counted } from '@mshahara/contract/counted'
import {
  type VariableCell,
  type VariablePerson,
  type VariableTotals,
  variableCells,
} from '@mshahara/contract/variable-pay'

/** The grid's columns, and what a person's typed cells come to. Pure. */

export interface Rate {
  id: string
  name: string
}

export interface GridColumn {
  key: VariableCell
  title: string
  /** Under the title. */
  note?: string | undefined
  kind: 'number' | 'amount' | 'text' | 'rate'
}

/** What an hour of overtime counts as. */
export interface OvertimeLaw {
  overtime_times: number
  rest_day_times: number
}
const overtime = (law?: OvertimeLaw): GridColumn[] => [
  {
    key: 'overtime_hours',
    title: 'Overtime hours',
    note: law && `× ${law.overtime_times}`,
    kind: 'number',
  },
  {
    key: 'rest_hours',
    title: 'Rest day hours',
    note: law && `× ${law.rest_day_times}`,
    kind: 'number',
  },
]
const always: GridColumn[] = [
  { key: 'hourly_rate', title: 'Hourly rate', note: 'of a normal hour', kind: 'amount' },
  { key: 'bonus', title: 'Bonus', kind: 'amount' },
  { key: 'absence_days', title: 'Absence days', note: 'without pay', kind: 'number' },
  { key: 'deduction_name', title: 'Deduction', note: 'this month only', kind: 'text' },
  { key: 'deduction', title: 'Deduction amount', kind: 'amount' },
]
const withRates: GridColumn[] = [
  { key: 'revenue', title: 'Revenue', note: 'for commission', kind: 'amount' },
  { key: 'commission_rate_id', title: 'Commission rate', kind: 'rate' },
]

const away: GridColumn[] = [
  { key: 'days_away', title: 'Days away', note: 'on duty', kind: 'number' },
  { key: 'per_diem', title: 'Per diem', note: 'of each day', kind: 'amount' },
]

/** Revenue earns by a rate: where there is none, there is nothing to record. */
export const columnsFor = (rates: readonly Rate[], law?: OvertimeLaw): GridColumn[] => [
  ...overtime(law),
  ...always,
  ...(rates.length > 0 ? withRates : []),
  ...away,
]

/** What somebody has typed, by cell; what they have not touched is not there. */
export type Typed = Partial<Record<VariableCell, string>>
export interface Draft {
  person: VariablePerson
  typed: Typed
}
export type Drafts = ReadonlyMap<string, Draft>

const grouped = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A cell as it stands in the grid; nothing is an empty one. */
export function shown(person: VariablePerson, { key, kind }: GridColumn): string {
  const value = person[key]
  if (kind === 'text' || kind === 'rate') return (value as string | null) ?? ''
  if (!value) return ''
  return kind === 'amount' ? grouped.format(value as number) : String(value)
}

export const textOf = (person: VariablePerson, column: GridColumn, typed?: Typed) =>
  typed?.[column.key] ?? shown(person, column)

export type Parsed = { value: number | string | null } | { fault: string }

export function parsed({ key, kind, title }: GridColumn, text: string): Parsed {
  if (kind === 'text') return { value: text.trim() }
  if (kind === 'rate') return { value: text || null }
  const number = text.trim() === '' ? 0 : amountIn(text)
  if (number === null) return { fault: `${title}: please write a number, such as 1,250.50.` }
  const checked = variableCells[key].safeParse(number)
  return checked.success
    ? { value: number }
    : { fault: checked.error.issues[0]?.message ?? 'This is not allowed.' }
}

/** With this text in this cell; a cell that is back to what it was is no longer a change. */
export function typedInto(
  drafts: Drafts,
  person: VariablePerson,
  column: GridColumn,
  text: string,
): Drafts {
  const next = new Map(drafts)
  const { [column.key]: _, ...rest } = next.get(person.employee_id)?.typed ?? {}
  const typed: Typed = text === shown(person, column) ? rest : { ...rest, [column.key]: text }
  if (Object.keys(typed).length > 0) next.set(person.employee_id, { person, typed })
  else next.delete(person.employee_id)
  return next
}

export interface Pasted {
  drafts: Drafts
  /** Lines below the last row of the page, and lines of people who cannot be changed. */
  below: number
  closed: number
}

/** A block from a spreadsheet, from this cell to the right and downwards. */
export function pasted(
  drafts: Drafts,
  people: readonly VariablePerson[],
  columns: readonly GridColumn[],
  at: { row: number; column: number },
  block: string,
  rates: readonly Rate[],
): Pasted {
  const lines = block.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  let next = drafts
  let closed = 0
  for (const [down, line] of lines.entries()) {
    const person = people[at.row + down]
    if (!person) continue
    if (person.paid) {
      closed += 1
      continue
    }
    for (const [right, text] of line.split('\t').entries()) {
      const column = columns[at.column + right]
      if (column) next = typedInto(next, person, column, meant(column, text.trim(), rates))
    }
  }
  return { drafts: next, below: Math.max(0, at.row + lines.length - people.length), closed }
}

/** What a block could not be put into; `last` where nobody follows on a further page. */
export function leftOut({ below, closed }: Pick<Pasted, 'below' | 'closed'>, last: boolean) {
  const lines = counted(below, 'line')
  const were = below === 1 ? 'was' : 'were'
  const why = last ? 'there are no more people in the list' : 'show more rows'
  return [
    below > 0 && `${lines} did not fit on this page and ${were} left out: ${why}.`,
    closed > 0 &&
      `${counted(closed, 'person was', 'people were')} left out: the month is already confirmed.`,
  ].filter((sentence) => sentence !== false)
}

/** A rate is pasted by its name; nothing and 0 are the same to a spreadsheet. */
function meant({ kind }: GridColumn, text: string, rates: readonly Rate[]): string {
  if (kind === 'rate') {
    return rates.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.id ?? ''
  }
  return kind !== 'text' && /^(0(\.0+)?|-)$/.test(text) ? '' : text
}

const summed = [
  'overtime_hours',
  'rest_hours',
  'bonus',
  'absence_days',
  'deduction',
  'revenue',
  'days_away',
] as const

type Summed = (typeof summed)[number]

/** The month's sums with what is typed and not saved yet; what cannot be read counts as before. */
export function totalsWith(totals: VariableTotals, drafts: Drafts): VariableTotals {
  const sums = { ...totals }
  for (const { person, typed } of drafts.values()) {
    const now = (key: Summed | 'hourly_rate' | 'per_diem') => amountNow(typed[key]) ?? person[key]
    for (const key of summed) {
      sums[key] = Math.round((sums[key] + now(key) - person[key]) * 100) / 100
    }
    const entered = [...summed, 'hourly_rate', 'per_diem'] as const
    sums.people += Number(entered.some(now)) - Number(entered.some((key) => person[key]))
  }
  return sums
}

function amountNow(text: string | undefined): number | null {
  if (text === undefined) return null
  return text.trim() === '' ? 0 : amountIn(text)
}

/** Faults by person and cell, such as "id bonus". */
export type Faults = ReadonlyMap<string, string>
export const placeOf = (employee_id: string, key: string) => `${employee_id} ${key}`

export function toSave(drafts: Drafts, columns: readonly GridColumn[]) {
  const faults = new Map<string, string>()
  const people = [...drafts.values()].map(({ person, typed }) => {
    const cells: Record<string, unknown> = {}
    for (const column of columns) {
      const text = typed[column.key]
      if (text === undefined) continue
      const read = parsed(column, text)
      if ('fault' in read) faults.set(placeOf(person.employee_id, column.key), read.fault)
      else cells[column.key] = read.value
    }
    // Revenue is recorded with the rate in sight.
    if ('revenue' in cells) cells.commission_rate_id ??= person.commission_rate_id
    return { employee_id: person.employee_id, ...cells }
  })
  return { people, faults }
}

/** One question about all of them; the first few are told. */
export function questionAbout(warnings: readonly { name: string; sentence: string }[]) {
  if (warnings.length === 0) return undefined
  const told = warnings.slice(0, 5).map(({ name, sentence }) => `${name}: ${sentence}`)
  const rest = warnings.length - told.length
  return {
    title: warnings.length === 1 ? 'Is this amount right?' : 'Are these amounts right?',
    text: [...told, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n'),
    action: 'Yes, save',
  }
}
