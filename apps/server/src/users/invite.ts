import { type contract, limits, type StaffRole } from '@mshahara/contract'
import { attempt } from '../core/attempts.ts'
import type { Handler } from '../core/bind.ts'
import { issueCode } from '../core/codes.ts'
import { type Ctx, inPlatform, myOrganization } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, failField, found } from '../core/fail.ts'
import { addMembership, changeMembership, organizationName } from '../organizations/index.ts'
import { invitation, joining } from './letters.ts'
import { addLogin, holdAddress, holdLoginOf, type Login, loginById } from './logins.ts'
import { actor, list } from './people.ts'
import { refusalToGiveRole } from './rights.ts'

type Users = typeof contract.users

/** An organisation writes to strangers in our name: enough for a large one, not for a flood. */
const mostAnHour = 100

export const invite: Handler<Users['invite']> = async (ctx, { body }) => {
  const refusal = refusalToGiveRole(actor(ctx), body.role)
  if (refusal) failField('role', refusal)
  await attempt(ctx, { key: `invite ${myOrganization(ctx)}`, most: mostAnHour, seconds: 3600 })
  const from = await organizationName(ctx)
  const { role, ...person } = body
  const id = await inPlatform(ctx, async (tx) => {
    await holdAddress(tx, person.email)
    // Held, so that nobody re-points the login that this invitation is for.
    const existing = await holdLoginOf(tx, person.email)
    const login = existing ?? (await addLogin(tx, person))
    // An existing login joins only by accepting, whoever made it (A4).
    if (existing && (await promote(tx, myOrganization(ctx), existing.id, role))) return existing.id
    const joins = existing
      ? ({ status: 'invited', invited_as: person } as const)
      : ({ status: 'active' } as const)
    await addMembership(tx, {
      organization_id: myOrganization(ctx),
      user_id: login.id,
      role,
      ...joins,
    })
    await mailInvitation(tx, ctx, login, from, existing ? 'join' : 'new')
    return login.id
  })
  const people = await list(ctx, { params: undefined, query: undefined, body: undefined })
  return found(people.find((user) => user.id === id))
}

export const reinvite: Handler<Users['reinvite']> = async (ctx, { params }) => {
  const { rows } = await ctx.tx.$client.query<{ status: string }>(
    'select status from memberships where user_id = $1',
    [params.id],
  )
  const { status } = found(rows[0])
  if (status === 'inactive') fail(422, 'This person is inactive. Make them active first.')
  const key = `invite ${myOrganization(ctx)} ${params.id}`
  await attempt(ctx, { key: `${key} minute`, most: 1, seconds: limits.otpCooldown_s })
  await attempt(ctx, { key, most: limits.codesPerHour, seconds: 3600 })
  const from = await organizationName(ctx)
  await inPlatform(ctx, async (tx) => {
    const login = found(await loginById(tx, params.id))
    if (status !== 'invited' && login.activated_at) {
      fail(422, 'This person has already signed in. No invitation is needed.')
    }
    await mailInvitation(tx, ctx, login, from, status === 'invited' ? 'join' : 'new')
  })
  return { message: 'Invitation sent' }
}

/** Somebody on the payroll who signs in already needs no invitation to do more. */
async function promote(tx: Tx, organization_id: string, user_id: string, role: StaffRole) {
  const { rowCount } = await tx.$client.query(
    `select from memberships where organization_id = $1 and user_id = $2
       and role = 'employee' and status = 'active' for update`,
    [organization_id, user_id],
  )
  if (rowCount) await changeMembership(tx, organization_id, user_id, { role })
  return Boolean(rowCount)
}

/** A person who never signed in anywhere also gets a one-time password. */
async function mailInvitation(tx: Tx, ctx: Ctx, login: Login, from: string, how: 'new' | 'join') {
  const password = login.activated_at
    ? undefined
    : await issueCode(tx, ctx, {
        purpose: 'activation',
        email: login.email,
        user_id: login.id,
      })
  const letter = how === 'join' ? joining(login, from, password) : invitation(login, from, password)
  await ctx.mail.send(tx, myOrganization(ctx), letter)
}
