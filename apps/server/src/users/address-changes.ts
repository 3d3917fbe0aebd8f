import { type Limit, spend } from '../core/attempts.ts'
import { dayOf } from '../core/clock.ts'
import { type Ctx, me, myOrganization } from '../core/ctx.ts'
import type { PlatformTx, Tx } from '../core/db.ts'
import { mayTellOfDetails } from '../mail/budget.ts'
import { canText, recordText } from '../mail/texts.ts'
import { addressChanged, addressChangedText } from './letters.ts'

/**
 * Whoever keeps the records could become somebody who never signed in, by writing an address of
 * their own on the record. The person is told where they were reached before, and what that sign-in
 * agrees to within seven days is marked for whoever decides about it.
 */

const markedDays = 7

/** Nobody is sent many texts they did not ask for. */
const texted: Limit[] = [
  { name: 'texts about an address', seconds: 24 * 3600, account: 3 },
  { name: 'texts about addresses', seconds: 24 * 3600, organization: 200 },
]

export interface Reached {
  first_name: string
  email: string | null
  phone: string | null
}

/** By text, where one can be sent, and at the former address. */
export async function tellFormer(tx: PlatformTx, ctx: Ctx, from: string, before: Reached) {
  const organization = myOrganization(ctx)
  const { name } = me(ctx)
  const { email, phone, first_name } = before
  if (phone && canText(ctx) && (await spend(tx, ctx, texted, { account: phone, organization }))) {
    await recordText(tx, ctx, organization, { to: phone, text: addressChangedText(from, name) })
  }
  if (email && (await mayTellOfDetails(tx, ctx, email))) {
    await ctx.mail.send(tx, organization, addressChanged({ first_name, email }, from, name))
  }
}

export const noteAddressChange = (tx: PlatformTx, ctx: Ctx, employee_id: string) =>
  tx.run`insert into address_changes (organization_id, employee_id, changed_at, changed_by)
    values (${myOrganization(ctx)}, ${employee_id}, ${ctx.now}, ${me(ctx).id})`

export interface Agreed {
  employee_id: string
  name: string
  at: string
}

/** A sentence for each of these acts that somebody else than the person may be behind. */
export async function addressMarks(tx: Tx, acts: Agreed[]): Promise<string[]> {
  if (acts.length === 0) return []
  const rows = await tx.all<{ n: number; changed_at: string; by: string | null }>`
    select a.n::int, c.changed_at, c.by
    from unnest(${acts.map(({ employee_id }) => employee_id)}::uuid[],
      ${acts.map(({ at }) => at)}::timestamptz[]) with ordinality a (employee_id, at, n)
    cross join lateral (
      select c.changed_at, nullif(concat_ws(' ', u.first_name, u.last_name), '') as by
      from address_changes c left join users u on u.id = c.changed_by
      where c.employee_id = a.employee_id and c.changed_at <= a.at
        and a.at < c.changed_at + make_interval(days => ${markedDays})
      order by c.changed_at desc limit 1) c
    order by a.n`
  return rows.map(({ n, changed_at, by }) => {
    const whose = acts[n - 1]?.name ?? ''
    const day = dayOf(new Date(changed_at))
    return (
      `${whose}: the address of this login was changed on ${day} by ` +
      `${by ?? 'the platform operator'}, before anybody had signed in with it.`
    )
  })
}
