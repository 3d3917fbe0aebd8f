import { type contract, limits } from '@mshahara/contract'
import { type Ctx, inPlatform, me } from '../core/ctx.ts'
import type { PlatformTx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { moveSession } from '../http/session.ts'
import { startTrial } from '../subscriptions/index.ts'
import { placeOf } from './banks.ts'
import { addMembership } from './membership.ts'
import { organizationOf } from './own.ts'
import { organizations } from './tables.ts'

/** The letters that start employee numbers: BF for Baraka Foods Ltd. */
export function prefixFor(name: string): string {
  const words = name.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  const own = words.filter((word) => !['LTD', 'LIMITED', 'PLC', 'THE', 'AND'].includes(word))
  const letters = own.length > 1 ? own.map((word) => word[0]).join('') : (own[0] ?? '')
  return letters.slice(0, own.length > 1 ? 4 : 3) || 'EMP'
}

type Given = Omit<typeof organizations.$inferInsert, 'employee_prefix'>

/** A new organisation on trial. Whoever it belongs to is added by the caller. */
export async function addOrganization(
  tx: PlatformTx,
  given: Given,
  trial: { from: string; months: number },
): Promise<string> {
  const { bank_name = null, branch_name = null } = given
  const [row] = await tx
    .insert(organizations)
    .values({
      ...given,
      ...placeOf(bank_name, branch_name),
      employee_prefix: prefixFor(given.name),
    })
    .returning({ id: organizations.id })
  const { id } = row as { id: string }
  await startTrial(tx, id, trial.from, trial.months)
  return id
}

export const register: Handler<(typeof contract.organizations)['register']> = (ctx, { body }) =>
  inPlatform(ctx, async (tx) => {
    await refuseSecond(tx, ctx)
    const { trial: _, paye: _p, nhif: _n, nssf: _s, housing: _h, nita: _t, ...given } = body
    const id = await addOrganization(tx, given, { from: ctx.today, months: limits.trialMonthsSelf })
    await addMembership(tx, { organization_id: id, user_id: me(ctx).id, role: 'primary' })
    await moveSession(tx, me(ctx).session_id, id)
    return organizationOf(tx, id)
  })

/**
 * One first organisation per person, also when two registrations arrive at once. What was not
 * accepted, or has ended, bars nothing.
 */
async function refuseSecond(tx: PlatformTx, ctx: Ctx) {
  const { id, activated, super_admin } = me(ctx)
  if (!activated) fail(403, 'First time login. Change of password required.')
  if (super_admin) fail(403, 'The platform operator does not register an organization here.')
  await tx.run`select from users where id = ${id} for update`
  const belongs = await tx.run`select from memberships m
    join organizations o on o.id = m.organization_id
    where m.user_id = ${id} and m.status = 'active' and (o.status = 'active' or m.role = 'primary')`
  if (belongs) fail(422, 'You already belong to an organization.')
}
