import { createHash } from 'node:crypto'
import { effective, limits, type Permission, pageHeader, type Role } from '@mshahara/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { secondsLater } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import type { Tx } from '../core/db.ts'
import { deviceJar } from '../core/devices.ts'
import { newToken, tokenHash } from '../core/secrets.ts'

/** Who makes the call, as the session says at this moment. */
export interface SignedIn {
  session_id: string
  id: string
  name: string
  organization_id: string | null
  role: Role
  super_admin: boolean
  activated: boolean
  employee_id: string | null
  /** Employed no longer. */
  leaver: boolean
  extra: Permission[]
  permissions: ReadonlySet<Permission>
  last_seen_at: string
  expires_at: string
  /** A browser has used it before. */
  by_cookie: boolean
}

interface EnteredRow {
  session_id: string
  user_id: string
  organization_id: string | null
  first_name: string
  last_name: string
  super_admin: boolean
  activated: boolean
  role: Role | null
  permissions: Permission[]
  employee_id: string | null
  leaver: boolean
  last_seen_at: string
  expires_at: string
  by_cookie: boolean
}

/** Checks the session and binds the transaction to its organisation, in one question. */
export async function enter(
  client: pg.PoolClient,
  { token, cookie, now, requestId, clockIsSet }: Entry,
): Promise<SignedIn | undefined> {
  const { rows } = await client.query<EnteredRow>({
    name: 'enter',
    text: 'select * from enter_session($1, $2, $3, $4, $5, $6)',
    values: [
      tokenHash(token),
      now,
      secondsLater(now, -limits.idleServer_s),
      cookie,
      requestId,
      clockIsSet ? now : null,
    ],
  })
  const row = rows[0]
  if (!row) return undefined
  const role = row.role ?? 'employee'
  return {
    session_id: row.session_id,
    id: row.user_id,
    name: `${row.first_name} ${row.last_name}`,
    organization_id: row.organization_id,
    role,
    super_admin: row.super_admin,
    activated: row.activated,
    employee_id: row.employee_id,
    leaver: row.leaver,
    extra: row.permissions,
    permissions: row.role ? effective(role, row.permissions) : new Set(),
    last_seen_at: row.last_seen_at,
    expires_at: row.expires_at,
    by_cookie: row.by_cookie,
  }
}

export interface Entry {
  token: string
  cookie: boolean
  now: Date
  requestId: string
  clockIsSet: boolean
}

/** A short name for what a person may do, so that the browser notices when it changes. */
export function accessMark(user: SignedIn): string {
  const words = [user.organization_id, user.role, ...[...user.extra].sort(), user.activated]
  return createHash('sha256').update(words.join('|')).digest('base64url').slice(0, 10)
}

// ---------------------------------------------------------------- cookies

const secure = (config: Config) => config.publicUrl.startsWith('https:')
export const sessionCookie = (config: Config) => (secure(config) ? '__Host-mshahara' : 'mshahara')
const ticketCookie = (config: Config) =>
  secure(config) ? '__Host-mshahara_signin' : 'mshahara_signin'

export function tokenOf(request: FastifyRequest, config: Config) {
  const header = request.headers.authorization
  if (header) {
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1]
    return { token: token ?? '-', cookie: false }
  }
  const token = request.cookies[sessionCookie(config)]
  return token ? { token, cookie: true } : undefined
}

const options = (config: Config) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/', secure: secure(config) }) as const

/** The cookies of a sign-in: the session, and before it the ticket that binds the code. */
export function cookieJar(request: FastifyRequest, reply: FastifyReply, config: Config) {
  const name = ticketCookie(config)
  let fresh: string | undefined
  return {
    ...deviceJar(request, reply, options(config)),
    ticket: request.cookies[name],
    /** Never the one the browser brought along: somebody else may have put it there. */
    freshTicket(): string {
      fresh ??= newToken()
      reply.setCookie(name, fresh, { ...options(config), maxAge: limits.otpMinutes * 60 * 2 })
      return fresh
    },
    giveSession(token: string) {
      reply.clearCookie(name, options(config))
      reply.setCookie(sessionCookie(config), token, {
        ...options(config),
        maxAge: limits.sessionHours * 3600,
      })
    },
    dropSession: () => reply.clearCookie(sessionCookie(config), options(config)),
    /** A page has the cookie, and no script of it needs the token (A5). */
    forClient: (token: string) => (isFromPage(request) ? undefined : token),
  }
}
export type CookieJar = ReturnType<typeof cookieJar>

/** Browsers say so themselves; where the address is not https only our own pages do. */
const isFromPage = ({ headers }: FastifyRequest) =>
  'sec-fetch-site' in headers || pageHeader in headers

/** A call with an effect, made with the cookie, must come from our own pages. */
export function isSameOrigin({ headers }: FastifyRequest, { publicUrl }: Config): boolean {
  const site = headers['sec-fetch-site']
  return site ? site === 'same-origin' : headers.origin === publicUrl
}

// ---------------------------------------------------------------- rows (platform role)

export interface Opening {
  user_id: string
  organization_id: string | null
  now: Date
  address: string
  userAgent: string | undefined
  /** The end of the session it goes on from: switching does not put it off. */
  expires_at?: string
}

/** A new session; only its hash is kept. */
export async function openSession(tx: Tx, opening: Opening): Promise<string> {
  const token = newToken()
  await tx.$client.query(
    `insert into sessions (token_hash, user_id, organization_id, address, user_agent,
       created_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [
      tokenHash(token),
      opening.user_id,
      opening.organization_id,
      opening.address,
      opening.userAgent?.slice(0, 200),
      opening.now,
      opening.expires_at ?? secondsLater(opening.now, limits.sessionHours * 3600),
    ],
  )
  return token
}

/** The session goes on in another organisation, or in none. */
export async function moveSession(tx: Tx, session_id: string, organization_id: string | null) {
  await tx.$client.query('update sessions set organization_id = $2 where id = $1', [
    session_id,
    organization_id,
  ])
}

/** Ends sessions: of a person everywhere, or in one organisation, sparing one if asked. */
export async function endSessions(
  tx: Tx,
  which: { user_id: string; organization_id?: string | undefined; except?: string | undefined },
) {
  await tx.$client.query(
    `delete from sessions where user_id = $1
       and ($2::uuid is null or organization_id = $2) and id is distinct from $3`,
    [which.user_id, which.organization_id ?? null, which.except ?? null],
  )
}
