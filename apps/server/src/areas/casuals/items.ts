import type { Ctx } from '../../foundation/core/ctx.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import { type CreateCall, rowsOf } from '../../foundation/http/rows.ts'
import { say } from './sentences.ts'
import { type casual_advances, type casual_deductions, casuals } from './tables.ts'

/** Daily advances and daily deductions: two tables of one shape. */

interface Owned {
  casual_id: string
}

/** The calls of one kind; `title` stands at the head of their notices. */
export function itemsOf<
  T extends typeof casual_advances | typeof casual_deductions,
  G extends Owned,
>(calls: CreateCall<G>, table: T, title: string) {
  // The two tables agree on every column that is named here.
  const any = table as typeof casual_advances
  return {
    ...rowsOf(calls, table, {
      title,
      order: [],
      kept(given, before) {
        if (before && before.casual_id !== given.casual_id) {
          failField('casual_id', say.ofSomebodyElse({ what: title.toLowerCase() }))
        }
        return given
      },
    }),
    async list(ctx: Ctx, { params }: { params: { id: string } }): Promise<T['$inferSelect'][]> {
      const [person] = await ctx.tx
        .select({ id: casuals.id })
        .from(casuals)
        .where(eq(casuals.id, params.id))
      return ctx.tx
        .select()
        .from(any)
        .where(eq(any.casual_id, found(person).id))
        .orderBy(any.created_at, any.name, any.id)
    },
  }
}
