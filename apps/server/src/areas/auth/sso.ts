import type { contract } from '@mshahara/contract'
import { email, phone } from '@mshahara/contract/fields'
import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Config } from '../../foundation/config/config.ts'
import { type Ctx, inPlatform, type Outside } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { sameBytes } from '../../foundation/core/secrets.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import { cookieJar } from '../../foundation/http/cookies.ts'
import type { Services } from '../../foundation/http/services.ts'
import {
  addLogin,
  holdAddress,
  holdLogin,
  type Login,
  loginByEmail,
  setLogin,
} from '../users/index.ts'
import { asked, hasFactor } from './ask-second-factor.ts'
import { noteFailure } from './failures.ts'
import { limitAddress } from './limits.ts'
import { say } from './sentences.ts'
import { openFor } from './sign-in.ts'

/** Hand-over from the accounts service (A8): a signed token, valid for a minute, used once. */

const mostSeconds = 60
const skew_s = 60

type Accounts = NonNullable<Config['accounts']>
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

function keysOf({ jwks }: Accounts) {
  const known = keySets.get(jwks) ?? createRemoteJWKSet(new URL(jwks), { timeoutDuration: 5000 })
  keySets.set(jwks, known)
  return known
}

const some = (most: number) =>
  z
    .string()
    .transform((text) => text.trim().slice(0, most))
    .optional()

/** What the token must say; a claim of another kind is no better than a missing one. */
const handOver = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(200),
  jti: z.string().min(1).max(200),
  iat: z.number(),
  exp: z.number(),
  email,
  email_verified: z.boolean().optional(),
  given_name: some(60),
  family_name: some(60),
  phone_number: phone.optional().catch(undefined),
  nonce: z.string().optional(),
})
type HandOver = z.output<typeof handOver>

async function verified({ now }: Outside, accounts: Accounts, token: string): Promise<HandOver> {
  try {
    const { payload } = await jwtVerify(token, keysOf(accounts), {
      issuer: accounts.issuer,
      audience: accounts.audience,
      algorithms: ['RS256', 'ES256', 'EdDSA'],
      maxTokenAge: mostSeconds,
      clockTolerance: skew_s,
      currentDate: now,
    })
    const claims = handOver.parse(payload)
    if (claims.exp - claims.iat > mostSeconds) fail(401, say.ssoFailed)
    return claims
  } catch {
    return fail(401, say.ssoFailed)
  }
}

type Sso = (typeof contract.auth)['sso']

/** The token is verified between two transactions: the accounts service may be slow or away. */
export const sso: Staged<Sso, Accounts, HandOver> = {
  async look(ctx) {
    await limitAddress(ctx)
    return ctx.config.accounts ?? fail(404, say.noSso)
  },
  make: (outside, { body }, accounts) => verified(outside, accounts, body.token),
  async keep(ctx, { body }, claims) {
    // Not started in this browser: it may be somebody else's link, so ask before signing in.
    if (!body.confirm && !begunHere(ctx, claims)) {
      return { access_token: null, continue_as: claims.email }
    }
    if (await inPlatform(ctx, (tx) => isSpent(tx, claims))) {
      await noteFailure(ctx, claims.email, undefined, 'hand-over token used twice')
      fail(401, say.ssoFailed)
    }
    return inPlatform(ctx, async (tx) => {
      await spend(tx, claims)
      const login = await loginFor(tx, ctx, claims)
      if (await hasFactor(tx, login)) {
        const second_step = await asked(tx, ctx, login)
        return { access_token: null, continue_as: null, second_step }
      }
      const token = await openFor(tx, ctx, login)
      return { access_token: ctx.cookies.forClient(token) ?? null, continue_as: null }
    })
  },
}

const begunHere = ({ cookies: { ticket } }: Ctx, { nonce }: HandOver) =>
  !!ticket && !!nonce && sameBytes(Buffer.from(ticket), Buffer.from(nonce))

const isSpent = async (tx: PlatformTx, { jti }: HandOver): Promise<boolean> =>
  (await tx.run`select from spent_tokens where jti = ${jti}`) !== 0

/** If two arrive at the same moment, only one succeeds. */
async function spend(tx: PlatformTx, { jti, exp }: HandOver) {
  const isFirst = await tx.run`insert into spent_tokens (jti, expires_at)
    values (${jti}, to_timestamp(${exp + 2 * skew_s})) on conflict do nothing`
  if (!isFirst) fail(401, say.ssoFailed)
}

/** By issuer and subject; by email only the first time, and only a verified one. */
async function loginFor(tx: PlatformTx, ctx: Ctx, claims: HandOver): Promise<Login> {
  await holdAddress(tx, claims.email)
  const known = await tx.maybe<{ user_id: string }>`select user_id from identities
    where issuer = ${claims.iss} and subject = ${claims.sub}`
  const linked = known && (await holdLogin(tx, known.user_id))
  if (linked) return linked
  if (!claims.email_verified) fail(401, say.ssoFailed)
  const login = await loginOfAddress(tx, ctx, claims)
  await tx.run`insert into identities (issuer, subject, user_id)
    values (${claims.iss}, ${claims.sub}, ${login.id})`
  return login
}

async function loginOfAddress(tx: PlatformTx, ctx: Ctx, claims: HandOver): Promise<Login> {
  const { email: address, given_name, family_name, phone_number } = claims
  const at = ctx.now.toISOString()
  const own = {
    first_name: given_name || address.split('@')[0] || 'New',
    last_name: family_name ?? '',
    phone: phone_number ?? null,
    activated_at: at,
    email_verified_at: at,
  }
  const known = await loginByEmail(tx, address)
  if (!known) return addLogin(tx, { email: address, ...own })
  await holdLogin(tx, known.id)
  // An address can pass to somebody else over there; the login here stays with its first owner.
  const isTaken = await tx.run`select from identities
    where user_id = ${known.id} and issuer = ${claims.iss}`
  if (isTaken) fail(401, say.ssoFailed)
  if (known.activated_at) return known
  // Only an employer had entered the address; it now belongs to its owner.
  await setLogin(tx, known.id, own)
  return { ...known, ...own }
}

/** Starts a sign-in at the accounts service; a cookie remembers that it started here. */
export function ssoStart(app: FastifyInstance, { config }: Services) {
  const { accounts } = config
  if (!accounts) return
  app.get<{ Querystring: { next?: string } }>('/api/sso/start', async (request, reply) => {
    const nonce = cookieJar(request, reply, config).freshTicket()
    const back = new URL('/auth', config.publicUrl)
    if (request.query.next) back.searchParams.set('next', request.query.next)
    const target = new URL(`${accounts.url}/login`)
    target.searchParams.set('service', 'payroll')
    target.searchParams.set('next', back.href)
    target.searchParams.set('nonce', nonce)
    return reply.header('cache-control', 'no-store').redirect(target.href, 303)
  })
}
