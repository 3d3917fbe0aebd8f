import type { Units } from '@mshahara/contract/structure'
import { asc, eq, sql } from 'drizzle-orm'
import { found } from '../core/fail.ts'
import { allocate, type Numbering, preview } from '../core/numbers.ts'
import type { Handlers } from '../http/bind.ts'
import type { UnitTable } from './tables.ts'

/** Departments, designations and work stations: one set of handlers over three tables. */
export function unitsOf(table: UnitTable, name: string, prefix: string): Handlers<Units> {
  const numbering: Numbering = { name, prefix, width: 3 }
  return {
    // DEP-1000 comes after DEP-999.
    list: (ctx) => ctx.tx.select().from(table).orderBy(sql`length(${table.code})`, asc(table.code)),

    nextNo: async (ctx) => ({ next: await preview(ctx.tx, numbering) }),

    create: async (ctx, { body }) => {
      const code = await allocate(ctx.tx, numbering)
      const [row] = await ctx.tx
        .insert(table)
        .values({ ...body, code })
        .returning()
      return found(row)
    },

    update: async (ctx, input) => {
      const meant = eq(table.id, input.params.id)
      const [known] = await ctx.tx.select().from(table).where(meant).for('update')
      found(known)
      const [row] = await ctx.tx.update(table).set(input.body).where(meant).returning()
      return found(row)
    },
  }
}
