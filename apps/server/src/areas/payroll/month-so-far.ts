import { takenNames } from '@mshahara/engine/input'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'

/**
 * What the month's other confirmed payslips of somebody rest on and took, in the order in which
 * they were confirmed (B31). It is part of what a draft is made from: another shows as a change.
 */

const taken = raw(
  takenNames.map((name) => `'${name}', (sum(coalesce(o.${name}, 0)) * 100)::bigint`).join(', '),
)

/**
 * For the source: one row where there are any, of the payslip `wanted`. They are found by person first
 * (`offset 0`): the planner takes the payslips of a fresh run for a few, and went through all of it for
 * each person.
 */
export const earlierInMonth = (month: string): Sql => sql`select json_build_object(
    'slips', json_agg(o.id order by r.confirmed_at, r.number),
    'runs', json_agg(r.code order by r.confirmed_at, r.number),
    'inputs', json_agg(o.input - 'earlier' order by r.confirmed_at, r.number),
    'taken', json_build_object(${taken})) as value
  from (select * from payslips
      where organization_id = app_org() and employee_id = wanted.employee_id and month = ${month}
        and employee_id is not null and not void and frozen and id <> wanted.id offset 0) o
    join payrolls r on r.organization_id = o.organization_id and r.id = o.payroll_id
  having count(*) > 0`
