import type { Cents } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Person } from './source.ts'

/**
 * What was taken from the pay of casuals for others than the law: what they asked to be paid over,
 * day by day. A payslip keeps for how many days, and not which: all of it is of the month in which
 * the payroll ends, as in the journal.
 */

const endsIn = sql`to_char(p."to", 'YYYY-MM')`

/** Of the confirmed payrolls `p` of casuals that end in these months: a row for each line. */
export const casualDeductions = (months: readonly string[]) =>
  sql`select ${endsIn} as month, s.casual_id, s.during, s.person, d ->> 'name' as name,
      (d ->> 'amount')::numeric as amount
    from payrolls p join payslips s on s.payroll_id = p.id and not s.void,
      jsonb_array_elements(s.lines -> 'deductions') d
    where p.kind = 'casual' and p.status = 'confirmed' and ${endsIn} = any(${months})
      and s.total_deductions <> s.statutory`

/** Of all months, by their names as they are written. */
export const casualDeductionNames = sql`select d ->> 'name' as name
  from paid_slips s, jsonb_array_elements(s.lines -> 'deductions') d
  where s.casual_id is not null and s.total_deductions <> s.statutory`

/**
 * A row for each month with nothing else to be declared: those of employees, and of casuals under
 * the law, are there anyway, and their payslips need no look.
 */
export const casualMonthsDeducted = sql`select distinct ${endsIn} as month from payrolls p
  where p.kind = 'casual' and p.status = 'confirmed' and not p.statutory
    and not exists (select from payrolls o where o.month = ${endsIn} and o.status = 'confirmed')
    and exists (select from payslips s where s.payroll_id = p.id and not s.void
      and s.total_deductions <> s.statutory)`

export interface CasualDeducted {
  casual_id: string
  month: string
  /** As they were when they were last paid. */
  person: Person
  lines: { name: string; amount: Cents }[]
}

/** Person by person. */
export const casualsDeducted = (tx: Tx, month: string) =>
  tx.all<CasualDeducted>`select t.casual_id, ${month} as month,
      (array_agg(t.person order by lower(t.during) desc))[1] as person,
      jsonb_agg(jsonb_build_object('name', t.name, 'amount', t.amount)
        order by lower(t.during), lower(t.name)) as lines
    from (${casualDeductions([month])}) t join casuals c on c.id = t.casual_id
    group by t.casual_id, c.number order by c.number`
