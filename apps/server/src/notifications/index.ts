import { contract } from '@mshahara/contract'
import { me } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { area } from '../http/area.ts'
import { bind, type Handler } from '../http/bind.ts'

type Notifications = typeof contract.notifications

const list: Handler<Notifications['list']> = async (ctx) => {
  const { rows } = await ctx.tx.$client.query(
    `select id, title, text, link, read_at, created_at,
       count(*) filter (where read_at is null) over () as unread
     from notifications where user_id = $1 order by created_at desc, id limit 50`,
    [me(ctx).id],
  )
  return { unread: rows[0]?.unread ?? 0, data: rows }
}

const read: Handler<Notifications['read']> = async (ctx) => {
  await ctx.tx.$client.query(
    'update notifications set read_at = $2 where user_id = $1 and read_at is null',
    [me(ctx).id, ctx.now],
  )
  return { message: 'All notifications are read.' }
}

export const notifications = area('notifications', {
  calls: bind(contract.notifications, { list, read }),
})

export interface News {
  /** The same key is told to the same person once. */
  key: string | null
  title: string
  text: string
  link: string | null
}

/** Tells people of one organisation something; the transaction is bound to it or the platform's. */
export async function notify(tx: Tx, organization_id: string, user_ids: string[], news: News) {
  await tx.$client.query(
    `insert into notifications (organization_id, user_id, key, title, text, link)
     select $1, unnest($2::uuid[]), $3, $4, $5, $6 on conflict do nothing`,
    [organization_id, user_ids, news.key, news.title, news.text, news.link],
  )
}
