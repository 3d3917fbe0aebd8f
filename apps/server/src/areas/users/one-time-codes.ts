import { limits } from '@mshahara/contract'
import { within } from '../../foundation/core/attempts.ts'
import { secondsLater } from '../../foundation/core/clock.ts'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import {
  newToken,
  readableCode,
  type Secrets,
  sameBytes,
  sixDigits,
  tokenHash,
} from '../../foundation/core/secrets.ts'

/** Codes sent by mail or to a phone (A7): keyed digests, one live per purpose and address. */

export type Purpose =
  | 'sign-in'
  | 'sign-up'
  | 'reset'
  | 'activation'
  | 'email'
  | 'details'
  | FactorPurpose
/** Not sent: what a passkey signs, and what a sign-in or a change waits for. */
export type FactorPurpose = 'factor' | 'factor-proof' | 'factor-new'

interface Kind {
  make: () => string
  minutes: number
  /** Asked for and tried within a session: its tries are counted whatever the address. */
  inSession?: true
  /** Tried with the ticket of the browser alone, whoever asked. */
  ticketOnly?: true
}
const kinds: Record<Purpose, Kind> = {
  'sign-in': { make: sixDigits, minutes: limits.otpMinutes },
  'sign-up': { make: sixDigits, minutes: limits.otpMinutes },
  email: { make: sixDigits, minutes: limits.otpMinutes },
  details: { make: sixDigits, minutes: limits.otpMinutes, inSession: true },
  reset: { make: () => readableCode(10), minutes: limits.resetMinutes },
  factor: { make: newToken, minutes: limits.otpMinutes, ticketOnly: true },
  'factor-proof': { make: newToken, minutes: limits.otpMinutes, inSession: true },
  'factor-new': { make: newToken, minutes: limits.otpMinutes, inSession: true },
  activation: { make: () => readableCode(12), minutes: limits.activationHours * 60 },
}

export interface MailedCode {
  id: string
  purpose: Purpose
  email: string
  user_id: string | null
  /** The organisation that a first sign-in with it names. */
  organization_id: string | null
  code_hash: Buffer
  ticket_hash: Buffer | null
  address: string | null
  payload: unknown
  /** Of a first password: somebody has signed in with it. */
  used_at: string | null
  tries: number
  created_at: string
  expires_at: string
}

export const digestOf = (secrets: Secrets, purpose: Purpose, email: string, code: string) =>
  secrets.digest(`code ${purpose}`, `${email}|${code.trim().toUpperCase()}`)

export interface NewCode {
  purpose: Purpose
  email: string
  user_id?: string | null
  organization_id?: string | null
  payload?: unknown
  /** Only the browser that asks now may use the code, or a client without cookies from there. */
  bound?: boolean
}

/** What a code is made with; outside a request nobody's browser can be bound to it. */
export type IssuingParts = Pick<Ctx, 'secrets' | 'now'> & Partial<Pick<Ctx, 'address' | 'cookies'>>

/** Makes a code and forgets the one before it. */
export async function issueCode(
  tx: PlatformTx,
  ctx: IssuingParts,
  issue: NewCode,
): Promise<string> {
  const { make, minutes, ticketOnly } = kinds[issue.purpose]
  const code = make()
  const ticket = issue.bound ? ctx.cookies?.freshTicket() : undefined
  const { purpose, email, user_id = null, organization_id = null } = issue
  const code_hash = digestOf(ctx.secrets, purpose, email, code)
  const ticket_hash = ticket ? tokenHash(ticket) : null
  // A page has its ticket: only a client without cookies is known by its address (decision 002).
  const address = ticketOnly || ctx.cookies?.fromPage ? null : (ctx.address ?? null)
  const payload = issue.payload ? JSON.stringify(issue.payload) : null
  const expires_at = secondsLater(ctx.now, minutes * 60)
  await tx.run`insert into codes (purpose, email, user_id, organization_id, code_hash, ticket_hash,
      address, payload, created_at, expires_at)
    values (${purpose}, ${email}, ${user_id}, ${organization_id}, ${code_hash}, ${ticket_hash},
      ${address}, ${payload}, ${ctx.now}, ${expires_at})
    on conflict (purpose, email, organization_id) do update set id = gen_random_uuid(), tries = 0,
      used_at = null,
      user_id = excluded.user_id, code_hash = excluded.code_hash,
      ticket_hash = excluded.ticket_hash, address = excluded.address,
      payload = excluded.payload, created_at = excluded.created_at,
      expires_at = excluded.expires_at`
  return code
}

/** Another code in the place of a live one, for the same browser. */
export async function renewCode(
  tx: PlatformTx,
  { secrets, now }: IssuingParts,
  purpose: Purpose,
  email: string,
): Promise<string | undefined> {
  const { make, minutes } = kinds[purpose]
  const code = make()
  const renewed = await tx.run`update codes set id = gen_random_uuid(), tries = 0,
      code_hash = ${digestOf(secrets, purpose, email, code)}, created_at = ${now},
      expires_at = ${secondsLater(now, minutes * 60)}
    where purpose = ${purpose} and email = ${email} and expires_at > ${now}`
  return renewed ? code : undefined
}

interface Activation {
  email: string
  user_id: string
  organization_id: string
}

