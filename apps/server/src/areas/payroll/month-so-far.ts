import { lessArrears } from '@mshahara/engine/arrears'
import type { Arrears } from '@mshahara/engine/arrears-kept'
import { type EarlierPay, takenNames } from '@mshahara/engine/input'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'

/**
 * What the month's other confirmed payslips of somebody rest on and took, in the order in which
 * they were confirmed (B31). It is part of what a draft is made from: another shows as a change.
 */

const taken = takenNames
  .map((name) => `'${name}', (sum(coalesce(o.${name}, 0)) * 100)::bigint`)
  .join(', ')

const parts = raw(`'slips', json_agg(o.id order by r.confirmed_at, r.number),
    'runs', json_agg(r.code order by r.confirmed_at, r.number),
    'inputs', json_agg(o.input - 'earlier' - 'arrears' order by r.confirmed_at, r.number),
    'taken', json_build_object(${taken})`)

/**
 * For the source: one row where there are any, of the payslip `wanted`. They are found by person first
 * (`offset 0`): the planner takes the payslips of a fresh run for a few, and went through all of it for
 * each person. Arrears that these paid are of other months; said only where there are some, for the
 * sake of older digests.
 */
export const earlierInMonth = (month: string): Sql => sql`select
    case when bool_or(o.input ? 'arrears') then json_build_object(${parts},
      'late', json_agg(o.input -> 'arrears') filter (where o.input ? 'arrears'))
    else json_build_object(${parts}) end as value
  from (select * from payslips
      where organization_id = app_org() and employee_id = wanted.employee_id and month = ${month}
        and employee_id is not null and not void and frozen and id <> wanted.id offset 0) o
    join payrolls r on r.organization_id = o.organization_id and r.id = o.payroll_id
  having count(*) > 0`

export type EarlierInMonth = EarlierPay & { late?: Arrears[][] }

export function earlierPay(found: EarlierInMonth | null): EarlierPay | undefined {
  if (!found) return undefined
  const { late = [], ...earlier } = found
  return { ...earlier, taken: lessArrears(earlier.taken, late.flat()) }
}
