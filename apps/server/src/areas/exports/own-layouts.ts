import type { contract } from '@mshahara/contract'
import {
  type BankLayout,
  type BankType,
  bankLayout,
  bankTypes,
} from '@mshahara/contract/bank-layouts'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { defaultLayouts } from './bank-layouts.ts'

type Exports = typeof contract.exports
type Own = Partial<Record<BankType, unknown>>

/** What the organisation changed, over the starting points. */
function layoutsOf(own: Own): Record<BankType, BankLayout> {
  const layouts = { ...defaultLayouts }
  for (const type of bankTypes) {
    const given = own[type]
    if (given !== undefined) layouts[type] = bankLayout.parse(given)
  }
  return layouts
}

async function ownOf(tx: Tx, lock = sql``): Promise<Own> {
  const { bank_layouts } = await tx.one<{ bank_layouts: Own }>`
    select bank_layouts from export_settings ${lock}`
  return bank_layouts
}

export const layoutsIn = async (tx: Tx) => layoutsOf(await ownOf(tx))

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
  const { [body.type]: _, ...others } = await ownOf(ctx.tx, sql`for update`)
  const own: Own = body.layout ? { ...others, [body.type]: body.layout } : others
  await ctx.tx.run`update export_settings set bank_layouts = ${own}`
  return listed(own)
}
