import { setImmediate as nextTurn } from 'node:timers/promises'
import { arrearsNet, arrearsOf } from '@mshahara/engine/arrears'
import type { Arrears } from '@mshahara/engine/arrears-kept'
import { LawError } from '@mshahara/engine/dated'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { type KeptMonth, keptMonth, paidMonth, salaryThen } from './arrears.ts'
import { keptTerms } from './pay-terms.ts'
import type { SalaryChange } from './salary.ts'

/** What a change reaches back to. */
export interface Late {
  /** Months that are confirmed, whether they come to anything or not. */
  months: string[]
  arrears: Arrears[]
  /** The month that cannot be worked out with it. */
  impossible?: string
}

/** So many at a time: each month brings its payslips along. */
const atOnce = 500
/** Months between two pauses, in which the server answers others. */
const breath = 100

/**
 * Of many people what `arrearsBefore` says of one, by person: whoever is not in it has no confirmed
 * month. A change for each person.
 */
export async function arrearsOfMany(
  tx: Tx,
  changes: readonly SalaryChange[],
): Promise<Map<string, Late>> {
  const found = new Map<string, Late>()
  const reached = await reachedBy(tx, changes)
  let worked = 0
  for (let start = 0; start < reached.length; start += atOnce) {
    for (const { employee_id, value } of await keptOf(tx, reached.slice(start, start + atOnce))) {
      const late = found.get(employee_id) ?? { months: [], arrears: [] }
      found.set(employee_id, late)
      addMonth(late, value)
      worked += 1
      if (worked % breath === 0) await nextTurn()
    }
  }
  return found
}

/** The confirmed months of each, with what is agreed for them; all people in one look. */
async function reachedBy(tx: Tx, changes: readonly SalaryChange[]): Promise<SalaryChange[]> {
  const [first] = changes.map(({ month }) => month).sort()
  if (!first) return []
  const paid = await tx.all<{ employee_id: string; month: string }>`
    select distinct s.employee_id, s.month from payslips s
    where s.employee_id = any (${changes.map(({ employee_id }) => employee_id)})
      and s.month >= ${first} and s.frozen and not s.void and not s.extra`
  const months = Map.groupBy(paid, ({ employee_id }) => employee_id)
  return changes.flatMap((change) =>
    (months.get(change.employee_id) ?? [])
      .filter(({ month }) => month >= change.month)
      .sort((a, b) => a.month.localeCompare(b.month))
      .map(({ month }) => ({ ...change, month })),
  )
}

interface Kept {
  employee_id: string
  value: KeptMonth
}

function keptOf(tx: Tx, reached: readonly SalaryChange[]): Promise<Kept[]> {
  const people = reached.map(({ employee_id }) => employee_id)
  const months = reached.map(({ month }) => month)
  const amounts = reached.map(({ amount }) => (amount / 100).toFixed(2))
  const nets = reached.map(({ agreed_net }) => agreed_net && (agreed_net / 100).toFixed(2))
  return tx.all<Kept>`select e.id as employee_id, kept.value
    from unnest(${people}::uuid[], ${months}::text[], ${amounts}::numeric[],
        ${nets}::numeric[])
      with ordinality as m (employee_id, month, amount, net, place)
    join employees e on e.id = m.employee_id
    cross join lateral (${keptMonth(sql`m.month`, keptTerms(sql`m.amount`, sql`m.net`))}) kept
    order by m.place`
}

/** What is due to these people of confirmed months and not paid yet, in months and net. */
export async function arrearsDueTo(tx: Tx, people: readonly string[]) {
  const found = new Map<string, Late>()
  const marked = await tx.all<{ employee_id: string; month: string }>`
    select distinct r.employee_id, r.month from arrears r
    where r.employee_id = any (${people}::uuid[]) and r.status = 'draft' order by 1, 2`
  for (let start = 0; start < marked.length; start += atOnce) {
    const some = marked.slice(start, start + atOnce)
    const kept = await tx.all<Kept>`select e.id as employee_id, kept.value
      from unnest(${some.map((one) => one.employee_id)}::uuid[], ${some.map((one) => one.month)}::text[])
        with ordinality as m (employee_id, month, place)
      join employees e on e.id = m.employee_id
      cross join lateral (${keptMonth(sql`m.month`, salaryThen)}) kept
      order by m.place`
    for (const { employee_id, value } of kept) {
      const late = found.get(employee_id) ?? { months: [], arrears: [] }
      found.set(employee_id, late)
      addMonth(late, value)
    }
    await nextTurn()
  }
  return new Map(
    [...found].map(([id, { arrears }]) => [
      id,
      { months: arrears.map(({ month }) => month), net: arrearsNet(arrears) },
    ]),
  )
}

function addMonth(late: Late, value: KeptMonth) {
  late.months.push(value.month)
  try {
    const arrears = arrearsOf(paidMonth(value))
    if (arrears) late.arrears.push(arrears)
  } catch (error) {
    if (!(error instanceof LawError)) throw error
    late.impossible ??= value.month
  }
}
