import { type contract, grants, type Permission, permissions, type Role } from '@mshahara/contract'
import type { User } from '@mshahara/contract/users'
import { type Ctx, inPlatform, me, myOrganization } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { raw } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { endSessionsAt } from '../../foundation/http/session.ts'
import {
  addMembership,
  answerInvitation,
  belongsElsewhere,
  changeMembership,
  organizationName,
  removeMembership,
} from '../organizations/index.ts'
import { noteAddressChange, notifyFormerAddress, warningOf } from './address-changes.ts'
import { type Contact, holdLogin, loginFor, setLogin } from './logins.ts'
import {
  type Changed,
  extraAfter,
  permissionsOf,
  type RightsHolder,
  refusalToEdit,
  refusalToGiveRole,
  refusalToGrant,
} from './rights.ts'
import { sayToStaff } from './sentences.ts'

type Users = typeof contract.users

interface Person extends User {
  extra: Permission[]
  activated: boolean
  /** Invited, but not yet a member: nothing of the login is shown or changed here. */
  pending: boolean
}

/** Until they accept, people appear as their inviter wrote them. */
const personColumns = `m.user_id as id,
  coalesce(u.first_name, m.invited_as ->> 'first_name') as first_name,
  coalesce(u.last_name, m.invited_as ->> 'last_name') as last_name,
  coalesce(u.email, m.invited_as ->> 'email') as email,
  coalesce(u.phone, m.invited_as ->> 'phone') as phone,
  m.role,
  case when m.status = 'active' and u.activated_at is null then 'invited' else m.status end
    as status,
  u.avatar, m.employee_id, m.organization_id, m.created_at, u.last_login_at as updated_at`
const people = 'from memberships m left join users u on u.id = m.user_id'

/** Prepared, because it is asked often. */
export const usersQuery = {
  name: 'users',
  text: `select ${personColumns} ${people} order by m.created_at, m.user_id`,
}

export const list: Handler<Users['list']> = async (ctx) =>
  (await ctx.tx.$client.query<User>(usersQuery)).rows

async function load(ctx: Ctx, id: string, lock = false): Promise<Person> {
  return ctx.tx.one<Person>`select ${raw(personColumns)}, m.permissions as extra,
      u.activated_at is not null as activated, m.status = 'invited' as pending
    ${raw(people)} where m.user_id = ${id} ${raw(lock ? 'for update of m' : '')}`
}

const holder = (person: Person): RightsHolder => person
export const actor = (ctx: Ctx): RightsHolder => me(ctx)

export const get: Handler<Users['get']> = async (ctx, { params }) => {
  const person = await load(ctx, params.id)
  const may = await mayChange(ctx, person)
  return {
    ...person,
    permissionNames: [...new Set([...grants[person.role as Role], ...person.extra])],
    may,
  }
}

async function mayChange(ctx: Ctx, person: Person) {
  const edit = person.role !== 'employee' && !refusalToEdit(actor(ctx), holder(person))
  if (!edit) return { edit, rename: false, readdress: false }
  return { edit, ...(await mayCorrect(ctx, person)) }
}

/**
 * A login that somebody uses is its owner's. An invitation is ours: it may be corrected, whether or
 * not the address has a login, which nobody learns here.
 */
async function mayCorrect(ctx: Ctx, person: Person) {
  if (person.pending) return { rename: true, readdress: true }
  const elsewhere = await inPlatform(ctx, (tx) =>
    belongsElsewhere(tx, myOrganization(ctx), person.id),
  )
  return { rename: !elsewhere, readdress: !person.activated }
}

export const update: Handler<Users['update']> = async (ctx, input) => {
  await load(ctx, input.params.id)
  // The login before the membership, as everywhere: its owner may be activating it right now.
  await inPlatform(ctx, (tx) => holdLogin(tx, input.params.id))
  const person = await load(ctx, input.params.id, true)
  refuseEdit(ctx, person)
  const { role, status, permissions: changed, ...contact } = input.body()
  if (role !== person.role) {
    const refusal = refusalToGiveRole(actor(ctx), role)
    if (refusal) failField('role', refusal)
  }
  const kept = role === person.role ? person.extra : []
  const extra = changed ? granted(ctx, { ...person, role, extra: kept }, changed) : kept
  const { id, told } = await correctContact(ctx, person, contact)
  if (person.pending && status === 'inactive') return takeBack(ctx, { ...person, ...contact, id })
  // "Active" on the form leaves an invitation as it is.
  const next =
    status === 'active' && person.status === 'invited' ? {} : { status, off_by_record: false }
  const moved = id !== person.id
  await changeMembership(ctx.tx, myOrganization(ctx), id, {
    ...(moved ? {} : next),
    role,
    permissions: extra,
  })
  if (status === 'inactive' || moved) {
    await inPlatform(ctx, (tx) =>
      endSessionsAt(tx, { user_id: person.id, organization_id: myOrganization(ctx) }),
    )
  }
  return { ...(await load(ctx, id)), ...warningOf(told) }
}

