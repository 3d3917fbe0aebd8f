import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { endSessions } from '../../foundation/http/session.ts'
import {
  forgetCodes,
  holdMine,
  issueCode,
  type Login,
  type MailedCode,
  spendCode,
} from '../users/index.ts'
import { holdProven, isFresh, myLogin, proveAgain } from './again.ts'
import {
  addApp,
  addPasskey,
  factorsOf,
  forgetFactors,
  makeRecoveryCodes,
  openKey,
  recoveryCodesLeft,
  removeFactor,
  renameFactor,
  sealKey,
} from './factors.ts'
import { codesRenewed, factorAdded, factorRemoved, factorRenamed } from './letters.ts'
import { note } from './note.ts'
import { credentialIn, newPasskeyOptions, relyingParty } from './passkeys.ts'
import { challengeFor, isChallengeOf, type ProofGiven, triedChallenge } from './prove.ts'
import { say } from './sentences.ts'
import { enrolmentOf, newKey, stepOf } from './totp.ts'

/** One's own second factors: adding, renaming, removing, and new recovery codes. */

type Factors = typeof contract.secondFactor

/** More than anybody needs, and few enough for a list. */
const mostFactors = 10

export const list: Handler<Factors['list']> = async (ctx) => {
  const { id, factor_required } = me(ctx)
  return inPlatform(ctx, async (tx) => ({
    factors: (await factorsOf(tx, id)).map(
      ({ id: factor, kind, name, created_at, last_used_at }) => {
        return { id: factor, kind, name, created_at, last_used_at }
      },
    ),
    recovery_codes_left: await recoveryCodesLeft(tx, id),
    required: factor_required,
    fresh: isFresh(ctx),
  }))
}

export const challenge: Handler<Factors['challenge']> = async (ctx) => {
  const login = await myLogin(ctx)
  return inPlatform(ctx, async (tx) => {
    const { passkey } = await challengeFor(tx, ctx, login, 'factor-proof')
    return { passkey }
  })
}

/** What an addition that was begun waits for. It goes on in the session that began it. */
interface Begun {
  session_id: string
  /** The sealed key of an app. */
  sealed?: string
}

