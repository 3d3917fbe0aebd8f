import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import type { Sql } from '../../foundation/core/sql.ts'
import { sql } from '../../foundation/core/sql.ts'
import { addEntries, type NewEntry } from './ledger.ts'
import { afterLastDay, approvedAfter } from './own-days.ts'
import { reasons } from './reasons.ts'

/**
 * Whoever leaves is paid what was there on the last day. Told of it later, or asked for the run
 * later, the nights have taken days since, or brought them into a year that never began: they count
 * as if they were still there, and come back when the run is confirmed.
 */

interface Since {
  balance_id: string
  next_id: string | null
  year: number
  lapsed: DaysText
  expired: DaysText
  /** As far as the next year still has them. */
  carried: DaysText
}

const takenSince = (tx: Tx, which: Sql) => tx.all<Since>`
  select b.id as balance_id, b.year, next.id as next_id, n.lapsed, n.expired,
    greatest(0, least(n.carried, next.entitled - next.used
      -- Leave of a year that never began ends with the run, approved or undecided.
      + ${approvedAfter('next')})) as carried
  from leave_balances b
  join employees e on e.organization_id = b.organization_id and e.id = b.employee_id
  left join leave_balances next on next.organization_id = b.organization_id
    and next.employee_id = b.employee_id and next.leave_type_id = b.leave_type_id
    and next.year = b.year + 1
  cross join lateral (select
      coalesce(sum(-n.entitled) filter (where n.kind = 'carry-over'), 0) as carried,
      coalesce(sum(-n.entitled) filter (where n.kind = 'expiry' and not within), 0) as lapsed,
      coalesce(sum(-n.entitled) filter (where n.kind = 'expiry' and within), 0) as expired
    from leave_entries n
    cross join lateral (select n.day <= make_date(b.year, 12, 31) as within) d
    where n.organization_id = b.organization_id and n.balance_id = b.id
      and extract(year from e.termination_date) = b.year and ${afterLastDay}) n
  where ${which} order by b.id`

const cents = ({ lapsed, expired, carried }: Since) => ({
  lapsed: hundredthsOf(lapsed),
  expired: hundredthsOf(expired),
  carried: hundredthsOf(carried),
})

/** By balance, in hundredths. */
export async function lostSinceLastDay(tx: Tx, balances: readonly string[]) {
  const rows = await takenSince(tx, sql`b.id = any(${balances}::uuid[])`)
  return new Map(
    rows.map((row) => {
      const { lapsed, expired, carried } = cents(row)
      return [row.balance_id, lapsed + expired + carried]
    }),
  )
}

const reason = reasons.onLastDay

export async function bringBack(tx: Tx, which: Sql) {
  const rows = await takenSince(tx, which)
  const entries = rows.flatMap((row): NewEntry[] => {
    const { balance_id, next_id, year } = row
    const { lapsed, expired, carried } = cents(row)
    const [within, after] = [`${year}-12-31`, `${year + 1}-01-01`]
    return [
      { balance_id, kind: 'expiry', day: within, reason, entitled: expired },
      { balance_id, kind: 'expiry', day: after, reason, entitled: lapsed },
      { balance_id, kind: 'carry-over', day: after, reason, entitled: carried },
      { balance_id: next_id ?? '', kind: 'carry-over', day: after, reason, entitled: -carried },
    ]
  })
  await addEntries(
    tx,
    entries.filter(({ entitled }) => entitled !== 0),
  )
}

/** The run is reversed: what had expired within the year has expired again. */
export async function loseAgain(tx: Tx, balances: readonly string[]) {
  const rows = await tx.all<{ balance_id: string; year: number; back: DaysText }>`
    select b.id as balance_id, b.year, sum(n.entitled) as back
    from leave_balances b join leave_entries n on n.organization_id = b.organization_id
      and n.balance_id = b.id and n.kind = 'expiry' and n.request_id is null and n.key is null
      and n.day = make_date(b.year, 12, 31)
    where b.id = any(${balances}::uuid[])
    group by b.id, b.year having sum(n.entitled) > 0`
  await addEntries(
    tx,
    rows.map(({ balance_id, year, back }) => ({
      ...{ balance_id, kind: 'expiry', day: `${year}-12-31`, entitled: -hundredthsOf(back) },
      reason: reasons.runReversed,
    })),
  )
}
