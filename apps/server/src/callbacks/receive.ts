import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db, PlatformTx } from '../core/db.ts'
import { fail, NotNow } from '../core/fail.ts'
import { gathered } from '../core/gathered.ts'
import type { House } from '../http/house.ts'
import { isSimple } from '../http/json.ts'
import type { HookKind } from '../providers/provider.ts'
import { kindNamed } from '../providers/registry.ts'
import { hookHash, isHookToken, kindOf } from './tokens.ts'

/**
 * Callbacks of payment providers. They carry no signature: the address is what cannot be guessed.
 * What comes is kept first and answered at once; what it means is worked out afterwards, once.
 */

interface Callback {
  hash: Buffer
  kind: HookKind
  text: string
  source: string
}

/** What the address was made for. */
interface Hook {
  hash: string
  organization_id: string | null
  subject: string
  subject_id: string
  provider: string
  /** How much has come to it already. */
  heard: number
  most: number
}

const largest = 64 * 1024
/** More than this many at once are asked to come again. */
const mostWaiting = 2_000
/** Nothing that a provider does says more than this about one payment; the rest is not kept. */
const mostForOne = 50
/** A bank with one address for all payments uses it often. */
const mostForBank = 1_000_000

export function receive(app: FastifyInstance, { config, db, jobs }: House) {
  const keeper = gathered((batch: Callback[]) => keep(db, batch), {
    most: 200,
    patience_ms: 15,
  })
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
        if (keeper.waiting() > mostWaiting) throw new NotNow(503, 'Please try again in a moment.')
        const text = typeof request.body === 'string' ? request.body : ''
        const hook = await keeper.add({ hash: hookHash(token), kind, text, source: request.ip })
        if (!hook) return notFound()
        jobs.wake(`${hook.subject}.heard`)
        return { ResultCode: 0, ResultDesc: 'Accepted' }
      },
    )
  })
}

const notFound = (): never => fail(404, 'This address does not exist.')

/** Only where the operator lists the provider's addresses; behind a proxy as TRUST_PROXY says. */
const isStranger = ({ ip }: FastifyRequest, known: string[] | undefined) =>
  known !== undefined && !known.includes(ip.replace(/^::ffff:/, ''))

const keep = (db: Db, batch: Callback[]): Promise<(Hook | undefined)[]> =>
  db.inPlatform(async (tx) => {
    const hooks = await hooksOf(tx, [...new Set(batch.map(({ hash }) => hash))])
    const known = new Map(hooks.map((hook) => [hook.hash, hook]))
    const found = batch.map(({ hash }) => known.get(hash.toString('hex')))
    const kept = batch.flatMap((callback, index) => {
      const hook = found[index]
      if (!hook || hook.heard >= hook.most) return []
      hook.heard += 1
      const body = kindNamed(hook.provider).withoutSecrets(readable(callback.text))
      const { kind, source } = callback
      return [{ ...hook, kind, source, body: body === undefined ? null : JSON.stringify(body) }]
    })
    if (kept.length > 0) await insert(tx, kept)
    return found
  })

/** Of a payment, or of an integration whose bank knows one address for all. */
const hooksOf = (tx: PlatformTx, hashes: Buffer[]) =>
  tx.all<Hook>`select encode(h.token_hash, 'hex') as hash, h.organization_id, h.subject,
      h.subject_id, h.provider, ${mostForOne}::int as most,
      (select count(*) from provider_events e where e.subject_id = h.subject_id) as heard
    from provider_hooks h where h.token_hash = any(${hashes}::bytea[])
    union all
    (select distinct on (i.hook_hash) encode(i.hook_hash, 'hex'), i.organization_id, 'payouts',
      i.id, i.provider, ${mostForBank}::int,
      (select count(*) from provider_events e
        where e.subject_id = i.id and e.received_at > app_now() - interval '1 hour')
    from integrations i where i.hook_hash = any(${hashes}::bytea[])
    order by i.hook_hash, i.created_at desc)`

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

type Kept = Hook & Pick<Callback, 'kind' | 'source'> & { body: string | null }

const insert = (tx: PlatformTx, kept: Kept[]) => {
  const column = <K extends keyof Kept>(name: K) => kept.map((row) => row[name])
  return tx.run`insert into provider_events
      (organization_id, subject, subject_id, provider, kind, body, source)
    select * from unnest(${column('organization_id')}::uuid[], ${column('subject')}::text[],
      ${column('subject_id')}::uuid[], ${column('provider')}::text[], ${column('kind')}::text[],
      ${column('body')}::jsonb[], ${column('source')}::text[])`
}
