import type { contract } from '@mshahara/contract'
import { inLanguage, type Words } from '@mshahara/contract/language'
import type { Notification } from '@mshahara/contract/notifications'
import { inPlatform, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { say } from './sentences.ts'

/** The operator's bell: news of the platform itself, wherever the operator happens to be (A20). */

type Notifications = typeof contract.notifications

/** `Words` where employees are told: in both languages. */
export interface News<Said extends Words = string> {
  /** A person is notified once for each key. */
  key: string | null
  title: Said
  text: Said
  link: string | null
}

export const operators: Handler<Notifications['operators']> = (ctx) =>
  inPlatform(ctx, async (tx) => {
    const rows = await tx.all<Notification & { unread: number }>`
      select id, title, text, link, read_at, created_at,
        count(*) filter (where read_at is null) over () as unread
      from operator_news where user_id = ${me(ctx).id} order by created_at desc, id limit 50`
    return { unread: rows[0]?.unread ?? 0, data: rows }
  })

export const operatorsRead: Handler<Notifications['operatorsRead']> = (ctx) =>
  inPlatform(ctx, async (tx) => {
    await tx.run`update operator_news set read_at = ${ctx.now}
      where user_id = ${me(ctx).id} and read_at is null`
    return { message: ctx.say(say.allRead) }
  })

/** All operators, or some of them; what somebody has not read yet is not said again. */
export async function notifyOperators(tx: Tx, news: News<Words>, user_ids: string[] | null = null) {
  const { key, link } = news
  const title = inLanguage(news.title, 'en')
  const text = inLanguage(news.text, 'en')
  const whom = user_ids ? sql`id = any (${user_ids}::uuid[])` : sql`true`
  await tx.run`insert into operator_news (user_id, key, title, text, link)
    select id, ${key ?? title}, ${title}, ${text}, ${link} from users
    where super_admin and ${whom}
    on conflict (user_id, key) where read_at is null do update
      set title = excluded.title, text = excluded.text, created_at = excluded.created_at`
}
