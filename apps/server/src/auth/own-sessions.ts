import { type contract, limits } from '@mshahara/contract'
import type { OwnSession } from '@mshahara/contract/auth'
import { type Ctx, inPlatform, me } from '../core/ctx.ts'
import type { PlatformTx } from '../core/db.ts'
import { fail, failField, found } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { endSession, endSessions, openSessionsOf } from '../http/session.ts'
import { logAct } from '../logs/index.ts'
import { type Given, type Proven, proveAgain, useUp, wrongFactor } from '../second-factor/index.ts'
import { holdMine, loginById } from '../users/index.ts'
import { deviceOf } from './user-agent.ts'

/** Where somebody is signed in, for themselves alone. */

type Auth = typeof contract.auth

export const sessions: Handler<Auth['sessions']> = async (ctx) => {
  const { id, session_id } = me(ctx)
  const open = await inPlatform(ctx, (tx) => openSessionsOf(tx, id, ctx.now))
  return open.map(({ user_agent, ...session }): OwnSession => {
    const current = session.id === session_id
    return { ...session, ...deviceOf(user_agent), current, fresh: current && isFresh(ctx) }
  })
}

/** Whoever has just signed in has proven who they are; switching organisations proves nothing. */
function isFresh(ctx: Ctx): boolean {
  const { sessionHours, freshMinutes } = limits
  const began = Date.parse(me(ctx).expires_at) - sessionHours * 3_600_000
  return ctx.now.getTime() < began + freshMinutes * 60_000
}

/** Somebody else may sit at an open session: they would throw its owner out everywhere else. */
async function provenAgain(ctx: Ctx, given: Given): Promise<Proven | undefined> {
  if (isFresh(ctx)) return undefined
  const login = found(await inPlatform(ctx, (tx) => loginById(tx, me(ctx).id)))
  return proveAgain(ctx, login, given)
}

async function holdProven(tx: PlatformTx, ctx: Ctx, proven: Proven | undefined) {
  const login = await holdMine(tx, ctx)
  if (proven && !(await useUp(tx, ctx, login, proven))) failField('code', wrongFactor)
}

/** Ending the session at hand is signing out, which also empties the browser. */
export const endOwnSession: Handler<Auth['endSession']> = async (ctx, { params, body }) => {
  const { id, session_id } = me(ctx)
  if (params.id === session_id) fail(422, 'This is the session at hand. Please log out instead.')
  const isOpen = async (tx: PlatformTx) => {
    const open = await openSessionsOf(tx, id, ctx.now)
    if (!open.some((session) => session.id === params.id)) {
      fail(404, 'This session has already ended.')
    }
  }
  await inPlatform(ctx, isOpen)
  const proven = await provenAgain(ctx, body())
  await inPlatform(ctx, async (tx) => {
    await holdProven(tx, ctx, proven)
    await isOpen(tx)
    await endSession(tx, params.id)
    await noteEnd(tx, ctx, 1)
  })
  return { message: 'The session has ended' }
}

export const endOtherSessions: Handler<Auth['endOtherSessions']> = async (ctx, { body }) => {
  const { id, session_id } = me(ctx)
  const proven = await provenAgain(ctx, body)
  await inPlatform(ctx, async (tx) => {
    await holdProven(tx, ctx, proven)
    const others = (await openSessionsOf(tx, id, ctx.now)).length - 1
    await endSessions(tx, { user_id: id, except: session_id })
    if (others > 0) await noteEnd(tx, ctx, others)
  })
  return { message: 'Every other session has ended' }
}

const noteEnd = (tx: Ctx['tx'], ctx: Ctx, sessions: number) =>
  logAct(tx, me(ctx).organization_id, me(ctx), 'logout', {
    address: ctx.address,
    other_sessions: sessions,
  })
