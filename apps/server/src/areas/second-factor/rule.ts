import type { contract } from '@mshahara/contract'
import { secondFactorRights } from '@mshahara/contract/second-factor'
import { type Ctx, inPlatform, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { holdProven, proveUnlessFresh } from './again.ts'
import { factorsOf } from './factors.ts'
import { sayToStaff } from './sentences.ts'

/** The organisation's choice: must those who pay, approve or manage use a second factor? */

type Factors = typeof contract.secondFactor

export const rule: Handler<Factors['rule']> = (ctx) => inPlatform(ctx, (tx) => ruleToWire(tx, ctx))

async function ruleToWire(tx: PlatformTx, ctx: Ctx) {
  const organization_id = myOrganization(ctx)
  const { required } = await tx.one<{ required: boolean }>`
    select required from second_factor_settings where organization_id = ${organization_id}`
  const lacking = await tx.all<{ name: string }>`
    select concat_ws(' ', u.first_name, u.last_name) as name
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organization_id} and m.status = 'active'
      and not has_second_factor(m.user_id) and exists (
        select from unnest(${[...secondFactorRights]}::text[]) r
        where grants_right(m.role, m.permissions, r))
    order by 1`
  return { required, lacking: lacking.map(({ name }) => name) }
}

/** Whoever asks it of others has one: nobody locks themselves out by a click. */
export const setRule: Handler<Factors['setRule']> = async (ctx, { body }) => {
  const { required, ...given } = body
  const refuseWithout = async (tx: PlatformTx) => {
    if (!required || (await factorsOf(tx, me(ctx).id)).length > 0) return
    fail(422, sayToStaff.ownFirst)
  }
  await inPlatform(ctx, refuseWithout)
  const proven = await proveUnlessFresh(ctx, given)
  return inPlatform(ctx, async (tx) => {
    await holdProven(tx, ctx, proven)
    await refuseWithout(tx)
    await tx.run`update second_factor_settings set required = ${required}
      where organization_id = ${myOrganization(ctx)} and required <> ${required}`
    return ruleToWire(tx, ctx)
  })
}
