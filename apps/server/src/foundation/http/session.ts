import { createHash } from 'node:crypto'
import { effective, limits, type Permission, type Role } from '@mshahara/contract'
import { secondFactorRights } from '@mshahara/contract/second-factor'
import type pg from 'pg'
import { secondsLater } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { newToken, tokenHash } from '../core/secrets.ts'
import type { SignedIn } from '../core/signed-in.ts'

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
  settled: boolean
  last_seen_at: string
  expires_at: string
  by_cookie: boolean
  has_factor: boolean
  factor_required: boolean
}

/** Checks the session and binds the transaction to its organisation, in one question. */
export async function enter(
  client: pg.PoolClient,
  { token, cookie, now, requestId, clockIsSet, operatorsNeedFactor }: Entry,
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
  const permissions = row.role ? effective(role, row.permissions) : new Set<Permission>()
  const asked =
    (row.factor_required && secondFactorRights.some((right) => permissions.has(right))) ||
    (row.super_admin && operatorsNeedFactor)
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
    settled: row.settled,
    extra: row.permissions,
    permissions,
    factor_required: asked,
    // The first password comes first.
    must_add_factor: asked && !row.has_factor && row.activated,
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
  operatorsNeedFactor: boolean
}

/** A short name for what a person may do, so that the browser notices when it changes. */
export function accessMark(user: SignedIn): string {
  const words = [user.organization_id, user.role, ...[...user.extra].sort(), user.activated]
  if (user.must_add_factor) words.push('factor')
  return createHash('sha256').update(words.join('|')).digest('base64url').slice(0, 10)
}

export interface NewSession {
  user_id: string
  organization_id: string | null
  now: Date
  address: string
  userAgent: string | undefined
  /** When the previous session would have ended: switching does not extend it. */
  expires_at?: string
}

/** A new session; only its hash is kept. */
export async function openSession(tx: Tx, opening: NewSession): Promise<string> {
  const { user_id, organization_id, address, userAgent, now } = opening
  const token = newToken()
  const ends = opening.expires_at ?? secondsLater(now, limits.sessionHours * 3600)
  await tx.run`
    insert into sessions (token_hash, user_id, organization_id, address, user_agent,
      created_at, last_seen_at, expires_at)
    values (${tokenHash(token)}, ${user_id}, ${organization_id}, ${address},
      ${userAgent?.slice(0, 200)}, ${now}, ${now}, ${ends})`
  return token
}

interface OpenSession {
  id: string
  address: string | null
  user_agent: string | null
  created_at: string
  last_seen_at: string
}

/** Those a call could still be made with: a browser's also ends when nobody has used it. */
export const openSessionsOf = (tx: Tx, user_id: string, now: Date) =>
  tx.all<OpenSession>`select id, address, user_agent, created_at, last_seen_at from sessions
    where user_id = ${user_id} and expires_at > ${now}
      and (not by_cookie or last_seen_at > ${secondsLater(now, -limits.idleServer_s)})
    order by last_seen_at desc, id`

/** The session goes on in another organisation, or in none. */
export const moveSession = (tx: Tx, session_id: string, organization_id: string | null) =>
  tx.run`update sessions set organization_id = ${organization_id} where id = ${session_id}`

export const endSession = (tx: Tx, id: string) => tx.run`delete from sessions where id = ${id}`

export const endSessionOf = (tx: Tx, token: string) =>
  tx.run`delete from sessions where token_hash = ${tokenHash(token)}`

/** Ends the sessions of a person everywhere, sparing one if asked. */
export async function endSessions(tx: Tx, which: { user_id: string; except?: string }) {
  const { user_id, except = null } = which
  await tx.run`delete from sessions where user_id = ${user_id} and id is distinct from ${except}`
}

/**
 * Ends the sessions of a person in one organisation. They stay on record until they are swept, so
 * that their phone hears that they have no place there any more (`place_lost`).
 */
export const endSessionsAt = (tx: Tx, which: { user_id: string; organization_id: string }) =>
  tx.run`update sessions set expires_at = least(expires_at, app_now())
    where user_id = ${which.user_id} and organization_id = ${which.organization_id}`

/**
 * Ends the sessions of everybody in a deactivated organisation but the operator's. They stay on
 * record until they are swept, so that whoever comes back with one can be told why (`ended_with`).
 */
export const endSessionsIn = (tx: Tx, organization_id: string) =>
  tx.run`update sessions s set expires_at = least(s.expires_at, app_now()) from users u
    where s.organization_id = ${organization_id} and u.id = s.user_id and not u.super_admin`

/** The person of this session has lost their place in its organisation. */
export async function placeLost(tx: Tx, token: string): Promise<boolean> {
  const { lost } = await tx.one<{ lost: boolean }>`
    select place_lost(${tokenHash(token)}) as lost`
  return lost
}

/** The organisation whose deactivation has ended this session, if that is why. */
export async function endedWith(tx: Tx, token: string): Promise<string | undefined> {
  const { name } = await tx.one<{ name: string | null }>`
    select ended_with(${tokenHash(token)}) as name`
  return name ?? undefined
}
