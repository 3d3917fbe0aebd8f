import type { contract } from '@mshahara/contract'
import type { Profile } from '@mshahara/contract/auth'
import { everywhere } from '@mshahara/contract/everywhere'
import { allow } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { forgetDevices } from '../../foundation/core/devices.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import { pictureIn } from '../../foundation/core/pictures.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { endSessions } from '../../foundation/http/session.ts'
import { mailBudgetSpent, mayMail } from '../../foundation/mail/budget.ts'
import { holdProven, proveFully } from '../second-factor/index.ts'
import {
  forgetCodes,
  holdAddress,
  holdMine,
  issueCode,
  type Login,
  loginById,
  setLogin,
  spendCode,
  takeOver,
  tryCode,
} from '../users/index.ts'
import { confirmEmail as confirmEmailLetter, emailChanged, emailChanging } from './letters.ts'
import { codesFor } from './limits.ts'
import { say } from './sentences.ts'

type Auth = typeof contract.auth

const myLogin = async (tx: PlatformTx, ctx: Ctx): Promise<Login> =>
  found(await loginById(tx, me(ctx).id))

async function profileToWire(tx: PlatformTx, ctx: Ctx): Promise<Profile> {
  const user = me(ctx)
  const login = await myLogin(tx, ctx)
  return {
    ...login,
    role: user.role,
    status: 'active',
    updated_at: login.previous_login_at,
    employee_id: user.employee_id,
    organization_id: user.organization_id,
    deactivated: user.organization_id ? null : await deactivatedHome(tx, user.id),
    leaver: user.leaver,
    permissionNames: [...user.permissions],
    must_change_password: !login.activated_at,
    must_add_factor: user.must_add_factor,
  }
}

/** Where somebody would be if it were not switched off. */
async function deactivatedHome(tx: PlatformTx, user_id: string): Promise<string | null> {
  const home = await tx.maybe<{ name: string }>`select o.name
    from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${user_id} and m.status = 'active' and o.status = 'deactivated'
    order by m.created_at, o.id limit 1`
  return home?.name ?? null
}

export const profile: Handler<Auth['profile']> = (ctx) =>
  inPlatform(ctx, (tx) => profileToWire(tx, ctx))

export const updateProfile: Handler<Auth['updateProfile']> = async (ctx, { body }) => {
  const { email, current_password, code, passkey, ...names } = body
  const before = await inPlatform(ctx, (tx) => myLogin(tx, ctx))
  const given = { current_password, code, passkey }
  const proven = email === before.email ? undefined : await proveFully(ctx, before, given)
  if (proven) await allow(ctx, codesFor('email'), { account: before.id })
  return inPlatform(ctx, async (tx) => {
    const login = await holdProven(tx, ctx, proven)
    const moving = email !== login.email
    if (moving) await askForEmail(tx, ctx, login, email)
    await setLogin(tx, login.id, { ...names, pending_email: moving ? email : null })
    return profileToWire(tx, ctx)
  })
}

/** The new address is proven with a code; the old one is told first (A4). */
async function askForEmail(tx: PlatformTx, ctx: Ctx, login: Login, email: string) {
  if (!(await mayMail(tx, ctx, email))) fail(429, mailBudgetSpent)
  const code = await issueCode(tx, ctx, { purpose: 'email', email, user_id: login.id, bound: true })
  await ctx.mail.send(tx, null, confirmEmailLetter({ ...login, email }, code))
  await ctx.mail.send(tx, null, emailChanging(login, email))
}

export const confirmEmail: Handler<Auth['confirmEmail']> = async (ctx, { body }) => {
  const login = await inPlatform(ctx, (tx) => myLogin(tx, ctx))
  const email = login.pending_email
  if (!email) fail(422, say.noEmail)
  const code = await tryCode(ctx, 'email', email, body.otp)
  if (!code || code.user_id !== login.id) return failField('otp', everywhere.wrongCode)
  return inPlatform(ctx, async (tx) => {
    await holdAddress(tx, email)
    await holdMine(tx, ctx)
    if (!(await spendCode(tx, code))) failField('otp', everywhere.wrongCode)
    // Codes sent to the old address are no longer valid.
    await forgetCodes(tx, login.id)
    await takeOver(tx, email, login.id)
    await setLogin(tx, login.id, {
      email,
      pending_email: null,
      email_verified_at: ctx.now.toISOString(),
    })
    await endSessions(tx, { user_id: login.id, except: me(ctx).session_id })
    await forgetDevices(tx, ctx, login.id)
    await ctx.mail.send(tx, null, emailChanged(login, email))
    return profileToWire(tx, ctx)
  })
}

export const setLanguage: Handler<Auth['setLanguage']> = (ctx, { body }) =>
  inPlatform(ctx, async (tx) => {
    await setLogin(tx, me(ctx).id, body)
    return profileToWire(tx, ctx)
  })

export const updateAvatar: Staged<Auth['updateAvatar'], void, string> = {
  ...pictureIn('user'),
  look: async () => {},
  keep: (ctx, _, avatar) =>
    inPlatform(ctx, async (tx) => {
      const login = await myLogin(tx, ctx)
      await setLogin(tx, login.id, { avatar })
      if (login.avatar) await ctx.later('files.remove', { folder: 'user', name: login.avatar })
      return profileToWire(tx, ctx)
    }),
}