/** Proves, then begins an addition in place of one begun before. */
async function begin<T>(
  ctx: Ctx,
  given: ProofGiven,
  work: (tx: PlatformTx, login: Login, wait: (sealed?: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  if (!me(ctx).activated) fail(403, everywhere.passwordFirst)
  const proven = await proveAgain(ctx, await myLogin(ctx), given)
  return inPlatform(ctx, async (tx) => {
    const login = await holdProven(tx, ctx, proven)
    if ((await factorsOf(tx, login.id)).length >= mostFactors) {
      fail(422, say.tenFactors)
    }
    return work(tx, login, (sealed) => {
      const payload: Begun = { session_id: me(ctx).session_id, ...(sealed && { sealed }) }
      const { email, id: user_id } = login
      return issueCode(tx, ctx, { purpose: 'factor-new', email, user_id, payload })
    })
  })
}

export const beginTotp: Handler<Factors['beginTotp']> = (ctx, { body }) =>
  begin(ctx, body, async (_, login, wait) => {
    const key = newKey()
    await wait(sealKey(ctx.secrets, login.id, key).toString('base64'))
    return enrolmentOf(key, login.email)
  })

export const beginPasskey: Handler<Factors['beginPasskey']> = (ctx, { body }) =>
  begin(ctx, body, async (tx, login, wait) => {
    const factors = await factorsOf(tx, login.id)
    const asked = await newPasskeyOptions(relyingParty(ctx.config), login, factors, await wait())
    return { passkey: asked as unknown as Record<string, unknown> }
  })

async function begunHere(ctx: Ctx, email: string): Promise<MailedCode & { payload: Begun }> {
  const begun = await triedChallenge(ctx, email, 'factor-new')
  const payload = begun?.payload as Begun | undefined
  if (!begun || payload?.session_id !== me(ctx).session_id) fail(409, say.notBegun)
  return { ...begun, payload }
}

export const confirmTotp: Handler<Factors['confirmTotp']> = async (ctx, { body }) => {
  const { id, email } = await myLogin(ctx)
  const begun = await begunHere(ctx, email)
  if (!begun.payload.sealed) fail(409, say.notBegun)
  const sealed = Buffer.from(begun.payload.sealed, 'base64')
  const code = body.code.replace(/\s/g, '')
  const step = stepOf(openKey(ctx.secrets, id, sealed), code, ctx.now)
  if (step === undefined) return failField('code', say.notAppCode)
  return added(ctx, begun, body.name, (tx) =>
    addApp(tx, { user_id: id, name: body.name, now: ctx.now }, { sealed, step }),
  )
}

export const confirmPasskey: Handler<Factors['confirmPasskey']> = async (ctx, { body }) => {
  const { id, email } = await myLogin(ctx)
  const begun = await begunHere(ctx, email)
  const party = relyingParty(ctx.config)
  const credential = await credentialIn(party, body.passkey, isChallengeOf(ctx, begun))
  if (!credential) fail(422, say.passkeyUnverified)
  return added(ctx, begun, body.name, (tx) =>
    addPasskey(tx, { user_id: id, name: body.name, now: ctx.now }, credential),
  )
}

/** With the first one come the recovery codes, and whoever is signed in without it no longer is. */
async function added(
  ctx: Ctx,
  begun: MailedCode,
  name: string,
  add: (tx: PlatformTx) => Promise<unknown>,
) {
  return inPlatform(ctx, async (tx) => {
    const login = await holdMine(tx, ctx)
    if (!(await spendCode(tx, begun))) fail(409, say.notBegun)
    const isFirst = (await factorsOf(tx, login.id)).length === 0
    await add(tx)
    if (isFirst) {
      await forgetCodes(tx, login.id)
      await endSessions(tx, { user_id: login.id, except: me(ctx).session_id })
    }
    await ctx.mail.send(tx, null, factorAdded(login, name))
    await note(tx, ctx, login, { what: 'added', name })
    return { recovery_codes: isFirst ? await makeRecoveryCodes(tx, login.id) : [] }
  })
}

export const rename: Handler<Factors['rename']> = async (ctx, input) => {
  await inPlatform(ctx, async (tx) => {
    const login = await holdMine(tx, ctx)
    const { name: before } = await ownFactor(tx, login.id, input.params.id)
    const { name } = input.body()
    if (name === before) return
    await renameFactor(tx, login.id, input.params.id, name)
    await ctx.mail.send(tx, null, factorRenamed(login, name, before))
    await note(tx, ctx, login, { what: 'renamed', name, before })
  })
  return { message: ctx.say(say.renamed) }
}

const ownFactor = async (tx: PlatformTx, user_id: string, id: string) =>
  found((await factorsOf(tx, user_id)).find((factor) => factor.id === id))

export const remove: Handler<Factors['remove']> = async (ctx, input) => {
  const login = await myLogin(ctx)
  await inPlatform(ctx, (tx) => ownFactor(tx, login.id, input.params.id))
  const proven = await proveAgain(ctx, login, input.body())
  await inPlatform(ctx, async (tx) => {
    await holdProven(tx, ctx, proven)
    const { id, name } = await ownFactor(tx, login.id, input.params.id)
    await removeFactor(tx, login.id, id)
    const isLast = (await factorsOf(tx, login.id)).length === 0
    if (isLast) await forgetFactors(tx, login.id)
    await ctx.mail.send(tx, null, factorRemoved(login, name, isLast))
    await note(tx, ctx, login, { what: 'removed', name })
  })
  return { message: ctx.say(say.removed) }
}

export const renewRecoveryCodes: Handler<Factors['renewRecoveryCodes']> = async (ctx, { body }) => {
  const mine = await myLogin(ctx)
  if ((await inPlatform(ctx, (tx) => factorsOf(tx, mine.id))).length === 0) {
    fail(422, say.factorFirst)
  }
  const proven = await proveAgain(ctx, mine, body)
  return inPlatform(ctx, async (tx) => {
    const login = await holdProven(tx, ctx, proven)
    await ctx.mail.send(tx, null, codesRenewed(login))
    await note(tx, ctx, login, { what: 'recovery codes renewed' })
    return { recovery_codes: await makeRecoveryCodes(tx, login.id) }
  })
}