/** One-time passwords for many who were invited just now, in their order. */
export async function activationCodes(
  tx: PlatformTx,
  { secrets, now }: IssuingParts,
  invited: Activation[],
): Promise<string[]> {
  const { make, minutes } = kinds.activation
  const codes = invited.map(() => make())
  const digests = invited.map(({ email }, at) =>
    digestOf(secrets, 'activation', email, codes[at] as string),
  )
  await tx.run`insert into codes
      (purpose, email, user_id, organization_id, code_hash, created_at, expires_at)
    select 'activation', i.*, ${now}, ${secondsLater(now, minutes * 60)}
    from unnest(${invited.map(({ email }) => email)}::text[],
      ${invited.map(({ user_id }) => user_id)}::uuid[],
      ${invited.map(({ organization_id }) => organization_id)}::uuid[], ${digests}::bytea[]) i`
  return codes
}

/** A one-time password made outside a request. */
export async function activationCode(
  tx: PlatformTx,
  secrets: Secrets,
  { email, user_id, code, now }: { email: string; user_id: string; code: string; now: Date },
) {
  const code_hash = digestOf(secrets, 'activation', email, code)
  const expires_at = secondsLater(now, limits.activationHours * 3600)
  await tx.run`insert into codes (purpose, email, user_id, code_hash, created_at, expires_at)
    values ('activation', ${email}, ${user_id}, ${code_hash}, ${now}, ${expires_at})
    on conflict (purpose, email, organization_id) do update set id = gen_random_uuid(),
      used_at = null, code_hash = excluded.code_hash, expires_at = excluded.expires_at`
}

/** The live code of an address, if the caller is the one it was made for. */
export async function liveCode(
  tx: PlatformTx,
  ctx: Ctx,
  purpose: Purpose,
  email: string,
  organization_id: string | null = null,
): Promise<MailedCode | undefined> {
  const code = await tx.maybe<MailedCode>`select * from codes where purpose = ${purpose}
    and email = ${email} and expires_at > ${ctx.now}
    and organization_id is not distinct from ${organization_id}`
  if (!code?.ticket_hash) return code
  const { ticket } = ctx.cookies
  // Another browser behind the same address is not the one that asked; nor is somebody without a
  // ticket where a page asked, of which no address is kept.
  const same = ticket
    ? sameBytes(code.ticket_hash, tokenHash(ticket))
    : code.address === ctx.address
  return same ? code : undefined
}

/**
 * The code row when `given` is right. The try is counted first, in a transaction of its own, so
 * that neither a refusal nor a crowd of parallel tries gets one for free.
 */
export async function tryCode(
  ctx: Ctx,
  purpose: Purpose,
  email: string,
  given: string,
): Promise<MailedCode | undefined> {
  const code = await ctx.apart((tx) => liveCode(tx, ctx, purpose, email))
  if (!code || !(await countTry(ctx, code))) return undefined
  return sameBytes(code.code_hash, digestOf(ctx.secrets, purpose, email, given)) ? code : undefined
}

const triesOf = (code: MailedCode) => [
  { name: `code ${code.id}`, seconds: limits.resetMinutes * 60, here: limits.codeTries },
]

/** Bound to a browser or used in a session: five tries in all. Others: five from each address. */
export async function countTry(ctx: Ctx, code: MailedCode): Promise<boolean> {
  if (!code.ticket_hash && !kinds[code.purpose].inSession)
    return within(ctx, triesOf(code), { account: code.email })
  const counted = await ctx.apart(
    (tx) => tx.run`update codes set tries = tries + 1
      where id = ${code.id} and tries < ${limits.codeTries}`,
  )
  return counted === 1
}

/** What the person filled in goes with the code; only the browser that holds it may correct it. */
export const refill = (tx: PlatformTx, code: MailedCode, payload: unknown) =>
  tx.run`update codes set payload = ${JSON.stringify(payload)} where id = ${code.id}`

/** Uses a code up; false when somebody was quicker. */
export const spendCode = async (tx: PlatformTx, code: MailedCode): Promise<boolean> =>
  (await tx.run`delete from codes where id = ${code.id}`) === 1

/** Every code sent to a person: they no longer prove anything. */
export const forgetCodes = (tx: PlatformTx, user_id: string) =>
  tx.run`delete from codes where user_id = ${user_id}`

/** Which live one-time password this is, among those of several organisations. */
export async function oneTimePassword(
  tx: PlatformTx,
  ctx: Ctx,
  email: string,
  given: string,
): Promise<MailedCode | undefined> {
  const rows = await tx.all<MailedCode>`select * from codes
    where purpose = 'activation' and email = ${email} and expires_at > ${ctx.now}`
  const digest = digestOf(ctx.secrets, 'activation', email, given)
  return rows.find(({ code_hash }) => sameBytes(code_hash, digest))
}

/** A first password opens one session; false when it has. */
export const useOnce = async (tx: PlatformTx, ctx: Ctx, id: string): Promise<boolean> =>
  (await tx.run`update codes set used_at = ${ctx.now} where id = ${id} and used_at is null`) === 1

/** Sent a moment ago: a double click, or somebody impatient, gets no second one. */
export const isFresh = (ctx: Ctx, code: MailedCode | undefined) =>
  !!code && ctx.now.getTime() - Date.parse(code.created_at) < (limits.otpCooldown_s - 1) * 1000
