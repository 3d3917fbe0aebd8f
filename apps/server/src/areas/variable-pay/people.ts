import { hourlyRate } from '@mshahara/engine/overtime'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import { salaryIntake } from '../employees/index.ts'

/** People and what is recorded for their month, in one query whatever their number. */

/** A person's month. Money is cents; nothing is 0, an empty text or no rate. */
export interface Cells {
  overtime_hours: number
  rest_hours: number
  hourly_rate: number
  bonus: number
  absence_days: number
  deduction_name: string
  deduction: number
  revenue: number
  commission_rate_id: string | null
  days_away: number
  per_diem: number
}

export interface Person extends Cells {
  employee_id: string
  employee_no: string
  name: string
  employment_date: string
  termination_date: string | null
  status: string
  salary: number
  usual_rate: number
  /** Several, or paid ones. */
  revenue_fixed: boolean
  paid: boolean
}

const numbers = ['overtime_hours', 'rest_hours', 'absence_days', 'days_away'] as const
const money = ['hourly_rate', 'bonus', 'deduction', 'revenue', 'per_diem', 'salary'] as const
type Written = (typeof numbers)[number] | (typeof money)[number]
type PersonRow = Omit<Person, Written | 'usual_rate'> & Record<Written, string | null>

/** Those a run of the month would take in (B8). */
export function employedIn(month: string): Sql {
  const { first, last } = payMonth(month)
  return sql`e.employment_date <= ${last}::date
    and (e.termination_date is null or e.termination_date >= ${first}::date)
    and e.status in ('active', 'terminated')`
}

export const monthHours = async (tx: Tx): Promise<number> =>
  (await tx.one<{ month_hours: number }>`select month_hours from variable_pay_settings`).month_hours

export async function peopleOf(tx: Tx, month: string, which: Sql): Promise<Person[]> {
  const hours = await monthHours(tx)
  const rows = await tx.all<PersonRow>`
    select e.id as employee_id, e.employee_no, e.employment_date, e.termination_date, e.status,
      concat_ws(' ', e.first_name, e.middle_name, e.last_name) as name,
      v.overtime_hours, v.rest_hours, v.hourly_rate, v.bonus, v.absence_days,
      coalesce(v.deduction_name, '') as deduction_name, v.deduction,
      v.days_away::text as days_away, v.per_diem, salary.value as salary, earned.revenue, earned.count > 1 or earned.paid as revenue_fixed,
      coalesce(earned.rate, usual.rate, sole.rate) as commission_rate_id,
      exists (select from paid_slips p where p.employee_id = e.id
        and p.kind = 'monthly' and p.month = ${month}) as paid
    from employees e
    left join variable_pay v on v.employee_id = e.id and v.period = ${month}
    left join lateral (${salaryIntake.source(payMonth(month))}) salary on true
    cross join lateral (select count(*) as count, sum(r.amount) as revenue,
        bool_or(r.status = 'paid') is true as paid, min(r.commission_rate_id::text)::uuid as rate
      from employee_revenues r where r.employee_id = e.id and r.period = ${month}) earned
    left join lateral (select r.commission_rate_id as rate from employee_revenues r
      where r.employee_id = e.id and r.commission_rate_id is not null
      order by r.period desc, r.created_at desc limit 1) usual on true
    left join (select min(id::text)::uuid as rate from commission_rates having count(*) = 1) sole
      on true
    where ${which}`
  return rows.map((row) => personOf(row, hours))
}

function personOf(row: PersonRow, hours: number): Person {
  const read = <N extends Written>(names: readonly N[], of: (text: string) => number) =>
    Object.fromEntries(names.map((name) => [name, of(row[name] ?? '0')])) as Record<N, number>
  const amounts = read(money, centsOf)
  const usual_rate = hourlyRate(amounts.salary, hours)
  return { ...row, ...read(numbers, Number), ...amounts, usual_rate }
}

/** As in a column of names and numbers that people scan. */
export const inOrder = sql`order by e.number`
