import { contract } from '@mshahara/contract'
import { eq } from 'drizzle-orm'
import { type Ctx, inPlatform, myOrganization } from '../core/ctx.ts'
import { found } from '../core/fail.ts'
import { area } from '../http/area.ts'
import { bind, crossing, type Handler } from '../http/bind.ts'
import { byOwnName } from '../http/storage.ts'
import { integrationsOf } from '../integrations/tables.ts'
import { bankNames, banks } from './banks.ts'
import { get, logo, update } from './own.ts'
import { register } from './register.ts'
import { organizations as table } from './tables.ts'

type Organizations = typeof contract.organizations

const list: Handler<Organizations['list']> = (ctx) =>
  inPlatform(
    ctx,
    (tx) => tx.all`select o.*, ${integrationsOf} as integrations
    from organizations o order by o.name`,
  )

export const organizations = area('organizations', {
  log: 'Organization',
  records: { organizations: { kind: 'organization', name: 'name' } },
  calls: bind(contract.organizations, {
    get,
    list: crossing(list),
    register: crossing(register),
    update,
    logo,
    bankNames: async () => bankNames,
    banks: async () => banks,
  }),
  files: { organization: { find: byOwnName(mayReadLogo) } },
  refusals: {
    memberships_last_primary: [
      null,
      'This is the last active primary user. Make another user primary first.',
    ],
    memberships_invited: [null, 'This person has not accepted the invitation yet.'],
    memberships_pkey: ['email', 'This person already belongs to the organization.'],
  },
})

/** Who may fetch a logo: people of the organisation it belongs to. */
async function mayReadLogo(ctx: Pick<Ctx, 'tx'>, logo: string): Promise<boolean> {
  const rows = await ctx.tx.select({ id: table.id }).from(table).where(eq(table.logo, logo))
  return rows.length > 0
}

/** The name shown in emails. */
export async function organizationName(ctx: Ctx): Promise<string> {
  const id = myOrganization(ctx)
  const [row] = await ctx.tx.select({ name: table.name }).from(table).where(eq(table.id, id))
  return found(row).name
}

export { bankNames, banks, placeOf } from './banks.ts'
export { holdersOf, holding } from './holders.ts'
export {
  addEmployeeMemberships,
  addMembership,
  answerInvitation,
  belongsElsewhere,
  changeMembership,
  forgetActivation,
  leaveOrganization,
  moveOffers,
  removeMembership,
} from './membership.ts'
