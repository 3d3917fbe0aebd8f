import { eq } from 'drizzle-orm'
import { type Ctx, ownerOr } from '../core/ctx.ts'
import { failField, found } from '../core/fail.ts'
import { employees } from '../employees/tables.ts'
import type { allowances, recur_deductions, recur_incomes } from './tables.ts'

/** Allowances, recurrent incomes and recurrent deductions: three tables of one shape. */

type ItemTable = typeof allowances | typeof recur_incomes | typeof recur_deductions

/** The employee of this organisation (404), for themselves and whoever may see employees (403). */
export async function readable(ctx: Ctx, employee_id: string): Promise<string> {
  const [employee] = await ctx.tx
    .select({ id: employees.id })
    .from(employees)
    .where(eq(employees.id, employee_id))
  const { id } = found(employee)
  ownerOr(ctx, id, 'view employees')
  return id
}

/** An item stays with its employee: what was paid to one was never paid to another. */
export function refuseMove(words: string, row: Owned, body: Owned) {
  if (row.employee_id === body.employee_id) return
  failField('employee_id', `This ${words} belongs to another employee.`)
}
interface Owned {
  employee_id: string
}

interface One {
  params: { id: string }
}

/** The calls of one kind of item; `title` stands at the head of their notices. */
export function itemsOf<T extends ItemTable>(table: T, title: string) {
  type Row = T['$inferSelect']
  type Given = T['$inferInsert']
  // The three tables agree on every column that is named here.
  const any = table as typeof allowances
  const held = async (ctx: Ctx, id: string) => {
    const [row] = await ctx.tx.select().from(any).where(eq(any.id, id)).for('update')
    return found(row)
  }
  return {
    async list(ctx: Ctx, { params }: One): Promise<Row[]> {
      const employee_id = await readable(ctx, params.id)
      return ctx.tx
        .select()
        .from(any)
        .where(eq(any.employee_id, employee_id))
        .orderBy(any.created_at, any.name, any.id)
    },
    async create(ctx: Ctx, { body }: { body: Given }): Promise<Row> {
      const [row] = await ctx.tx.insert(any).values(body).returning()
      return found(row)
    },
    async update(ctx: Ctx, input: One & { body: Given }): Promise<Row> {
      const before = await held(ctx, input.params.id)
      refuseMove(title.toLowerCase(), before, input.body)
      const mine = eq(any.id, before.id)
      const [row] = await ctx.tx.update(any).set(input.body).where(mine).returning()
      return found(row)
    },
    async remove(ctx: Ctx, { params }: One): Promise<{ message: string }> {
      const { id } = await held(ctx, params.id)
      await ctx.tx.delete(any).where(eq(any.id, id))
      return { message: `${title} deleted successfully` }
    },
  }
}
