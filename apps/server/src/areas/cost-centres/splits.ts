import type { contract } from '@mshahara/contract'
import { type CostSplit, type CostSplitInput, hundredthsOf } from '@mshahara/contract/cost-centres'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { staying } from './reach.ts'
import { say } from './sentences.ts'

/** The shares of each person, from a month on. What is confirmed stays, and that is told. */

type Splits = (typeof contract)['costSplits']

const splitsWhere = (tx: Tx, which: Sql) =>
  tx.all<CostSplit>`select p.id, p.employee_id, p."from", p.created_at,
      coalesce(json_agg(json_build_object('cost_centre_id', c.id, 'code', c.code, 'name', c.name,
        'percent', h.share / 100.0) order by h.share desc, c.code) filter (where c.id is not null),
        '[]') as shares
    from cost_splits p
    left join cost_split_shares h on h.organization_id = p.organization_id and h.split_id = p.id
    left join cost_centres c on c.organization_id = h.organization_id and c.id = h.cost_centre_id
    where ${which} group by p.organization_id, p.id order by p."from" desc`

export const list: Handler<Splits['list']> = async ({ tx }, { params }) => {
  const { id } = await tx.one<{ id: string }>`select id from employees where id = ${params.id}`
  return splitsWhere(tx, sql`p.employee_id = ${id}`)
}

/** As it now is, with the confirmed months that it does not reach. */
async function told({ tx }: Ctx, id: string, from: string): Promise<CostSplit> {
  const split = found((await splitsWhere(tx, sql`p.id = ${id}`))[0])
  const { employee_id } = split
  const months = (await staying(tx, [{ employee_id, from }])).get(employee_id)
  return months ? { ...split, warning: say.stays({ months }).en } : split
}

/** One that is switched off is kept where it was chosen, and chosen nowhere else. */
async function refuseOff(tx: Tx, { shares }: CostSplitInput, split_id: string | null) {
  const [off] = await tx.all<{ name: string }>`select c.name from cost_centres c
    where c.id = any (${shares.map(({ cost_centre_id }) => cost_centre_id)}) and not c.active
      and not exists (select from cost_split_shares h
        where h.split_id = ${split_id} and h.cost_centre_id = c.id) order by c.code limit 1`
  if (off) failField('shares', say.switchedOff(off))
}

const addShares = (tx: Tx, split_id: string, { shares }: CostSplitInput) =>
  tx.run`insert into cost_split_shares (split_id, cost_centre_id, share)
    select ${split_id}, g.cost_centre_id, g.share
    from json_to_recordset(${JSON.stringify(
      shares.map(({ cost_centre_id, percent }) => ({
        ...{ cost_centre_id, share: hundredthsOf(percent) },
      })),
    )}) as g (cost_centre_id uuid, share int)`

export const create: Handler<Splits['create']> = async (ctx, { body }) => {
  const { tx } = ctx
  await refuseOff(tx, body, null)
  const { id } = await tx.one<{ id: string }>`insert into cost_splits (employee_id, "from")
    values (${body.employee_id}, ${body.from}) returning id`
  await addShares(tx, id, body)
  return told(ctx, id, body.from)
}

interface Known {
  employee_id: string
  from: string
}
const locked = ({ tx }: Ctx, id: string) =>
  tx.one<Known>`select employee_id, "from" from cost_splits where id = ${id} for update`

export const update: Handler<Splits['update']> = async (ctx, { params: { id }, body }) => {
  const { tx } = ctx
  const before = await locked(ctx, id)
  const given = body()
  if (given.employee_id !== before.employee_id) failField('employee_id', say.anotherPerson)
  await refuseOff(tx, given, id)
  if (given.from !== before.from) {
    await tx.run`update cost_splits set "from" = ${given.from} where id = ${id}`
  }
  await tx.run`delete from cost_split_shares where split_id = ${id}`
  await addShares(tx, id, given)
  const [first = given.from] = [before.from, given.from].sort()
  return told(ctx, id, first)
}

export const remove: Handler<Splits['remove']> = async (ctx, { params: { id } }) => {
  const { tx } = ctx
  await locked(ctx, id)
  await tx.run`delete from cost_split_shares where split_id = ${id}`
  await tx.run`delete from cost_splits where id = ${id}`
  return { message: 'Cost centres deleted successfully' }
}
