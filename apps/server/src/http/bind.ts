import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Area,
  accessHeader,
  catalogue,
  type Endpoint,
  type Input,
  type Result,
  totalHeader,
} from '@mshahara/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import { type Clock, dayOf } from '../core/clock.ts'
import { type Ctx, holdsLock, type Outside, type Parts, seatOf } from '../core/ctx.ts'
import { begin } from '../core/db.ts'
import { fail, NotNow, refusalOf } from '../core/fail.ts'
import { turns } from '../core/turns.ts'
import { admit, inputOf } from './admit.ts'
import { bodies } from './bodies.ts'
import { claim, recall, remember } from './idempotency.ts'
import { noteRefusal } from './refusals.ts'
import { accessMark, cookieJar, enter, type SignedIn, tokenOf } from './session.ts'
import { touch } from './sessions-seen.ts'

export type Handler<E extends Endpoint> = ((ctx: Ctx, input: Input<E>) => Promise<Result<E>>) & {
  crosses?: boolean
}

/**
 * A call that reads a sheet, redraws a picture or stores a file does so between two transactions:
 * `look` decides whether it may, `make` works outside, `keep` saves. `undo` removes what `make` left
 * when `keep` refuses.
 */
export interface Staged<E extends Endpoint, Seen, Made> {
  crosses?: boolean
  look(ctx: Ctx, input: Input<E>): Promise<Seen>
  make(outside: Outside, input: Input<E>, seen: Seen): Promise<Made>
  keep(ctx: Ctx, input: Input<E>, made: Made): Promise<Result<E>>
  undo?(outside: Outside, made: Made): Promise<void>
}
// biome-ignore lint/suspicious/noExplicitAny: what passes between the stages is the call's own.
type AnyStaged<E extends Endpoint> = Staged<E, any, any>
type Work<E extends Endpoint> = Handler<E> | AnyStaged<E>

export type Handlers<A extends Area> = { [K in keyof A]: Work<A[K]> }
export interface Bound {
  endpoint: Endpoint
  handler: Work<Endpoint>
}

/** An area's table of contents: every endpoint of the contract with its handler. */
export function bind<A extends Area>(area: A, handlers: Handlers<A>): Bound[] {
  return Object.entries(area).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name as keyof A] as unknown as Work<Endpoint>,
  }))
}

/** Needs the platform for a part of its work, so it runs on connections that can reach it. */
export const crossing = <W extends object>(handler: W): W =>
  Object.assign(handler, { crosses: true })

export function route(app: FastifyInstance, parts: Parts, { endpoint, handler }: Bound) {
  const visitOf = (request: FastifyRequest, reply: FastifyReply): Visit => ({
    parts,
    endpoint,
    request,
    reply,
    now: parts.clock.now(),
    given: endpoint.access === 'public' ? undefined : tokenOf(request, parts.config),
    crosses: handler.crosses ?? false,
  })
  app.route({
    method: endpoint.method,
    url: `/api/${endpoint.path}`,
    ...bodies(parts, endpoint, (request, reply) =>
      inTransaction(visitOf(request, reply), async () => {}),
    ),
    handler: (request, reply) => answer(visitOf(request, reply), handler),
  })
}

/** One request on its road. */
interface Visit {
  parts: Parts
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  now: Date
  given: ReturnType<typeof tokenOf>
  crosses: boolean
}

async function answer(visit: Visit, handler: Work<Endpoint>) {
  const { endpoint, reply, parts, request } = visit
  const letGo = claim(endpoint, request, visit.given?.token)
  try {
    const told = 'look' in handler ? await inStages(visit, handler) : await once(visit, handler)
    if (endpoint.effect === 'write') parts.sealSoon()
    return reply.status(told.status).send(told.body)
  } finally {
    letGo()
  }
}

interface Told {
  status: number
  body: unknown
}

/** Tells a stored answer again, or acts and stores the answer in the same transaction. */
const once = (visit: Visit, act: (ctx: Ctx, input: Input<Endpoint>) => Promise<unknown>) =>
  inTransaction(visit, async (ctx, input): Promise<Told> => {
    const { endpoint, request } = visit
    const known = await recall(ctx, endpoint, request)
    if (known) return known
    const body = await checked(endpoint, await act(ctx, input), ctx)
    const status = ctx.answers.status ?? endpoint.success
    await remember(ctx, endpoint, request, status, body)
    return { status, body }
  })

