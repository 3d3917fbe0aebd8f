import { limits } from '@mshahara/contract'
import { within } from './attempts.ts'
import { secondsLater } from './clock.ts'
import type { Ctx } from './ctx.ts'
import type { Tx } from './db.ts'
import { readableCode, type Secrets, sameBytes, sixDigits, tokenHash } from './secrets.ts'

/** Codes sent by mail (A7): kept as keyed digests, one live per purpose and address. */

export type Purpose = 'sign-in' | 'sign-up' | 'reset' | 'activation' | 'email'

const kinds: Record<Purpose, { make: () => string; minutes: number }> = {
  'sign-in': { make: sixDigits, minutes: limits.otpMinutes },
  'sign-up': { make: sixDigits, minutes: limits.otpMinutes },
  email: { make: sixDigits, minutes: limits.otpMinutes },
  reset: { make: () => readableCode(10), minutes: limits.resetMinutes },
  activation: { make: () => readableCode(12), minutes: limits.activationHours * 60 },
}

export interface Code {
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
  tries: number
  created_at: string
  expires_at: string
}

const digestOf = (secrets: Secrets, purpose: Purpose, email: string, code: string) =>
  secrets.digest(`code ${purpose}`, `${email}|${code.trim().toUpperCase()}`)

export interface Issue {
  purpose: Purpose
  email: string
  user_id?: string | null
  organization_id?: string | null
  payload?: unknown
  /** Only the browser or address that asks now may use the code. */
  bound?: boolean
}

/** Makes a code and forgets the one before it. Needs the platform role. */
export async function issueCode(tx: Tx, ctx: Ctx, issue: Issue): Promise<string> {
  const { make, minutes } = kinds[issue.purpose]
  const code = make()
  const ticket = issue.bound ? ctx.cookies.freshTicket() : undefined
  await tx.$client.query(
    `insert into codes (purpose, email, user_id, code_hash, ticket_hash, address, payload,
       created_at, expires_at, organization_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (purpose, email, organization_id) do update set id = gen_random_uuid(), tries = 0,
       user_id = excluded.user_id, code_hash = excluded.code_hash,
       ticket_hash = excluded.ticket_hash, address = excluded.address,
       payload = excluded.payload, created_at = excluded.created_at,
       expires_at = excluded.expires_at`,
    [
      issue.purpose,
      issue.email,
      issue.user_id ?? null,
      digestOf(ctx.secrets, issue.purpose, issue.email, code),
      ticket ? tokenHash(ticket) : null,
      ctx.address,
      issue.payload ? JSON.stringify(issue.payload) : null,
      ctx.now,
      secondsLater(ctx.now, minutes * 60),
      issue.organization_id ?? null,
    ],
  )
  return code
}

/** A one-time password made outside a request. Needs the platform role. */
export async function activationCode(
  tx: Tx,
  secrets: Secrets,
  given: { email: string; user_id: string; code: string; now: Date },
) {
  await tx.$client.query(
    `insert into codes (purpose, email, user_id, code_hash, created_at, expires_at)
     values ('activation', $1, $2, $3, $4, $5)
     on conflict (purpose, email, organization_id) do update
       set code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [
      given.email,
      given.user_id,
      digestOf(secrets, 'activation', given.email, given.code),
      given.now,
      secondsLater(given.now, limits.activationHours * 3600),
    ],
  )
}

/** The live code of an address, if the caller is the one it was made for. */
export async function liveCode(
  tx: Tx,
  ctx: Ctx,
  purpose: Purpose,
  email: string,
  organization_id: string | null = null,
): Promise<Code | undefined> {
  const { rows } = await tx.$client.query<Code>(
    `select * from codes where purpose = $1 and email = $2 and expires_at > $3
       and organization_id is not distinct from $4`,
    [purpose, email, ctx.now, organization_id],
  )
  const code = rows[0]
  if (!code?.ticket_hash) return code
  const { ticket } = ctx.cookies
  // Another browser behind the same address is not the one that asked.
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
): Promise<Code | undefined> {
  const code = await ctx.apart((tx) => liveCode(tx, ctx, purpose, email))
  if (!code || !(await countTry(ctx, code))) return undefined
  return sameBytes(code.code_hash, digestOf(ctx.secrets, purpose, email, given)) ? code : undefined
}

const triesOf = (code: Code) => [
  { name: `code ${code.id}`, seconds: limits.resetMinutes * 60, here: limits.codeTries },
]

/** A bound code has five tries in all; another has five from each address. */
async function countTry(ctx: Ctx, code: Code): Promise<boolean> {
  if (!code.ticket_hash) return within(ctx, triesOf(code), { account: code.email })
  const { rowCount } = await ctx.apart((tx) =>
    tx.$client.query('update codes set tries = tries + 1 where id = $1 and tries < $2', [
      code.id,
      limits.codeTries,
    ]),
  )
  return rowCount === 1
}

/** What the person filled in goes with the code; only the browser that holds it may correct it. */
export const refill = (tx: Tx, code: Code, payload: unknown) =>
  tx.$client.query('update codes set payload = $2 where id = $1', [
    code.id,
    JSON.stringify(payload),
  ])

/** Uses a code up; false when somebody was quicker. Needs the platform role. */
export async function spendCode(tx: Tx, code: Code): Promise<boolean> {
  const { rowCount } = await tx.$client.query('delete from codes where id = $1', [code.id])
  return rowCount === 1
}

/** The live one-time password that this is, among those of several organisations. */
export async function oneTimePassword(
  tx: Tx,
  ctx: Ctx,
  email: string,
  given: string,
): Promise<Code | undefined> {
  const { rows } = await tx.$client.query<Code>(
    `select * from codes where purpose = 'activation' and email = $1 and expires_at > $2`,
    [email, ctx.now],
  )
  const digest = digestOf(ctx.secrets, 'activation', email, given)
  return rows.find(({ code_hash }) => sameBytes(code_hash, digest))
}

/** Sent a moment ago: a double click, or somebody impatient, gets no second one. */
export const isFresh = (ctx: Ctx, code: Code | undefined) =>
  !!code && ctx.now.getTime() - Date.parse(code.created_at) < (limits.otpCooldown_s - 1) * 1000
