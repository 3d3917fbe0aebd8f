import type { contract } from '@mshahara/contract'
import type { OwnSession } from '@mshahara/contract/auth'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { endSession, endSessions, openSessionsOf } from '../../foundation/http/session.ts'
import { logAct } from '../logs/index.ts'
import { holdProven, proveUnlessFresh } from '../second-factor/index.ts'
import { say } from './sentences.ts'
import { deviceOf } from './user-agent.ts'

/** Where somebody is signed in, for themselves alone. */

type Auth = typeof contract.auth

export const sessions: Handler<Auth['sessions']> = async (ctx) => {
  const { id, session_id } = me(ctx)
  const open = await inPlatform(ctx, (tx) => openSessionsOf(tx, id, ctx.now))
  return open.map(
    ({ user_agent, ...session }): OwnSession => ({
      ...session,
      ...deviceOf(user_agent),
      current: session.id === session_id,
    }),
  )
}

/** Ending the session at hand is signing out, which also empties the browser. */
export const endOwnSession: Handler<Auth['endSession']> = async (ctx, { params, body }) => {
  const { id, session_id } = me(ctx)
  if (params.id === session_id) fail(422, say.thisSession)
  const isOpen = async (tx: PlatformTx) => {
    const open = await openSessionsOf(tx, id, ctx.now)
    if (!open.some((session) => session.id === params.id)) {
      fail(404, say.sessionOver)
    }
  }
  await inPlatform(ctx, isOpen)
  const proven = await proveUnlessFresh(ctx, body())
  await inPlatform(ctx, async (tx) => {
    await holdProven(tx, ctx, proven)
    await isOpen(tx)
    await endSession(tx, params.id)
    await noteEnd(tx, ctx, 1)
  })
  return { message: ctx.say(say.sessionEnded) }
}

export const endOtherSessions: Handler<Auth['endOtherSessions']> = async (ctx, { body }) => {
  const { id, session_id } = me(ctx)
  const proven = await proveUnlessFresh(ctx, body)
  await inPlatform(ctx, async (tx) => {
    await holdProven(tx, ctx, proven)
    const others = (await openSessionsOf(tx, id, ctx.now)).length - 1
    await endSessions(tx, { user_id: id, except: session_id })
    if (others > 0) await noteEnd(tx, ctx, others)
  })
  return { message: ctx.say(say.othersEnded) }
}

const noteEnd = (tx: Ctx['tx'], ctx: Ctx, sessions: number) =>
  logAct(tx, me(ctx).organization_id, me(ctx), 'logout', {
    address: ctx.address,
    other_sessions: sessions,
  })
