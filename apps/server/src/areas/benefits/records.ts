import type { contract } from '@mshahara/contract'
import type { BenefitRecordInput } from '@mshahara/contract/benefit-records'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { readable } from '../pay-items/index.ts'
import { changedIn, paidMonths } from './reach.ts'
import { say } from './sentences.ts'
import { benefits as table } from './tables.ts'

/** Recorded, changed and deleted by one person: a benefit raises tax, and pays nobody anything. */

type Benefits = typeof contract.benefits
type Row = typeof table.$inferSelect

export const list: Handler<Benefits['list']> = async (ctx, { params }) => {
  const employee_id = await readable(ctx, params.id)
  return ctx.tx
    .select()
    .from(table)
    .where(eq(table.employee_id, employee_id))
    .orderBy(table.from, table.created_at, table.id)
}

/** With what it comes too late for. */
async function told({ tx }: Ctx, before: Row | null, row: Row) {
  const paid = await paidMonths(tx, [row.employee_id])
  const months = changedIn(before, row, paid(row.employee_id))
  return months.length > 0 ? { ...row, warning: say.reachesBack({ months }).en } : row
}

export const create: Handler<Benefits['create']> = async (ctx, { body }) => {
  const [row] = await ctx.tx.insert(table).values(body).returning()
  return told(ctx, null, found(row))
}

async function locked({ tx }: Ctx, id: string): Promise<Row> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  return found(row)
}

export const update: Handler<Benefits['update']> = async (ctx, { params, body }) => {
  const before = await locked(ctx, params.id)
  const given: BenefitRecordInput = body()
  if (given.employee_id !== before.employee_id) failField('employee_id', say.ofAnother)
  const [row] = await ctx.tx.update(table).set(given).where(eq(table.id, before.id)).returning()
  return told(ctx, before, found(row))
}

export const remove: Handler<Benefits['remove']> = async (ctx, { params }) => {
  const before = await locked(ctx, params.id)
  await ctx.tx.delete(table).where(eq(table.id, before.id))
  const paid = await paidMonths(ctx.tx, [before.employee_id])
  const months = changedIn(before, null, paid(before.employee_id))
  const late = months.length > 0 ? `. ${say.reachesBack({ months }).en}` : ''
  return { message: `Benefit deleted successfully${late}` }
}
