import type { contract } from '@mshahara/contract'
import type { ExtraPerson } from '@mshahara/contract/off-cycle'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import { inForceFirst } from '../employees/index.ts'

/** Who can be chosen, and what a formula needs to know of them. */

type PersonRow = Omit<ExtraPerson, 'salary'> & { salary: string | null }

/** Of employees `e`. */
export const personColumns = (month: string): Sql => {
  const { last } = payMonth(month)
  return sql`e.id, e.employee_no, concat_ws(' ', e.first_name, nullif(e.middle_name, ''),
      e.last_name) as name, e.department_id,
    (select d.name from departments d
      where d.organization_id = e.organization_id and d.id = e.department_id) as department,
    (select g.name from designations g where g.organization_id = e.organization_id
      and g.id = e.designation_id) as designation,
    (select s.amount from salaries s
      where s.organization_id = e.organization_id and s.employee_id = e.id
      order by ${raw(inForceFirst(`'${month}'`))} limit 1) as salary,
    (select count(*)::int from generate_series(date_trunc('year', ${last}::date), ${last}::date,
        interval '1 month') m
      where e.employment_date < m + interval '1 month'
        and (e.termination_date is null or e.termination_date >= m)) as months`
}

export const personOf = <R extends { salary: string | null }>(row: R) => ({
  ...row,
  salary: row.salary === null ? null : centsOf(row.salary),
})

/** Whom a run of the month may pay (B8). */
export const isPayable = (month: string): Sql => {
  const { first, last } = payMonth(month)
  return sql`is_in_pay(e.status, e.employment_date, e.termination_date, ${first}::date,
    ${last}::date)`
}

const peopleOf = async (tx: Tx, month: string) =>
  (
    await tx.all<PersonRow>`select ${personColumns(month)} from employees e
      where ${isPayable(month)} order by e.number`
  ).map((row) => personOf(row))

export const people: Handler<(typeof contract.offCycle)['people']> = ({ tx }, { query }) =>
  peopleOf(tx, query.month)
