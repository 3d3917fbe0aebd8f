import type { contract } from '@mshahara/contract'
import type { DeskNumber } from '@mshahara/contract/desk'
import type { OrganizationListed, sorts } from '@mshahara/contract/organizations'
import { inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { containing, joined, raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { integrationsOf } from '../integrations/tables.ts'
import { endsSoon, hasEnded, standingOf } from '../subscriptions/index.ts'

/** All organisations, for the platform operator. */

type Query = Parameters<Handler<(typeof contract.organizations)['list']>>[1]['query']

const columns: Record<string, string> = {
  name: 'lower(o.name)',
  created_at: 'o.created_at',
  to: 'standing."to"',
}

function orderOf(sort: (typeof sorts)[number] = 'name') {
  const descending = sort.startsWith('-')
  const column = columns[descending ? sort.slice(1) : sort]
  return raw(`${column} ${descending ? 'desc nulls last' : 'asc'}, lower(o.name), o.id`)
}

function conditionsOf({ search, status, package: plan, ends }: Query, today: string) {
  const searched = sql`concat_ws(' ', o.name, o.address, o.phone, o.email, o.pin_no)`
  const wanted = [
    containing(searched, search),
    ...(status ? [sql`o.status = ${status}`] : []),
    ...(plan ? [sql`standing.package_id = ${plan}`] : []),
    // Nobody is called about an organisation that is switched off.
    ...(ends ? [sql`o.status = 'active'`] : []),
    ...(ends ? [ends === 'soon' ? endsSoon(today) : hasEnded(today)] : []),
  ]
  return joined(wanted, ' and ')
}

export const list: Handler<(typeof contract.organizations)['list']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { offset, limit, search, sort, status, package: plan, ends } = query
    const where = conditionsOf(query, ctx.today)
    const order = orderOf(sort)
    const standing = sql`left join ${standingOf(ctx.today)} on true`
    // What only the page needs is asked for the page only: the rest may be thousands.
    const needed = plan || ends || sort?.endsWith('to') ? standing : sql``
    const whole = [offset, limit, search, sort, status, plan, ends].every((one) => !one)
    if (!whole || limit !== undefined) {
      const { total } = await tx.one<{ total: number }>`
        select count(*) as total from organizations o ${needed} where ${where}`
      ctx.total(total)
    }
    return tx.all<OrganizationListed>`
      select o.*, standing.package, standing."to", ${integrationsOf} as integrations
      from (select o.* from organizations o ${needed} where ${where}
        order by ${order} offset ${offset ?? 0} limit ${limit ?? null}) o
      ${standing} order by ${order}`
  })

/** How many there are in each state, and whom to call. */
export async function desk(tx: PlatformTx, today: string): Promise<DeskNumber[]> {
  const counts = await tx.one<Record<'active' | 'deactivated' | 'soon' | 'over', number>>`
    select count(*) filter (where o.status = 'active') as active,
      count(*) filter (where o.status = 'deactivated') as deactivated,
      count(*) filter (where o.status = 'active' and ${endsSoon(today)}) as soon,
      count(*) filter (where o.status = 'active' and ${hasEnded(today)}) as over
    from organizations o left join ${standingOf(today)} on true`
  const line = { group: 'organizations', shown: null, tone: 'plain' } as const
  return [
    {
      ...line,
      key: 'active',
      label: 'Active organizations',
      count: counts.active,
      link: '/organizations?status=active',
    },
    {
      ...line,
      key: 'soon',
      label: 'Expiring within 14 days',
      count: counts.soon,
      link: '/organizations?ends=soon',
      tone: 'act',
    },
    {
      ...line,
      key: 'over',
      label: 'Subscription expired',
      count: counts.over,
      link: '/organizations?ends=over',
      tone: 'act',
    },
    {
      ...line,
      key: 'deactivated',
      label: 'Deactivated',
      count: counts.deactivated,
      link: '/organizations?status=deactivated',
    },
  ]
}
