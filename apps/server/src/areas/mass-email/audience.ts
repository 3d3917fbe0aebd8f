import type { contract } from '@mshahara/contract'
import type { Audience, Counted } from '@mshahara/contract/mass-email'
import { inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'

/**
 * Whom a letter reaches: the active primary users of each organisation, or its office while it has
 * none; each address once (docs/decisions/019). `off`: they want no news.
 */
export const addressed = (audience: Audience) => sql`
  select email, exists (select from unsubscribed u where u.email = a.email) as off
  from (${addresses(audience)}) a
  where email !~ '[[:cntrl:][:space:]<>,;]' and email like '_%@_%'
  group by email`

const chosen = (audience: Audience) =>
  audience === 'active' ? sql`o.status = 'active'` : sql`true`

const addresses = (audience: Audience) => sql`
  select u.email from organizations o join memberships m on m.organization_id = o.id
    join users u on u.id = m.user_id
  where ${chosen(audience)} and ${isReached}
  union all
  select lower(o.email) from organizations o
  where ${chosen(audience)} and o.email is not null and not exists (
    select from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and ${isReached})`

/** Their address is proven: they have signed in with a code sent to it. */
const isReached = sql`m.role = 'primary' and m.status = 'active' and u.activated_at is not null`

const count = (tx: PlatformTx, audience: Audience) =>
  tx.one<Counted>`select count(*) as addresses, count(*) filter (where off) as unsubscribed,
      (select count(*) from organizations o where ${chosen(audience)}) as organizations
    from (${addressed(audience)}) a`

export const audience: Handler<(typeof contract.massEmails)['audience']> = (ctx) =>
  inPlatform(ctx, async (tx) => ({
    all: await count(tx, 'all'),
    active: await count(tx, 'active'),
  }))
