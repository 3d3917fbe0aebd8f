import { contract } from '@mshahara/contract'
import { asc, eq } from 'drizzle-orm'
import { bind, type Handler } from '../core/bind.ts'
import { type Ctx, holds, inPlatform, myOrganization } from '../core/ctx.ts'
import { found } from '../core/fail.ts'
import { bankNames, banks } from './banks.ts'
import { register } from './register.ts'
import { organizations as table } from './tables.ts'

type Organizations = typeof contract.organizations

const secretOf = {
  bank_name: null,
  branch_name: null,
  account_no: null,
  bank_code: null,
  branch_code: null,
}

const get: Handler<Organizations['get']> = async (ctx) => {
  const [row] = await ctx.tx
    .select()
    .from(table)
    .where(eq(table.id, myOrganization(ctx)))
  return { ...found(row), ...(holds(ctx, 'view organization') ? {} : secretOf) }
}

const list: Handler<Organizations['list']> = (ctx) =>
  inPlatform(ctx, (tx) => tx.select().from(table).orderBy(asc(table.name)))

export const organizations = bind(contract.organizations, {
  get,
  list,
  register,
  bankNames: async () => bankNames,
  banks: async () => banks,
})

/** Who may fetch a logo: people of the organisation it belongs to. */
export async function mayReadLogo(ctx: Pick<Ctx, 'tx'>, logo: string): Promise<boolean> {
  const rows = await ctx.tx.select({ id: table.id }).from(table).where(eq(table.logo, logo))
  return rows.length > 0
}

/** The name that letters carry. */
export async function organizationName(ctx: Ctx): Promise<string> {
  const id = myOrganization(ctx)
  const [row] = await ctx.tx.select({ name: table.name }).from(table).where(eq(table.id, id))
  return found(row).name
}

export { codesOf } from './banks.ts'
export {
  addMembership,
  answerInvitation,
  belongsElsewhere,
  changeMembership,
} from './membership.ts'
