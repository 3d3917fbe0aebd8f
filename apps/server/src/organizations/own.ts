import type { contract } from '@mshahara/contract'
import { eq } from 'drizzle-orm'
import { type Ctx, holds, myOrganization } from '../core/ctx.ts'
import { found } from '../core/fail.ts'
import { pictureIn } from '../core/pictures.ts'
import type { Handler, Staged } from '../http/bind.ts'
import { codesOf } from './banks.ts'
import { organizations as table } from './tables.ts'

type Organizations = typeof contract.organizations
type Row = typeof table.$inferSelect

/** Bank data are for those who may look at the organisation (A12). */
const hiddenBank = {
  bank_name: null,
  branch_name: null,
  account_no: null,
  bank_code: null,
  branch_code: null,
}
const shown = (ctx: Ctx, row: Row) => ({
  ...row,
  ...(holds(ctx, 'view organization') ? {} : hiddenBank),
})

export const get: Handler<Organizations['get']> = async (ctx) => {
  const [row] = await ctx.tx
    .select()
    .from(table)
    .where(eq(table.id, myOrganization(ctx)))
  return shown(ctx, found(row))
}

/** The row, held until the end of the transaction; of another organisation there is none. */
async function hold(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.tx.select().from(table).where(eq(table.id, id)).for('update')
  return found(row)
}

/** Other areas keep their choices with the organisation; it is written here only. */
export async function changeOwn(ctx: Ctx, change: Partial<Row>): Promise<Row> {
  const meant = eq(table.id, myOrganization(ctx))
  const [saved] = await ctx.tx.update(table).set(change).where(meant).returning()
  return found(saved)
}

async function save(ctx: Ctx, row: Row, change: Partial<Row>) {
  if (Object.keys(change).length === 0) return shown(ctx, row)
  return shown(ctx, await changeOwn(ctx, change))
}

export const update: Handler<Organizations['update']> = async (ctx, input) => {
  const row = await hold(ctx, input.params.id)
  const change = input.body()
  const { bank_name, branch_name } = { ...row, ...change }
  const named = 'bank_name' in change || 'branch_name' in change
  return save(ctx, row, { ...change, ...(named && codesOf(bank_name, branch_name)) })
}

export const logo: Staged<Organizations['logo'], void, string> = {
  ...pictureIn('organization'),
  look: async () => {},
  async keep(ctx, _, name) {
    const row = await hold(ctx, myOrganization(ctx))
    if (row.logo) await ctx.later('files.remove', { folder: 'organization', name: row.logo })
    return save(ctx, row, { logo: name })
  },
}
