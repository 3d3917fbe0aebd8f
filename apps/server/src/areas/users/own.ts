import { allow, type Limit } from '../../foundation/core/attempts.ts'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { holdLogin, type Login } from './logins.ts'
import { matchesInTurn } from './passwords.ts'
import { say } from './sentences.ts'

/** Whoever calls, and their own login. */

/** The user's own password, asked for again before something important. */
const ownPassword: Limit[] = [{ name: 'own password', seconds: 15 * 60, here: 10, account: 20 }]

/** The caller's login, locked; refused if the session ended while the call was in progress. */
export async function holdMine(tx: PlatformTx, ctx: Ctx): Promise<Login> {
  const { id, session_id, expires_at } = me(ctx)
  const login = await holdLogin(tx, id)
  const isOpen = await tx.run`select from sessions
    where id = ${session_id} and expires_at >= ${expires_at}`
  if (!login || !isOpen) fail(401)
  return login
}

/**
 * An open session is not proof enough for what would lock its owner out. Somebody who still has to
 * choose a password has just entered the one that was mailed.
 */
export async function proveOwner(ctx: Ctx, login: Login, current: string | undefined) {
  if (!login.activated_at) return
  const field = 'current_password'
  if (!login.password_hash) {
    failField(field, say.noPassword)
  }
  if (!current) return failField(field, say.enterPassword)
  await allow(ctx, ownPassword, { account: login.id })
  if (await matchesInTurn(ctx, login.password_hash, current)) return
  failField(field, say.notYourPassword)
}
