import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { cents, type Intake, type PayMonth } from '../../foundation/pay/intake.ts'
import { inForceFirst } from './salary.ts'

/** Of the salary in force, which every run takes in, the first of what is asked about. */
const inForce = (value: string, { month }: PayMonth): Sql => sql`select ${raw(value)} as value
    from salaries s, (select ${month}::text as month) asked
    where s.employee_id = e.id and s.organization_id = e.organization_id
    order by ${raw(inForceFirst('asked.month'))} limit 1`

export const salaryIntake: Intake<number | null> = {
  name: 'salary',
  source: (month) => inForce('s.amount', month),
  parts: (amount) => [{ side: 'salary', amount: cents(amount) }],
}

/** The net that it was agreed as: what the month's salary is then follows from its law. */
export const agreedNetIntake: Intake<number | null> = {
  name: 'agreed_net',
  sparse: true,
  source: (month) => inForce('s.agreed_net', month),
  parts: (net) => (typeof net === 'number' ? [{ side: 'agreed net', net: cents(net) }] : []),
}
