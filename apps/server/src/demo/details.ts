import type { DetailSubject, DetailValues } from '@mshahara/contract/my-details'
import type { Tx } from '../foundation/core/db.ts'
import { sql } from '../foundation/core/sql.ts'

/** What two of the demo's people propose to change of their own record. */

interface DemoProposal {
  /** Place among the demo's people. */
  employee: number
  /** By a code on the phone. */
  confirmed: boolean
  after: Partial<Record<DetailSubject, DetailValues>>
}

const proposals: DemoProposal[] = [
  {
    employee: 6,
    confirmed: false,
    after: {
      address: { address: 'Jamhuri Estate, House 27, Nairobi' },
      kin: { name: 'Grace Atieno', relationship: 'Sister', phone: '0723456781' },
    },
  },
  {
    employee: 11,
    confirmed: true,
    after: {
      bank: {
        bank_name: 'Equity Bank Kenya',
        branch_name: null,
        account_no: '0170298877665',
      },
    },
  },
]

export async function addProposals(tx: Tx, ids: string[]) {
  for (const { employee, confirmed, after } of proposals) {
    const { id } = await tx.one<{ id: string }>`insert into detail_proposals
        (employee_id, needs_old, needs_new, old_confirmed_at, old_by)
      values (${ids[employee]}, ${confirmed}, false,
        ${confirmed ? sql`app_now()` : null}, ${confirmed ? 'text' : null})
      returning id`
    const changes = Object.entries(after).map(([subject, values]) => ({ subject, after: values }))
    await tx.run`insert into detail_changes (proposal_id, subject, before, after)
      select ${id}, c.subject, case c.subject
          when 'address' then jsonb_build_object('address', e.address)
          when 'kin' then jsonb_build_object('name', e.kin_name,
            'relationship', e.kin_relationship, 'phone', e.kin_phone)
          else jsonb_build_object('bank_name', e.bank_name, 'branch_name', e.branch_name,
            'account_no', e.account_no) end, c.after
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (subject text, after jsonb),
        employees e where e.id = ${ids[employee]}`
  }
}
