import { createHash } from 'node:crypto'
import { usualSalary } from '@mshahara/contract/amounts'
import { dayInWords } from '@mshahara/contract/months'
import type { Sentence } from '@mshahara/contract/say'
import { arrearsNet, arrearsPay } from '@mshahara/engine/arrears'
import { monthOf } from '@mshahara/engine/calendar'
import { mostCents } from '@mshahara/engine/money'
import type { Tx } from '../../foundation/core/db.ts'
import { medianOr, unusual } from '../../foundation/core/median.ts'
import {
  arrearsOfMany,
  type Late,
  medianSalary,
  salariesOfMany,
  salaryIn,
} from '../employees/index.ts'
import { say } from './sentences.ts'

/** New salaries of many people worked out, by what is on record at this moment. */

export interface Wanted {
  employee_id: string
  from: string
  /** Of a salary so far. */
  amount(before: number): number
}

interface Person {
  employee_id: string
  employee_no: string
  name: string
  department: string | null
  designation: string | null
  terms: string
  employment_date: string
  termination_date: string | null
  from: string
}

interface Fact extends Person {
  before: number | null
  newest: number | null
  /** What is recorded for a month after it, and would no longer count. */
  later: { month: string; amount: number } | null
}

export interface Worked {
  fact: Fact
  before: number
  after: number
  late: Late
  doubt: string | null
  seen: string
}

export interface WorkedOut {
  rows: Worked[]
  refused: { fact: Fact; reason: Sentence }[]
}

const nothing: Late = { months: [], arrears: [] }

export async function workOut(
  tx: Tx,
  wanted: readonly Wanted[],
  today: string,
): Promise<WorkedOut> {
  const amounts = new Map(wanted.map((one) => [one.employee_id, one.amount]))
  const refused: WorkedOut['refused'] = []
  const sound: Omit<Worked, 'late' | 'seen' | 'doubt'>[] = []
  for (const fact of await factsOf(tx, wanted)) {
    const before = fact.before ?? 0
    const after = amounts.get(fact.employee_id)?.(before) ?? before
    const reason = reasonAgainst(fact, after, today)
    if (reason) refused.push({ fact, reason })
    else sound.push({ fact, before, after })
  }
  const changed = sound.filter(({ before, after }) => before !== after)
  const late = await arrearsOfMany(
    tx,
    changed.map(({ fact, after }) => {
      return { employee_id: fact.employee_id, month: fact.from, amount: after }
    }),
  )
  const usual = usualSalary(medianOr(await medianSalary(tx), []))
  const rows: Worked[] = []
  for (const row of sound) {
    const own = late.get(row.fact.employee_id) ?? nothing
    const { impossible } = own
    const doubt = unusual(row.after, row.before, usual)[0] ?? null
    if (impossible) refused.push({ fact: row.fact, reason: say.impossible({ month: impossible }) })
    else rows.push({ ...row, late: own, doubt, seen: seenOf(row, own) })
  }
  return { rows, refused }
}

/** Of all that a row was worked out from, and of what it came to. */
const seenOf = ({ fact, before, after }: Pick<Worked, 'fact' | 'before' | 'after'>, late: Late) =>
  createHash('sha256')
    .update(JSON.stringify([fact.employee_id, fact.from, fact.newest, before, after, late]))
    .digest('hex')
    .slice(0, 32)

function reasonAgainst(fact: Fact, after: number, today: string): Sentence | undefined {
  const { from, before, employment_date, termination_date: last, later } = fact
  if (before === null) return say.none
  if (from < monthOf(employment_date)) return say.notYet({ day: dayInWords(employment_date) })
  if (last !== null && monthOf(last) < from) {
    return (last < today ? say.gone : say.leaves)({ day: dayInWords(last) })
  }
  if (later) return say.later(later)
  if (after > mostCents / 10) return say.tooLarge
  return undefined
}

async function factsOf(tx: Tx, wanted: readonly Wanted[]): Promise<Fact[]> {
  const ids = wanted.map(({ employee_id }) => employee_id)
  const people = await tx.all<Person>`select e.id as employee_id, e.employee_no, e.tos as terms,
      concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name,
      d.name as department, g.name as designation, e.employment_date, e.termination_date,
      a.month as "from"
    from unnest(${ids}::uuid[], ${wanted.map(({ from }) => from)}::text[]) a (employee_id, month)
    join employees e on e.id = a.employee_id
    left join departments d on d.organization_id = e.organization_id and d.id = e.department_id
    left join designations g on g.organization_id = e.organization_id and g.id = e.designation_id
    order by e.number`
  const salaries = await salariesOfMany(tx, ids)
  return people.map((person) => {
    const entries = salaries.get(person.employee_id) ?? []
    const isOvertaken = ({ month, number }: (typeof entries)[number]) =>
      entries.some((other) => other.number > number && other.month <= month)
    const [later] = entries
      .filter((entry) => entry.month > person.from && !isOvertaken(entry))
      .sort((a, b) => a.month.localeCompare(b.month))
    return {
      ...person,
      before: salaryIn(entries, person.from)?.amount ?? null,
      newest: entries[0]?.number ?? null,
      later: later ? { month: later.month, amount: later.amount } : null,
    }
  })
}

export const nameOf = ({ name, employee_no }: Fact) => `${name} (${employee_no})`

export const netOf = ({ late }: Worked) => arrearsNet(late.arrears)

const personToWire = ({ employee_id, employee_no, name }: Fact) => ({
  employee_id,
  employee_no,
  name,
})

export const rowToWire = ({ fact, before, after, late, doubt, seen }: Worked) => ({
  ...personToWire(fact),
  ...{ department: fact.department, designation: fact.designation, terms: fact.terms },
  ...{ from: fact.from, before, after, doubt, seen },
  arrears: late.arrears.map((one) => ({
    month: one.month,
    pay: arrearsPay([one]),
    net: arrearsNet([one]),
  })),
})

export const refusedToWire = ({ fact, reason }: WorkedOut['refused'][number]) => ({
  ...personToWire(fact),
  reason: reason.en,
})
