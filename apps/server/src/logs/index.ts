import { contract } from '@mshahara/contract'
import { modules } from '@mshahara/contract/logs'
import { area } from '../http/area.ts'
import { bind, type Handler } from '../http/bind.ts'
import { anchorHourly, anchorMailed } from './anchoring.ts'

type Logs = typeof contract.logs

const list: Handler<Logs['list']> = async (ctx, { query, body }) => {
  const page = query.page ?? body.page
  const filters = [body.log_name, body.causer_id, body.event, body.from, body.to].map(
    (value) => value ?? null,
  )
  const where = `where ($1::text is null or log_name = $1)
    and ($2::uuid is null or causer_id = $2) and ($3::text is null or event = $3)
    and ($4::date is null or created_at >= $4::date::timestamp at time zone 'Africa/Nairobi')
    and ($5::date is null or created_at < ($5::date + 1)::timestamp at time zone 'Africa/Nairobi')`
  const { rows } = await ctx.tx.$client.query(
    `select count(*) as total from activity_log ${where}`,
    filters,
  )
  const total = rows[0].total as number
  const { rows: data } = await ctx.tx.$client.query(
    `select id, description, log_name, event, created_at, properties from activity_log ${where}
     order by id desc limit $6 offset $7`,
    [...filters, body.per_page, (page - 1) * body.per_page],
  )
  return { data, total, last_page: Math.max(1, Math.ceil(total / body.per_page)) }
}

const listModules: Handler<Logs['modules']> = async () =>
  modules.map((module, index) => ({ id: index + 1, ...module }))

/**
 * Members, and whoever else has left a trace here, such as the platform operator, by the name the
 * log gives. The recursion steps from person to person along the index, not from entry to entry.
 */
const users: Handler<Logs['users']> = async (ctx) => {
  const { rows } = await ctx.tx.$client.query(
    `with recursive causers as (
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
     order by lower(first_name), lower(last_name), id`,
  )
  return rows
}

export const logs = area('logs', {
  calls: bind(contract.logs, { list, modules: listModules, users }),
  jobs: [anchorHourly, anchorMailed],
})
export { textOf as anchorText } from './anchor.ts'
export { type AnchorStore, openAnchors } from './anchor-store.ts'
export {
  type Anchoring,
  anchorHourly,
  anchorMailed,
  anchorRestored,
  firstAnchor,
  writeAnchor,
} from './anchoring.ts'
export { type Erased, erasureProof } from './erased.ts'
export { isSealedWith, reseal, resign } from './reseal.ts'
export { sealer, sealWaiting, unsealedFor } from './seal.ts'
export { verifyLog } from './verify.ts'
