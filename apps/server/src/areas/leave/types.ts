import { contract } from '@mshahara/contract'
import { type Ctx, me, ownerOr } from '../../foundation/core/ctx.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { fail, found } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler, Handlers } from '../../foundation/http/bind.ts'
import { rowsOf } from '../../foundation/http/rows.ts'
import { grantDue } from './ledger.ts'
import { reasons } from './reasons.ts'
import { recount } from './recount.ts'
import { type AskedBy, isFor } from './refusals.ts'
import { sayToStaff } from './sentences.ts'
import { leave_types } from './tables.ts'
import { workOf } from './work.ts'

/** Leave types: those of the law and the organisation's own, all of them editable (C16). */

type Types = typeof contract.leaveTypes

const rows = rowsOf(contract.leaveTypes, leave_types, {
  title: 'Leave type',
  order: [leave_types.created_at, leave_types.name],
})

/** Whoever has left chooses nothing here. */
export const present = (ctx: Ctx) => {
  if (me(ctx).leaver) fail(403)
}

const get: Handler<Types['get']> = async (ctx, { params }) => {
  present(ctx)
  const [row] = await ctx.tx.select().from(leave_types).where(eq(leave_types.id, params.id))
  return found(row)
}

const list: Handler<Types['list']> = async (ctx, { query }) => {
  present(ctx)
  const all = await rows.list(ctx)
  if (!query.employee_id) return all
  const { gender } = await ctx.tx.one<Pick<AskedBy, 'gender'>>`
    select gender from employees where id = ${query.employee_id}`
  ownerOr(ctx, query.employee_id, 'view leaves')
  return all.filter((type) => isFor(type, { gender }))
}

/** Leave that is not over is counted by what the type says now; what was taken stays (C21). */
const update: Handler<Types['update']> = async (ctx, input) => {
  const before = found(
    (await ctx.tx.select().from(leave_types).where(eq(leave_types.id, input.params.id)))[0],
  )
  // What was earned until now is given by the rule of its time.
  const year = Number(ctx.today.slice(0, 4))
  await grantDue(ctx.tx, sql`b.leave_type_id = ${before.id} and b.year >= ${year - 1}`, ctx.today)
  const row = await rows.update(ctx, input)
  if (row.count_by !== before.count_by) {
    await recount(
      workOf(ctx),
      sql`r.leave_type_id = ${row.id}`,
      reasons.countedBy({ type: row.name, count_by: row.count_by }),
    )
  }
  return row
}

/** One that was used stays, because its records do; it can be made inactive. */
const remove: Handler<Types['remove']> = async (ctx, { params }) => {
  found((await ctx.tx.select().from(leave_types).where(eq(leave_types.id, params.id)))[0])
  const used = await ctx.tx
    .run`select from leave_balances where leave_type_id = ${params.id} limit 1`
  if (used > 0) {
    fail(422, sayToStaff.hasBalances)
  }
  return rows.remove(ctx, { params })
}

export const types: Handlers<Types> = { ...rows, list, get, update, remove }
