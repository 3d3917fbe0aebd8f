import type { DetailValues } from '@mshahara/contract/my-details'
import type { Tx } from '../../foundation/core/db.ts'

/** What payroll tells about a changed account or phone: who confirmed it, and when. */

export interface PayeeConfirmation {
  employee_id: string
  subject: 'phone' | 'bank'
  after: DetailValues
  confirmed_at: string
  by: 'text' | 'email'
  called: boolean
  decided_by: string
}

/** Of each person the newest accepted change of either, in one query. */
export const payeeConfirmations = (tx: Tx, employee_ids: string[]) =>
  tx.all<PayeeConfirmation>`select distinct on (p.employee_id, c.subject) p.employee_id, c.subject,
      c.after, p.old_confirmed_at as confirmed_at, p.old_by as by, p.called, p.decided_by
    from detail_proposals p join detail_changes c
      on (c.organization_id, c.proposal_id) = (p.organization_id, p.id)
    where p.employee_id = any (${employee_ids}::uuid[]) and c.accepted
      and c.subject in ('phone', 'bank')
    order by p.employee_id, c.subject, p.number desc`
