import type { factorAnswer } from '@mshahara/contract/second-factor'
import type { SecondStep } from '@mshahara/contract/second-factor-fields'
import type { z } from 'zod'
import { allow, forgive, type Limit } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { sameBytes } from '../../foundation/core/secrets.ts'
import { readingAt } from '../../foundation/mail/letter-to.ts'
import {
  countTry,
  digestOf,
  type FactorPurpose,
  issueCode,
  type Login,
  liveCode,
  type MailedCode,
  spendCode,
} from '../users/index.ts'
import {
  type Factor,
  factorsOf,
  isRecoveryCode,
  openKey,
  recoveryCodesLeft,
  spendCounter,
  spendRecoveryCode,
  spendStep,
} from './factors.ts'
import { codeUsed } from './letters.ts'
import { note } from './note.ts'
import { counterIn, passkeyOptions, relyingParty } from './passkeys.ts'
import { say } from './sentences.ts'
import { stepOf } from './totp.ts'

/**
 * Proving a second factor. What is given is looked at first, with the tries counted in transactions
 * of their own; it is used up later, in the transaction of what it was given for.
 */

export type FactorAnswer = z.output<z.ZodObject<typeof factorAnswer>>
export type ProofGiven = FactorAnswer & { current_password?: string | undefined }

export const { wrongFactor } = say

const tries: Limit[] = [
  { name: 'second factor', seconds: 15 * 60, here: 10 },
  { name: 'second factors', seconds: 3600, account: 40 },
]

export type Proven =
  | { by: 'password' }
  | { by: 'app'; id: string; step: number }
  /** In a session the challenge is used up with it; in a sign-in, whatever was given. */
  | { by: 'passkey'; id: string; counter: number; challenge?: MailedCode }
  | { by: 'recovery'; code: string }

interface Owner {
  id: string
  email: string
}

/** A challenge for the passkeys, and what goes on waits for. */
export async function challengeFor(
  tx: PlatformTx,
  ctx: Ctx,
  login: Owner,
  purpose: FactorPurpose,
  bound = false,
): Promise<SecondStep> {
  const factors = await factorsOf(tx, login.id)
  const { email, id: user_id } = login
  const challenge = await issueCode(tx, ctx, { purpose, email, user_id, bound })
  const passkeys = factors.filter(({ kind }) => kind === 'passkey')
  const options = passkeys.length
    ? await passkeyOptions(relyingParty(ctx.config), passkeys, challenge)
    : null
  const kinds = [...new Set(factors.map(({ kind }) => kind))]
  return { email, kinds, passkey: options as SecondStep['passkey'] }
}

export const isChallengeOf = (ctx: Ctx, code: MailedCode | undefined) => (challenge: string) =>
  !!code && sameBytes(code.code_hash, digestOf(ctx.secrets, code.purpose, code.email, challenge))

/** What the answer proves of this person; the challenge is what a passkey has to have signed. */
export async function proves(
  ctx: Ctx,
  login: Owner,
  given: FactorAnswer,
  challenge: MailedCode | undefined,
): Promise<Proven | undefined> {
  await allow(ctx, tries, { account: login.email })
  const factors = await inPlatform(ctx, (tx) => factorsOf(tx, login.id))
  if (given.passkey) {
    const { passkey } = given
    const factor = factors.find(({ credential_id }) => credential_id === passkey.id)
    const party = relyingParty(ctx.config)
    const counter =
      factor && (await counterIn(party, passkey, factor, isChallengeOf(ctx, challenge)))
    return factor && counter !== undefined ? { by: 'passkey', id: factor.id, counter } : undefined
  }
  const code = given.code ?? ''
  if (/^\d{3} ?\d{3}$/.test(code)) return appCode(ctx, factors, code.replace(' ', ''))
  const known = await inPlatform(ctx, (tx) => isRecoveryCode(tx, login.id, code))
  return known ? { by: 'recovery', code } : undefined
}

function appCode(ctx: Ctx, factors: Factor[], code: string): Proven | undefined {
  for (const { id, user_id, sealed, last_step } of factors) {
    if (!sealed) continue
    const step = stepOf(openKey(ctx.secrets, user_id, sealed), code, ctx.now)
    if (step !== undefined && step > (last_step ?? 0)) return { by: 'app', id, step }
  }
  return undefined
}

/** Uses it up; false when somebody was quicker. Whoever had to use a recovery code is told. */
export async function useUp(tx: PlatformTx, ctx: Ctx, login: Login, proven: Proven, home?: string) {
  if (!(await spent(tx, ctx, login.id, proven))) return false
  await forgive(tx, ctx, tries, { account: login.email })
  if (proven.by !== 'recovery') return true
  await ctx.mail.send(
    tx,
    null,
    codeUsed(readingAt(ctx, login), await recoveryCodesLeft(tx, login.id)),
  )
  await note(tx, ctx, login, { what: 'recovery code used' }, home)
  return true
}

async function spent(tx: PlatformTx, ctx: Ctx, user_id: string, proven: Proven) {
  if (proven.by === 'app') return spendStep(tx, proven.id, proven.step, ctx.now)
  if (proven.by === 'passkey') return spentPasskey(tx, ctx, proven)
  if (proven.by === 'recovery') return spendRecoveryCode(tx, user_id, proven.code)
  // The password was enough for somebody who had nothing else, and still has nothing else.
  return (await factorsOf(tx, user_id)).length === 0
}

async function spentPasskey(
  tx: PlatformTx,
  ctx: Ctx,
  { id, counter, challenge }: Extract<Proven, { by: 'passkey' }>,
) {
  if (challenge && !(await spendCode(tx, challenge))) return false
  return spendCounter(tx, id, counter, ctx.now)
}

/** The challenge that an answer is about, its try counted. */
export async function triedChallenge(ctx: Ctx, email: string, purpose: FactorPurpose) {
  const live = await ctx.apart((tx) => liveCode(tx, ctx, purpose, email))
  return live && (await countTry(ctx, live)) ? live : undefined
}
