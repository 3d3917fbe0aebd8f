import type { contract } from '@mshahara/contract'
import { eq } from 'drizzle-orm'
import { myOrganization } from '../core/ctx.ts'
import { found } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { changeOwn } from '../organizations/index.ts'
import { organizations } from '../organizations/tables.ts'

type Payrolls = typeof contract.payrolls

export const settings: Handler<Payrolls['settings']> = async (ctx) => {
  const [row] = await ctx.tx
    .select()
    .from(organizations)
    .where(eq(organizations.id, myOrganization(ctx)))
  return found(row)
}

export const changeSettings: Handler<Payrolls['changeSettings']> = (ctx, { body }) =>
  changeOwn(ctx, body)
