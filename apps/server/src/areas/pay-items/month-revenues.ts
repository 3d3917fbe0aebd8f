import type { Tx } from '../../foundation/core/db.ts'

/** Revenues of a month for many people at once, one each. */

export interface MonthRevenue {
  employee_id: string
  /** Cents; nothing removes what is not paid yet. */
  amount: number
  commission_rate_id: string | null
}

/** What keeps its rate keeps the terms it was recorded with (B11). */
export async function setRevenues(tx: Tx, period: string, given: readonly MonthRevenue[]) {
  if (given.length === 0) return
  const rows = given.map(({ amount, ...rest }) => ({ ...rest, amount: (amount / 100).toFixed(2) }))
  const asked = JSON.stringify(rows)
  await tx.run`delete from employee_revenues r
    using json_to_recordset(${asked}) as g (employee_id uuid, amount numeric)
    where r.employee_id = g.employee_id and r.period = ${period} and r.status = 'draft'
      and g.amount = 0`
  await tx.run`update employee_revenues r set amount = g.amount,
      commission_rate_id = g.commission_rate_id, name = terms.name,
      display_name = terms.display_name, target = terms.target, rate = terms.rate
    from json_to_recordset(${asked}) as g (employee_id uuid, amount numeric,
        commission_rate_id uuid)
      join employee_revenues old on old.employee_id = g.employee_id and old.period = ${period}
      left join commission_rates c on c.id = g.commission_rate_id
      cross join lateral (select * from (values
        (old.name, old.display_name, old.target, old.rate, true),
        (c.name, c.display_name, c.amount, c.rate, false)) as t (name, display_name, target, rate,
          kept)
        where t.kept = (old.commission_rate_id is not distinct from g.commission_rate_id)) terms
    where r.organization_id = old.organization_id and r.id = old.id and r.status = 'draft'`
  await tx.run`insert into employee_revenues (employee_id, period, commission_rate_id, name,
      display_name, amount, target, rate)
    select g.employee_id, ${period}, c.id, c.name, c.display_name, g.amount, c.amount, c.rate
    from json_to_recordset(${asked}) as g (employee_id uuid, amount numeric,
        commission_rate_id uuid)
      join commission_rates c on c.id = g.commission_rate_id
    where g.amount > 0 and not exists (select from employee_revenues r
      where r.employee_id = g.employee_id and r.period = ${period})`
}
