import { contract } from '@mshahara/contract'
import { type Ctx, inPlatform, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { found } from '../../foundation/core/fail.ts'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { byOwnName } from '../../foundation/http/storage.ts'
import { desk, list } from './all.ts'
import { bankNames, banks } from './banks.ts'
import { get, logo, update } from './own.ts'
import { register } from './register.ts'
import { say } from './sentences.ts'
import { organizations as table } from './tables.ts'

export const organizations = area('organizations', {
  log: 'Organization',
  records: { organizations: { kind: 'organization', name: 'name' } },
  calls: bind(contract.organizations, {
    get,
    list: crossing(list),
    register: crossing(register),
    update: crossing(update),
    logo,
    bankNames: async () => bankNames,
    banks: async () => banks,
  }),
  desk,
  files: { organization: { find: byOwnName(mayReadLogo), crosses: true } },
  refusals: {
    memberships_last_primary: [null, say.lastPrimary],
    // Only where a right was lost at the same moment: the handlers have asked before.
    memberships_guarded: [null, say.notAnyMore],
    memberships_invited: [null, say.notAccepted],
    memberships_pkey: ['email', say.belongs],
  },
})

/** Who may fetch a logo: people of the organisation it belongs to, and the operator. */
async function mayReadLogo(ctx: Ctx, logo: string): Promise<boolean> {
  const named = (tx: Tx) => tx.run`select from organizations where logo = ${logo}`
  return (await (me(ctx).super_admin ? inPlatform(ctx, named) : named(ctx.tx))) > 0
}

/** The name shown in emails. */
export async function organizationName(ctx: Ctx): Promise<string> {
  const id = myOrganization(ctx)
  const [row] = await ctx.tx.select({ name: table.name }).from(table).where(eq(table.id, id))
  return found(row).name
}

export { bankNames, banks, placeOf } from './banks.ts'
export { holdersOf, holding, somebodyElseMust } from './holders.ts'
export {
  addEmployeeMemberships,
  addMembership,
  addMemberships,
  answerInvitation,
  belongsElsewhere,
  changeMembership,
  forgetActivation,
  leaveOrganization,
  moveOffers,
  removeMembership,
} from './membership.ts'
export { organizationOf } from './own.ts'
export { addOrganizations, prefixFor } from './register.ts'
