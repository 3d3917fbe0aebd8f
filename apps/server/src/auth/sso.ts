import { timingSafeEqual } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type { Handler } from '../core/bind.ts'
import type { Config } from '../core/config.ts'
import { type Ctx, inPlatform, type Parts } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import { newToken } from '../core/secrets.ts'
import { cookieJar } from '../core/session.ts'
import { addLogin, type Login, loginByEmail, loginById } from '../users/index.ts'
import { limitAddress, openFor } from './sign-in.ts'

/** Hand-over from the accounts service (A8): a signed token, valid for a minute, used once. */

const failed = "We couldn't authenticate you. Please try again."
const mostSeconds = 60
const skew_s = 60

type Accounts = NonNullable<Config['accounts']>
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

function keysOf({ jwks }: Accounts) {
  const known = keySets.get(jwks) ?? createRemoteJWKSet(new URL(jwks), { timeoutDuration: 5000 })
  keySets.set(jwks, known)
  return known
}

interface HandOver extends JWTPayload {
  sub: string
  jti: string
  exp: number
  iat: number
  email: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  phone_number?: string
  nonce?: string
}

async function verified(ctx: Ctx, accounts: Accounts, token: string): Promise<HandOver> {
  try {
    const { payload } = await jwtVerify(token, keysOf(accounts), {
      issuer: accounts.issuer,
      audience: accounts.audience,
      algorithms: ['RS256', 'ES256', 'EdDSA'],
      requiredClaims: ['sub', 'jti', 'exp', 'iat', 'email'],
      clockTolerance: skew_s,
      currentDate: ctx.now,
    })
    const claims = payload as HandOver
    if (claims.exp - claims.iat > mostSeconds) fail(401, failed)
    return claims
  } catch {
    return fail(401, failed)
  }
}

export const sso: Handler<(typeof contract.auth)['sso']> = async (ctx, { body }) => {
  await limitAddress(ctx)
  const { accounts } = ctx.config
  if (!accounts) fail(404, 'Single sign-on is not set up here.')
  const claims = await verified(ctx, accounts, body.token)
  // Not begun here: it may be somebody else's link. Ask before signing anybody in.
  if (!body.confirm && !begunHere(ctx, claims)) {
    return { access_token: null, continue_as: claims.email }
  }
  const access_token = await inPlatform(ctx, async (tx) => {
    await spend(tx, claims)
    return openFor(tx, ctx, await loginFor(tx, ctx, claims))
  })
  return { access_token, continue_as: null }
}

function begunHere(ctx: Ctx, { nonce }: HandOver): boolean {
  const ticket = ctx.cookies.ticket
  if (!ticket || !nonce || ticket.length !== nonce.length) return false
  return timingSafeEqual(Buffer.from(ticket), Buffer.from(nonce))
}

async function spend(tx: Tx, { jti, exp }: HandOver) {
  await tx.$client.query('delete from spent_tokens where expires_at < app_now()')
  const { rowCount } = await tx.$client.query(
    'insert into spent_tokens (jti, expires_at) values ($1, to_timestamp($2)) on conflict do nothing',
    [jti, exp + 2 * skew_s],
  )
  if (!rowCount) fail(401, failed)
}

/** By issuer and subject; by e-mail only the first time, and only a verified one. */
async function loginFor(tx: Tx, ctx: Ctx, claims: HandOver): Promise<Login> {
  const issuer = claims.iss as string
  const { rows } = await tx.$client.query<{ user_id: string }>(
    'select user_id from identities where issuer = $1 and subject = $2',
    [issuer, claims.sub],
  )
  const linked = rows[0] && (await loginById(tx, rows[0].user_id))
  if (linked) return linked
  if (!claims.email_verified) fail(401, failed)
  const email = claims.email.trim().toLowerCase()
  const at = ctx.now.toISOString()
  const login =
    (await loginByEmail(tx, email)) ??
    (await addLogin(tx, {
      email,
      first_name: claims.given_name?.trim() || email.split('@')[0] || 'New',
      last_name: claims.family_name?.trim() || '',
      phone: claims.phone_number ?? null,
      activated_at: at,
      email_verified_at: at,
    }))
  await tx.$client.query('insert into identities (issuer, subject, user_id) values ($1, $2, $3)', [
    issuer,
    claims.sub,
    login.id,
  ])
  return login
}

/** Begins a sign-in at the accounts service, remembering in a cookie that it was begun here. */
export function ssoStart(app: FastifyInstance, { config }: Parts) {
  const { accounts } = config
  if (!accounts) return
  app.get<{ Querystring: { next?: string } }>('/api/sso/start', async (request, reply) => {
    const nonce = newToken()
    cookieJar(request, reply, config).giveTicket(nonce)
    const back = new URL('/auth', config.publicUrl)
    if (request.query.next) back.searchParams.set('next', request.query.next)
    const target = new URL(`${accounts.url}/login`)
    target.searchParams.set('service', 'payroll')
    target.searchParams.set('next', back.href)
    target.searchParams.set('nonce', nonce)
    return reply.header('cache-control', 'no-store').redirect(target.href, 303)
  })
}
