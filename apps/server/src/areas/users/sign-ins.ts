import type { EmployeeStatus } from '@mshahara/contract/employees'
import type { Language } from '@mshahara/contract/language'
import { type Ctx, holds, inPlatform, me, myOrganization } from '../../foundation/core/ctx.ts'
import { asPlatform, type PlatformTx, type Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { endSessionsAt } from '../../foundation/http/session.ts'
import { mayInviteFor } from '../../foundation/mail/budget.ts'
import {
  addEmployeeMemberships,
  changeMembership,
  organizationName,
  removeMembership,
} from '../organizations/index.ts'
import { noteAddressChange, notifyFormerAddress, warningOf } from './address-changes.ts'
import { joining } from './letters.ts'
import { activationHash, holdLogin } from './logins.ts'
import { refusalToEdit } from './rights.ts'

/** How employees come to sign in, and when they no longer may (A4, A6, B22). */

export interface EmployeeIdentity {
  id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  id_number: string
}

interface Opening {
  organization_id: string
  secrets: Secrets
}

/**
 * Everybody with an email is offered a sign-in, which counts once they accept it (A28). A login
 * that already belongs to the organisation is simply linked to its employee.
 */
export function openSignIns(
  tx: Tx,
  { organization_id, secrets }: Opening,
  employed: readonly EmployeeIdentity[],
) {
  const people = employed.filter(({ email }) => email !== null)
  if (people.length === 0) return
  return asPlatform(tx, async (platform) => {
    const emails = people.map(({ email }) => email)
    await platform.run`insert into users (first_name, last_name, email)
      select '', '', email from unnest(${emails}::text[]) email order by email
      on conflict (email) do nothing`
    // Held in one order, so that no owner claims a login while it is being invited.
    const rows = await platform.all<{ id: string; email: string }>`select id, email from users
      where email = any (${emails}) order by id for no key update`
    const logins = new Map(rows.map(({ id, email }) => [email, id]))
    await addEmployeeMemberships(
      platform,
      organization_id,
      people.map(({ id, id_number, ...person }) => {
        const email = person.email as string
        const user_id = logins.get(email) as string
        const activation_hash = activationHash(secrets, user_id, id_number).toString('hex')
        return { ...offerOf(person), email, employee_id: id, user_id, activation_hash }
      }),
    )
  })
}

const offerOf = ({ first_name, last_name, phone }: Omit<EmployeeIdentity, 'id' | 'id_number'>) => ({
  first_name,
  last_name,
  phone: phone ?? '',
})

/** People with a login are told; the others sign in with email and ID number (A6). */
export async function notifyInvited(ctx: Ctx, employee_id: string) {
  const from = await organizationName(ctx)
  const organization_id = myOrganization(ctx)
  await inPlatform(ctx, async (tx) => {
    const sign = await signInOf(tx, organization_id, employee_id)
    if (sign?.status !== 'invited') return
    // Counted either way, so that what is left of the budget tells nothing either.
    const may = await mayInviteFor(tx, ctx, sign.email, organization_id)
    if (may && sign.activated) await ctx.mail.send(tx, organization_id, joining(sign, from))
  })
}

interface SignIn {
  user_id: string
  email: string
  language: Language
  activated: boolean
  role: 'primary' | 'admin' | 'finance' | 'user' | 'employee'
  extra: never[]
  status: 'active' | 'inactive' | 'invited'
  off_by_record: boolean
}

/** The sign-in of an employee, held: the login first, as everywhere. */
async function signInOf(
  tx: PlatformTx,
  organization_id: string,
  employee_id: string,
): Promise<SignIn | undefined> {
  const ask = (lock: Sql) =>
    tx.maybe<SignIn>`select m.user_id, u.email, u.language, u.activated_at is not null as activated, m.role,
        m.permissions as extra, m.status, m.off_by_record
      from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organization_id} and m.employee_id = ${employee_id} ${lock}`
  const found = await ask(sql``)
  if (!found) return undefined
  await holdLogin(tx, found.user_id)
  return ask(sql`for update of m`)
}

/**
 * The employee's record was corrected. An offer that nobody has accepted follows it; a login that
 * somebody uses is theirs, and only the contact data of the record has changed (A4). Answers with
 * what whoever corrected it should know.
 */
export async function followEmployee(ctx: Ctx, before: EmployeeIdentity, after: EmployeeIdentity) {
  const organization_id = myOrganization(ctx)
  const moved = before.email !== after.email
  const from = moved ? await organizationName(ctx) : ''
  let told = true
  await inPlatform(ctx, async (tx) => {
    const sign = await signInOf(tx, organization_id, after.id)
    if (moved) {
      const { id: employee_id, email } = after
      told = await notifyFormerAddress(tx, ctx, from, { before, employee_id, email })
      if (sign?.status !== 'active') await noteAddressChange(tx, ctx, { employee_id, told })
    }
    if (sign && (sign.status !== 'invited' || sign.role !== 'employee')) return
    if (sign && moved) await removeMembership(tx, organization_id, sign.user_id)
    if (moved) return openSignIns(tx, { organization_id, secrets: ctx.secrets }, [after])
    if (!sign) return
    await changeMembership(tx, organization_id, sign.user_id, {
      invited_as: { ...offerOf(after), email: sign.email },
      activation_hash: activationHash(ctx.secrets, sign.user_id, after.id_number),
    })
  })
  if (moved) await notifyInvited(ctx, after.id)
  return warningOf(told)
}

/** A number that the person proposed and confirmed is theirs: a login with the old one follows. */
export async function followOwnPhone(
  ctx: Ctx,
  { id, phone }: Pick<EmployeeIdentity, 'id' | 'phone'>,
  proposed: string,
) {
  await inPlatform(ctx, async (tx) => {
    const sign = await signInOf(tx, myOrganization(ctx), id)
    if (sign?.status !== 'active') return
    await tx.run`update users set phone = ${proposed} where id = ${sign.user_id}
      and (phone is null or right(regexp_replace(phone, '\\D', '', 'g'), 9)
        = right(regexp_replace(${phone}, '\\D', '', 'g'), 9))`
  })
}

/**
 * Status decides access: people who are inactive or suspended have none here; leavers keep a
 * sign-in for their own payslips and lose every other right (B22). A sign-in that somebody switched
 * off is switched on again only by somebody who may edit users.
 */
export async function followStatus(ctx: Ctx, employed: EmployeeIdentity, status: EmployeeStatus) {
  const organization_id = myOrganization(ctx)
  await inPlatform(ctx, async (tx) => {
    const sign = await signInOf(tx, organization_id, employed.id)
    if (!sign) {
      if (status === 'active') {
        await openSignIns(tx, { organization_id, secrets: ctx.secrets }, [employed])
      }
      return
    }
    if (sign.status === 'invited') {
      if (status !== 'active') await removeMembership(tx, organization_id, sign.user_id)
      return
    }
    const refusal = refusalToEdit(me(ctx), { id: sign.user_id, role: sign.role, extra: sign.extra })
    if (refusal) fail(403, refusal)
    const left = status === 'terminated' ? { role: 'employee' as const, permissions: [] } : {}
    await changeMembership(tx, organization_id, sign.user_id, {
      ...left,
      ...accessAfter(sign, status, holds(ctx, 'edit users')),
    })
    if (status !== 'active') await endSessionsAt(tx, { user_id: sign.user_id, organization_id })
  })
}

function accessAfter(sign: SignIn, status: EmployeeStatus, mayEditUsers: boolean) {
  const on = status === 'active' || status === 'terminated'
  const was = sign.status === 'active'
  if (!on) return was ? ({ status: 'inactive', off_by_record: true } as const) : {}
  if (was || sign.off_by_record || mayEditUsers) {
    return { status: 'active', off_by_record: false } as const
  }
  return {}
}
