import type { FastifyRequest } from 'fastify'
import type { Db } from '../core/db.ts'
import { Refused } from '../core/fail.ts'
import type { SignedIn } from '../core/signed-in.ts'
import type { Services } from './services.ts'

/** Somebody tried what they may not do: this is logged, whoever they are. */

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
  services: Services,
  request: FastifyRequest,
  { method, path }: Call,
  user: SignedIn | undefined,
  error: unknown,
) {
  if (!(error instanceof Refused) || error.status !== 403) return
  const call = `${method} ${path}`
  if (!isFirst(services, `${user?.id} ${call}`)) return
  const words = { address: request.ip, call, reason: error.message }
  try {
    const name = user?.name ?? 'Not signed in'
    await services.db.apart(
      (tx) => tx.run`
        select log_act(${user?.organization_id}, ${user?.id}, ${name}, 'refused', ${words})
        from set_config('app.request', ${request.id}, true)`,
    )
    services.sealSoon()
  } catch (fault) {
    // The caller is told of the refusal anyway.
    services.log.error({ err: fault }, 'refusal not noted')
  }
}

function isFirst({ db, clock }: Services, key: string): boolean {
  const minute = Math.floor(clock.now().getTime() / minute_ms)
  const last = noted.get(db)
  const keys = last?.minute === minute ? last.keys : new Set<string>()
  if (keys.has(key)) return false
  noted.set(db, { minute, keys: keys.add(key) })
  return true
}
