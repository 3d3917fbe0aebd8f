import { type contract, limits } from '@mshahara/contract'
import { allow, forgive } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { readingAt } from '../../foundation/mail/letter-to.ts'
import {
  holdAddress,
  isFresh,
  issueCode,
  type Login,
  liveCode,
  loginById,
  type MailedCode,
  type Purpose,
} from '../users/index.ts'
import { landing } from './landing.ts'
import { signInCode, signUpCode } from './letters.ts'
import { codesFor, guesses, limitAddress } from './limits.ts'
import { say } from './sentences.ts'

/** The code that a sign-in or a sign-up waits for, and how it is sent. */

type Auth = typeof contract.auth

export const codeSent = (ctx: Ctx) => ({ message: ctx.say(say.codeSent) })

export interface Offer {
  organization_id: string
  name: string
  first_name: string
  activation_hash: Buffer | null
  deactivated: boolean
}

/** What the code of a first sign-in carries. */
export interface FirstPayload {
  /** The first password that it was begun with, which serves once. */
  once: string
  /** The organisation that it names. */
  joins?: string | undefined
}

/** Mails a code unless one was sent a moment ago: a double click sends a single message. */
export async function sendCode(ctx: Ctx, login: Login, first?: { once: string; offer?: Offer }) {
  const { email, id: user_id } = login
  const offer = first?.offer
  const payload: FirstPayload | null = first
    ? { once: first.once, joins: offer?.organization_id }
    : null
  const stands = async (tx: PlatformTx) => {
    const live = await liveCode(tx, ctx, 'sign-in', email)
    const same = (live?.payload as FirstPayload | null)?.once === payload?.once
    return isFresh(ctx, live) && same && (live as MailedCode).tries < limits.codeTries
  }
  if (await inPlatform(ctx, stands)) return codeSent(ctx)
  await allow(ctx, codesFor('sign-in'), { account: email })
  return inPlatform(ctx, async (tx) => {
    await forgive(tx, ctx, guesses, { account: email })
    await holdAddress(tx, email)
    if (await stands(tx)) return codeSent(ctx)
    const issue = { purpose: 'sign-in', email, user_id, payload, bound: true } as const
    const code = await issueCode(tx, ctx, issue)
    const from = offer?.name ?? (await landing(tx, login))?.name
    const first_name = offer?.first_name ?? login.first_name
    const reader = readingAt(ctx, { email, first_name, language: login.language })
    await ctx.mail.send(tx, null, signInCode(reader, code, from))
    return codeSent(ctx)
  })
}

/** Answers alike whether or not anybody is signing in under this address. */
export const requestOtp: Handler<Auth['requestOtp']> = async (ctx, { body: { email } }) => {
  await limitAddress(ctx)
  const answer = { message: ctx.say(say.codeSentAgain) }
  for (const purpose of ['sign-in', 'sign-up'] as const) {
    if (!(await inPlatform(ctx, (tx) => dueCode(tx, ctx, purpose, email)))) continue
    await allow(ctx, codesFor(purpose), { account: email })
    await inPlatform(ctx, (tx) => resend(tx, ctx, purpose, email))
    break
  }
  return answer
}

async function dueCode(tx: PlatformTx, ctx: Ctx, purpose: Purpose, email: string) {
  const live = await liveCode(tx, ctx, purpose, email)
  return live?.ticket_hash && !isFresh(ctx, live) ? live : undefined
}

async function resend(tx: PlatformTx, ctx: Ctx, purpose: Purpose, email: string) {
  await holdAddress(tx, email)
  const live = await dueCode(tx, ctx, purpose, email)
  if (!live) return
  const { user_id, payload } = live
  const code = await issueCode(tx, ctx, { purpose, email, user_id, payload, bound: true })
  const login = user_id ? await loginById(tx, user_id) : undefined
  const home = login && (await landing(tx, login))
  const first_name = login?.first_name ?? (payload as { first_name?: string }).first_name ?? ''
  const reader = readingAt(ctx, { email, first_name, language: login?.language })
  const letter = login ? signInCode(reader, code, home?.name) : signUpCode(reader, code)
  await ctx.mail.send(tx, null, letter)
}
