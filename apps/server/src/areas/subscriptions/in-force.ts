import type { contract } from '@mshahara/contract'
import type { WaitingLine } from '@mshahara/contract/dashboard'
import {
  limitReached,
  type packageNames,
  subscriptionStatus,
} from '@mshahara/contract/subscriptions'
import { type Ctx, holds, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { say } from './sentences.ts'

export interface InForce {
  /** Of the package. */
  id: string
  name: (typeof packageNames)[number]
  casuals: number
  price: string
  employees: number
  from: string
  to: string
  employee_count: number
  casual_count: number
}

/** The period in force, and how many people there are. */
export const inForce = (tx: Tx, today: string) =>
  tx.one<InForce>`select p.id, p.name, coalesce(s.casuals, p.casuals) as casuals, s.price,
      s.employees, s."from",
      -- A renewal adjoins: what counts is when the last period ends.
      (select max(later."to") from subscriptions later
        where later."from" >= s."from" and later.ended_on is null) as "to",
      (select count(*) from employees) as employee_count,
      (select count(*) from casuals) as casual_count
    from subscriptions s join packages p on p.id = s.package_id
    where s."from" <= ${today} and s.ended_on is null
    order by s."from" desc, s.number desc limit 1`

export const current: Handler<(typeof contract.subscriptions)['current']> = async (ctx) => {
  const { id, name, casuals, price, ...more } = await inForce(ctx.tx, ctx.today)
  return {
    ...more,
    package: { id, name, casuals },
    price: holds(ctx, 'view organization') ? centsOf(price) : null,
  }
}

/** Refuses when so many more people would pass the limit of the subscription (A17). */
export async function refuseBeyondLimit(
  tx: Tx,
  today: string,
  more: number,
  who: 'employees' | 'casuals' = 'employees',
) {
  const known = await inForce(tx, today)
  const limit = known[who]
  const count = who === 'employees' ? known.employee_count : known.casual_count
  if (more === 0 || !limitReached(limit, count + more - 1)) return
  fail(422, say.limitReached({ limit, who, count }))
}

/** Whoever pays for it hears that it ends, or that nobody more can be added. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (me(ctx).role !== 'primary') return []
  const { name, to, employees, employee_count } = await inForce(ctx.tx, ctx.today)
  const status = subscriptionStatus({ package: { name }, to }, ctx.today)
  const full = limitReached(employees, employee_count)
  if (status === 'active' && !full) return []
  const line = { key: 'subscription', link: '/upgrade' }
  if (status === 'active') {
    const title = `Your subscription allows ${employees} employees`
    return [{ ...line, title, text: 'Nobody else can be added.', urgency: 'open', due: null }]
  }
  const expired = status === 'expired'
  return [
    {
      ...line,
      title: expired ? 'Your subscription has ended' : 'Your subscription ends soon',
      text: expired ? 'Renew it to use payslip templates again.' : 'Renew it in good time.',
      urgency: expired ? 'late' : 'soon',
      due: to,
    },
  ]
}
