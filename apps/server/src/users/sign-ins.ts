import { randomUUID } from 'node:crypto'
import type { EmployeeStatus } from '@mshahara/contract/employees'
import { type Ctx, inPlatform, me, myOrganization } from '../core/ctx.ts'
import { asPlatform, type Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import type { Secrets } from '../core/secrets.ts'
import { endSessions } from '../core/session.ts'
import {
  addEmployeeMemberships,
  belongsElsewhere,
  changeMembership,
  organizationName,
  removeMembership,
} from '../organizations/index.ts'
import { joining } from './letters.ts'
import { activationHash, changeLogin, holdLogin, loginByEmail, setLogin } from './logins.ts'
import { refusalToEdit } from './rights.ts'

/** How employees come to sign in, and when they no longer may (A4, A6, B22). */

export interface Employed {
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
 * Everybody with an e-mail gets a sign-in. A login that exists joins by accepting (A4); one that
 * belongs to the organisation already is simply told who it is on the payroll.
 */
export function openSignIns(
  tx: Tx,
  { organization_id, secrets }: Opening,
  employed: readonly Employed[],
) {
  const people = employed.flatMap(({ id, email, phone, ...person }) => {
    const user_id = randomUUID()
    return email === null
      ? []
      : [{ ...person, employee_id: id, user_id, email, phone: phone ?? '' }]
  })
  if (people.length === 0) return
  return asPlatform(tx, async () => {
    await tx.$client.query(
      `insert into users (id, first_name, last_name, email, phone, activation_hash)
       select user_id, first_name, last_name, email, nullif(phone, ''), decode(hash, 'hex')
       from json_to_recordset($1) as p (user_id uuid, first_name text, last_name text, email text,
         phone text, hash text)
       order by email on conflict (email) do nothing`,
      [
        JSON.stringify(
          people.map(({ id_number, ...person }) => ({
            ...person,
            hash: activationHash(secrets, person.user_id, id_number).toString('hex'),
          })),
        ),
      ],
    )
    // Held in one order, so that nobody re-points a login while it is being invited.
    await tx.$client.query(
      'select from users where email = any($1) order by id for no key update',
      [people.map(({ email }) => email)],
    )
    await addEmployeeMemberships(tx, organization_id, people)
  })
}

/** Somebody whose login exists hears of it; the others sign in with e-mail and ID number (A6). */
export async function tellInvited(ctx: Ctx, employee_id: string) {
  const from = await organizationName(ctx)
  await inPlatform(ctx, async (tx) => {
    const sign = await signInOf(tx, myOrganization(ctx), employee_id)
    if (sign?.status !== 'invited') return
    const letter = joining({ first_name: '', email: sign.email }, from, undefined)
    await ctx.mail.send(tx, myOrganization(ctx), letter)
  })
}

interface SignIn {
  user_id: string
  email: string
  role: 'primary' | 'admin' | 'finance' | 'user' | 'employee'
  extra: never[]
  status: 'active' | 'inactive' | 'invited'
}

/** (platform role) */
async function signInOf(
  tx: Tx,
  organization_id: string,
  employee_id: string,
): Promise<SignIn | undefined> {
  const { rows } = await tx.$client.query<SignIn>(
    `select m.user_id, u.email, m.role, m.permissions as extra, m.status
     from memberships m join users u on u.id = m.user_id
     where m.organization_id = $1 and m.employee_id = $2 for update of m`,
    [organization_id, employee_id],
  )
  return rows[0]
}

/**
 * The employee's record was corrected. A login nobody has used yet follows it; one that somebody
 * uses is theirs, and only the contact data of the record has changed (A4).
 */
export async function followEmployee(ctx: Ctx, before: Employed, after: Employed) {
  const organization_id = myOrganization(ctx)
  const moved = before.email !== after.email
  await inPlatform(ctx, async (tx) => {
    const sign = await signInOf(tx, organization_id, after.id)
    if (!sign) {
      if (moved) await openSignIns(tx, { organization_id, secrets: ctx.secrets }, [after])
      return
    }
    const login = await holdLogin(tx, sign.user_id)
    const used =
      sign.status !== 'invited' &&
      (login?.activated_at !== null || (await belongsElsewhere(tx, organization_id, sign.user_id)))
    if (used || sign.role !== 'employee') return
    const taken = after.email !== null && (await loginByEmail(tx, after.email)) !== undefined
    if (moved && (sign.status === 'invited' || after.email === null || taken)) {
      await removeMembership(tx, organization_id, sign.user_id)
      await openSignIns(tx, { organization_id, secrets: ctx.secrets }, [after])
      return
    }
    if (sign.status === 'invited') return
    const { first_name, last_name, phone } = after
    await changeLogin(tx, sign.user_id, {
      first_name,
      last_name,
      ...(phone === null ? {} : { phone }),
      ...(moved && after.email !== null ? { email: after.email } : {}),
    })
    const activation_hash = activationHash(ctx.secrets, sign.user_id, after.id_number)
    await setLogin(tx, sign.user_id, { activation_hash })
  })
  if (moved) await tellInvited(ctx, after.id)
}

/**
 * Status decides access: who is inactive or suspended cannot sign in; who has left keeps a sign-in
 * for the own payslips and loses every right beyond it (B22).
 */
export async function followStatus(ctx: Ctx, employed: Employed, status: EmployeeStatus) {
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
    const may = status === 'active' || status === 'terminated'
    await changeMembership(tx, organization_id, sign.user_id, {
      status: may ? 'active' : 'inactive',
      ...(status === 'terminated' ? { role: 'employee', permissions: [] } : {}),
    })
    if (status !== 'active') await endSessions(tx, { user_id: sign.user_id, organization_id })
  })
}
