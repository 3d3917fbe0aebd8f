import type { contract } from '@mshahara/contract'
import type { PensionScheme } from '@mshahara/contract/pensions'
import { monthOf } from '@mshahara/engine/calendar'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { fail, found } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { rowsOf } from '../../foundation/http/rows.ts'
import { membersWhere } from './members.ts'
import { say } from './sentences.ts'
import { pension_schemes as table } from './tables.ts'

/** Changed terms count in payslips that are still to be made; confirmed ones keep theirs. */

type Schemes = (typeof contract)['pensionSchemes']
type Scheme = (typeof table)['$inferSelect']

async function counted(ctx: Ctx, schemes: Scheme[]): Promise<PensionScheme[]> {
  const counts = await ctx.tx.all<{ scheme_id: string; members: number }>`
    select scheme_id, count(distinct employee_id) as members from pension_members
    where "to" is null or "to" >= ${monthOf(ctx.today)} group by scheme_id`
  const known = new Map(counts.map(({ scheme_id, members }) => [scheme_id, members]))
  return schemes.map((scheme) => ({ ...scheme, members: known.get(scheme.id) ?? 0 }))
}

export const members: Handler<Schemes['members']> = async ({ tx }, { params }) => {
  await tx.one<{ id: string }>`select id from pension_schemes where id = ${params.id}`
  return membersWhere(tx, sql`m.scheme_id = ${params.id}`)
}

export function schemesOf(calls: Schemes) {
  const { list, create, update, remove } = rowsOf(calls, table, {
    title: 'Pension scheme',
    order: [table.name, table.id],
  })
  const one = async (ctx: Ctx, scheme: Scheme) => found((await counted(ctx, [scheme]))[0])
  return {
    members,
    list: async (ctx: Ctx) => counted(ctx, await list(ctx)),
    create: async (ctx: Ctx, given: Parameters<typeof create>[1]) =>
      one(ctx, await create(ctx, given)),
    update: async (ctx: Ctx, given: Parameters<typeof update>[1]) =>
      one(ctx, await update(ctx, given)),
    async remove(ctx: Ctx, given: Parameters<typeof remove>[1]) {
      const { id } = given.params
      const has = await ctx.tx.maybe<{ id: string }>`
        select id from pension_members where scheme_id = ${id} limit 1`
      if (has) fail(422, say.hasMembers)
      return remove(ctx, given)
    },
  }
}
