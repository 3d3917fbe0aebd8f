import { lastCarriedDay } from '@mshahara/engine/leave-accrual'
import type { DayCount } from '@mshahara/engine/leave-day-totals'
import type { BalanceEntry, Standing } from '@mshahara/engine/leave-standing'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { type GrantTerms, grantsMissing } from './grants.ts'
import { hasRight } from './own-days.ts'

/** How somebody's balances of a type stand, for whoever asks; nothing is written (C18). */

export interface Stands extends Standing {
  /** Null: it opens with the first request. */
  balance_id: string | null
}

interface Whose {
  employee_id: string
  leave_type_id: string
}

interface Terms extends Omit<GrantTerms, 'year' | 'default_days'> {
  default_days: DaysText
  carry_over_until: number | null
}

const termsOf = (tx: Tx, { employee_id, leave_type_id }: Whose) =>
  tx.one<Terms>`select t.accrual, t.default_days, t.carry_over_until, e.employment_date as joined,
      e.termination_date as left, stretches(e.away) as away, s.joiners
    from leave_types t, employees e, leave_settings s
    where t.id = ${leave_type_id} and e.id = ${employee_id}`

interface EntryRow extends Pick<BalanceEntry, 'kind' | 'day' | 'of_request'> {
  balance_id: string
  key: string | null
  entitled: DaysText
  used: DaysText
  pending: DaysText
}

/**
 * By year; none for a year that is over and has no balance. What is due and was not given yet is
 * counted as if it had been.
 */
export async function standingsOf(
  tx: Tx,
  whose: Whose,
  years: readonly number[],
  today: string,
): Promise<Map<number, Stands>> {
  const terms = await termsOf(tx, whose)
  const balances = await tx.all<{ id: string; year: number }>`
    select id, year from leave_balances where employee_id = ${whose.employee_id}
      and leave_type_id = ${whose.leave_type_id} and year = any(${years}::int[])`
  const entries = await tx.all<EntryRow>`
    select balance_id, kind, day, key, entitled, used, pending, request_id is not null as of_request
    from leave_entries where balance_id = any(${balances.map(({ id }) => id)}::uuid[])`
  const promised = await promisedDays(tx, whose)
  const stands = new Map<number, Stands>()
  for (const year of years) {
    const balance = balances.find((one) => one.year === year)
    const over = year < Number(today.slice(0, 4))
    if (!balance && over) continue
    const kept = entries.filter(({ balance_id }) => balance_id === balance?.id)
    const expiry = kept.find(({ key }) => key === 'carried expired')
    stands.set(year, {
      ...{ year, balance_id: balance?.id ?? null },
      entries: [...kept.map(inHundredths), ...(over ? [] : dueOf(terms, year, kept, today))],
      promised: promised.filter(({ day }) => Number(day.slice(0, 4)) === year),
      last_carried: expiry?.day ?? lastCarriedDay(year, terms.carry_over_until),
    })
  }
  return stands
}

const inHundredths = ({ entitled, used, pending, ...entry }: EntryRow): BalanceEntry => ({
  ...entry,
  entitled: hundredthsOf(entitled),
  used: hundredthsOf(used),
  pending: hundredthsOf(pending),
})

function dueOf(terms: Terms, year: number, kept: readonly EntryRow[], today: string) {
  const keys = kept.flatMap(({ key }) => key ?? [])
  const given = { ...terms, year, default_days: hundredthsOf(terms.default_days) }
  return grantsMissing(today, given, keys).map(
    ({ kind, day, days }): BalanceEntry => ({
      ...{ kind, day, entitled: days, used: 0, pending: 0, of_request: false },
    }),
  )
}

/** What leave of the type is promised or taken for, day by day. */
async function promisedDays(tx: Tx, { employee_id, leave_type_id }: Whose): Promise<DayCount[]> {
  const rows = await tx.all<{ day: string; counts: DaysText }>`
    select d.day, d.counts from leave_requests r
    join leave_request_days d on d.organization_id = r.organization_id and d.request_id = r.id
    where r.employee_id = ${employee_id} and r.leave_type_id = ${leave_type_id}
      and r.status in ('pending', 'approved') and d.counts > 0`
  return rows.map(({ day, counts }) => ({
    day,
    counts: hundredthsOf(counts) as DayCount['counts'],
  }))
}

export interface NotOpened {
  leave_type_id: string
  name: string
  encashable: boolean
  /** What it would open with, in hundredths. */
  days: number
}

/** Types somebody has a right to and no balance of yet. */
export async function notOpened(tx: Tx, employee_id: string, today: string): Promise<NotOpened[]> {
  const year = Number(today.slice(0, 4))
  const rows = await tx.all<Terms & Omit<NotOpened, 'days'>>`
    select t.id as leave_type_id, t.name, t.encashable, t.accrual, t.default_days,
      t.carry_over_until, e.employment_date as joined, e.termination_date as left, stretches(e.away) as away, s.joiners
    from employees e join leave_types t on t.organization_id = e.organization_id
    join leave_settings s on s.organization_id = e.organization_id
    where e.id = ${employee_id} and e.status = 'active' and t.is_active
      and ${hasRight}
      and not exists (select from leave_balances b where b.employee_id = e.id
        and b.leave_type_id = t.id and b.year = ${year})
    order by t.name`
  return rows.map(({ leave_type_id, name, encashable, ...terms }) => ({
    ...{ leave_type_id, name, encashable },
    days: dueOf(terms, year, [], today).reduce((sum, { entitled }) => sum + entitled, 0),
  }))
}
