import type { contract } from '@mshahara/contract'
import { type Ctx, inPlatform, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Db, PlatformTx } from '../../foundation/core/db.ts'
import { fail, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { endSessions } from '../../foundation/http/session.ts'
import { logAct } from '../logs/index.ts'
import { belongsElsewhere, organizationName } from '../organizations/index.ts'
import { forgetCodes, holdLogin, type Login, loginByEmail, loginById } from '../users/index.ts'
import { holdProven, proveUnlessFresh } from './again.ts'
import { forgetFactors } from './factors.ts'
import { factorsReset } from './letters.ts'
import { note } from './note.ts'
import { sayToStaff } from './sentences.ts'

/** For somebody who has lost their phone and their recovery codes. */

type Factors = typeof contract.secondFactor

/**
 * By the primary user, or whoever runs the platform. A login that somebody also uses elsewhere is
 * not one organisation's to weaken: there only the platform may.
 */
export const reset: Handler<Factors['reset']> = async (ctx, { params, body }) => {
  const user = me(ctx)
  await ctx.tx.one`select from memberships where user_id = ${params.id} and status = 'active'`
  if (params.id === user.id) fail(403, sayToStaff.ownReset)
  const from = await organizationName(ctx)
  await inPlatform(ctx, async (tx) => refuseReset(tx, ctx, found(await loginById(tx, params.id))))
  const proven = await proveUnlessFresh(ctx, body())
  await inPlatform(ctx, async (tx) => {
    // In one order, because the other may be resetting ours.
    for (const id of [user.id, params.id].sort()) await holdLogin(tx, id)
    await holdProven(tx, ctx, proven)
    const login = found(await holdLogin(tx, params.id))
    await refuseReset(tx, ctx, login)
    if (!(await forget(tx, login))) fail(422, sayToStaff.none)
    await ctx.mail.send(tx, null, factorsReset(login, user.name, from))
    const whose = `${login.first_name} ${login.last_name}`
    await note(tx, ctx, login, { what: 'reset', of: whose, user_id: login.id })
  })
  return { message: 'The second factors were removed' }
}

async function refuseReset(tx: PlatformTx, ctx: Ctx, login: Login) {
  if (login.super_admin) fail(403, sayToStaff.operators)
  if (me(ctx).super_admin) return
  if (await belongsElsewhere(tx, myOrganization(ctx), login.id)) {
    fail(403, sayToStaff.elsewhere)
  }
}

/** Whoever is signed in as the person was so with a factor that counts no longer. */
async function forget(tx: PlatformTx, login: Login): Promise<number> {
  const forgotten = await forgetFactors(tx, login.id)
  if (forgotten === 0) return 0
  await endSessions(tx, { user_id: login.id })
  await forgetCodes(tx, login.id)
  return forgotten
}

/** On the machine itself, for an operator; nobody else could do it for them. */
export const resetOperator = (db: Db, email: string): Promise<'no operator' | 'none' | 'done'> =>
  db.inPlatform(async (tx) => {
    const known = await loginByEmail(tx, email)
    const login = known && (await holdLogin(tx, known.id))
    if (!login?.super_admin) return 'no operator'
    if (!(await forget(tx, login))) return 'none'
    const who = { id: login.id, name: `${login.first_name} ${login.last_name}` }
    await logAct(tx, null, who, 'second factor', { what: 'reset', on_the_machine: true })
    return 'done'
  })
