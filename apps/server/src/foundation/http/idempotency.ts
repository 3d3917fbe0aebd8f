import { createHash } from 'node:crypto'
import type { Endpoint } from '@mshahara/contract'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../core/ctx.ts'
import { fail, NotNow } from '../core/fail.ts'
import { tokenHash } from '../core/secrets.ts'
import { say } from './sentences.ts'

/** Double submits: the first answer is stored in its own transaction, and repeated. */

const keyForm = /^[\w-]{8,100}$/

function keyIn(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (endpoint.effect === 'read' || endpoint.secret || typeof key !== 'string') return
  if (!keyForm.test(key)) fail(422, say.badKey)
  return key
}

const stillAtWork = () => new NotNow(409, say.stillAtWork, 1)

const inFlight = new Set<string>()

/** The same key twice at once: the second is refused without waiting. */
export function claim(endpoint: Endpoint, request: FastifyRequest, token: string | undefined) {
  const key = token && keyIn(endpoint, request)
  if (!key) return () => {}
  const mark = `${tokenHash(token).toString('base64')} ${key}`
  if (inFlight.has(mark)) throw stillAtWork()
  inFlight.add(mark)
  return () => inFlight.delete(mark)
}

/** Bound to organisation, call and body: the same key for something else is a mistake. */
function requestHash(ctx: Ctx, endpoint: Endpoint, request: FastifyRequest): Buffer {
  // A call that needs no organisation may itself move the session into one.
  const organization = endpoint.needs === 'login' ? null : ctx.user?.organization_id
  const words = [organization, endpoint.method, request.url]
  return createHash('sha256')
    .update(JSON.stringify([...words, request.body ?? null]))
    .digest()
}

interface Stored {
  request_hash: Buffer
  status: number
  body: unknown
}

/**
 * The stored answer, or nothing after the key has been claimed for this transaction. The claim is a
 * lock that nobody waits for: the same request on another server is refused.
 */
export async function recall(ctx: Ctx, endpoint: Endpoint, request: FastifyRequest) {
  const key = ctx.user && keyIn(endpoint, request)
  if (!key) return undefined
  const { mine } = await ctx.tx.one<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${claims}, hashtext(${`${ctx.user?.id}${key}`})) as mine`
  if (!mine) throw stillAtWork()
  const stored = await ctx.tx.maybe<Stored>`
    select request_hash, status, body from answers where key = ${key}`
  if (!stored) return undefined
  if (!requestHash(ctx, endpoint, request).equals(stored.request_hash)) {
    fail(422, say.otherRequest)
  }
  return { status: stored.status, body: stored.body }
}

/** "keys": locks of this kind are only ever tried. */
export const claims = 0x6b657973

export async function remember(
  ctx: Ctx,
  endpoint: Endpoint,
  request: FastifyRequest,
  status: number,
  body: unknown,
) {
  const key = ctx.user && keyIn(endpoint, request)
  if (!key) return
  const hash = requestHash(ctx, endpoint, request)
  await ctx.tx.run`insert into answers (key, request_hash, status, body)
    values (${key}, ${hash}, ${status}, ${JSON.stringify(body)})`
}
