import type { contract } from '@mshahara/contract'
import type { Membership } from '@mshahara/contract/auth'
import { everywhere } from '@mshahara/contract/everywhere'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import {
  endSession,
  endSessionsAt,
  moveSession,
  openSession,
} from '../../foundation/http/session.ts'
import { logAct } from '../logs/index.ts'
import { answerInvitation, leaveOrganization } from '../organizations/index.ts'
import { holdMine, setLogin } from '../users/index.ts'
import { landing } from './landing.ts'
import { say } from './sentences.ts'

type Auth = typeof contract.auth

export const memberships: Handler<Auth['memberships']> = async (ctx) => {
  const { id, organization_id } = me(ctx)
  return inPlatform(
    ctx,
    (tx) => tx.all<Membership>`select o.id as organization_id, o.name,
        case when m.status = 'active' then o.logo end as logo, m.role, m.status,
        o.id is not distinct from ${organization_id} as current
      from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = ${id} and m.status <> 'inactive' and o.status = 'active'
      order by lower(o.name), o.id`,
  )
}

const answering =
  (accepted: boolean): Handler<Auth['acceptMembership']> =>
  async (ctx, { params }) => {
    const { id, activated, organization_id, session_id } = me(ctx)
    if (!activated) fail(403, everywhere.passwordFirst)
    await inPlatform(ctx, async (tx) => {
      if (accepted) await refuseDeactivated(tx, params.id)
      if (!(await answerInvitation(tx, params.id, id, accepted))) {
        fail(404, say.noInvitation)
      }
      // Somebody without an organisation starts right there.
      if (accepted && !organization_id) await moveSession(tx, session_id, params.id)
    })
    return { message: ctx.say(accepted ? say.accepted : say.declined) }
  }
export const acceptMembership = answering(true)
export const declineMembership = answering(false)

async function refuseDeactivated(tx: PlatformTx, organization_id: string) {
  const isActive = await tx.run`select from organizations
    where id = ${organization_id} and status = 'active'`
  if (!isActive) fail(404, say.noInvitation)
}

/** Anybody may leave (A28): the membership goes, the employee's record stays. */
export const leaveMembership: Handler<Auth['leaveMembership']> = async (ctx, { params }) => {
  const { id, activated, organization_id, session_id } = me(ctx)
  if (!activated) fail(403, everywhere.passwordFirst)
  await inPlatform(ctx, async (tx) => {
    const login = await holdMine(tx, ctx)
    if (!(await leaveOrganization(tx, params.id, id))) {
      fail(404, say.notMember)
    }
    if (organization_id === params.id) {
      await moveSession(tx, session_id, (await landing(tx, login))?.id ?? null)
    }
    await endSessionsAt(tx, { user_id: id, organization_id: params.id })
  })
  return { message: ctx.say(say.left) }
}

/** A new token for another organisation; the old one ends, so a second tab notices. */
export const switchTo: Handler<Auth['switch']> = (ctx, { params }) =>
  moveTo(ctx, params.id, (tx) => refuseForeign(tx, ctx, params.id))

/** The operator leaves; the organisation's log shows that too. */
export const switchBack: Handler<Auth['switchBack']> = (ctx) => moveTo(ctx, null, async () => {})

async function moveTo(
  ctx: Ctx,
  organization_id: string | null,
  check: (tx: PlatformTx) => Promise<void>,
) {
  const user = me(ctx)
  if (!user.activated) fail(403, everywhere.passwordFirst)
  const token = await inPlatform(ctx, async (tx) => {
    await check(tx)
    // If several switches use one token only one succeeds, and none once the session has ended.
    await holdMine(tx, ctx)
    await endSession(tx, user.session_id)
    if (!user.super_admin) await setLogin(tx, user.id, { last_organization_id: organization_id })
    // The organisation's own log shows who came in, the platform operator included.
    const [where, act] = organization_id
      ? ([organization_id, 'login'] as const)
      : ([user.organization_id, 'logout'] as const)
    await logAct(tx, where, user, act, { address: ctx.address, switched: true })
    const { now, address, userAgent } = ctx
    const { id: user_id, expires_at } = user
    return openSession(tx, { user_id, organization_id, now, address, userAgent, expires_at })
  })
  ctx.cookies.giveSession(token)
  return { token: ctx.cookies.forClient(token) }
}

async function refuseForeign(tx: PlatformTx, ctx: Ctx, organization_id: string) {
  const { id, super_admin } = me(ctx)
  await tx.one`select from organizations o where o.id = ${organization_id}
    and (${super_admin} or (o.status = 'active' and exists (
      select from memberships m where m.organization_id = o.id and m.user_id = ${id}
        and m.status = 'active')))`
}
