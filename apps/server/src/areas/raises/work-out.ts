import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { usualSalary } from '@mshahara/contract/amounts'
import { dayInWords } from '@mshahara/contract/months'
import type { Sentence } from '@mshahara/contract/say'
import { arrearsNet, arrearsPay } from '@mshahara/engine/arrears'
import { monthOf } from '@mshahara/engine/calendar'
import { mostCents } from '@mshahara/engine/money'
import type { Tx } from '../../foundation/core/db.ts'
import { medianOr, unusual } from '../../foundation/core/median.ts'
import {
  type Agreed,
  arrearsOfMany,
  asChange,
  type Converted,
  converting,
  houseOf,
  type Late,
  medianSalary,
  salariesOfMany,
  salaryIn,
  type Taxed,
} from '../employees/index.ts'
import { say } from './sentences.ts'

/** New salaries of many people worked out, by what is on record at this moment. */

export interface Wanted {
  employee_id: string
  from: string
  /** Of what was agreed so far: a gross, or a net whose gross is worked out. */
  next(
    before: Agreed,
    netOf: (gross: number) => number,
  ): { amount: number } | { agreed_net: number }
}

interface Person extends Taxed {
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
  before: Agreed | null
  newest: number | null
  /** What is recorded for a month after it, and would no longer count. */
  later: { month: string; amount: number } | null
}

interface Moved {
  fact: Fact
  /** Gross; of an agreed net that of the month from which the new one counts. */
  before: number
  after: number
  net_before: number | null
  net_after: number | null
}

export interface Worked extends Moved {
  late: Late
  doubt: string | null
  seen: string
}

export interface WorkedOut {
  rows: Worked[]
  refused: { fact: Fact; reason: Sentence }[]
}

/** People between two pauses, in which the server answers others. */
const breath = 100

const nothing: Late = { months: [], arrears: [] }

/** The gross of an agreed net moves with the law, which is no change of the salary. */
export const isChanged = ({ before, after, net_before, net_after }: Omit<Moved, 'fact'>) =>
  net_before !== net_after || (net_after === null && before !== after)

export const asChanges = (rows: readonly Moved[]) =>
  rows.map(({ fact, after, net_after }) =>
    asChange(fact.employee_id, fact.from, { amount: after, agreed_net: net_after }),
  )

export async function workOut(
  tx: Tx,
  wanted: readonly Wanted[],
  today: string,
): Promise<WorkedOut> {
  const means = new Map(wanted.map((one) => [one.employee_id, one]))
  const refused: WorkedOut['refused'] = []
  const sound: Moved[] = []
  const house = await houseOf(tx)
  for (const [place, fact] of (await factsOf(tx, wanted)).entries()) {
    if (place % breath === breath - 1) await nextTurn()
    const by = converting(fact, house, { month: fact.from, today })
    const moved = movedBy(fact, means.get(fact.employee_id), by)
    const reason = reasonAgainst(moved, today)
    if (reason) refused.push({ fact, reason })
    else sound.push({ ...moved, after: moved.after ?? by.gross(moved.net_after as number) })
  }
  const late = await arrearsOfMany(tx, asChanges(sound.filter(isChanged)))
  const usual = usualSalary(medianOr(await medianSalary(tx), []))
  const rows: Worked[] = []
  for (const row of sound) {
    const own = late.get(row.fact.employee_id) ?? nothing
    const { impossible } = own
    const ended = row.net_after === null ? row.net_before : null
    const doubt =
      unusual(row.after, row.before, usual)[0] ??
      (ended === null ? null : say.endsNet({ net: ended }).en)
    if (impossible) refused.push({ fact: row.fact, reason: say.impossible({ month: impossible }) })
    else rows.push({ ...row, late: own, doubt, seen: seenOf(row, own) })
  }
  return { rows, refused }
}

/** The gross of a net is worked out last, of whoever can have it. */
type Meant = Omit<Moved, 'after'> & { after: number | null }

function movedBy(fact: Fact, wanted: Wanted | undefined, by: Converted): Meant {
  const so_far = fact.before ?? { amount: 0, agreed_net: null }
  const { agreed_net: net_before } = so_far
  const before = net_before === null ? so_far.amount : by.gross(net_before)
  const next = wanted?.next({ amount: before, agreed_net: net_before }, by.net) ?? so_far
  return 'agreed_net' in next && next.agreed_net !== null
    ? { fact, before, net_before, after: null, net_after: next.agreed_net }
    : { fact, before, net_before, after: (next as Agreed).amount, net_after: null }
}

/** Of all that a row was worked out from, and of what it came to. */
const seenOf = ({ fact, before, after, net_before, net_after }: Moved, late: Late) => {
  // A proposal that waits since before salaries were agreed net has what it had.
  const nets = net_before === null && net_after === null ? [] : [net_before, net_after]
  return createHash('sha256')
    .update(
      JSON.stringify([fact.employee_id, fact.from, fact.newest, before, after, late, ...nets]),
    )
    .digest('hex')
    .slice(0, 32)
}

function reasonAgainst({ fact, after, net_after }: Meant, today: string): Sentence | undefined {
  const { from, before, employment_date, termination_date: last, later } = fact
  if (before === null) return say.none
  if (from < monthOf(employment_date)) return say.notYet({ day: dayInWords(employment_date) })
  if (last !== null && monthOf(last) < from) {
    return (last < today ? say.gone : say.leaves)({ day: dayInWords(last) })
  }
  if (later) return say.later(later)
  if ((after ?? net_after ?? 0) > mostCents / 10) return say.tooLarge
  if (net_after === null) return undefined
  if (fact.terms === 'Consultant') return say.netFee
  if (net_after <= 0) return say.noNet
  return undefined
}

async function factsOf(tx: Tx, wanted: readonly Wanted[]): Promise<Fact[]> {
  const ids = wanted.map(({ employee_id }) => employee_id)
  const people = await tx.all<Person>`select e.id as employee_id, e.employee_no, e.tos as terms,
      concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name,
      d.name as department, g.name as designation, e.employment_date, e.termination_date,
      a.month as "from", e.dob, e.resident, e.primary_employment, e.disability,
      e.disability_certificate_expiry, e.nssf_tier2_contracted_out, e.nssf_continues,
      e.paye, e.nhif, e.nssf, e.housing, e.nita
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
      before: salaryIn(entries, person.from) ?? null,
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

export const rowToWire = ({ fact, late, doubt, seen, ...moved }: Worked) => ({
  ...personToWire(fact),
  ...{ department: fact.department, designation: fact.designation, terms: fact.terms },
  ...moved,
  ...{ from: fact.from, doubt, seen },
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
