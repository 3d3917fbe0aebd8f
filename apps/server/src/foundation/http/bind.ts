import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AreaCalls, Endpoint, Input, Result } from '@mshahara/contract'
import { errorWords } from '@mshahara/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, type Outside, seatOf } from '../core/ctx.ts'
import { CommitLost } from '../core/db.ts'
import { NotNow, Refused } from '../core/fail.ts'
import { turns } from '../core/turns.ts'
import { inputOf } from './authorize.ts'
import { bodies } from './bodies.ts'
import { refusalOf } from './constraints.ts'
import { claim, recall, remember } from './idempotency.ts'
import { languageOf, refuseUntranslated } from './language.ts'
import { say } from './sentences.ts'
import type { Services } from './services.ts'
import { inTransaction, type Visit, visitOf } from './visit.ts'

export type Handler<E extends Endpoint> = ((ctx: Ctx, input: Input<E>) => Promise<Result<E>>) & {
  crosses?: boolean
}

/** What a call answers that does not act yet: somebody else has to agree first (202). */
export class Later {
  readonly body: { message: string; proposal_id: string }
  constructor(body: { message: string; proposal_id: string }) {
    this.body = body
  }
}

/**
 * A call that reads a sheet, redraws a picture or stores a file does so between two transactions:
 * `look` decides whether it may, `make` works outside, `keep` saves. `undo` removes what `make`
 * left if `keep` refuses; what a crash or a lost commit leaves is swept (jobs/left-files.ts).
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

export type Handlers<A extends AreaCalls> = { [K in keyof A]: Work<A[K]> }
export interface Bound {
  endpoint: Endpoint
  handler: Work<Endpoint>
}

/** An area's table of contents: every endpoint of the contract with its handler. */
export function bind<A extends AreaCalls>(area: A, handlers: Handlers<A>): Bound[] {
  return Object.entries(area).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name as keyof A] as unknown as Work<Endpoint>,
  }))
}

/** Needs the platform for a part of its work, so it runs on connections that can reach it. */
export const crossing = <W extends object>(handler: W): W =>
  Object.assign(handler, { crosses: true })

export function route(app: FastifyInstance, services: Services, { endpoint, handler }: Bound) {
  const visit = (request: FastifyRequest, reply: FastifyReply) =>
    visitOf(services, endpoint, request, reply, handler.crosses)
  app.route({
    method: endpoint.method,
    url: `/api/${endpoint.path}`,
    config: { form: endpoint.form === true, values: endpoint.bodyValues },
    ...bodies(services, endpoint, (request, reply) =>
      inTransaction(visit(request, reply), async () => {}),
    ),
    handler: (request, reply) => answer(visit(request, reply), handler),
  })
}

async function answer(visit: Visit<Endpoint>, handler: Work<Endpoint>) {
  const { call: endpoint, reply, services, request } = visit
  const letGo = claim(endpoint, request, visit.given?.token)
  try {
    const result = 'look' in handler ? await inStages(visit, handler) : await once(visit, handler)
    if (endpoint.effect === 'write') services.sealSoon()
    return reply.status(result.status).send(result.body)
  } finally {
    letGo()
  }
}

interface StatusAndBody {
  status: number
  body: unknown
}

/** Repeats a stored answer, or acts and stores the answer in the same transaction. */
const once = (
  visit: Visit<Endpoint>,
  act: (ctx: Ctx, input: Input<Endpoint>) => Promise<unknown>,
) =>
  inTransaction(visit, async (ctx): Promise<StatusAndBody> => {
    const { call: endpoint, request } = visit
    const known = await recall(ctx, endpoint, request)
    if (known) return known
    const result = await act(ctx, inputOf(endpoint, request))
    const waits = result instanceof Later
    if (waits && !endpoint.waits) throw new Error(`${endpoint.path} does not say that it may wait.`)
    const body = waits ? result.body : await checked(endpoint, result, ctx)
    const status = waits ? 202 : (ctx.answers.status ?? endpoint.success)
    await remember(ctx, endpoint, request, status, body)
    return { status, body }
  })

const longAnswer = 200
/** Checking a long list keeps the processor busy: one at a time, and others in between. */
const oneLong = turns({ places: 1, waiting: 50, busy: say.longLists })

function checked(endpoint: Endpoint, result: unknown, ctx: Ctx): unknown {
  if (!Array.isArray(result) || result.length < longAnswer) return endpoint.response.parse(result)
  return oneLong(seatOf(ctx), async () => {
    await nextTurn()
    return endpoint.response.parse(result)
  })
}

async function inStages(
  visit: Visit<Endpoint>,
  staged: AnyStaged<Endpoint>,
): Promise<StatusAndBody> {
  let outside: Outside | undefined
  const looked = await inTransaction(visit, async (ctx) => {
    outside = outsideOf(visit, ctx)
    const known = await recall(ctx, visit.call, visit.request)
    if (known) return { known }
    // Read here, where it is known that the person may: 403 comes before 404 and 422.
    const input = inputOf(visit.call, visit.request)
    return { input, seen: await staged.look(ctx, input) }
  })
  if (looked.known) return looked.known
  const { input, seen } = looked
  const made = await staged.make(outside as Outside, input, seen)
  try {
    return await once(visit, (ctx) => staged.keep(ctx, input, made))
  } catch (error) {
    if (!(error instanceof CommitLost)) await staged.undo?.(outside as Outside, made)
    throw error
  }
}

function outsideOf({ services }: Visit, ctx: Ctx): Outside {
  const organization_id = ctx.user?.organization_id ?? null
  return {
    ...ctx,
    byItself: (work) => services.db.besideOrg({ organization_id, actor: 'System' }, work),
  }
}

/**
 * Every refusal has the same shape; anything unforeseen is logged and answered as in the
 * catalogue.
 */
export function handleErrors(app: FastifyInstance, services: Services) {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const refusal = refusalOf(error) ?? refusalFor(error.statusCode)
    if (refusal.status === 500) request.log.error({ err: error }, 'unexpected error')
    refuseUntranslated(services, request, refusal)
    if (refusal instanceof NotNow) reply.header('retry-after', refusal.retryAfter_s)
    return reply.status(refusal.status).send(refusal.body(languageOf(request)))
  })
}

/** What Fastify itself refuses, and whatever nobody foresaw. */
function refusalFor(status = 500): Refused {
  if (status === 413) return new Refused(422, say.tooLarge)
  if (status >= 400 && status < 500) return new Refused(400, errorWords.badRequest)
  return new Refused(500, errorWords.server)
}
