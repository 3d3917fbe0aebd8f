import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { everywhere } from '@mshahara/contract/everywhere'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressBlock } from '../../foundation/core/client-address.ts'
import type { Db, PlatformTx } from '../../foundation/core/db.ts'
import { fail, NotNow } from '../../foundation/core/fail.ts'
import { batched } from '../../foundation/core/write-batching.ts'
import { isSimple } from '../../foundation/http/json-limits.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { isPassing } from '../../foundation/jobs/until-stored.ts'
import type { HookKind } from '../../foundation/providers/provider.ts'
import { kindNamed } from '../../foundation/providers/registry.ts'
import { hookHash, isHookToken, kindOf } from './addresses.ts'
import { say } from './sentences.ts'
import { type Callback, openShelter } from './shelter.ts'

/**
 * Callbacks of payment providers. They carry no signature: the address is what cannot be guessed.
 * What comes is kept first and answered at once; what it means is worked out afterwards, once.
 */

/** What the address was made for. */
interface Hook {
  hash: string
  organization_id: string | null
  subject: string
  subject_id: string
  provider: string
  /** What it was made for; a queue's timeout may come to any. */
  expects: HookKind
  /** How much has come to it already. */
  heard: number
  most: number
}

const largest = 64 * 1024
/**
 * More than this many at once are asked to come again. Whoever has never brought a callback that
 * was expected is asked sooner: a flood from elsewhere keeps no provider out (docs/decisions/041).
 */
const mostWaiting = 2_000
const mostOfStrangers = 500
const mostProven = 1_000
/** Nothing that a provider does says more than this about one payment; the rest is not kept. */
const mostForOne = 50
/** A bank with one address for all payments uses it often. */
const mostForBank = 1_000_000

export function receive(app: FastifyInstance, services: Services) {
  const { config, clock, jobs } = services
  const keeper = batched(storing(services), { most: 200, patience_ms: 15 })
  const proven = new Set<string>()
  const prove = (place: string) => {
    if (proven.size >= mostProven) proven.clear()
    proven.add(place)
  }
  app.register(async (scope) => {
    // Whatever it calls itself: a callback that we refuse is not sent again.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { kind: string; token: string }; Body: unknown }>(
      '/hooks/:kind/:token',
      { bodyLimit: largest },
      async (request) => {
        const { token } = request.params
        const kind = kindOf(request.params.kind)
        if (!kind || !isHookToken(token) || isStranger(request, config.hookAddresses)) {
          return notFound()
        }
        const place = addressBlock(request.ip)
        const most = proven.has(place) ? mostWaiting : mostOfStrangers
        if (keeper.waiting() > most) throw notNow()
        const text = typeof request.body === 'string' ? request.body : ''
        const hash = hookHash(token).toString('hex')
        const at = clock.now().toISOString()
        const came = { arrival: randomUUID(), hash, kind, text, source: request.ip, at }
        const kept = await keeper.add(came)
        if (kept === 'nowhere') throw notNow()
        if (kept === 'unknown') return notFound()
        if (kept !== 'sheltered') {
          prove(place)
          jobs.wake(`${kept.subject}.callbacks`)
        }
        return { ResultCode: 0, ResultDesc: 'Accepted' }
      },
    )
  })
}

const notFound = (): never => fail(404, everywhere.noSuchAddress)
const notNow = () => new NotNow(503, say.notNow)

/** Only where the operator lists the provider's addresses; behind a proxy as TRUST_PROXY says. */
const isStranger = ({ ip }: FastifyRequest, known: string[] | undefined) =>
  known !== undefined && !known.includes(ip.replace(/^::ffff:/, ''))

type StoredAt = Hook | 'unknown' | 'sheltered' | 'nowhere'

/** Providers wait some seconds for an answer: a database that hangs is as good as one away. */
const patience_ms = 4_000
/** Others that come meanwhile do not wait for it again. */
const away_ms = 1_000

const shelterOf = ({ config, secrets, clock }: Services) =>
  openShelter(join(config.dataDir, 'callbacks'), secrets, clock)

