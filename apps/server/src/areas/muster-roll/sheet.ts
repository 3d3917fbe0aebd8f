import type { contract } from '@mshahara/contract'
import type { MusterPerson } from '@mshahara/contract/muster-roll'
import { daysLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { containing, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'

/** The sheet as people see it: a row for each person, a cell for each day. */

export interface Range {
  first: string
  last: string
}
export const rangeOf = ({ from, days }: { from: string; days: number }): Range => ({
  first: from,
  last: daysLater(from, days - 1),
})

export const daysOf = ({ first, last }: Range): string[] => {
  const days = [first]
  while ((days.at(-1) as string) < last) days.push(daysLater(days.at(-1) as string, 1))
  return days
}

export interface SheetPerson {
  casual_id: string
  casual_no: string
  name: string
  station: string | null
  status: MusterPerson['status']
  pay_basis: MusterPerson['pay_basis']
  piece: string | null
  employment_date: string
  termination_date: string | null
  /** Day, present, overtime hours, pieces. */
  marks: [string, number, number, number][] | null
  /** The days of confirmed payslips. */
  paid: [string, string][] | null
}

/** Whoever may work on a day of the sheet, and whoever is marked on one of them. */
const isOnSheet = ({ first, last }: Range) => sql`(c.employment_date <= ${last}::date
    and (c.termination_date is null or c.termination_date >= ${first}::date)
    and c.status in ('active', 'terminated')
  or exists (select from muster_marks m where m.casual_id = c.id
    and m.day between ${first}::date and ${last}::date))`

/** By station, then in the order they were added. */
const inOrder = sql`order by w.name nulls last, c.number`

export const peopleOf = (tx: Tx, { first, last }: Range, which: Sql, slice: Sql = sql``) =>
  tx.all<SheetPerson>`select c.id as casual_id, c.casual_no, c.status, c.pay_basis, c.piece,
      concat_ws(' ', c.first_name, c.middle_name, c.last_name) as name, w.name as station,
      c.employment_date, c.termination_date,
      (select json_agg(json_build_array(m.day, m.present, m.overtime_hours, m.pieces))
        from muster_marks m where m.casual_id = c.id
          and m.day between ${first}::date and ${last}::date) as marks,
      (select json_agg(json_build_array(lower(d), upper(d) - 1))
        from paid_slips s, unnest(s.during) d
        where s.casual_id = c.id
          and s.during && daterange(${first}::date, ${last}::date, '[]')) as paid
    from casuals c left join work_stations w on w.id = c.work_station_id
    where ${which} ${inOrder} ${slice}`

/** Why a day cannot be changed; null when it can. */
export function closedOn(person: SheetPerson, day: string): MusterPerson['closed'][number] {
  if (person.paid?.some(([from, to]) => day >= from && day <= to)) return 'paid'
  const { employment_date, termination_date } = person
  const employed = day >= employment_date && (termination_date === null || day <= termination_date)
  return employed ? null : 'not employed'
}

const found = ({ first, last }: Range, station: string | null, search: string | undefined) => sql`
  ${isOnSheet({ first, last })} and (${station}::uuid is null or c.work_station_id = ${station})
  and ${containing(
    sql`concat_ws(' ', c.casual_no, c.first_name, c.middle_name, c.last_name)`,
    search,
  )}`

export const get: Handler<(typeof contract.musterRolls)['get']> = async ({ tx }, { query }) => {
  const { offset = 0, limit = 100, search, work_station_id } = query
  const range = rangeOf(query)
  const which = found(range, work_station_id, search)
  const { count } = await tx.one<{ count: number }>`
    select count(*) as count from casuals c where ${which}`
  const people = await peopleOf(tx, range, which, sql`offset ${offset} limit ${limit}`)
  const rolled = new Set((await rolledDays(tx, range)).map(({ day }) => day))
  const days = daysOf(range)
  return {
    from: range.first,
    days: days.map((day) => ({ day, on_roll: rolled.has(day) })),
    count,
    people: people.map((person) => personToWire(person, days)),
  }
}

const rolledDays = (tx: Tx, { first, last }: Range) =>
  tx.all<{ day: string }>`select day from muster_days
    where day between ${first}::date and ${last}::date`

function personToWire(person: SheetPerson, days: string[]): MusterPerson {
  const marks = new Map(person.marks?.map(([day, ...mark]) => [day, mark]))
  return {
    ...person,
    marks: days.map((day) => {
      const mark = marks.get(day)
      return mark ? { present: mark[0], overtime_hours: mark[1], pieces: mark[2] } : null
    }),
    closed: days.map((day) => closedOn(person, day)),
  }
}
