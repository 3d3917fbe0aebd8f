import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../core/db.ts'
import type { Files } from '../core/files.ts'
import type { Secrets } from '../core/secrets.ts'
import { type Sql, sql } from '../core/sql.ts'
import type { Poller } from '../jobs/pollers.ts'
import { sendText } from '../providers/texting.ts'
import { openWire } from '../providers/wire.ts'
import type { PostHealth } from './health.ts'
import type { Attachment } from './layout.ts'
import { isStopped, stopNumber } from './numbers.ts'
import { type HandOverResult, handOver, type Patience, patience } from './smtp.ts'

/**
 * What is recorded goes out, once. `sending` is committed before the hand-over: a message found in
 * that state after its time may have gone out, so it becomes `uncertain` and a person decides.
 */

export type OutboxState = 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain' | 'kept'
/** Told of every change of state, in the transaction that makes it. */
export type Mirror = (tx: Tx, id: string, state: OutboxState, error: string | null) => Promise<void>

/** As it lies in the outbox; `body` holds the encrypted words until they are sent. */
export interface MailRow {
  id: string
  recipient: string
  subject: string
  body: Buffer | null
  state: OutboxState
  turn: string
  tries: number
  created_at: string
}

export interface Words {
  text: string
  html: string
  attachments?: Attachment[]
  unsubscribe?: string
}

export const wordsOf = (row: Pick<MailRow, 'body'>, secrets: Secrets): Words =>
  row.body ? JSON.parse(secrets.decrypt(row.body)) : { text: '', html: '' }

export const lanes = {
  codes: 'mail.codes',
  letters: 'mail.letters',
  many: 'mail.many',
  texts: 'mail.texts',
} as const
export type Lane = keyof typeof lanes

/** After this long nobody is waiting for it any more, or somebody has to be told. */
const patience_h: Record<Lane, number> = { codes: 6, letters: 24, many: 24, texts: 1 }
/** How long a message keeps its place at least: letters to many go out at an even pace. */
const pace_ms: Partial<Record<Lane, number>> = { many: 250 }
const slots = 4
/** Of a lane's places, for one turn: messages that hang hold up their own organisation only. */
const share = 2

export interface OutboxParts {
  files: Files
  mirror: Mirror
  health: PostHealth
  patience?: Patience
}

export function outgoing(config: Config, secrets: Secrets, db: Db, sending: OutboxParts): Poller[] {
  const outbox: Outbox = { config, secrets, db, ...sending, patience: sending.patience ?? patience }
  const sweep: Poller = {
    name: 'mail.sweep',
    every_ms: 5_000,
    looksWhile: () => sql`exists (select from mails where state = 'sending')
      or exists (select from mails where state = 'queued')`,
    next: async () => {
      await sweepHeld(outbox)
      await giveUp(outbox)
      return null
    },
  }
  const { smtpUrl, texting } = config
  const byPost = (mail: MailRow) => attempt(outbox, smtpUrl as string, mail)
  const names = smtpUrl ? (['codes', 'letters', 'many'] as const) : []
  const pollers = [sweep, outbox.health.probe, ...names.map((lane) => laneOf(outbox, byPost, lane))]
  if (!texting) return pollers
  const send = openWire(globalThis.fetch)
  const byPhone = async (mail: MailRow): Promise<HandOverResult> => {
    const to = mail.recipient
    // Said stop while it waited.
    if (await db.inPlatform((tx) => isStopped(tx, to))) {
      return { state: 'refused', reason: 'The owner of the number has asked for no more messages.' }
    }
    const outcome = await sendText(texting, send, { to, text: wordsOf(mail, secrets).text })
    if ('unwanted' in outcome) await db.inPlatform((tx) => stopNumber(tx, to, 'gateway'))
    return outcome
  }
  return [...pollers, laneOf(outbox, byPhone, 'texts')]
}

interface Outbox extends Required<OutboxParts> {
  config: Config
  secrets: Secrets
  db: Db
}

/** How a message leaves the server. */
type Road = (mail: MailRow) => Promise<HandOverResult>

