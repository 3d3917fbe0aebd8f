import { accessHeader, type Endpoint, totalHeader } from '@mshahara/contract'
import { errorWords } from '@mshahara/contract/errors'
import { inLanguage } from '@mshahara/contract/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import { type Clock, dayOf } from '../core/clock.ts'
import type { Ctx } from '../core/ctx.ts'
import { begin, type Tx } from '../core/db.ts'
import { fail, Refused } from '../core/fail.ts'
import type { Parts } from '../core/parts.ts'
import type { SignedIn } from '../core/signed-in.ts'
import { authorize } from './authorize.ts'
import { cookieJar, tokenOf } from './cookies.ts'
import { claims } from './idempotency.ts'
import { languageOf, noteAsker } from './language.ts'
import { noteRefusal } from './refusals.ts'
import type { Services } from './services.ts'
import { accessMark, endedWith, enter, placeLost } from './session.ts'
import { touch } from './sessions-seen.ts'

/** The one way into a request, for calls of the contract and for files beside it. */

/** What has to be known about a call before it is let in. */
export type CallInfo = Pick<
  Endpoint,
  'method' | 'path' | 'access' | 'needs' | 'effect' | 'forbidden' | 'unnoticed'
>

/** One request on its way through the server. */
export interface Visit<C extends CallInfo = CallInfo> {
  services: Services
  call: C
  request: FastifyRequest
  reply: FastifyReply
  now: Date
  given: ReturnType<typeof tokenOf>
  /** Needs the platform for a part of its work. */
  crosses: boolean
}

export const visitOf = <C extends CallInfo>(
  services: Services,
  call: C,
  request: FastifyRequest,
  reply: FastifyReply,
  crosses = false,
): Visit<C> => ({
  services,
  call,
  request,
  reply,
  now: services.clock.now(),
  given: call.access === 'public' ? undefined : tokenOf(request, services.config),
  crosses,
})

/** Enters, admits, acts, commits; whatever goes wrong on the way is rolled back. */
export async function inTransaction<T>(visit: Visit, act: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { services, call, request, reply, now, given } = visit
  if (call.access !== 'public' && !given) fail(401)
  const { clock, config } = services
  const entry = {
    now,
    requestId: request.id,
    clockIsSet: clock.set,
    operatorsNeedFactor: config.operatorsNeedFactor,
  }
  const leave = await services.gate.enter(services.seats.of(given?.token, request.ip))
  try {
    const pool = visit.crosses ? services.db.crossing : services.db.requests
    const open = await begin(
      pool,
      (client) =>
        given ? enter(client, { ...given, ...entry }) : enterNobody(client, services.clock),
      // Whoever only looks changes nothing, whatever the handler tries (A31).
      call.effect === 'read' ? 'read only' : 'read write',
    )
    try {
      const user = open.prepared
      const jar = cookieJar(request, reply, services.config)
      if (given && !user) {
        // The cookie stays where a page has to hear why: pictures and the bell may ask first.
        const shut = await endedWith(open.tx, given.token)
        if (shut) {
          const told = errorWords.deactivated({ organization: shut })
          throw new Refused(401, told, { code: 'deactivated' })
        }
        if (await placeLost(open.tx, given.token)) {
          throw new Refused(401, errorWords.unauthorized, { code: 'removed' })
        }
        if (given.cookie) jar.dropSession()
        fail(401)
      }
      if (given && user) services.seats.note(given.token, user)
      noteAsker(request, user)
      authorize(call, request, services, user, given?.cookie ?? false)
      if (user) reply.header(accessHeader, accessMark(user))
      const ctx = ctxOf(visit, open.tx, user, jar)
      const result = await act(ctx)
      await open.commit()
      if (user && !call.unnoticed) await touch(services, user, now, given?.cookie ?? false)
      return result
    } catch (error) {
      await open.rollback()
      await noteRefusal(services, request, call, open.prepared, error)
      throw error
    }
  } finally {
    leave()
  }
}

function ctxOf(
  { services, request, reply, now }: Visit,
  tx: Ctx['tx'],
  user: SignedIn | undefined,
  cookies: Ctx['cookies'],
): Ctx {
  const answers: Ctx['answers'] = {}
  return {
    ...partsOf(services),
    tx,
    now,
    today: dayOf(now),
    user,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    cookies,
    requestId: request.id,
    answers,
    language: languageOf(request),
    say: (said) => inLanguage(said, languageOf(request)),
    status: (code) => {
      answers.status = code
    },
    total: (count) => reply.header(totalHeader, count),
    async apart(work) {
      if (services.guarded && (await holdsLock(tx))) {
        throw new Error('A second connection was asked for while the request holds a lock.')
      }
      return services.db.apart(work)
    },
    later: (name, data) => services.jobs.send(tx, name, data),
  }
}

const enterNobody = (client: PoolClient, clock: Clock): Promise<undefined> =>
  client
    .query(`select set_config('app.now', $1, true)`, [clock.set ? clock.now().toISOString() : ''])
    .then(() => undefined)

/** Handlers get neither the pools nor the door. */
function partsOf(services: Services): Parts {
  const { config, clock, secrets, jobs, mail, files, network, log } = services
  const { logModules, recordNames, sealSoon } = services
  const told = { log, logModules, recordNames, sealSoon }
  return { config, clock, secrets, jobs, mail, files, network, ...told }
}

/** Whether others may have to wait for this transaction. */
async function holdsLock(tx: Tx): Promise<boolean> {
  const { locks } = await tx.one<{ locks: boolean }>`
    select pg_current_xact_id_if_assigned() is not null or exists (
       select from pg_locks where pid = pg_backend_pid() and (mode = 'RowShareLock'
         or locktype = 'advisory' and classid::int <> ${claims})) as locks`
  return locks
}
