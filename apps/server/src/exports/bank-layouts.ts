import type { contract } from '@mshahara/contract'
import {
  type BankLayout,
  type BankType,
  bankLayout,
  bankTypes,
} from '@mshahara/contract/bank-layouts'
import type { Tx } from '../core/db.ts'
import type { Handler } from '../http/bind.ts'
import { startingPoints } from './bank-files.ts'

type Exports = typeof contract.exports
type Own = Partial<Record<BankType, unknown>>

/** What the organisation changed, over the starting points. */
export function layoutsOf(own: unknown): Record<BankType, BankLayout> {
  const layouts = { ...startingPoints }
  for (const type of bankTypes) {
    const given = (own as Own)[type]
    if (given !== undefined) layouts[type] = bankLayout.parse(given)
  }
  return layouts
}

async function ownOf(tx: Tx, lock = false): Promise<Own> {
  const { rows } = await tx.$client.query<{ bank_layouts: Own }>(
    `select bank_layouts from export_settings ${lock ? 'for update' : ''}`,
  )
  return rows[0]?.bank_layouts ?? {}
}

function listed(own: Own) {
  const layouts = layoutsOf(own)
  return bankTypes.map((type) => ({
    type,
    changed: own[type] !== undefined,
    layout: layouts[type],
  }))
}

export const bankLayouts: Handler<Exports['bankLayouts']> = async (ctx) =>
  listed(await ownOf(ctx.tx))

export const changeBankLayout: Handler<Exports['changeBankLayout']> = async (ctx, { body }) => {
  const { [body.type]: _, ...others } = await ownOf(ctx.tx, true)
  const own: Own = body.layout ? { ...others, [body.type]: body.layout } : others
  await ctx.tx.run`update export_settings set bank_layouts = ${own}`
  return listed(own)
}