const longAnswer = 200
/** Checking a long list keeps the processor busy: one at a time, and others in between. */
const oneLong = turns({ places: 1, waiting: 50, busy: 'Other long lists are being made just now.' })

function checked(endpoint: Endpoint, result: unknown, ctx: Ctx): unknown {
  if (!Array.isArray(result) || result.length < longAnswer) return endpoint.response.parse(result)
  return oneLong(seatOf(ctx), async () => {
    await nextTurn()
    return endpoint.response.parse(result)
  })
}

async function inStages(visit: Visit, staged: AnyStaged<Endpoint>): Promise<Told> {
  let outside: Outside | undefined
  const input = inputOf(visit.endpoint, visit.request)
  const looked = await inTransaction(visit, async (ctx) => {
    outside = ctx
    const known = await recall(ctx, visit.endpoint, visit.request)
    return known ? { known } : { seen: await staged.look(ctx, input) }
  })
  if (looked.known) return looked.known
  const made = await staged.make(outside as unknown as Outside, input, looked.seen)
  try {
    return await once(visit, (ctx) => staged.keep(ctx, input, made))
  } catch (error) {
    await staged.undo?.(outside as unknown as Outside, made)
    throw error
  }
}

/** Enters, admits, acts, commits; whatever goes wrong on the way is rolled back. */
async function inTransaction<T>(
  visit: Visit,
  act: (ctx: Ctx, input: Input<Endpoint>) => Promise<T>,
): Promise<T> {
  const { parts, endpoint, request, reply, now, given } = visit
  if (endpoint.access !== 'public' && !given) fail(401)
  const entry = { now, requestId: request.id, clockIsSet: parts.clock.set }
  const leave = await parts.gate.enter(parts.seats.of(given?.token, request.ip))
  try {
    const pool = visit.crosses ? parts.db.crossing : parts.db.requests
    const open = await begin(pool, (client) =>
      given ? enter(client, { ...given, ...entry }) : enterNobody(client, parts.clock),
    )
    try {
      const user = open.prepared
      const jar = cookieJar(request, reply, parts.config)
      if (given && !user) {
        if (given.cookie) jar.dropSession()
        fail(401)
      }
      if (given && user) parts.seats.note(given.token, user)
      admit(endpoint, request, parts, user, given?.cookie ?? false)
      if (user) reply.header(accessHeader, accessMark(user))
      const ctx = ctxOf(visit, open.tx, user, jar)
      const result = await act(ctx, inputOf(endpoint, request))
      await open.commit()
      if (user) await touch(parts, user, now, given?.cookie ?? false)
      return result
    } catch (error) {
      await open.rollback()
      await noteRefusal(parts, request, endpoint, open.prepared, error)
      throw error
    }
  } finally {
    leave()
  }
}

function ctxOf(
  { parts, request, reply, now }: Visit,
  tx: Ctx['tx'],
  user: SignedIn | undefined,
  cookies: Ctx['cookies'],
): Ctx {
  const answers: Ctx['answers'] = {}
  return {
    ...parts,
    tx,
    now,
    today: dayOf(now),
    user,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    cookies,
    requestId: request.id,
    answers,
    status: (code) => {
      answers.status = code
    },
    total: (count) => reply.header(totalHeader, count),
    async apart(work) {
      if (parts.guarded && (await holdsLock(tx))) {
        throw new Error('A second connection was asked for while the request holds a lock.')
      }
      return parts.db.apart(work)
    },
    later: (name, data) => parts.jobs.send(tx, name, data),
  }
}

const enterNobody = (client: PoolClient, clock: Clock): Promise<undefined> =>
  client
    .query(`select set_config('app.now', $1, true)`, [clock.set ? clock.now().toISOString() : ''])
    .then(() => undefined)

/**
 * Every refusal has the same shape; what was not foreseen is logged and answered as the catalogue
 * says.
 */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal) {
      if (refusal instanceof NotNow) reply.header('retry-after', refusal.retryAfter_s)
      return reply.status(refusal.status).send(refusal.body)
    }
    const status = error.statusCode ?? 500
    if (status === 413) return reply.status(422).send({ message: 'What you sent is too large.' })
    if (status >= 400 && status < 500) {
      return reply.status(400).send({ message: catalogue[400] })
    }
    request.log.error({ err: error }, 'unexpected error')
    return reply.status(500).send({ message: catalogue[500] })
  })
}
