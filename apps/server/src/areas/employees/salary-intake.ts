import { raw, sql } from '../../foundation/core/sql.ts'
import { cents, type Intake } from '../../foundation/pay/intake.ts'
import { inForceFirst } from './salary.ts'

/** The salary in force, which every run takes in. */
export const salaryIntake: Intake<number | null> = {
  name: 'salary',
  source: ({ month }) => sql`select s.amount as value
    from salaries s, (select ${month}::text as month) asked
    where s.employee_id = e.id and s.organization_id = e.organization_id
    order by ${raw(inForceFirst('asked.month'))} limit 1`,
  parts: (amount) => [{ side: 'salary', amount: cents(amount) }],
}
