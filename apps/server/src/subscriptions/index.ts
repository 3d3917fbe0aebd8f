import { contract, limits } from '@mshahara/contract'
import type { WaitingLine } from '@mshahara/contract/dashboard'
import { dayInWords } from '@mshahara/contract/months'
import {
  limitReached,
  type packageNames,
  subscriptionStatus,
} from '@mshahara/contract/subscriptions'
import { monthsLater } from '../core/clock.ts'
import { type Ctx, holds, me } from '../core/ctx.ts'
import type { PlatformTx, Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import type { JobDefinition } from '../core/job.ts'
import { centsOf } from '../core/org-table.ts'
import { area } from '../http/area.ts'
import { bind, type Handler } from '../http/bind.ts'
import { notify } from '../notifications/index.ts'

type Subscriptions = typeof contract.subscriptions

interface InForce {
  id: string
  name: (typeof packageNames)[number]
  casuals: number
  price: string
  employees: number
  from: string
  to: string
  employee_count: number
}

/** The period in force, and how many people there are. */
const inForce = (tx: Tx, today: string) =>
  tx.one<InForce>`select p.id, p.name, p.casuals, s.price, s.employees, s."from",
      -- A renewal adjoins: what counts is when the last period ends.
      (select max(later."to") from subscriptions later where later."from" >= s."from") as "to",
      (select count(*) from employees) as employee_count
    from subscriptions s join packages p on p.id = s.package_id
    where s."from" <= ${today} order by s."from" desc, s.created_at desc limit 1`

const current: Handler<Subscriptions['current']> = async (ctx) => {
  const { id, name, casuals, price, employees, from, to, employee_count } = await inForce(
    ctx.tx,
    ctx.today,
  )
  return {
    package: { id, name, casuals },
    price: holds(ctx, 'view organization') ? centsOf(price) : null,
    employees,
    from,
    to,
    employee_count,
    casual_count: 0,
  }
}

/** Refuses when so many more employees would pass the limit of the subscription (A17). */
export async function refuseBeyondLimit(tx: Tx, today: string, more: number) {
  const { employees, employee_count } = await inForce(tx, today)
  if (more === 0 || !limitReached(employees, employee_count + more - 1)) return
  const left = Math.max(0, employees - employee_count)
  fail(
    422,
    `Your subscription allows ${employees} employees, and there are ${employee_count} already: ` +
      `${left === 0 ? 'no more' : `only ${left} more`} can be added. Please upgrade.`,
  )
}

/** Everybody begins on trial. */
export async function startTrial(tx: Tx, organization_id: string, today: string, months: number) {
  await tx.run`insert into subscriptions
      (organization_id, package_id, price, employees, "from", "to")
    select ${organization_id}, id, price, employees, ${today}, ${monthsLater(today, months)}
    from packages where id = 'trial'`
}

const expiring = (tx: PlatformTx, today: string) =>
  tx.all<{ organization_id: string; to: string; primaries: string[] }>`
    select s.organization_id, s."to", array_agg(m.user_id) as primaries
    from (select distinct on (organization_id) * from subscriptions
          where "from" <= ${today} order by organization_id, "from" desc, created_at desc) s
    join memberships m on m.organization_id = s.organization_id
      and m.role = 'primary' and m.status = 'active'
    join organizations o on o.id = s.organization_id and o.status = 'active'
    where s.package_id <> 'free' and s."to" - ${today}::date between 1 and ${limits.expiringDays}
      and not exists (select from subscriptions n
        where n.organization_id = s.organization_id and n."from" > ${today})
    group by s.organization_id, s."to"`

/** Each morning: primary users are told of a subscription in its last days, once per end date. */
export const expiringReminder: JobDefinition = {
  name: 'subscriptions.expiring',
  cron: '0 6 * * *',
  work: ({ db, today }) =>
    db.inPlatform(async (tx) => {
      for (const { organization_id, to, primaries } of await expiring(tx, today)) {
        await notify(tx, organization_id, primaries, {
          key: `subscription expiring ${to}`,
          title: 'Subscription expiring',
          text: `Your subscription ends on ${dayInWords(to)}.`,
          link: '/dashboard',
        })
      }
    }),
}

/** Whoever pays for it hears that it ends, or that nobody more can be added. */
async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (me(ctx).role !== 'primary') return []
  const { name, to, employees, employee_count } = await inForce(ctx.tx, ctx.today)
  const status = subscriptionStatus({ package: { name }, to }, ctx.today)
  const full = limitReached(employees, employee_count)
  if (status === 'active' && !full) return []
  const line = { key: 'subscription', link: '/upgrade' }
  if (status === 'active') {
    const title = `Your subscription allows ${employees} employees`
    return [{ ...line, title, text: 'Nobody more can be added.', urgency: 'open', due: null }]
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

export { endsSoon, hasEnded, standingOf } from './standing.ts'

export const subscriptions = area('subscriptions', {
  log: 'Subscriptions',
  calls: bind(contract.subscriptions, { current }),
  jobs: [expiringReminder],
  waiting,
})
