import { contract } from '@mshahara/contract'
import { joined, Sql, sql } from '../../foundation/core/sql.ts'
import { area } from '../../foundation/http/area.ts'
import { bind, type Handler } from '../../foundation/http/bind.ts'
import { anchorHourly, anchorMailed } from './anchoring.ts'
import { describeEntries, type Written } from './describe.ts'

type Logs = typeof contract.logs

const list: Handler<Logs['list']> = async (ctx, { query, body }) => {
  const page = query.page ?? body.page
  const { log_name, causer_id, event, from, to, per_page } = body
  const filters = [
    sql`true`,
    log_name && sql`log_name = ${log_name}`,
    causer_id && sql`causer_id = ${causer_id}`,
    event && sql`event = ${event}`,
    from && sql`created_at >= ${midnight(sql`${from}::date`)}`,
    to && sql`created_at < ${midnight(sql`${to}::date + 1`)}`,
  ]
  const where = joined(
    filters.filter((filter) => filter instanceof Sql),
    ' and ',
  )
  const { total } = await ctx.tx.one<{ total: number }>`
    select count(*) as total from activity_log where ${where}`
  const rows = await ctx.tx.all<Written>`
    select id, description, log_name, event, created_at, properties, subject_id from activity_log
    where ${where} order by id desc limit ${per_page} offset ${(page - 1) * per_page}`
  const data = await describeEntries(ctx, rows)
  return { data, total, last_page: Math.max(1, Math.ceil(total / per_page)) }
}

const midnight = (day: Sql) => sql`(${day})::timestamp at time zone 'Africa/Nairobi'`

const listModules: Handler<Logs['modules']> = async ({ logModules }) =>
  logModules.map(({ module, name }, index) => ({ id: index + 1, module, name }))

/**
 * Members, and whoever else has left a trace here, such as the platform operator, by the name the
 * log gives. The recursion steps from person to person along the index, not from entry to entry.
 */
const users: Handler<Logs['users']> = async (ctx) =>
  ctx.tx.all<{ id: string; first_name: string; last_name: string }>`
    with recursive causers as (
      (select causer_id, description from activity_log where causer_id is not null
       order by causer_id, id desc limit 1)
      union all
      select next.* from causers cross join lateral (
        select causer_id, description from activity_log where causer_id > causers.causer_id
        order by causer_id, id desc limit 1) next)
    select * from (
      select u.id, u.first_name, u.last_name from memberships m join users u on u.id = m.user_id
      union all
      select causer_id, description, '' from causers
      where not exists (select from memberships m where m.user_id = causer_id)) people
    order by lower(first_name), lower(last_name), id`

export const logs = area('logs', {
  calls: bind(contract.logs, { list, modules: listModules, users }),
  jobs: [anchorHourly, anchorMailed],
})
export { logAct } from './act.ts'
export { textOf as anchorText } from './anchor.ts'
export { type AnchorStore, openAnchors } from './anchor-store.ts'
export {
  type Anchoring,
  anchorRestored,
  firstAnchor,
  refuseOtherStore,
  writeAnchor,
} from './anchoring.ts'
export { type ErasedEntry, erasureProof } from './erased.ts'
export { isKeyOf, refuseOtherKey } from './key.ts'
export { isSealedWith, reseal, resign } from './reseal.ts'
export { sealer, sealWaiting, unsealedFor } from './seal.ts'
export { type Proofs, verifyLog } from './verify.ts'
