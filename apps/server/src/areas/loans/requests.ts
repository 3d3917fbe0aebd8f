import type { contract } from '@mshahara/contract'
import { type GuarantorStatus, guarantorStateOf } from '@mshahara/contract/loan-states'
import { ownerOr } from '../../foundation/core/ctx.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { termsToWire } from './guarantors.ts'
import { inCents, type PersonOnWire, personOf, stateOf, withPlace } from './rows.ts'

type Loans = typeof contract.loans

interface GuarantorRow {
  id: string
  status: GuarantorStatus
  created_at: string
  approved_at: string | null
  rejected_at: string | null
  rejection_reason: string | null
  employee: PersonOnWire
  loan: Parameters<typeof inCents>[0]
}

/** What somebody was asked to guarantee: each sees only their own (C12). */
export const requests: Handler<Loans['requests']> = async (ctx, { params }) => {
  await ctx.tx.one`select id from employees where id = ${params.id}`
  ownerOr(ctx, params.id, 'view loans')
  const rows = await ctx.tx.all<GuarantorRow>`select s.id, s.status, s.created_at, s.approved_at,
      s.rejected_at, s.rejection_reason, ${personOf} as employee, to_jsonb(l) as loan
    from loan_guarantors s join loans l on (l.organization_id, l.id) = (s.organization_id, s.loan_id)
    join employees e on (e.organization_id, e.id) = (l.organization_id, l.employee_id) ${withPlace}
    where s.employee_id = ${params.id} order by s.number desc`
  return rows.map(({ loan: row, employee, ...request }) => {
    const loan = inCents(row)
    // JSON has instants as the database writes them.
    const created_at = new Date(loan.created_at).toISOString()
    return {
      ...request,
      status: guarantorStateOf(request.status, loan.status),
      terms: termsToWire({ ...loan, created_at }),
      loan: { ...loan, created_at, employee, state: stateOf(loan) },
    }
  })
}
