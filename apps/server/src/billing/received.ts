import type { contract } from '@mshahara/contract'
import type { DeskNumber } from '@mshahara/contract/desk'
import { words } from '@mshahara/engine/money'
import { inPlatform } from '../core/ctx.ts'
import type { PlatformTx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import { sql } from '../core/sql.ts'
import type { Handler } from '../http/bind.ts'
import { inReview, within } from './operator.ts'
import type { Money } from './push.ts'
import { isByHand } from './take-back.ts'

/** All money that came in, whatever it was used for: what statements are compared with. */

interface Row extends Money {
  organization: string
  used_for: string
  by: string | null
  count: number
}

/** A callback may still bring it for a while. */
const isNameless = sql`(r.method = 'M-PESA' and r.reference is null
  and r.received_at < app_now() - interval '15 minutes')`

const receivedIn = (month: string) =>
  sql`(r.method <> 'Credit' and ${within(sql`r.received_at`, month)})`

export const received: Handler<(typeof contract.billing)['received']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { offset = 0, limit = 15, search = '', month, method, missing } = query
    const like = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
    const rows = await tx.all<Row>`select r.*, g.name as organization, r.by_name as by,
        case r.applied when 'order' then o.package || ', ' || o.duration
          || case o.duration when 1 then ' month' else ' months' end
          else 'Credit' || case when r.taken_back_at is null then '' else ', taken back' end
          end as used_for,
        count(*) over () as count
      from payment_receipts r join organizations g on g.id = r.organization_id
      left join payment_orders o on o.organization_id = r.organization_id and o.id = r.order_id
      where r.method <> 'Credit'
        and ${month ? receivedIn(month) : sql`true`}
        and ${method ? sql`r.method = ${method}` : sql`true`}
        and ${missing ? isNameless : sql`true`}
        and (g.name ilike ${like} or r.reference ilike ${like} or r.receipt_no ilike ${like})
      order by r.number desc limit ${limit} offset ${offset}`
    ctx.total(rows[0]?.count ?? 0)
    return rows.map((row) => ({
      ...row,
      amount: centsOf(row.amount),
      can_take_back: isByHand(row),
    }))
  })

/** For the operator's first page. */
export async function desk(tx: PlatformTx, today: string): Promise<DeskNumber[]> {
  const month = today.slice(0, 7)
  const came = sql`(${receivedIn(month)} and r.taken_back_at is null)`
  const { count, sum, nameless } = await tx.one<{ count: number; sum: string; nameless: number }>`
    select count(*) filter (where ${came}) as count,
      coalesce(sum(r.amount) filter (where ${came}), 0) as sum,
      count(*) filter (where ${isNameless}) as nameless
    from payment_receipts r where ${came} or ${isNameless}`
  const { review } = await tx.one<{ review: number }>`
    select count(*) as review from payment_orders o where ${inReview}`
  const money = { group: 'money' as const, shown: null }
  return [
    {
      ...money,
      key: 'payments',
      label: `Received this month (Ksh ${words(centsOf(sum))})`,
      count,
      link: `/payments/received?month=${month}`,
      tone: 'plain',
    },
    {
      ...money,
      key: 'payments in review',
      label: 'Payments in review',
      count: review,
      link: '/payments?state=review',
      tone: 'act',
    },
    {
      ...money,
      key: 'payments without a number',
      label: 'Payments without a number',
      count: nameless,
      link: '/payments/received?missing=reference',
      tone: 'act',
    },
  ]
}
