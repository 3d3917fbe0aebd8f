import { type CostShare, wholeCost } from '@mshahara/engine/cost-shares'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Intake } from '../../foundation/pay/intake.ts'

/** As they are kept with a payslip; whoever belongs nowhere has none. */
type Shares = CostShare[] | null

const whole = (centre: Sql) =>
  sql`json_build_array(json_build_object('centre', ${centre}, 'share', ${wholeCost}::int))`

/** What is in force in a month; a text, or a column of the query around it. */
const splitIn = (month: Sql): Sql => sql`(select p.id from cost_splits p
  where p.organization_id = e.organization_id and p.employee_id = e.id and p."from" <= ${month}
  order by p."from" desc limit 1)`

/** Of the employee `e` in a month: their own, or the whole of them to that of their department. */
export const sharesIn = (month: Sql): Sql => sql`coalesce(
  (select json_agg(json_build_object('centre', h.cost_centre_id, 'share', h.share)
      order by h.cost_centre_id)
    from cost_split_shares h
    where h.organization_id = e.organization_id and h.split_id = ${splitIn(month)}),
  (select ${whole(sql`u.cost_centre_id`)} from cost_centre_units u
    where u.organization_id = e.organization_id and u.department_id = e.department_id))`

/** The same, one row for each cost centre of the employee `e`. */
export const centresIn = (month: string): Sql => sql`
  select (one ->> 'centre')::uuid as centre
  from json_array_elements(${sharesIn(sql`${month}`)}) one`

const asParts = (shares: Shares) => (shares ? [{ side: 'cost shares' as const, shares }] : [])

/** Of every payslip, the month's own or beside it; what is changed later shows as a change. */
export const costSharesIntake: Intake<Shares> = {
  name: 'cost_shares',
  sparse: 'unsaid',
  source: ({ month }) => sql`select ${sharesIn(sql`${month}`)} as value`,
  parts: asParts,
}

/** A correction is borne by whoever bore what it corrects. */
export const correctedCostSharesIntake: Intake<Shares> = {
  name: 'cost_shares',
  sparse: 'unsaid',
  source: () => sql`select o.input -> 'costShares' as value
    from payslips c join payslips o on o.organization_id = c.organization_id and o.id = c.corrects
    where c.organization_id = app_org() and c.id = wanted.id`,
  parts: asParts,
}

/** Of the casual worker `c`: that of their work station, or else of their department. */
export const costSharesOfCasual: Sql = sql`(select ${whole(sql`u.cost_centre_id`)}
  from cost_centre_units u where u.organization_id = c.organization_id
    and (u.work_station_id = c.work_station_id or u.department_id = c.department_id)
  order by u.work_station_id nulls last limit 1)`
