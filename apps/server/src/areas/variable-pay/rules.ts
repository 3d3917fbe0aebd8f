import { counted } from '@mshahara/contract/counted'
import { dayInWords, monthInWords } from '@mshahara/contract/months'
import type { Sentence } from '@mshahara/contract/say'
import type { VariableCell } from '@mshahara/contract/variable-pay'
import { daysIn, daysWithin } from '@mshahara/engine/calendar'
import type { Cells, Person } from './people.ts'
import { say } from './sentences.ts'

/** What can be recorded for a person's month, the same for the grid and for the sheet. Pure. */

export interface CellIssue {
  key: VariableCell | 'employee_id' | 'employee_name'
  sentence: string
}

export const cellNames: readonly VariableCell[] = [
  'overtime_hours',
  'rest_hours',
  'hourly_rate',
  'bonus',
  'absence_days',
  'deduction_name',
  'deduction',
  'revenue',
  'commission_rate_id',
  'days_away',
  'per_diem',
]

/** The month as it would be: what is not given stays. */
export function merged(person: Person, given: Partial<Cells>): Cells {
  const cells = Object.fromEntries(
    cellNames.map((key) => [key, given[key] === undefined ? person[key] : given[key]]),
  ) as unknown as Cells
  // A name without an amount takes nothing, and a rate without revenue earns nothing.
  if (cells.deduction === 0) cells.deduction_name = ''
  if (cells.revenue === 0) cells.commission_rate_id = person.commission_rate_id
  return cells
}

export const isSame = (person: Person, cells: Cells) =>
  cellNames.every((key) => person[key] === cells[key])

/** A month so far ahead is a slip of the year. */
export function tooFarAhead(month: string, today: string): Sentence | undefined {
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4, 7)}`
  return month > nextYear ? say.yearAhead({ month }) : undefined
}

export function issuesOf(person: Person, given: Partial<Cells>, month: string): CellIssue[] {
  const cells = merged(person, given)
  if (given.deduction_name && cells.deduction === 0) {
    return [{ key: 'deduction', sentence: 'Deduction Amount is required with a name.' }]
  }
  if (isSame(person, cells)) return []
  const closed = closedTo(person, month)
  if (closed) return [{ key: 'employee_id', sentence: closed }]
  return [...ofTime(person, cells, month), ...ofMoney(person, cells)]
}

/** Why nothing can be recorded for this person and month, if so. */
function closedTo(person: Person, month: string): string | undefined {
  const { name, employment_date, termination_date, status, paid } = person
  if (paid) return `${monthInWords(month)} is already confirmed for ${name}.`
  if (employment_date > `${month}-31`)
    return `${name} is employed only from ${dayInWords(employment_date)}.`
  if (termination_date && termination_date < `${month}-01`) {
    return `${name} left on ${dayInWords(termination_date)}.`
  }
  return status === 'active' || status === 'terminated' ? undefined : `${name} is not active.`
}

function ofTime(person: Person, cells: Cells, month: string): CellIssue[] {
  const days = daysWithin(month, person.employment_date, person.termination_date)
  const issues: CellIssue[] = []
  if (cells.absence_days > days) {
    const whole = `has ${counted(days, 'day')}${days === daysIn(month) ? '' : ' of employment'}`
    issues.push({
      key: 'absence_days',
      sentence: `${monthInWords(month)} ${whole} for this person.`,
    })
  }
  if (cells.days_away > days) {
    const sentence = `${monthInWords(month)} has ${counted(days, 'day')} of employment for this person.`
    issues.push({ key: 'days_away', sentence })
  }
  const worked = cells.overtime_hours + cells.rest_hours
  if (worked > days * 24) {
    const key = cells.overtime_hours > 0 ? 'overtime_hours' : 'rest_hours'
    issues.push({
      key,
      sentence: `${worked} hours of overtime do not fit into ${counted(days, 'day')}.`,
    })
  }
  if (worked > 0 && cells.hourly_rate === 0 && person.usual_rate === 0) {
    issues.push({
      key: 'hourly_rate',
      sentence: 'There is no salary: please give the hourly rate.',
    })
  }
  return issues
}

function ofMoney(person: Person, cells: Cells): CellIssue[] {
  const issues: CellIssue[] = []
  if (cells.deduction > 0 && cells.deduction_name === '') {
    issues.push({ key: 'deduction_name', sentence: 'Please say what the deduction is for.' })
  }
  if (cells.days_away > 0 !== cells.per_diem > 0) {
    issues.push(
      cells.per_diem > 0
        ? { key: 'days_away', sentence: 'Please say for how many days the per diem is.' }
        : { key: 'per_diem', sentence: 'Please give the per diem of a day away.' },
    )
  }
  const rateMoved = cells.commission_rate_id !== person.commission_rate_id
  if (person.revenue_fixed && (cells.revenue !== person.revenue || rateMoved)) {
    const sentence = 'Several revenues, or a paid one, are recorded: see the employee’s page.'
    issues.push({ key: 'revenue', sentence })
  } else if (cells.revenue > 0 && cells.commission_rate_id === null) {
    issues.push({ key: 'commission_rate_id', sentence: 'Please choose the commission rate.' })
  }
  return issues
}

const inNumbers = ['overtime_hours', 'rest_hours', 'absence_days', 'days_away'] as const
const amounts = ['bonus', 'deduction', 'revenue', 'per_diem'] as const

/** An empty cell takes away what is recorded, perhaps by somebody else. */
export function removalsFrom(person: Person, cells: Cells): CellIssue[] {
  const removed = (key: (typeof inNumbers | typeof amounts)[number], was: number) =>
    person[key] > 0 && cells[key] === 0
      ? [{ key, sentence: `${was.toLocaleString('en')} is recorded and would be removed.` }]
      : []
  return [
    ...inNumbers.flatMap((key) => removed(key, person[key])),
    ...amounts.flatMap((key) => removed(key, person[key] / 100)),
  ]
}