/** An invitation is taken back whole: nobody but the person turns it into a membership. */
async function takeBack(ctx: Ctx, person: Person): Promise<User> {
  await answerInvitation(ctx.tx, myOrganization(ctx), person.id, false)
  return { ...person, status: 'inactive' }
}

function refuseEdit(ctx: Ctx, person: Person) {
  if (person.role === 'employee') {
    fail(403, sayToStaff.followsRecord)
  }
  const refusal = refusalToEdit(actor(ctx), holder(person))
  if (refusal) fail(403, refusal)
}

const contactFields = ['first_name', 'last_name', 'phone', 'email'] as const

interface Corrected {
  /** Of the login that the membership is of from now on. */
  id: string
  /** Whether the person heard of another address, where there is one. */
  told: boolean
}

async function correctContact(ctx: Ctx, person: Person, contact: Contact): Promise<Corrected> {
  const unmoved = { id: person.id, told: true }
  const changed = contactFields.filter((name) => contact[name] !== person[name])
  if (changed.length === 0) return unmoved
  const may = await mayCorrect(ctx, person)
  for (const name of changed) {
    if (name === 'email' && !may.readdress) {
      failField(name, sayToStaff.ownEmail)
    }
    if (name !== 'email' && !may.rename) {
      failField(name, sayToStaff.ownName)
    }
  }
  if (changed.includes('email')) return readdress(ctx, person, contact)
  if (person.pending) {
    await changeMembership(ctx.tx, myOrganization(ctx), person.id, { invited_as: contact })
  } else {
    const { email: _, ...names } = contact
    await inPlatform(ctx, (tx) => setLogin(tx, person.id, names))
  }
  return unmoved
}

/** The invitation goes to another address; the login of the first one stays what it was. */
async function readdress(ctx: Ctx, person: Person, contact: Contact): Promise<Corrected> {
  const { id, role, extra, employee_id } = person
  const organization_id = myOrganization(ctx)
  const from = await organizationName(ctx)
  return inPlatform(ctx, async (tx) => {
    const { email } = contact
    const moved = { before: person, employee_id, user_id: id, email }
    const told = await notifyFormerAddress(tx, ctx, from, moved)
    if (employee_id) await noteAddressChange(tx, ctx, { employee_id, told })
    await removeMembership(tx, organization_id, id)
    const login = await loginFor(tx, contact.email)
    await addMembership(tx, {
      organization_id,
      user_id: login.id,
      role: role as Exclude<Role, 'super-admin'>,
      status: 'invited',
      permissions: extra,
      employee_id,
      invited_as: contact,
    })
    return { id: login.id, told }
  })
}

export const updatePermissions: Handler<Users['updatePermissions']> = async (ctx, { body }) => {
  const person = await load(ctx, body.user_id, true)
  refuseEdit(ctx, person)
  const permissions = granted(ctx, holder(person), body)
  await changeMembership(ctx.tx, myOrganization(ctx), person.id, { permissions })
  return { message: 'Permissions updated successfully' }
}

function granted(ctx: Ctx, target: RightsHolder, changed: Changed): Permission[] {
  const refusal = refusalToGrant(actor(ctx), target, changed)
  if (refusal) fail(403, refusal)
  return extraAfter(target, changed)
}

export const listRoles: Handler<Users['roles']> = async (ctx) =>
  (['primary', 'admin', 'finance', 'user'] as const).map((name) => ({
    name,
    permissions: [...grants[name]],
    grantable: refusalToGiveRole(actor(ctx), name) === undefined,
  }))

export const listPermissions: Handler<Users['permissions']> = async (ctx) => {
  const mine = permissionsOf(actor(ctx))
  return permissions.map((one) => ({ ...one, grantable: mine.has(one.name) }))
}
