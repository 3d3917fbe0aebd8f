import type { contract } from '@mshahara/contract'
import type { Client, ClientInput } from '@mshahara/contract/clients'
import type { Sentence } from '@mshahara/contract/say'
import { type Ctx, inPlatform } from '../../foundation/core/ctx.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { fail, failFields } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { mailBudgetSpent } from '../../foundation/mail/budget.ts'
import { addOrganizations, organizationOf } from '../organizations/index.ts'
import { type Inviting, offerRoles } from '../users/index.ts'
import { say } from './sentences.ts'

type Clients = typeof contract.clients

/** One after another: of two that are the same, the second sees the first. */
export const holdClients = (tx: PlatformTx) => advisoryLock(tx, 'clients')

export interface Known {
  id: string
  name: string
  email: string | null
  pin_no: string | null
}

/** Organisations that have one of these PINs or addresses. */
export const knownBy = (tx: PlatformTx, given: Pick<ClientInput, 'email' | 'pin_no'>[]) =>
  tx.all<Known>`select id, name, lower(email) as email, pin_no from organizations
    where pin_no = any (${given.map(({ pin_no }) => pin_no)})
      or lower(email) = any (${given.map(({ email }) => email)}) order by created_at, id`

/** Which of these addresses are operators': they belong to no organisation. */
export async function operatorsAmong(tx: PlatformTx, emails: string[]): Promise<Set<string>> {
  const rows = await tx.all<{ email: string }>`select email from users
    where super_admin and email = any (${emails})`
  return new Set(rows.map(({ email }) => email))
}

/**
 * Adds them on trial and invites their primary users, each of another address; answers with the
 * addresses that no letter could go to.
 */
export async function addClients(
  tx: PlatformTx,
  by: Inviting & { today: string },
  inputs: ClientInput[],
): Promise<{ ids: string[]; untold: Set<string> }> {
  const added = inputs.map(({ user: _, trial, ...given }) => ({ given, trial }))
  const ids = await addOrganizations(tx, added, by.today)
  const offers = inputs.map(({ name, user: { role: _, ...person } }, at) => ({
    organization_id: ids[at] as string,
    from: name,
    role: 'primary' as const,
    person,
  }))
  return { ids, untold: await offerRoles(tx, by, offers) }
}

export const create: Handler<Clients['create']> = (ctx, { body }) =>
  inPlatform(ctx, async (tx) => {
    await holdClients(tx)
    const faults: Record<string, Sentence> = {}
    for (const { pin_no, email, name } of await knownBy(tx, [body])) {
      if (pin_no === body.pin_no) faults.pin_no ??= say.pinTaken({ name })
      if (email === body.email) faults.email ??= say.emailTaken({ name })
    }
    if ((await operatorsAmong(tx, [body.user.email])).size > 0) {
      faults['user.email'] = say.operator
    }
    if (Object.keys(faults).length > 0) failFields(faults)
    const { ids, untold } = await addClients(tx, ctx, [body])
    if (untold.size > 0) fail(429, mailBudgetSpent)
    return clientById(tx, ids[0] as string)
  })

export const get: Handler<Clients['get']> = (ctx: Ctx, { params }) =>
  inPlatform(ctx, (tx) => clientById(tx, params.id))

async function clientById(tx: PlatformTx, id: string) {
  const organization = await organizationOf(tx, id)
  const files = await tx.all<Client['files'][number]>`select id, name, file, added_by, created_at
    from organization_files where organization_id = ${id} order by created_at, name, id`
  const primaries = await tx.all<Client['primaries'][number]>`
    select coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''),
        concat_ws(' ', m.invited_as ->> 'first_name', m.invited_as ->> 'last_name')) as name,
      u.email, m.status
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${id} and m.role = 'primary' order by m.created_at, u.email`
  return { ...organization, files, primaries }
}
