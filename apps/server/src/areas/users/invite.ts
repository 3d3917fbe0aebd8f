import { type contract, limits, type StaffRole } from '@mshahara/contract'
import { allow, type Limit } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform, myOrganization } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import {
  allowLetter,
  mailBudgetSpent,
  mayInvite,
  overInvited,
} from '../../foundation/mail/budget.ts'
import {
  addMembership,
  addMemberships,
  changeMembership,
  organizationName,
} from '../organizations/index.ts'
import type { MembershipRow } from '../organizations/tables.ts'
import { invitation, joining } from './letters.ts'
import { type Contact, type Login, loginById, loginFor, loginsFor } from './logins.ts'
import { activationCodes, type IssuingParts, issueCode } from './one-time-codes.ts'
import { actor, list } from './people.ts'
import { refusalToGiveRole } from './rights.ts'
import { sayToStaff } from './sentences.ts'

type Users = typeof contract.users

const aMinute: Limit[] = [{ name: 'remind', seconds: limits.otpCooldown_s, account: 1 }]
const anHour: Limit[] = [{ name: 'reminders', seconds: 3600, account: limits.codesPerHour }]

/** Whether the address has a login shows nowhere: both are invited, and join by accepting. */
export const invite: Handler<Users['invite']> = async (ctx, { body }) => {
  const refusal = refusalToGiveRole(actor(ctx), body.role)
  if (refusal) failField('role', refusal)
  const organization_id = myOrganization(ctx)
  await allowLetter(ctx, organization_id)
  const from = await organizationName(ctx)
  const { role, ...person } = body
  const id = await inPlatform(ctx, async (tx) => {
    const login = await loginFor(tx, person.email)
    const known = await promote(tx, organization_id, login.id, role)
    if (known === 'active') return login.id
    if (!known) await addMembership(tx, offerOf({ organization_id, role, person }, login))
    const letter = { organization_id, from, first_name: person.first_name }
    if (!(await mailInvitation(tx, ctx, login, letter))) fail(429, mailBudgetSpent)
    return login.id
  })
  const people = await list(ctx, { params: undefined, query: undefined, body: undefined })
  return found(people.find((user) => user.id === id))
}

export const reinvite: Handler<Users['reinvite']> = async (ctx, { params }) => {
  const { status, invited_as } = await ctx.tx.one<Pick<MembershipRow, 'status' | 'invited_as'>>`
    select status, invited_as from memberships where user_id = ${params.id}`
  if (status === 'inactive') fail(422, sayToStaff.inactive)
  const organization_id = myOrganization(ctx)
  const person = { account: `${organization_id} ${params.id}` }
  await allow(ctx, aMinute, person)
  await allow(ctx, anHour, person)
  await allowLetter(ctx, organization_id)
  const from = await organizationName(ctx)
  await inPlatform(ctx, async (tx) => {
    const login = found(await loginById(tx, params.id))
    if (status !== 'invited' && login.activated_at) {
      fail(422, sayToStaff.signedIn)
    }
    const { first_name } = invited_as ?? login
    const letter = { organization_id, from, first_name }
    if (!(await mailInvitation(tx, ctx, login, letter))) fail(429, mailBudgetSpent)
  })
  return { message: 'Invitation sent' }
}

/** Somebody on the payroll is given the role; who has accepted already needs no invitation. */
async function promote(tx: PlatformTx, organization_id: string, user_id: string, role: StaffRole) {
  const known = await tx.maybe<{ status: 'active' | 'invited' }>`select status from memberships
    where organization_id = ${organization_id} and user_id = ${user_id}
      and role = 'employee' and status <> 'inactive' for update`
  if (known) await changeMembership(tx, organization_id, user_id, { role })
  return known?.status
}

interface Offer {
  organization_id: string
  role: StaffRole
  person: Contact
}

const offerOf = ({ organization_id, role, person }: Offer, login: Login) => ({
  organization_id,
  user_id: login.id,
  role,
  status: 'invited' as const,
  invited_as: person,
})

/** Whoever invites, from a request or a job. */
export type Inviting = IssuingParts & Pick<Ctx, 'mail'>

/**
 * Offers roles to many, each to an address of its own; answers with the addresses to which no
 * letter may go just now.
 */
export async function offerRoles(
  tx: PlatformTx,
  by: Inviting,
  offers: (Offer & { from: string })[],
): Promise<Set<string>> {
  const emails = offers.map(({ person }) => person.email)
  const logins = await loginsFor(tx, emails)
  const offered = offers.map((given) => ({
    ...given,
    login: logins.get(given.person.email) as Login,
  }))
  await addMemberships(
    tx,
    offered.map((given) => offerOf(given, given.login)),
  )
  const over = await overInvited(tx, by, emails)
  const told = offered.filter(({ person }) => !over.has(person.email))
  const [known, fresh] = [
    told.filter(({ login }) => login.activated_at),
    told.filter(({ login }) => !login.activated_at),
  ]
  const codes = await activationCodes(
    tx,
    by,
    fresh.map(({ organization_id, login: { email, id } }) => ({
      organization_id,
      email,
      user_id: id,
    })),
  )
  await by.mail.sendAll(tx, [
    ...known.map(({ organization_id, login, from }) => ({
      organization_id,
      letter: joining(login, from),
    })),
    ...fresh.map(({ organization_id, person, from }, at) => ({
      organization_id,
      letter: invitation(person, from, codes[at] as string),
    })),
  ])
  return over
}

interface Invitation {
  organization_id: string
  from: string
  first_name: string
}

/** A person who never signed in anywhere also gets a one-time password, which names us. */
async function mailInvitation(
  tx: PlatformTx,
  by: Inviting,
  login: Login,
  { organization_id, from, first_name }: Invitation,
): Promise<boolean> {
  const { email, id: user_id } = login
  if (!(await mayInvite(tx, by, email))) return false
  const letter = login.activated_at
    ? joining(login, from)
    : invitation(
        { email, first_name },
        from,
        await issueCode(tx, by, { purpose: 'activation', email, user_id, organization_id }),
      )
  await by.mail.send(tx, organization_id, letter)
  return true
}
