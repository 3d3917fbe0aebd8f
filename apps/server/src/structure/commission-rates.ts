import type { contract } from '@mshahara/contract'
import { asc, eq, sql } from 'drizzle-orm'
import { found } from '../core/fail.ts'
import type { Handlers } from '../http/bind.ts'
import { commission_rates as table } from './tables.ts'

/** On the payslip a rate goes by its own name unless another was given. */
const named = <Body extends { name: string; display_name: string | null }>(body: Body) => ({
  ...body,
  display_name: body.display_name ?? body.name,
})

export const commissionRates: Handlers<typeof contract.commissionRates> = {
  list: (ctx) => ctx.tx.select().from(table).orderBy(sql`lower(${table.name})`, asc(table.id)),

  create: async (ctx, { body }) => {
    const [row] = await ctx.tx.insert(table).values(named(body)).returning()
    return found(row)
  },

  update: async (ctx, input) => {
    const meant = eq(table.id, input.params.id)
    const [known] = await ctx.tx.select().from(table).where(meant).for('update')
    found(known)
    const [row] = await ctx.tx.update(table).set(named(input.body)).where(meant).returning()
    return found(row)
  },
}