/** In the database; where that is away, in a file until it is back. */
function storing(services: Services) {
  const shelter = shelterOf(services)
  let awayUntil = 0
  return async (batch: Callback[]): Promise<StoredAt[]> => {
    if (performance.now() >= awayUntil) {
      try {
        const hooks = await inTime(keep(services.db, batch))
        return hooks.map((hook) => hook ?? 'unknown')
      } catch (error) {
        awayUntil = performance.now() + away_ms
        services.log.warn({ err: error }, 'callbacks could not be stored, and are kept in files')
      }
    }
    const kept = await shelter.put(batch)
    return kept.map((one) => (one ? 'sheltered' : 'nowhere'))
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = pause(patience_ms, undefined, { ref: false }).then((): never => {
    throw new Error('The database did not answer in time.')
  })
  return Promise.race([work, late])
}

/** What waits in files is stored when the database is back, after a restart as well. */
export function replayer(services: Services): Poller {
  const shelter = shelterOf(services)
  return {
    name: 'callbacks.replay',
    every_ms: 1_000,
    async next() {
      const [name] = await shelter.list()
      if (!name) return null
      try {
        const hooks = await keep(services.db, await shelter.read(name))
        await shelter.remove(name)
        for (const hook of hooks) if (hook) services.jobs.wake(`${hook.subject}.callbacks`)
      } catch (error) {
        if (isPassing(error)) return null
        services.log.error(
          { err: error, alarm: true, name },
          'callbacks in a file cannot be stored',
        )
        await shelter.setAside(name)
      }
      return async () => {}
    },
  }
}

const keep = (db: Db, batch: Callback[]): Promise<(Hook | undefined)[]> =>
  db.inPlatform(async (tx) => {
    const hooks = await hooksOf(tx, [...new Set(batch.map(({ hash }) => hash))])
    const known = new Map(hooks.map((hook) => [hook.hash, hook]))
    const found = batch.map(({ hash, kind }) => {
      const hook = known.get(hash)
      return hook && (kind === hook.expects || kind === 'timeout') ? hook : undefined
    })
    const kept = batch.flatMap((callback, index) => {
      const hook = found[index]
      if (!hook || hook.heard >= hook.most) return []
      hook.heard += 1
      const body = kindNamed(hook.provider).withoutSecrets(readable(callback.text))
      return [{ ...hook, ...callback, body: body === undefined ? null : JSON.stringify(body) }]
    })
    if (kept.length > 0) await insert(tx, kept)
    return found
  })

/** Of a payment, or of an integration whose bank knows one address for all. */
const hooksOf = (tx: PlatformTx, digests: string[]) => {
  const hashes = digests.map((hash) => Buffer.from(hash, 'hex'))
  return tx.all<Hook>`select encode(h.token_hash, 'hex') as hash, h.organization_id, h.subject,
      h.subject_id, h.provider, h.kind as expects, ${mostForOne}::int as most,
      (select count(*) from provider_events e where e.subject_id = h.subject_id) as heard
    from provider_hooks h where h.token_hash = any(${hashes}::bytea[])
    union all
    (select distinct on (i.hook_hash) encode(i.hook_hash, 'hex'), i.organization_id, 'payouts',
      i.id, i.provider, 'result', ${mostForBank}::int,
      (select count(*) from provider_events e
        where e.subject_id = i.id and e.received_at > app_now() - interval '1 hour')
    from integrations i where i.hook_hash = any(${hashes}::bytea[])
    order by i.hook_hash, i.created_at desc)`
}

/** What cannot be read, or not be kept as it is, is kept as text for somebody to look at. */
function readable(text: string): unknown {
  const asText = text.replace(/[\p{Cc}\p{Cs}]/gu, ' ')
  if (!isSimple(text) || /\\u(0000|d[89a-f])/i.test(text)) return asText
  try {
    return JSON.parse(text)
  } catch {
    return asText
  }
}

type StoredCallback = Hook & Callback & { body: string | null }

/** Stored before and not known to be, as when a commit was lost, it is there once. */
const insert = (tx: PlatformTx, kept: StoredCallback[]) => {
  const column = <K extends keyof StoredCallback>(name: K) => kept.map((row) => row[name])
  return tx.run`insert into provider_events
      (organization_id, subject, subject_id, provider, kind, body, source, arrival, received_at)
    select * from unnest(${column('organization_id')}::uuid[], ${column('subject')}::text[],
      ${column('subject_id')}::uuid[], ${column('provider')}::text[], ${column('kind')}::text[],
      ${column('body')}::jsonb[], ${column('source')}::text[], ${column('arrival')}::uuid[],
      ${column('at')}::timestamptz[])
    on conflict (arrival) do nothing`
}