function laneOf(outbox: Outbox, road: Road, lane: Lane): Poller {
  const places = new Map<string, number>()
  const hold = (turn: string, by: number) => {
    const now = (places.get(turn) ?? 0) + by
    if (now > 0) places.set(turn, now)
    else places.delete(turn)
  }
  let turns: string[] = []
  const take = async () => {
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
      if ((places.get(turn) ?? 0) >= share) continue
      const mail = await claim(outbox, lane, turn)
      if (mail) return mail
    }
    return null
  }
  return {
    name: lanes[lane],
    every_ms: 1_000,
    looksWhile: () => sql`exists (select from mails where lane = ${lane} and state = 'queued')`,
    parallel: slots,
    async next() {
      let mail = await take()
      if (!mail) {
        turns = await waitingTurns(outbox.db, lane)
        mail = await take()
      }
      if (!mail) return null
      const { turn } = mail
      hold(turn, 1)
      const delivered = () =>
        Promise.all([
          deliver(outbox, road, lane, mail),
          pause(pace_ms[lane] ?? 0, null, { ref: false }),
        ])
      return () => delivered().finally(() => hold(turn, -1))
    },
  }
}

/** Those with something due, each listed once, however much it is. */
const waitingTurns = (db: Db, lane: Lane): Promise<string[]> =>
  db.inPlatform(async (tx) => {
    const first = sql`select turn, try_at from mails where lane = ${lane} and state = 'queued'`
    const rows = await tx.all<{ turn: string }>`with recursive turns as (
        (${first} order by turn, try_at limit 1)
        union all
        select later.* from turns, lateral (
          ${first} and turn > turns.turn order by turn, try_at limit 1) later)
      select turn from turns t where try_at <= now() and not exists (select from organizations o
        where o.status = 'deactivated' and o.id::text = t.turn)`
    return rows.map(({ turn }) => turn)
  })

/** A worker renews its hold on a message; without renewal for this long it counts as dead. */
const hold_s = 20
const beat_ms = 5_000
const holdUntil = sql`now() + make_interval(secs => ${hold_s})`

function claim({ db, mirror }: Outbox, lane: Lane, turn: string) {
  return db.inPlatform(async (tx) => {
    const mail = await tx.maybe<MailRow>`update mails set state = 'sending', error = null,
        tries = tries + 1, held_until = ${holdUntil}
      where id = (select id from mails where lane = ${lane} and turn = ${turn} and state = 'queued'
        and try_at <= now() and not exists (select from organizations o
          where o.id = mails.organization_id and o.status = 'deactivated')
        order by try_at limit 1 for update skip locked)
      returning *`
    if (mail) await mirror(tx, mail.id, 'sending', null)
    return mail
  })
}

async function deliver(outbox: Outbox, road: Road, lane: Lane, mail: MailRow) {
  const beating = setInterval(() => keepHold(outbox, mail).catch(() => {}), beat_ms)
  try {
    const outcome = await road(mail).catch(
      // Nothing has left the server: an attachment or a word could not be read.
      (error: Error): HandOverResult => ({ state: 'later', reason: error.message.slice(0, 300) }),
    )
    outbox.health.heard(lane, outcome)
    await settle(outbox, mail, outcome)
  } finally {
    clearInterval(beating)
  }
}

const keepHold = ({ db }: Outbox, { id }: MailRow) =>
  db.inPlatform(
    (tx) =>
      tx.run`update mails set held_until = ${holdUntil} where id = ${id} and state = 'sending'`,
  )

async function attempt({ config, secrets, files, patience }: Outbox, url: string, mail: MailRow) {
  const { attachments = [], text, html, unsubscribe } = wordsOf(mail, secrets)
  const enclosed = []
  for (const { filename, folder, name, cid } of attachments) {
    const bytes = await files.get(folder, name)
    if (!bytes) return { state: 'refused', reason: 'An attachment is missing.' } as const
    const contentType = cid ? 'image/jpeg' : 'application/pdf'
    const content = Buffer.from(bytes)
    enclosed.push({ filename, content, contentType, ...(cid && { cid }) })
  }
  const message = {
    from: config.mailFrom,
    to: mail.recipient,
    subject: mail.subject,
    messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
    text,
    html,
    attachments: enclosed,
    headers: unsubscribe ? listHeaders(new URL(unsubscribe, config.publicUrl)) : {},
  }
  return handOver({ url, tls: config.smtpTls }, message, patience)
}

