import { type contract, limits } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { moveSession } from '../../foundation/http/session.ts'
import { startTrials } from '../subscriptions/index.ts'
import { placeOf } from './banks.ts'
import { addMembership } from './membership.ts'
import { organizationOf } from './own.ts'
import { say } from './sentences.ts'
import { organizations } from './tables.ts'

/** The letters that start employee numbers: BF for Baraka Foods Ltd. */
export function prefixFor(name: string): string {
  const words = name.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  const own = words.filter((word) => !['LTD', 'LIMITED', 'PLC', 'THE', 'AND'].includes(word))
  const letters = own.length > 1 ? own.map((word) => word[0]).join('') : (own[0] ?? '')
  return letters.slice(0, own.length > 1 ? 4 : 3) || 'EMP'
}

type OrganizationFields = Omit<typeof organizations.$inferInsert, 'employee_prefix'>

export interface NewOrganization {
  given: OrganizationFields
  /** In months. */
  trial: number
}

/** New organisations on trial, in their order. Whoever they belong to is added by the caller. */
export async function addOrganizations(
  tx: PlatformTx,
  added: NewOrganization[],
  today: string,
): Promise<string[]> {
  const rows = await tx
    .insert(organizations)
    .values(
      added.map(({ given }) => ({
        ...given,
        ...placeOf(given.bank_name ?? null, given.branch_name ?? null),
        employee_prefix: prefixFor(given.name),
      })),
    )
    .returning({ id: organizations.id })
  const ids = rows.map(({ id }) => id)
  const trials = added.map(({ trial }, at) => ({
    organization_id: ids[at] as string,
    months: trial,
  }))
  await startTrials(tx, trials, today)
  return ids
}

export const register: Handler<(typeof contract.organizations)['register']> = (ctx, { body }) =>
  inPlatform(ctx, async (tx) => {
    await refuseSecond(tx, ctx)
    const { trial: _, paye: _p, nhif: _n, nssf: _s, housing: _h, nita: _t, ...given } = body
    const [id = ''] = await addOrganizations(
      tx,
      [{ given, trial: limits.trialMonthsSelf }],
      ctx.today,
    )
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
  if (!activated) fail(403, everywhere.passwordFirst)
  if (super_admin) fail(403, say.operator)
  await tx.run`select from users where id = ${id} for update`
  const belongs = await tx.run`select from memberships m
    join organizations o on o.id = m.organization_id
    where m.user_id = ${id} and m.status = 'active' and (o.status = 'active' or m.role = 'primary')`
  if (belongs) fail(422, say.belongAlready)
}
