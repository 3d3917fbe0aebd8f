import type { Language } from '@mshahara/contract/language'
import type { DetailProposal, DetailSubject, DetailValues } from '@mshahara/contract/my-details'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { raw } from '../../foundation/core/sql.ts'
import { contactsOf } from './contacts.ts'
import { type Held, sameValues, subjects } from './subjects.ts'

export interface ProposalRow {
  id: string
  employee_id: string
  status: 'open' | 'decided' | 'withdrawn'
  revision: number
  needs_old: boolean
  needs_new: boolean
  old_confirmed_at: string | null
  old_by: 'text' | 'email' | null
  new_confirmed_at: string | null
  ready: boolean
  reason: string | null
  called: boolean
  decided_by: string | null
  decided_at: string | null
  created_at: string
}

export interface ChangeRow {
  proposal_id: string
  subject: DetailSubject
  before: DetailValues
  after: DetailValues
  file: string | null
  accepted: boolean | null
}

/** Whoever is employed here and signed in; people who have left propose nothing (B22). */
export function ownEmployee(ctx: Ctx): string {
  const { employee_id, leaver } = me(ctx)
  if (!employee_id || leaver) fail(403)
  return employee_id
}

export const openOf = (tx: Tx, employee_id: string, lock = false) =>
  tx.maybe<ProposalRow>`select * from detail_proposals
    where employee_id = ${employee_id} and status = 'open' ${raw(lock ? 'for update' : '')}`

/** In the order people read them. */
export const changesOf = async (tx: Tx, ids: string[]): Promise<ChangeRow[]> => {
  const rows = await tx.all<ChangeRow>`select * from detail_changes
    where proposal_id = any (${ids}::uuid[])`
  return rows.sort((a, b) => subjects.indexOf(a.subject) - subjects.indexOf(b.subject))
}

export interface Seen {
  held: Held
  /** With which the person signs in. */
  email: string
  texts: boolean
}

export function proposalToWire(
  row: ProposalRow,
  changes: ChangeRow[],
  { held, email, texts }: Seen,
): DetailProposal {
  const own = changes.filter(({ proposal_id }) => proposal_id === row.id)
  const isOpen = row.status === 'open'
  return {
    ...row,
    changes: own.map(({ subject, before, after, accepted }) => {
      const stale = isOpen && !sameValues(subject, before, held[subject])
      return { subject, before, after, accepted, now: stale ? held[subject] : null }
    }),
    contacts: contactsOf(row, own, { phone: held.phone.phone ?? null, email, texts }),
  }
}

interface Login {
  id: string
  email: string
  first_name: string
  language: Language
}

/** The address an employee signs in with; empty where they cannot any more. */
export async function loginOf(tx: Tx, employee_id: string) {
  const row = await tx.maybe<Login>`
    select u.id, u.email, u.first_name, u.language from memberships m join users u on u.id = m.user_id
    where m.employee_id = ${employee_id} and m.status = 'active'`
  return row ?? { id: null, email: '', first_name: '', language: 'en' as const }
}

/** The newest that are closed. */
export const pastOf = (tx: Tx, employee_id: string, most: number) =>
  tx.all<ProposalRow>`select * from detail_proposals where employee_id = ${employee_id}
    and status <> 'open' order by number desc limit ${most}`
