import type { CasualFigures } from '@mshahara/engine/casual-month-to-date'
import type { CasualRange, CasualTerms, Mark, Stretch } from '@mshahara/engine/casual-pay'
import type { CostShare } from '@mshahara/engine/cost-shares'
import { daysBetween, daysLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { costSharesOfCasual } from '../cost-centres/index.ts'

/** Everything the pay of a range of days is made from, in one query whatever the number. */

export interface Person {
  casual_no: string
  first_name: string
  middle_name: string | null
  last_name: string
  id_number: string
  phone: string
  dob: string | null
  pin_no: string | null
  nssf_no: string | null
  nhif_no: string | null
  piece: string | null
  pay_by: 'mpesa' | 'cash'
  department: string | null
  station: string | null
}

/** What a payslip has of a month; nothing was taken where the law was not applied. */
export interface MonthPart {
  month: string
  gross: number
  taken: CasualFigures | null
  /** Of what was taken: for earlier pay of the month, from which nothing had been (C1). */
  late?: { gross: number; amount: number }
  /** Taken from earlier pay of the month beyond what is due on all of it: it is not given back. */
  kept?: number
}

export interface SourceRow extends Omit<CasualTerms, 'from' | 'to'> {
  casual_id: string
  person: Person
  employment_date: string
  termination_date: string | null
  /** Place in the range, half days, hundredths of overtime hours and of pieces. */
  marks: [number, Mark['halves'], number, number][] | null
  /** What other payslips have of the months of the range. */
  earlier: MonthPart[][] | null
  /** The days of the range that other payslips have. */
  settled: Stretch[]
  /** Whose cost it is; null where that is said nowhere. */
  cost_shares: CostShare[] | null
}

export interface Days {
  from: string
  to: string
}

const person = raw(
  `casual_no first_name middle_name last_name id_number phone dob pin_no nssf_no nhif_no piece pay_by`
    .split(' ')
    .map((name) => `'${name}', c.${name}`)
    .join(', '),
)

/** As the days of payslips are kept. */
export const rangeIn = ({ from, to }: Days) =>
  sql`datemultirange(daterange(${from}::date, ${to}::date, '[]'))`

/** Employed on a day of the range, and active, or gone with the last day not before it. */
export const isEligible = ({ from, to }: Days) =>
  sql`is_in_pay(c.status, c.employment_date, c.termination_date, ${from}::date, ${to}::date)`

/** Somebody's pay in cents, beside their name. */
const items = (fields: string) =>
  raw(`json_agg(json_build_object('name', i.name, 'amount', (i.amount * 100)::bigint${fields})
    order by i.created_at, i.name)`)

/** Of the casuals `which` names; `payroll_id` is the payroll that they are worked out for. */
export function sourceOf(tx: Tx, { from, to }: Days, payroll_id: string, which: Sql) {
  const months = sql`daterange(date_trunc('month', ${from}::timestamp)::date,
    (date_trunc('month', ${to}::timestamp) + interval '1 month')::date)`
  return tx.all<SourceRow>`
    select c.id as casual_id, (c.pay * 100)::bigint as pay, c.pay_basis as basis,
      c.employment_date, c.termination_date, stretches(c.away) as away,
      json_build_object(${person}, 'department', d.name, 'station', w.name) as person,
      coalesce(a.items, '[]') as advances, coalesce(t.items, '[]') as deductions,
      m.marks, e.earlier, coalesce(o.settled, '[]') as settled,
      ${costSharesOfCasual} as cost_shares
    from casuals c
    left join departments d on d.id = c.department_id
    left join work_stations w on w.id = c.work_station_id
    left join (select i.casual_id, ${items('')} as items
      from casual_advances i group by i.casual_id) a on a.casual_id = c.id
    left join (select i.casual_id, ${items(`, 'from', i."from", 'to', i."to"`)} as items
      from casual_deductions i where i."from" <= ${to}::date and i."to" >= ${from}::date
      group by i.casual_id) t on t.casual_id = c.id
    left join (select k.casual_id, json_agg(json_build_array(k.day - ${from}::date,
        (k.present * 2)::int, (k.overtime_hours * 100)::int, (k.pieces * 100)::int)) as marks
      from muster_marks k where k.day between ${from}::date and ${to}::date
      group by k.casual_id) m on m.casual_id = c.id
    left join (select s.casual_id, json_agg(s.months) as earlier
      from payslips s where s.during && ${months} and s.payroll_id <> ${payroll_id}
        and s.frozen and not s.void
      group by s.casual_id) e on e.casual_id = c.id
    left join (select s.casual_id,
        json_agg(json_build_object('from', lower(d), 'to', upper(d) - 1)) as settled
      from payslips s, unnest(s.during * ${rangeIn({ from, to })}) d
      where s.during && ${rangeIn({ from, to })} and s.payroll_id <> ${payroll_id} and not s.void
      group by s.casual_id) o on o.casual_id = c.id
    where ${which} order by c.number`
}

/** The days of the range, and which of them are on the roll. */
export async function rangeOf(
  tx: Tx,
  { from, to }: Days,
  terms: { overtime_factor: number; day_hours: number },
): Promise<CasualRange> {
  const rolled = await tx.all<{ day: string }>`select day from muster_days
    where day between ${from}::date and ${to}::date`
  const onRoll = new Set(rolled.map(({ day }) => day))
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) =>
    daysLater(from, index),
  )
  return {
    days: days.map((day) => ({ day, onRoll: onRoll.has(day) })),
    overtimeFactor: Math.round(terms.overtime_factor * 100),
    dayHours: Math.round(terms.day_hours * 100),
  }
}

/** The organisation's part in what the law takes (B7). */
export interface Office {
  statutory: boolean
  overtime_factor: number
  day_hours: number
  paye: boolean
  nhif: boolean
  nssf: boolean
  housing: boolean
  nita: boolean
  keeps_roll: boolean
  shif_rounding: 'cent' | 'shilling'
  paye_rounding: 'cent' | 'shilling'
}

export const officeOf = (tx: Tx) =>
  tx.one<Office>`select s.statutory, s.overtime_factor::float, s.day_hours::float, o.paye, o.nhif,
      o.nssf, o.housing, o.nita, s.keeps_roll, p.shif_rounding, p.paye_rounding
    from casual_settings s join organizations o on o.id = s.organization_id
    join payroll_settings p on p.organization_id = s.organization_id
    where s.organization_id = app_org()`
