import type { z } from 'zod'
import type { Ctx } from '../core/ctx.ts'
import { eq, type PgColumn, type PgTable, type SQL } from '../core/drizzle.ts'
import { found } from '../core/fail.ts'

/** A table as `orgTable` makes it. */
type RowTable = PgTable & { id: PgColumn }

/** Of the calls of `crud`, the part that says what a new row is made from. */
export interface CreateCall<Given> {
  create: { body?: z.ZodType<Given> | undefined }
}

interface Ways<Row, Given> {
  /** At the head of its notices: "Leave type". */
  title: string
  order: (PgColumn | SQL)[]
  /** What a new row has besides its input, such as a code. */
  fresh?: (ctx: Ctx) => Promise<object>
  /** The columns to save, or a refusal; for a change, `before` is the row as it was. */
  kept?: (given: Given, before?: Row) => object
  /** Refuses to change or delete a row that must stay as it is. */
  settled?: (row: Row) => void
}

interface One {
  params: { id: string }
}

/** The handlers of `crud` over one table, where a row of the wire is a row of the table. */
export function rowsOf<T extends RowTable, Given extends object>(
  _calls: CreateCall<Given>,
  table: T,
  { title, order, fresh, kept = (given) => given, settled }: Ways<T['$inferSelect'], Given>,
) {
  type Row = T['$inferSelect']
  // A table as a parameter is too loose for the builder: what goes in and out is typed here.
  const rows = table as PgTable & { id: PgColumn }
  const byId = (id: string) => eq(rows.id, id)
  const lockRow = async (ctx: Ctx, id: string): Promise<Row> => {
    const [row] = await ctx.tx.select().from(rows).where(byId(id)).for('update')
    settled?.(found(row))
    return found(row)
  }
  return {
    list: (ctx: Ctx): Promise<Row[]> =>
      ctx.tx
        .select()
        .from(rows)
        .orderBy(...order),
    async create(ctx: Ctx, { body }: { body: Given }): Promise<Row> {
      const values = { ...kept(body), ...(await fresh?.(ctx)) }
      const [row] = await ctx.tx.insert(rows).values(values).returning()
      return found(row)
    },
    async update(ctx: Ctx, { params, body }: One & { body: () => Given }): Promise<Row> {
      const before = await lockRow(ctx, params.id)
      const set = kept(body(), before)
      const [row] = await ctx.tx.update(rows).set(set).where(byId(params.id)).returning()
      return found(row)
    },
    async remove(ctx: Ctx, { params }: One): Promise<{ message: string }> {
      await lockRow(ctx, params.id)
      await ctx.tx.delete(rows).where(byId(params.id))
      return { message: `${title} deleted successfully` }
    },
  }
}
