import { contract } from '@mshahara/contract'
import { inLanguage, type Words } from '@mshahara/contract/language'
import type { Notification } from '@mshahara/contract/notifications'
import { me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing, type Handler } from '../../foundation/http/bind.ts'
import { allowPush, pusher, pushKey, stopPush } from './devices.ts'
import { type News, notifyOperators, operators, operatorsRead } from './operators.ts'
import { say } from './sentences.ts'
import { newsStream } from './stream.ts'

type Notifications = typeof contract.notifications

const list: Handler<Notifications['list']> = async (ctx) => {
  const rows = await ctx.tx.all<Notification & { unread: number }>`
    select id, title, text, link, read_at, created_at,
      count(*) filter (where read_at is null) over () as unread
    from notifications where user_id = ${me(ctx).id} order by created_at desc, id limit 50`
  return { unread: rows[0]?.unread ?? 0, data: rows }
}

const read: Handler<Notifications['read']> = async (ctx) => {
  await ctx.tx.run`update notifications set read_at = ${ctx.now}
    where user_id = ${me(ctx).id} and read_at is null`
  return { message: ctx.say(say.allRead) }
}

export const notifications = area('notifications', {
  calls: bind(contract.notifications, {
    list,
    read,
    operators: crossing(operators),
    operatorsRead: crossing(operatorsRead),
    pushKey,
    allowPush: crossing(allowPush),
    stopPush: crossing(stopPush),
  }),
  pages: newsStream(),
  pollers: (services) => [pusher(services)],
})

export { type News, notifyOperators } from './operators.ts'
export { textNews } from './texts.ts'

/**
 * Tells people of one organisation something; the transaction is bound to it or the platform's.
 * Each is told in the language they read now. Without an organisation they are operators, whose
 * news are the platform's.
 */
export async function notify(
  tx: Tx,
  organization_id: string | null,
  user_ids: string[],
  news: News<Words>,
) {
  const { key, title, text, link } = news
  if (organization_id === null) return notifyOperators(tx, news, user_ids)
  await tx.run`insert into notifications (organization_id, user_id, key, title, text, link)
    select ${organization_id}, told.id, ${key},
      case when u.language = 'sw' then ${inLanguage(title, 'sw')} else ${inLanguage(title, 'en')} end,
      case when u.language = 'sw' then ${inLanguage(text, 'sw')} else ${inLanguage(text, 'en')} end,
      ${link}
    from unnest(${user_ids}::uuid[]) told (id) left join users u on u.id = told.id
    on conflict do nothing`
}
