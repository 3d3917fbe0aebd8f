import type { contract } from '@mshahara/contract'
import type { DeskNumber } from '@mshahara/contract/desk'
import { formatShillings } from '@mshahara/engine/money'
import { inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { inReview, within } from './operator.ts'
import type { Money } from './rows.ts'
import { isByHand } from './take-back.ts'

/** All money that came in, whatever it was used for: what statements are compared with. */

interface ReceivedRow extends Money {
  organization: string
  used_for: string
  by: string | null
  count: number
  /** Of the payment that has its number, or whose number it has. */
  twin_of: string | null
  twin_no: string | null
  twin_by: string | null
}

/** A callback may still bring it for a while. */
const isNameless = sql`(r.method = 'M-PESA' and r.reference is null
  and r.received_at < app_now() - interval '15 minutes')`

/** What M-PESA calls as another payment was entered by hand, and that other one: a few at most. */
const pairs = sql`pairs as materialized (select a.id as nameless, b.id as named
  from payment_receipts a join payment_receipts b
    on plain_reference(b.reference) = plain_reference(a.told_reference)
      and b.method <> 'Credit' and b.taken_back_at is null
  where a.told_reference is not null and a.reference is null)`
const twin = sql`left join pairs on r.id in (pairs.nameless, pairs.named)
  left join payment_receipts t
    on t.id = case r.id when pairs.nameless then pairs.named else pairs.nameless end
  left join organizations h on h.id = t.organization_id`

function doubtOf({
  reference,
  told_reference,
  twin_of,
  twin_no,
  twin_by,
}: ReceivedRow): string | null {
  if (twin_of === null) return null
  return reference === null
    ? `Its number seems to be ${told_reference}, which ${twin_by} entered by hand for ${twin_of} ` +
        `(${twin_no}). If that was wrong, take it back there.`
    : `This seems to be the payment of ${twin_of} (${twin_no}), which was credited as well. If ` +
        'so, take this one back.'
}

const receivedIn = (month: string) =>
  sql`(r.method <> 'Credit' and ${within(sql`r.received_at`, month)})`

export const received: Handler<(typeof contract.billing)['received']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { offset = 0, limit = 15, search = '', month, method, open } = query
    const like = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
    const rows =
      await tx.all<ReceivedRow>`with ${pairs} select r.*, g.name as organization, r.by_name as by,
        case r.applied when 'order' then o.package || ', ' || o.duration
          || case o.duration when 1 then ' month' else ' months' end
          else 'Credit' || case when r.taken_back_at is null then '' else ', taken back' end
          end as used_for,
        h.name as twin_of, t.receipt_no as twin_no, t.by_name as twin_by,
        count(*) over () as count
      from payment_receipts r join organizations g on g.id = r.organization_id
      left join payment_orders o on o.organization_id = r.organization_id and o.id = r.order_id
      ${twin}
      where r.method <> 'Credit'
        and ${month ? receivedIn(month) : sql`true`}
        and ${method ? sql`r.method = ${method}` : sql`true`}
        and ${open === 'reference' ? isNameless : sql`true`}
        and ${open === 'twice' ? sql`t.id is not null` : sql`true`}
        and (g.name ilike ${like} or r.reference ilike ${like} or r.receipt_no ilike ${like})
      order by r.number desc limit ${limit} offset ${offset}`
    ctx.total(rows[0]?.count ?? 0)
    return rows.map((row) => ({
      ...row,
      amount: centsOf(row.amount),
      can_take_back: isByHand(row),
      doubt: doubtOf(row),
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
  const { twice } = await tx.one<{ twice: number }>`with ${pairs}
    select count(*) as twice from pairs`
  const money = { group: 'money' as const, shown: null }
  return [
    {
      ...money,
      key: 'payments',
      label: `Received this month (Ksh ${formatShillings(centsOf(sum))})`,
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
      link: '/payments/received?open=reference',
      tone: 'act',
    },
    {
      ...money,
      key: 'money given twice',
      label: 'Money possibly credited twice',
      count: twice,
      link: '/payments/received?open=twice',
      tone: 'act',
    },
  ]
}
