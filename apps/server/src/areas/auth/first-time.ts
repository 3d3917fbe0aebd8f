import { errorWords } from '@mshahara/contract/errors'
import { everywhere } from '@mshahara/contract/everywhere'
import { allow, forgive, within } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { sameBytes } from '../../foundation/core/secrets.ts'
import { endSessions } from '../../foundation/http/session.ts'
import { mayMailOwner } from '../../foundation/mail/budget.ts'
import { readingAt } from '../../foundation/mail/letter-to.ts'
import { answerInvitation } from '../organizations/index.ts'
import {
  activationHash,
  holdAddress,
  isFresh,
  issueCode,
  type Login,
  liveCode,
  oneTimePassword,
  setLogin,
  useOnce,
} from '../users/index.ts'
import { noteFailure } from './failures.ts'
import { firstPassword } from './letters.ts'
import { codesFor, guesses, idNumbers } from './limits.ts'
import { say } from './sentences.ts'
import { type FirstPayload, type Offer, sendCode } from './sign-in-code.ts'

/**
 * Somebody added by an organisation (A6, A28). The ID number, or the one-time password it fetches,
 * identifies the organisation, and signing in with it accepts that one membership.
 */

/** The memberships a person has been offered, oldest first. */
const offersTo = (tx: PlatformTx, login: Login) =>
  tx.all<Offer>`select m.organization_id, o.name, m.activation_hash,
      coalesce(m.invited_as ->> 'first_name', ${login.first_name}) as first_name,
      o.status = 'deactivated' as deactivated
    from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${login.id} and m.status <> 'inactive'
    order by m.created_at, o.id`

export async function firstTime(ctx: Ctx, login: Login, secret: string) {
  const { email } = login
  const { code, offers } = await inPlatform(ctx, async (tx) => ({
    code: await oneTimePassword(tx, ctx, email, secret),
    offers: await offersTo(tx, login),
  }))
  const named = offers.find(({ organization_id }) => organization_id === code?.organization_id)
  if (named?.deactivated) fail(401, errorWords.deactivated({ organization: named.name }))
  if (code?.used_at) fail(401, login.super_admin ? say.usedByOperator : say.usedUp)
  if (code && (named || code.organization_id === null)) {
    return sendCode(ctx, login, { once: code.id, ...(named && { offer: named }) })
  }
  const open = await within(ctx, idNumbers, { account: email })
  const number = activationHash(ctx.secrets, login.id, secret)
  const match = offers.find(({ activation_hash }) => sameBytes(activation_hash, number))
  // A locked account gets the same answer as a wrong number or an unknown address.
  if (!open || !match) {
    await noteFailure(ctx, email, login)
    return fail(401, say.wrong)
  }
  if (match.deactivated) fail(401, errorWords.deactivated({ organization: match.name }))
  await mailFirstPassword(ctx, login, match)
  ctx.status(201)
  return { message: ctx.say(say.firstPasswordSent) }
}

async function mailFirstPassword(ctx: Ctx, login: Login, offer: Offer) {
  const { email, id: user_id } = login
  const { organization_id } = offer
  const live = (tx: PlatformTx) => liveCode(tx, ctx, 'activation', email, organization_id)
  if (isFresh(ctx, await inPlatform(ctx, live))) return
  await allow(ctx, codesFor('activation'), { account: email })
  await inPlatform(ctx, async (tx) => {
    await forgive(tx, ctx, [...idNumbers, ...guesses], { account: email })
    await holdAddress(tx, email)
    if (isFresh(ctx, await live(tx)) || !(await mayMailOwner(tx, ctx, email))) return
    const issue = { purpose: 'activation', email, user_id, organization_id } as const
    const first = await issueCode(tx, ctx, issue)
    const { first_name } = offer
    const reader = readingAt(ctx, { email, first_name, language: login.language })
    await ctx.mail.send(tx, null, firstPassword(reader, offer.name, first))
  })
}

/**
 * The first password is used up: from here on only the session that is now opened can choose
 * another. The membership takes effect, and the login takes on the name used there.
 */
export async function acceptNamed(
  tx: PlatformTx,
  ctx: Ctx,
  login: Login,
  payload: unknown,
): Promise<Login> {
  const { once, joins } = (payload ?? {}) as Partial<FirstPayload>
  if (once) {
    if (!(await useOnce(tx, ctx, once))) fail(401, everywhere.wrongCode)
    await endSessions(tx, { user_id: login.id })
  }
  if (!joins) return login
  const accepted = await answerInvitation(tx, joins, login.id, true)
  const { first_name, last_name, phone } = accepted?.invited_as ?? login
  const named = login.activated_at ? {} : { first_name, last_name, phone: phone || null }
  const change = { ...named, last_organization_id: joins }
  await setLogin(tx, login.id, change)
  return { ...login, ...change }
}
