import type { contract } from '@mshahara/contract'
import type { Tx } from '../../foundation/core/db.ts'
import { found } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { employedIn, inOrder, monthHours, peopleOf } from './people.ts'
import { variablePaySettings } from './tables.ts'

type VariablePay = typeof contract.variablePay

export const list: Handler<VariablePay['list']> = async ({ tx }, { query }) => {
  const { month, offset = 0, limit = 100, search = '', filled } = query
  const pattern = `%${search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const searched = sql`lower(concat_ws(' ', e.employee_no, e.first_name, e.middle_name,
    e.last_name)) like ${pattern}`
  const recorded = sql`(exists (select from variable_pay v where v.employee_id = e.id
      and v.period = ${month})
    or exists (select from employee_revenues r where r.employee_id = e.id and r.period = ${month}))`
  const which = sql`${employedIn(month)} and ${searched} and ${
    filled === '1' ? recorded : sql`true`
  }`
  const { count } = await tx.one<{ count: number }>`
    select count(*) as count from employees e where ${which}`
  const slice = sql`e.id in (select e.id from employees e where ${which} ${inOrder}
    offset ${offset} limit ${limit}) ${inOrder}`
  const people = await peopleOf(tx, month, slice)
  return {
    month,
    month_hours: await monthHours(tx),
    count,
    totals: await totalsOf(tx, month),
    people,
  }
}

type Sums = Record<'overtime_hours' | 'rest_hours' | 'bonus' | 'absence_days', string> &
  Record<'deduction' | 'revenue', string> & { people: number; days_away: number }

/** Of the whole month, whoever is looked for. */
async function totalsOf(tx: Tx, month: string) {
  const sums = await tx.one<Sums>`select count(*) as people,
      coalesce(sum(m.overtime_hours), 0) as overtime_hours,
      coalesce(sum(m.rest_hours), 0) as rest_hours, coalesce(sum(m.bonus), 0) as bonus,
      coalesce(sum(m.absence_days), 0) as absence_days,
      coalesce(sum(m.deduction), 0) as deduction, coalesce(sum(m.days_away), 0) as days_away, coalesce(sum(m.revenue), 0) as revenue
    from (select v.overtime_hours, v.rest_hours, v.bonus, v.absence_days, v.deduction,
        v.days_away, r.revenue
      from (select * from variable_pay where period = ${month}) v
      full join (select employee_id, sum(amount) as revenue from employee_revenues
        where period = ${month} group by employee_id) r using (employee_id)) m`
  return {
    people: sums.people,
    overtime_hours: Number(sums.overtime_hours),
    rest_hours: Number(sums.rest_hours),
    absence_days: Number(sums.absence_days),
    bonus: centsOf(sums.bonus),
    deduction: centsOf(sums.deduction),
    revenue: centsOf(sums.revenue),
    days_away: sums.days_away,
  }
}

export const changeHours: Handler<VariablePay['changeHours']> = async ({ tx }, { body }) => {
  const [saved] = await tx.update(variablePaySettings).set(body).returning()
  found(saved)
  return { message: 'Overtime hours updated successfully' }
}
