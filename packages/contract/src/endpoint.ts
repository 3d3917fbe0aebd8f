import type { z } from 'zod'
import type { Permission, Role } from './permissions.ts'
import type { Wording } from './say.ts'

/**
 * Who may make a call. `primary` goes by role, whatever permissions somebody was given (A11);
 * `owner-or` leaves the ownership question to the handler (`ownerOr`).
 */
export type Access =
  | Permission
  | 'public'
  | 'signed-in'
  | 'primary'
  | 'super-admin'
  | `owner-or ${Permission}`

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** What a call does to the world. Retries, origin check and idempotency keys follow it. */
export type Effect = 'read' | 'write'

/**
 * How far a person must have come. `session`: signed in is enough, even for somebody who must first
 * set up a second factor. `login`: also with no organisation yet or a password still to be changed.
 * `organization` (the default): the session acts in one.
 */
export type Needs = 'session' | 'login' | 'organization'

interface Described<P, Q, B, R> {
  method: Method
  path: string
  access: Access
  /** Moves or binds an organisation's money: for its own people, never for the operator. */
  insiders?: true
  /** What somebody without access is told, where the catalogue's sentence says too little. */
  forbidden?: Wording
  summary: string
  /** Answers 202 and does nothing yet where the organisation asks for a second person (B29). */
  waits?: true
  params?: P
  query?: Q
  body?: B
  response: R
  success?: 200 | 201
  effect?: Effect
  needs?: Needs
  /** The largest body in bytes, where it may be larger than usual. */
  bodyBytes?: number
  /** The most values and lists a body holds, where they may be more than usual. */
  bodyValues?: number
  /** Also takes its body as a multipart form, with files in place of data URLs. */
  form?: true
  /** Asked by an open page of itself: it does not keep an idle session alive. */
  unnoticed?: true
  /** What it takes or gives is secret: its answer is never stored under an idempotency key. */
  secret?: boolean
}

type Schema = z.ZodType
type Optional = Schema | undefined

export interface Endpoint<
  P extends Optional = Optional,
  Q extends Optional = Optional,
  B extends Optional = Optional,
  R extends Schema = Schema,
> extends Described<P, Q, B, R> {
  effect: Effect
  needs: Needs
  success: 200 | 201
}

export type AreaCalls = Record<string, Endpoint>

type Required<S> = [NonNullable<S>] extends [never] ? never : NonNullable<S>
type In<S> = [Required<S>] extends [never] ? undefined : z.output<Required<S> & Schema>
type Wire<S> = [Required<S>] extends [never] ? undefined : z.input<Required<S> & Schema>

/**
 * What a handler receives, parsed. Where the path names a record, query and body are parsed when
 * they are asked for: the record is looked up before, so that 404 comes before 422 (A13).
 */
export type Input<E extends Endpoint> = [Required<E['params']>] extends [never]
  ? { params: undefined; query: In<E['query']>; body: In<E['body']> }
  : { params: In<E['params']>; query: () => In<E['query']>; body: () => In<E['body']> }
/** What a caller sends. */
export interface Call<E extends Endpoint> {
  params?: Wire<E['params']>
  query?: Wire<E['query']>
  body?: Wire<E['body']>
}
/** What a handler returns, before it is encoded. */
export type Result<E extends Endpoint> = z.input<E['response']>
/** What a caller receives. */
export type Answer<E extends Endpoint> = z.output<E['response']>

export function endpoint<
  P extends Optional = undefined,
  Q extends Optional = undefined,
  B extends Optional = undefined,
  R extends Schema = Schema,
>(described: Described<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    effect: described.method === 'GET' ? 'read' : 'write',
    needs: 'organization',
    success: 200,
    ...described,
  }
}

/** Where a call goes; an empty filter is left out. */
export function addressOf(endpoint: Endpoint, call: Call<Endpoint> = {}): string {
  const params = (call.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((call.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const search = query.toString()
  return `/api/${path}${search ? `?${search}` : ''}`
}

/** Decided by who somebody is, not by a permission. */
const byStanding = ['public', 'signed-in', 'primary', 'super-admin']
const ownerOr = 'owner-or '

/** The permission a call asks for by itself, or nothing when role or ownership decides. */
export function permissionOf(access: Access): Permission | undefined {
  if (byStanding.includes(access) || access.startsWith(ownerOr)) return undefined
  return access as Permission
}

/** What a decision about access needs to know of somebody who is signed in. */
export interface Holder {
  role: Role
  holds(permission: Permission): boolean
  /** Whether it is about themselves; left out where the handler decides (`ownerOr`). */
  owns?: boolean
}

/** Whether they may make a call: the server's decision, and the screens' about what to offer. */
export function mayCall(
  { access, insiders }: Pick<Endpoint, 'access' | 'insiders'>,
  { role, holds, owns = true }: Holder,
): boolean {
  if (insiders && role === 'super-admin') return false
  if (access === 'super-admin') return role === 'super-admin'
  if (access === 'primary') return role === 'primary' || role === 'super-admin'
  const standIn = access.startsWith(ownerOr) && access.slice(ownerOr.length)
  if (standIn) return owns || holds(standIn as Permission)
  const permission = permissionOf(access)
  return !permission || holds(permission)
}
