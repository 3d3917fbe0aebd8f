import type { contract } from '@mshahara/contract'
import type { DeskNumber } from '@mshahara/contract/desk'
import { inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { containing, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { kindIn, type Period, titleOf } from './run.ts'

/** Payouts that a person has to decide about, of all organisations, by run. */

interface UndecidedRow extends Period {
  organization_id: string
  organization: string
  run_id: string
  code: string
  count: number
  amount: string
  since: string
}

const inReview = sql`payout_attempts a
  join payouts o on o.organization_id = a.organization_id and o.id = a.payout_id
  join payrolls p on p.organization_id = o.organization_id and p.id = o.run_id
  join organizations g on g.id = o.organization_id`

export const review: Handler<(typeof contract.payouts)['review']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { search, offset = 0, limit = 100 } = query
    const where = sql`a.state = 'review' and ${containing(sql`g.name || ' ' || p.code`, search)}`
    const { total } = await tx.one<{ total: number }>`
      select count(distinct (o.organization_id, o.run_id)) as total
      from ${inReview} where ${where}`
    ctx.total(total)
    const rows = await tx.all<UndecidedRow>`select g.id as organization_id, g.name as organization,
        p.id as run_id, p.code, p.month, p."from", p."to", count(*) as count, sum(o.amount) as amount,
        min(a.created_at) as since
      from ${inReview} where ${where} group by g.id, p.organization_id, p.id, p.code, p.month, p."from", p."to"
      order by since, p.id offset ${offset} limit ${limit}`
    return rows.map(({ organization_id, organization, run_id, code, ...row }) => ({
      organization: { id: organization_id, name: organization },
      payroll: { id: run_id, code, of: kindIn(row), title: titleOf(row) },
      count: row.count,
      amount: centsOf(row.amount),
      since: row.since,
    }))
  })

export async function desk(tx: PlatformTx): Promise<DeskNumber[]> {
  const { count } = await tx.one<{ count: number }>`
    select count(*) as count from payout_attempts where state = 'review'`
  return [
    {
      key: 'payouts',
      group: 'money',
      label: 'Payouts in review',
      count,
      shown: null,
      link: '/desk/payouts',
      tone: 'act',
    },
  ]
}
