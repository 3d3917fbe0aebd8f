import { setImmediate as nextTurn } from 'node:timers/promises'
import { arrearsOf } from '@mshahara/engine/arrears'
import type { Arrears } from '@mshahara/engine/arrears-kept'
import { LawError } from '@mshahara/engine/dated'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { type KeptMonth, keptMonth, paidMonth } from './arrears.ts'
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
  let worked = 0
  for (let start = 0; start < changes.length; start += atOnce) {
    for (const { employee_id, value } of await keptOf(tx, changes.slice(start, start + atOnce))) {
      const late = found.get(employee_id) ?? { months: [], arrears: [] }
      found.set(employee_id, late)
      addMonth(late, value)
      worked += 1
      if (worked % breath === 0) await nextTurn()
    }
  }
  return found
}

interface Kept {
  employee_id: string
  value: KeptMonth
}

function keptOf(tx: Tx, changes: readonly SalaryChange[]): Promise<Kept[]> {
  const people = changes.map(({ employee_id }) => employee_id)
  const months = changes.map(({ month }) => month)
  const amounts = changes.map(({ amount }) => (amount / 100).toFixed(2))
  return tx.all<Kept>`select e.id as employee_id, kept.value
    from unnest(${people}::uuid[], ${months}::text[], ${amounts}::numeric[])
      with ordinality as c (employee_id, month, amount, place)
    join employees e on e.id = c.employee_id
    cross join lateral (select distinct s.month from (select * from payslips s
        where s.organization_id = e.organization_id and s.employee_id = e.id offset 0) s
      where s.month >= c.month and s.frozen and not s.void and not s.extra) m
    cross join lateral (${keptMonth(sql`m.month`, sql`c.amount`)}) kept
    order by c.place, m.month`
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
