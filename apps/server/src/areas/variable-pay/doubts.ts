import { farFrom, type Usual } from '@mshahara/contract/amounts'
import type { Tx } from '../../foundation/core/db.ts'
import { inShillings, medians } from '../../foundation/core/median.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Cells, Person } from './people.ts'
import type { CellIssue } from './rules.ts'

/** What is taken as it is, but far from usual: more often a slip than meant. */

const amounts = {
  hourly_rate: 'an hourly rate',
  bonus: 'a bonus',
  deduction: 'a deduction',
  revenue: 'a revenue',
  per_diem: 'a per diem',
}
type Amount = keyof typeof amounts

/** The middle amounts of the year before, by what they were for. */
export type UsualMonth = ReadonlyMap<string, number>

export async function usualBefore(tx: Tx, month: string): Promise<UsualMonth> {
  const year = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`
  return medians(
    tx,
    sql`select name, amount
    from (select 'bonus' as name, bonus as amount, period from variable_pay
      union all select 'deduction ' || lower(deduction_name), deduction, period from variable_pay
      union all select 'per_diem', per_diem, period from variable_pay
      union all select 'revenue', amount, period from employee_revenues) known
    where period < ${month} and period >= ${year}`,
  )
}

export function doubtsAbout(person: Person, cells: Cells, usual: UsualMonth): CellIssue[] {
  const worked = cells.overtime_hours + cells.rest_hours
  const isNew = worked !== person.overtime_hours + person.rest_hours
  const doubts: CellIssue[] =
    worked > 120 && isNew
      ? [{ key: 'overtime_hours', sentence: `${worked} hours of overtime in a month.` }]
      : []
  for (const key of Object.keys(amounts) as Amount[]) {
    const sentence = cells[key] === person[key] ? undefined : doubtOf(key, person, cells, usual)
    if (sentence) doubts.push({ key, sentence })
  }
  return doubts
}

const mostIsSalary: readonly Amount[] = ['deduction', 'per_diem']

function doubtOf(key: Amount, person: Person, cells: Cells, usual: UsualMonth) {
  const { salary } = person
  const amount = cells[key]
  const most = key === 'bonus' ? salary * 3 : mostIsSalary.includes(key) ? salary : 0
  const words = `${amounts[key]} of ${inShillings(amount)}`
  const told = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  if (most > 0 && amount >= most) return `${told} is ${times(amount, salary)} the salary.`
  const far = farFrom(amount, person[key] || undefined, measures(key, person, cells, usual))
  return far && `${told} is far from ${inShillings(far.amount)}, ${far.words}.`
}

const times = (amount: number, salary: number) => {
  const whole = Math.floor(amount / salary)
  if (whole > 1) return `${whole} times`
  return amount === salary ? 'as much as' : 'more than'
}

function measures(key: Amount, person: Person, cells: Cells, usual: UsualMonth): Usual[] {
  if (key === 'hourly_rate') {
    return [{ amount: person.usual_rate, words: 'what the salary comes to by the hour' }]
  }
  const name = key === 'deduction' ? `deduction ${cells.deduction_name.toLowerCase()}` : key
  const what = key === 'deduction' ? cells.deduction_name : key
  return [{ amount: usual.get(name) ?? 0, words: `usual here for ${what.replaceAll('_', ' ')}` }]
}
