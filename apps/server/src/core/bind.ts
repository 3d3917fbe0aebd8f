import {
  type Access,
  type Area,
  accessHeader,
  catalogue,
  type Endpoint,
  type Input,
  organizationHeader,
  permissionOf,
  type Result,
  totalHeader,
} from '@mshahara/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { type Clock, dayOf } from './clock.ts'
import type { Ctx, Parts } from './ctx.ts'
import { begin, bindTo } from './db.ts'
import { fail, Refused, refusalOf } from './fail.ts'
import { recall, remember } from './idempotency.ts'
import { noteRefusal } from './refusals.ts'
import { accessMark, cookieJar, enter, isSameOrigin, type SignedIn, tokenOf } from './session.ts'
import { touch } from './sessions-seen.ts'

export type Handler<E extends Endpoint> = (ctx: Ctx, input: Input<E>) => Promise<Result<E>>
export type Handlers<A extends Area> = { [K in keyof A]: Handler<A[K]> }
export interface Bound {
  endpoint: Endpoint
  handler: Handler<Endpoint>
}

/** An area's table of contents: every endpoint of the contract with its handler. */
export function bind<A extends Area>(area: A, handlers: Handlers<A>): Bound[] {
  return Object.entries(area).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name as keyof A] as unknown as Handler<Endpoint>,
  }))
}

export function route(app: FastifyInstance, parts: Parts, { endpoint, handler }: Bound) {
  app.route({
    method: endpoint.method,
    url: `/api/${endpoint.path}`,
    ...(endpoint.bodyBytes ? { bodyLimit: endpoint.bodyBytes } : {}),
    handler: (request, reply) => answer(parts, endpoint, handler, request, reply),
  })
}

async function answer(
  parts: Parts,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const now = parts.clock.now()
  const given = endpoint.access === 'public' ? undefined : tokenOf(request, parts.config)
  if (endpoint.access !== 'public' && !given) fail(401)
  const entry = { now, requestId: request.id, clockIsSet: parts.clock.set }
  const open = await begin(parts.db.pool, (client) =>
    given ? enter(client, { ...given, ...entry }) : enterNobody(client, parts.clock),
  )
  try {
    const user = open.prepared
    const jar = cookieJar(request, reply, parts.config)
    if (given && !user) {
      if (given.cookie) jar.dropSession()
      fail(401)
    }
    admit(endpoint, request, parts, user, given?.cookie ?? false)
    if (user) reply.header(accessHeader, accessMark(user))
    let status: number = endpoint.success
    const ctx: Ctx = {
      ...parts,
      tx: open.tx,
      now,
      today: dayOf(now),
      user,
      address: request.ip,
      userAgent: request.headers['user-agent'],
      cookies: jar,
      requestId: request.id,
      status: (code) => {
        status = code
      },
      total: (count) => reply.header(totalHeader, count),
      apart: parts.db.apart,
      later: (name, data) => parts.jobs.send(open.tx, name, data, user),
    }
    const input = inputOf(endpoint, request)
    const known = await recall(ctx, endpoint, request)
    if (known) {
      await open.rollback()
      return reply.status(known.status).send(known.body)
    }
    const result = endpoint.response.parse(await handler(ctx, input))
    await remember(ctx, endpoint, request, status, result)
    await open.commit()
    if (user) touch(parts, user, now)
    if (endpoint.effect === 'write') parts.sealSoon()
    return reply.status(status).send(result)
  } catch (error) {
    await open.rollback()
    await noteRefusal(parts, request, endpoint, open.prepared, error)
    throw error
  }
}

const enterNobody = (client: PoolClient, clock: Clock): Promise<undefined> =>
  bindTo(client, { organization_id: null }, clock).then(() => undefined)

/** 401 has been decided; here 403 and 409, before anything is read. */
function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { config }: Parts,
  user: SignedIn | undefined,
  cookie: boolean,
) {
  const foreign = request.headers.origin !== undefined && !isSameOrigin(request, config)
  if (endpoint.effect === 'write' && (cookie ? !isSameOrigin(request, config) : foreign && !user)) {
    fail(403, 'This call must come from the application itself.')
  }
  if (!user) return
  const named = request.headers[organizationHeader]
  if (named && named !== user.organization_id) {
    fail(409, 'You have switched to another organization in another window.')
  }
  if (endpoint.needs === 'organization') {
    if (!user.activated) fail(403, 'First time login. Change of password required.')
    if (!user.organization_id) fail(403, 'Please create your organization first.')
  }
  if (!mayCall(endpoint.access, user)) fail(403)
}

function mayCall(access: Access, user: SignedIn): boolean {
  if (access === 'super-admin') return user.super_admin
  const permission = permissionOf(access)
  return !permission || user.permissions.has(permission)
}

/**
 * Params decide which record is meant, so a malformed one is a record that does not exist. Body and
 * query are parsed when the handler first reads them: it looks up the record before, so that
 * 404 comes before 422 (A13).
 */
function inputOf(endpoint: Endpoint, request: FastifyRequest): Input<Endpoint> {
  const params = endpoint.params?.safeParse(request.params)
  if (params && !params.success) fail(404, 'This record was not found.')
  const parsed = new Map<string, unknown>()
  const lazily = (part: 'query' | 'body') => {
    const schema = endpoint[part]
    if (schema && !parsed.has(part)) parsed.set(part, parse(schema, request[part] ?? {}))
    return parsed.get(part)
  }
  return {
    params: params?.data as never,
    get query() {
      return lazily('query') as never
    },
    get body() {
      return lazily('body') as never
    },
  }
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors: Record<string, string[]> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.join('.') || 'body'
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  throw new Refused(422, 'Please correct the marked fields.', errors)
}

/**
 * Every refusal has the same shape; what was not foreseen is logged and answered as the catalogue
 * says.
 */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal) {
      const { status, message, errors } = refusal
      return reply.status(status).send(errors ? { message, errors } : { message })
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
