import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { daysLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { type PayMonth, type Scope, within } from '../../foundation/pay/intake.ts'
import { type GrantTerms, grantsMissing } from './grants.ts'
import { lostSinceLastDay } from './last-day.ts'
import { approvedAfter, type OwnFacts, ownFacts, ownUntil, whyMore } from './own-days.ts'
import { lostIfGivenBack } from './year-end.ts'

/**
 * What payslips pay of leave, worked out and not written: days that staff have put down, and for
 * whoever leaves within the month what is left of the leave that can be paid out (Employment Act,
 * s. 28: 1.75 days for each completed month). What this year has earned and what was carried into
 * it is theirs; anything more somebody approves by name (C18). Hundredths of a day.
 */
export interface PaidOut {
  payslip_id: string
  employee_id: string
  balance_id: string
  /** What staff have put down; null: on leaving. */
  id: string | null
  days: number
  /** So many of them are more than that. */
  beyond: number
  /** For whoever approves them, where it is more than a matter of this balance. */
  why: string | null
}

export async function paidOutIn(tx: Tx, month: PayMonth, scope: Scope): Promise<PaidOut[]> {
  const rows = await balancesIn(tx, month, scope)
  const coming = rows.map((row) => [row.balance_id, comingBack(row)] as const)
  const lost = await lostIfGivenBack(tx, new Map(coming.filter(([, days]) => days > 0)))
  const balances = rows.map(({ balance_id }) => balance_id)
  const own = await ownFacts(tx, balances)
  const since = await lostSinceLastDay(tx, balances)
  return rows.flatMap((row) =>
    shared(row, month, {
      own: own.get(row.balance_id) as OwnFacts,
      lost: lost.get(row.balance_id) ?? 0,
      since: since.get(row.balance_id) ?? 0,
    }),
  )
}

/** What nobody has decided, and what was approved for after the last day. */
const comingBack = ({ pending, after }: LeaverBalance) =>
  hundredthsOf(pending) + hundredthsOf(after)

interface LeaverBalance extends Omit<GrantTerms, 'default_days'> {
  payslip_id: string
  employee_id: string
  balance_id: string
  default_days: DaysText
  keys: string[] | null
  entitled: DaysText
  used: DaysText
  pending: DaysText
  /** Used by approved leave of days after the last one. */
  after: DaysText
  /** Whether somebody leaves, and is paid what is left. */
  leaves: boolean
  pays: boolean
  /** Days as the database has them. */
  put_down: { id: string; days: number }[]
}

/** Of leavers, all that can be paid out; of everybody else, those of which something is. */
const balancesIn = (tx: Tx, { first, last }: PayMonth, scope: Scope) => tx.all<LeaverBalance>`
  select p.id as payslip_id, p.employee_id, b.id as balance_id, b.year, t.accrual, t.default_days,
    e.employment_date as joined, e.termination_date as left, stretches(e.away) as away, s.joiners,
    n.keys, b.entitled, b.used, b.pending, case when w.pays then ${approvedAfter('b')} else 0 end as after,
    w.leaves, w.pays, coalesce(put.down, '[]') as put_down
  from payslips p
  join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
  join leave_settings s on s.organization_id = p.organization_id
  join leave_balances b on b.organization_id = p.organization_id and b.employee_id = p.employee_id
  join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
  -- A year that had not begun on the last day owes nothing, whoever opened it.
  cross join lateral (select l.leaves, l.leaves and s.pay_leavers and t.encashable
      and b.year <= extract(year from ${last}::date)
      and not leave_in_final_dues(p.organization_id, p.employee_id, e.termination_date) as pays
    from (select coalesce(e.termination_date between ${first}::date and ${last}::date, false)
      as leaves) l) w
  cross join lateral (select json_agg(json_build_object('id', r.id, 'days', r.days)
        order by r.number) as down
    from leave_encashments r
    where r.organization_id = b.organization_id and r.balance_id = b.id
      and r.payslip_id = p.id and not r.leaving) put
  cross join lateral (select array_agg(n.key) as keys from leave_entries n
    where n.organization_id = b.organization_id and n.balance_id = b.id
      and n.key is not null) n
  where ${within(scope)} and (w.pays or put.down is not null)
    -- Most people have neither: their balances need no look.
    and (e.termination_date between ${first}::date and ${last}::date or exists (
      select from leave_encashments r where r.organization_id = p.organization_id
        and r.payslip_id = p.id))
  order by p.employee_id, b.year desc, b.id`

interface Standing {
  own: OwnFacts
  /** Of days that nobody has decided about, what expires when they come back. */
  lost: number
  /** What was there on the last day and is not any more. */
  since: number
}

/** What is theirs goes to what staff have put down first, then to what is paid on leaving. */
function shared(row: LeaverBalance, month: PayMonth, standing: Standing): PaidOut[] {
  const { payslip_id, employee_id, balance_id } = row
  const put = row.put_down.map(({ id, days }) => ({ id, days: Math.round(days * 100) }))
  const left = row.pays ? leftOf(row, month, standing) : 0
  const why = owes(row, month) ? whyMore(month.last, standing.own) : null
  let due = dueOf(row, month, standing) + put.reduce((sum, { days }) => sum + days, 0)
  return [...put, ...(left > 0 ? [{ id: null, days: left }] : [])].map(({ id, days }) => {
    const beyond = days - Math.max(0, Math.min(days, due))
    due -= days
    const because = beyond > 0 ? why : null
    return { payslip_id, employee_id, balance_id, id, days, beyond, why: because }
  })
}

const yearOf = ({ month }: PayMonth) => Number(month.slice(0, 4))

/**
 * With what is earned until the last day. What nobody has decided counts as not taken, and so does
 * what was approved for after it: it ends when the run is confirmed, as far as its days belong to
 * this year.
 */
function leftOf(row: LeaverBalance, month: PayMonth, { lost, since }: Standing): number {
  const there = hundredthsOf(row.entitled) - hundredthsOf(row.used)
  if (row.year !== yearOf(month)) return there - hundredthsOf(row.pending)
  const terms = { ...row, default_days: hundredthsOf(row.default_days) }
  const missing = grantsMissing(daysLater(month.last, 1), terms, row.keys ?? [])
  return (
    there +
    hundredthsOf(row.after) +
    since -
    lost +
    missing.reduce((sum, { days }) => sum + days, 0)
  )
}

/** To whoever leaves, other years owe nothing. */
const owes = ({ year, leaves }: LeaverBalance, month: PayMonth) =>
  year === yearOf(month) || (year < yearOf(month) && !leaves)

/**
 * By the rules of their time, whatever the entries say; below zero where more was used. Whoever
 * stays may still take what they have asked for.
 */
function dueOf(row: LeaverBalance, month: PayMonth, { own, lost }: Standing): number {
  if (!owes(row, month)) return -own.spent
  const ends = row.leaves ? Math.max(0, lost - own.unearned) : own.pending
  return ownUntil(month.last, own) + hundredthsOf(row.after) - ends
}
