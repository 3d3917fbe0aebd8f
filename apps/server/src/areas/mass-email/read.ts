import type { contract } from '@mshahara/contract'
import { type MassEmail, type MassEmailDetails, unsettled } from '@mshahara/contract/mass-email'
import { inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { layout } from '../../foundation/mail/layout.ts'
import { richFrom } from '../../foundation/mail/rich.ts'
import { enclosedIn, folder } from './enclosed.ts'
import { letterOf } from './letter.ts'

type Calls = typeof contract.massEmails

/** With what has become of its messages. */
const listQuery = (which: Sql) => sql`
  select e.id, e.audience, e.kind, e.subject, e.sent_name, e.created_at, e.finished_at,
    e.recipients, e.unsubscribed, e.stopped_at, e.stopped_name, n.* from (${which}) e, lateral (
      select count(*) filter (where state in ('waiting', 'queued')) as waiting,
        count(*) filter (where state = 'sent') as sent,
        count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'uncertain') as uncertain,
        count(*) filter (where state = 'stopped') as stopped
      from mass_email_recipients r where r.mass_email_id = e.id) n
  order by e.number desc`

export const massEmailOf = (tx: PlatformTx, id: string) =>
  tx.one<MassEmail>`${listQuery(sql`select * from mass_emails where id = ${id}`)}`

export const list: Handler<Calls['list']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { offset = 0, limit = 25, search = '' } = query
    const words = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
    const found = sql`concat_ws(' ', subject, sent_name) ilike ${words}`
    const { total } = await tx.one<{ total: number }>`
      select count(*) as total from mass_emails where ${found}`
    ctx.total(total)
    return tx.all<MassEmail>`${listQuery(sql`select * from mass_emails where ${found}
      order by number desc offset ${offset} limit ${limit}`)}`
  })

/** Enough to act on; the counts say how many there are. */
const mostNamed = 50

interface Seen {
  letter: MassEmail
  message: string
  troubled: MassEmailDetails['troubled']
  files: Awaited<ReturnType<typeof enclosedIn>>
}

/** Its pictures come from the store, which is not waited for while a connection is held. */
export const get: Staged<Calls['get'], Seen, MassEmailDetails> = {
  look: (ctx, { params }) =>
    inPlatform(ctx, async (tx) => {
      const letter = await massEmailOf(tx, params.id)
      const { message } = await tx.one<{ message: string }>`
        select message from mass_emails where id = ${params.id}`
      const troubled = await tx.all<MassEmailDetails['troubled'][number]>`
        select email, state, error from mass_email_recipients
        where mass_email_id = ${params.id} and state = any (${[...unsettled]})
        order by state, email limit ${mostNamed}`
      return { letter, message, troubled, files: await enclosedIn(tx, params.id) }
    }),
  async make({ files: store, config }, _, { letter, message, troubled, files }) {
    const link = letter.kind === 'news' ? '/unsubscribe/preview' : undefined
    const pictures: string[] = []
    for (const { file, is_picture } of files) {
      const bytes = is_picture && (await store.get(folder, file))
      if (bytes) pictures.push(`data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`)
    }
    const written = { ...letterOf({ ...letter, rich: richFrom(message) }, '', link), pictures }
    const names = files.map(({ filename }) => filename)
    return { ...letter, files: names, html: layout(written, config.publicUrl).html, troubled }
  },
  keep: async (_, __, made) => made,
}
