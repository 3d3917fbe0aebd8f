import { type Endpoint, type Input, mayCall, organizationHeader } from '@mshahara/contract'
import { errorWords } from '@mshahara/contract/errors'
import { everywhere } from '@mshahara/contract/everywhere'
import type { FastifyRequest } from 'fastify'
import { fail, Refused } from '../core/fail.ts'
import type { SignedIn } from '../core/signed-in.ts'
import { isSameOrigin } from './cookies.ts'
import { parse } from './parse.ts'
import { say, sayToOperators } from './sentences.ts'
import type { Services } from './services.ts'

/** 401 has been decided; here 403 and 409, before anything is read. */
export function authorize(
  endpoint: Pick<Endpoint, 'access' | 'needs' | 'effect' | 'forbidden' | 'insiders'>,
  request: FastifyRequest,
  { config }: Services,
  user: SignedIn | undefined,
  cookie: boolean,
) {
  const foreign = request.headers.origin !== undefined && !isSameOrigin(request, config)
  if (endpoint.effect === 'write' && (cookie ? !isSameOrigin(request, config) : foreign && !user)) {
    fail(403, say.fromThePage)
  }
  if (!user) return
  const named = request.headers[organizationHeader]
  if (named && named !== user.organization_id) {
    throw new Refused(409, say.switched, { code: 'switched' })
  }
  if (user.must_add_factor && endpoint.needs !== 'session') {
    throw new Refused(403, say.factorFirst, { code: 'second-factor' })
  }
  if (endpoint.needs === 'organization' || endpoint.access === 'super-admin') {
    if (!user.activated) fail(403, everywhere.passwordFirst)
  }
  if (endpoint.needs === 'organization') {
    if (!user.organization_id) fail(403, errorWords.organizationFirst)
  }
  const { role, permissions } = user
  if (!mayCall(endpoint, { role, holds: (name) => permissions.has(name) })) {
    fail(403, endpoint.insiders && user.super_admin ? sayToOperators.outsider : endpoint.forbidden)
  }
}

/** Params say which record is meant, so a malformed one means a record that does not exist. */
export function inputOf(endpoint: Endpoint, request: FastifyRequest): Input<Endpoint> {
  const params = endpoint.params?.safeParse(request.params)
  if (params && !params.success) fail(404, everywhere.notFound)
  const parsed = new Map<string, unknown>()
  const lazily = (part: 'query' | 'body') => {
    const schema = endpoint[part]
    if (schema && !parsed.has(part)) parsed.set(part, parse(schema, request[part] ?? {}))
    return parsed.get(part) as never
  }
  if (params) {
    const { data } = params
    return { params: data as never, query: () => lazily('query'), body: () => lazily('body') }
  }
  return {
    params: undefined,
    get query() {
      return lazily('query')
    },
    get body() {
      return lazily('body')
    },
  } as never
}
