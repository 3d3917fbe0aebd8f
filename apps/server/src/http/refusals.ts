import type { FastifyRequest } from 'fastify'
import type { Parts } from '../core/ctx.ts'
import type { Db } from '../core/db.ts'
import { Refused } from '../core/fail.ts'
import type { SignedIn } from './session.ts'

/** Somebody asked for what they may not do: an entry of the log, whoever they are. */

interface Call {
  method: string
  path: string
}

const minute_ms = 60_000
const noted = new WeakMap<Db, { minute: number; keys: Set<string> }>()

/**
 * To be called once the refused transaction has ended and given its connection back. One entry a
 * minute for a person and a call, so that a loop cannot flood the log.
 */
export async function noteRefusal(
  parts: Parts,
  request: FastifyRequest,
  { method, path }: Call,
  user: SignedIn | undefined,
  error: unknown,
) {
  if (!(error instanceof Refused) || error.status !== 403) return
  const call = `${method} ${path}`
  if (!isFirst(parts, `${user?.id} ${call}`)) return
  const words = { address: request.ip, call, reason: error.message }
  try {
    await parts.db.apart((tx) =>
      tx.$client.query(
        `select log_act($1, $2, $3, 'refused', $4) from set_config('app.request', $5, true)`,
        [user?.organization_id, user?.id, user?.name ?? 'Not signed in', words, request.id],
      ),
    )
    parts.sealSoon()
  } catch (fault) {
    // The caller is told of the refusal all the same.
    parts.log.error({ err: fault }, 'refusal not noted')
  }
}

function isFirst({ db, clock }: Parts, key: string): boolean {
  const minute = Math.floor(clock.now().getTime() / minute_ms)
  const last = noted.get(db)
  const keys = last?.minute === minute ? last.keys : new Set<string>()
  if (keys.has(key)) return false
  noted.set(db, { minute, keys: keys.add(key) })
  return true
}
