import { raw, type Sql, sql } from '../../foundation/core/sql.ts'

/** For queries over lines: the account that one goes to, and the person of a payslip. */

/** Account `a` of a line: the department's own, or that of every department. */
export const accountFor = (line: string): Sql => {
  const l = raw(line)
  return sql`left join lateral (select a.id, a.code, a.name from journal_mapping m
    join journal_accounts a on a.organization_id = m.organization_id and a.id = m.account_id
    where m.organization_id = ${l}.organization_id and m.line = ${l}.line
      and (m.department_id is null or m.department_id = ${l}.department_id)
    order by m.department_id nulls last limit 1) a on true`
}

/** Employees and casual workers alike, as they were. */
export const personOf = (slip: string): Sql =>
  raw(`coalesce(${slip}.person ->> 'employee_no', ${slip}.person ->> 'casual_no') as no,
    concat_ws(' ', ${slip}.person ->> 'first_name', ${slip}.person ->> 'middle_name',
      ${slip}.person ->> 'last_name') as name`)
