import { contract, limits } from '@mshahara/contract'
import { limitReached } from '@mshahara/contract/subscriptions'
import { monthsLater } from '../core/clock.ts'
import { holds } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, found } from '../core/fail.ts'
import type { JobDefinition } from '../core/job.ts'
import { centsOf } from '../core/org-table.ts'
import { area } from '../http/area.ts'
import { bind, type Handler } from '../http/bind.ts'
import { notify } from '../notifications/index.ts'

type Subscriptions = typeof contract.subscriptions

/** The period in force, and how many people there are. */
async function inForce(tx: Tx, today: string) {
  const { rows } = await tx.$client.query(
    `select p.id, p.name, p.casuals, s.price, s.employees, s."from",
       -- A renewal adjoins: what counts is when the last period ends.
       (select max(later."to") from subscriptions later where later."from" >= s."from") as "to",
       (select count(*) from employees) as employee_count
     from subscriptions s join packages p on p.id = s.package_id
     where s."from" <= $1 order by s."from" desc, s.created_at desc limit 1`,
    [today],
  )
  return found(rows[0])
}

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
  await tx.$client.query(
    `insert into subscriptions (organization_id, package_id, price, employees, "from", "to")
     select $1, id, price, employees, $2, $3 from packages where id = 'trial'`,
    [organization_id, today, monthsLater(today, months)],
  )
}

/** Each morning: primary users hear of a subscription in its last days, once per end date. */
export const expiringReminder: JobDefinition = {
  name: 'subscriptions.expiring',
  cron: '0 6 * * *',
  work: ({ db, today }) =>
    db.inPlatform(async (tx) => {
      const { rows } = await tx.$client.query(
        `select s.organization_id, s."to", array_agg(m.user_id) as primaries
           from (select distinct on (organization_id) * from subscriptions
                 where "from" <= $1 order by organization_id, "from" desc, created_at desc) s
           join memberships m on m.organization_id = s.organization_id
             and m.role = 'primary' and m.status = 'active'
           join organizations o on o.id = s.organization_id and o.status = 'active'
           where s.package_id <> 'free' and s."to" - $1::date between 1 and $2
             and not exists (select from subscriptions n
               where n.organization_id = s.organization_id and n."from" > $1)
           group by s.organization_id, s."to"`,
        [today, limits.expiringDays],
      )
      for (const { organization_id, to, primaries } of rows) {
        await notify(tx, organization_id, primaries, {
          key: `subscription expiring ${to}`,
          title: 'Subscription expiring',
          text: `Your subscription ends on ${to}.`,
          link: '/dashboard',
        })
      }
    }),
}

export const subscriptions = area('subscriptions', {
  calls: bind(contract.subscriptions, { current }),
  jobs: [expiringReminder],
})
