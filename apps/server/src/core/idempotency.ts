import { createHash } from 'node:crypto'
import type { Endpoint } from '@mshahara/contract'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from './ctx.ts'
import { fail } from './fail.ts'

/** Double submits: the first answer is stored in the transaction that made it, and told again. */

const keyForm = /^[\w-]{8,100}$/

function keyOf(ctx: Ctx, endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (endpoint.effect === 'read' || endpoint.secret || !ctx.user || typeof key !== 'string') return
  if (!keyForm.test(key)) fail(422, 'The Idempotency-Key is not valid.')
  return key
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

/** The stored answer, or nothing after the key has been claimed for this transaction. */
export async function recall(ctx: Ctx, endpoint: Endpoint, request: FastifyRequest) {
  const key = keyOf(ctx, endpoint, request)
  if (!key) return undefined
  const hash = requestHash(ctx, endpoint, request)
  // A second submit waits here until the first has committed or failed.
  const claimed = await ctx.tx.$client.query(
    'insert into answers (key, request_hash) values ($1, $2) on conflict do nothing returning 1',
    [key, hash],
  )
  if (claimed.rowCount) return undefined
  const { rows } = await ctx.tx.$client.query(
    'select request_hash, status, body from answers where key = $1',
    [key],
  )
  if (!rows[0] || !hash.equals(rows[0].request_hash)) {
    fail(422, 'This Idempotency-Key was used for another request.')
  }
  return { status: rows[0].status as number, body: rows[0].body as unknown }
}

export async function remember(
  ctx: Ctx,
  endpoint: Endpoint,
  request: FastifyRequest,
  status: number,
  body: unknown,
) {
  const key = keyOf(ctx, endpoint, request)
  if (!key) return
  await ctx.tx.$client.query('update answers set status = $2, body = $3 where key = $1', [
    key,
    status,
    JSON.stringify(body),
  ])
}