/** With these a mail program offers to unsubscribe, and does so in one click (RFC 8058). */
const listHeaders = ({ href }: URL) => ({
  'List-Unsubscribe': `<${href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The first retry comes at once: a server that was restarted is back in a moment. */
const pause_s = (tries: number) => Math.min(2 ** tries, 900)

async function settle(outbox: Outbox, mail: MailRow, outcome: HandOverResult) {
  if (outcome.state === 'sent') {
    // Even if it was taken for dead in the meantime: we know better.
    await move(outbox, mail, ['sending', 'uncertain'], 'sent', null)
  } else if (outcome.state === 'later') {
    return move(outbox, mail, ['sending'], 'queued', outcome.reason)
  } else {
    const state = outcome.state === 'refused' ? 'failed' : 'uncertain'
    await move(outbox, mail, ['sending'], state, outcome.reason)
  }
  await forget(outbox, mail)
}

const move = (
  { db, mirror }: Outbox,
  { id, tries }: MailRow,
  from: OutboxState[],
  to: OutboxState,
  error: string | null,
) =>
  db.inPlatform(async (tx) => {
    const isSent = to === 'sent'
    const moved = await tx.run`update mails set state = ${to}, error = ${error}, held_until = null,
        try_at = now() + make_interval(secs => ${pause_s(tries)}),
        sent_at = ${isSent ? sql`app_now()` : null}, body = ${isSent ? null : sql`body`}
      where id = ${id} and state = any (${from})`
    if (moved) await mirror(tx, id, to, error)
  })

async function forget({ files, secrets }: Outbox, mail: MailRow) {
  const { attachments = [] } = wordsOf(mail, secrets)
  for (const { folder, name, shared } of attachments) {
    if (!shared) await files.remove(folder, name)
  }
}

const atOnce = 200

/** Ends messages that no worker will: those found, in the state and with the words given. */
async function end(outbox: Outbox, which: Sql, to: OutboxState, why: Sql) {
  const ended = await outbox.db.inPlatform(async (tx) => {
    const rows = await tx.all<MailRow & { error: string | null }>`
      update mails set state = ${to}, error = ${why}, held_until = null where id = any (array(
        select id from mails where ${which} limit ${atOnce} for update skip locked))
      returning *`
    for (const { id, error } of rows) await outbox.mirror(tx, id, to, error)
    return rows
  })
  for (const mail of ended) await forget(outbox, mail)
}

/** Found half-way: a clock that was put back must not make it wait for the hour to come again. */
async function sweepHeld(outbox: Outbox) {
  const dead = sql`state = 'sending' and (held_until is null or held_until < now()
    or held_until > ${holdUntil} + interval '5 s')`
  await end(outbox, dead, 'uncertain', sql`'The server stopped while handing the message over.'`)
}

/** Nothing waits for ever, whether the mail server is down or no longer configured. */
async function giveUp(outbox: Outbox) {
  for (const lane of Object.keys(lanes) as Lane[]) {
    const hours = patience_h[lane]
    const since = sql`app_now() - make_interval(hours => ${hours})`
    // Post of a deactivated organisation waits, and has its time again once that is taken back.
    const late = sql`state = 'queued' and lane = ${lane} and created_at < ${since}
      and not exists (select from organizations o where o.id = mails.organization_id
        and (o.status = 'deactivated' or o.status_at > ${since}))`
    const why = `This could not be sent within ${hours} hours.`
    await end(outbox, late, 'failed', sql`concat_ws(' ', ${why}::text, error)`)
  }
  await outbox.db.inPlatform(
    (tx) => tx.run`update mails set try_at = now()
      where state = 'queued' and try_at > now() + interval '1 hour'`,
  )
}
