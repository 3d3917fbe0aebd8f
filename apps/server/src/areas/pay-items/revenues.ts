import { contract } from '@mshahara/contract'
import { monthAndYear, monthFrom } from '@mshahara/contract/months'
import { commission } from '@mshahara/engine'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { desc, eq } from '../../foundation/core/drizzle.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { commission_rates } from '../structure/tables.ts'
import { checkedItem, readable, refuseMove, refusePaid } from './items.ts'
import { say } from './sentences.ts'
import { employee_revenues as table } from './tables.ts'

type Revenues = typeof contract.revenues
type RevenueRow = typeof table.$inferSelect

const basisPoints = (percent: number) => Math.round(percent * 100)

const wireOf = ({ period, ...row }: RevenueRow) => ({
  ...row,
  ...monthAndYear(period),
  commission: commission(row.amount, row.target, basisPoints(row.rate)),
})

/** The terms as they stand now: a rate that changes later leaves recorded revenues alone (B11). */
async function termsOf(ctx: Ctx, commission_rate_id: string | null) {
  if (commission_rate_id === null) return { name: '', display_name: '', target: 0, rate: 0 }
  const [rate] = await ctx.tx
    .select({
      name: commission_rates.name,
      display_name: commission_rates.display_name,
      target: commission_rates.amount,
      rate: commission_rates.rate,
    })
    .from(commission_rates)
    .where(eq(commission_rates.id, commission_rate_id))
  return rate ?? failField('commission_rate_id', say.rateNotFound)
}

export const list: Handler<Revenues['list']> = async (ctx, { params }) => {
  const employee_id = await readable(ctx, params.id)
  const rows = await ctx.tx
    .select()
    .from(table)
    .where(eq(table.employee_id, employee_id))
    .orderBy(desc(table.period), table.created_at, table.id)
  return rows.map(wireOf)
}

const createNow: Handler<Revenues['create']> = async (ctx, { body }) => {
  const { month, year, ...given } = body
  const terms = await termsOf(ctx, given.commission_rate_id)
  const period = monthFrom(month, year)
  const [row] = await ctx.tx
    .insert(table)
    .values({ ...given, ...terms, period })
    .returning()
  return wireOf(found(row))
}

export const create = checkedItem('revenues.create', contract.revenues.create, createNow)

const updateNow: Handler<Revenues['update']> = async (ctx, input) => {
  const [held] = await ctx.tx
    .select()
    .from(table)
    .where(eq(table.id, input.params.id))
    .for('update')
  const before = found(held)
  refusePaid('revenue')(before)
  const { month, year, ...given } = input.body()
  refuseMove('revenue', before, given)
  const sameRate = given.commission_rate_id === before.commission_rate_id
  const terms = sameRate ? {} : await termsOf(ctx, given.commission_rate_id)
  const [row] = await ctx.tx
    .update(table)
    .set({ ...given, ...terms, period: monthFrom(month, year) })
    .where(eq(table.id, before.id))
    .returning()
  return wireOf(found(row))
}

export const update = checkedItem('revenues.update', contract.revenues.update, updateNow)
