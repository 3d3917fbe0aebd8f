import type { contract } from '@mshahara/contract'
import { inPlatform, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { say } from './sentences.ts'

type Subscriptions = typeof contract.subscriptions

/** The price list, and what it said before. */

export interface PackageRow {
  id: string
  name: 'Trial' | 'Free' | 'Basic' | 'Standard' | 'Enterprise'
  price: string
  employees: number
  casuals: number
}

const wireOf = <Row extends PackageRow>(row: Row) => ({ ...row, price: centsOf(row.price) })

export const packages: Handler<Subscriptions['packages']> = async (ctx) =>
  (await ctx.tx.all<PackageRow>`select * from packages order by price, employees desc`).map(wireOf)

export const packageOf = (tx: Tx, id: string) =>
  tx.maybe<PackageRow>`select * from packages where id = ${id}`

/** Whoever has ordered keeps what was ordered (A18). */
export const changePackage: Handler<Subscriptions['changePackage']> = (ctx, input) =>
  inPlatform(ctx, async (tx) => {
    const { id } = input.params
    const before = found(
      await tx.maybe<PackageRow>`select * from packages where id = ${id} for update`,
    )
    const { price, employees, casuals } = input.body()
    const isFree = id === 'trial' || id === 'free'
    if (isFree && price > 0) failField('price', say.costsNothing({ plan: before.name }))
    if (!isFree && price === 0) failField('price', say.notFree)
    const row = await tx.maybe<PackageRow>`update packages set price = ${price / 100},
        employees = ${employees}, casuals = ${casuals}
      where id = ${id} and (price, employees, casuals)
        is distinct from (${price / 100}, ${employees}, ${casuals}) returning *`
    if (!row) return wireOf(before)
    await tx.run`insert into package_changes (package_id, price, employees, casuals, by_name)
      values (${id}, ${price / 100}, ${employees}, ${casuals}, ${me(ctx).name})`
    return wireOf(row)
  })

export const packageHistory: Handler<Subscriptions['packageHistory']> = (ctx) =>
  inPlatform(ctx, async (tx) => {
    const rows = await tx.all<PackageRow & { by: string; at: string }>`
      select c.package_id as id, p.name, c.price, c.employees, c.casuals, c.by_name as by, c.at
      from package_changes c join packages p on p.id = c.package_id order by c.id desc limit 200`
    return rows.map(wireOf)
  })
