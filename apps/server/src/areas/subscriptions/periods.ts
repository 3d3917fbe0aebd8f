import { dayOfMonth, monthsLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'

/** What an organisation was given, period by period. What another plan replaced stays on record. */

/** Everybody begins on trial. */
export const startTrial = (tx: Tx, organization_id: string, today: string, months: number) =>
  startTrials(tx, [{ organization_id, months }], today)

export const startTrials = (
  tx: Tx,
  trials: { organization_id: string; months: number }[],
  from: string,
) =>
  startFromList(
    tx,
    'trial',
    trials.map(({ organization_id, months }) => ({
      organization_id,
      from,
      to: monthsLater(from, months),
    })),
  )

/** Long enough for anybody: the free plan does not end. */
const freeMonths = 120

export const startFree = (tx: Tx, organization_id: string, today: string) =>
  startFromList(tx, 'free', [{ organization_id, from: today, to: monthsLater(today, freeMonths) }])

interface Start {
  organization_id: string
  from: string
  to: string
}

/** At the price and with the limits of today's list. */
async function startFromList(tx: Tx, package_id: string, starts: Start[]) {
  const begins = starts.map((start) => ({ ...start, anchor_day: dayOfMonth(start.from) }))
  await tx.run`insert into subscriptions
      (organization_id, package_id, price, employees, casuals, "from", "to", anchor_day)
    select s.organization_id, p.id, p.price, p.employees, p.casuals, s."from", s."to", s.anchor_day
    from packages p, json_to_recordset(${JSON.stringify(begins)})
      as s (organization_id uuid, "from" date, "to" date, anchor_day int)
    where p.id = ${package_id}`
}

export interface LivePeriod {
  id: string
  paid: string
  from: string
  to: string
  anchor_day: number
}

/** Not over yet, and not replaced; in a transaction of the platform the organisation is named. */
export const livePeriods = (tx: Tx, organization_id: string, today: string) =>
  tx.all<LivePeriod>`select id, paid, "from", "to",
      coalesce(anchor_day, extract(day from "from")::int) as anchor_day
    from subscriptions where organization_id = ${organization_id} and ended_on is null
      and "to" > ${today} order by "from", number`

/** Another one means that something was added since. */
export async function newestPeriod(tx: Tx, organization_id: string): Promise<string> {
  const { id } = await tx.one<{ id: string }>`select id from subscriptions
    where organization_id = ${organization_id} order by number desc limit 1`
  return id
}

export interface Bought extends Start {
  order_id: string
  package_id: string
  price: string
  employees: number
  casuals: number
  paid: string
  anchor_day: number
}

export const addPeriod = (tx: Tx, bought: Bought) =>
  tx.run`insert into subscriptions (organization_id, order_id, package_id, price, employees, casuals,
      paid, "from", "to", anchor_day)
    values (${bought.organization_id}, ${bought.order_id}, ${bought.package_id}, ${bought.price},
      ${bought.employees}, ${bought.casuals}, ${bought.paid}, ${bought.from}, ${bought.to},
      ${bought.anchor_day})`

/** Another plan begins today: those under way and to come end. */
export const endPeriods = (tx: Tx, organization_id: string, today: string) =>
  tx.run`update subscriptions set ended_on = ${today}
    where organization_id = ${organization_id} and ended_on is null and "to" > ${today}`
