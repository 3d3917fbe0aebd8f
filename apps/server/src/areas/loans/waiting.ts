import type { WaitingLine } from '@mshahara/contract/dashboard'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { ksh } from './notify.ts'
import { standingFor } from './rows.ts'

/** Requests for the guarantor, and applications that are ready for the primary user. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  const { employee_id, leaver, role } = me(ctx)
  const lines: WaitingLine[] = []
  if (employee_id && !leaver) lines.push(...(await requestsFor(ctx, employee_id)))
  if (role === 'primary') lines.push(...(await decisions(ctx)))
  return lines
}

interface WaitingLoan {
  id: string
  name: string
  amount: string
  product: string
}

async function requestsFor(ctx: Ctx, employee_id: string): Promise<WaitingLine[]> {
  const rows = await ctx.tx.all<WaitingLoan>`select s.id, l.amount, l.product,
      concat_ws(' ', e.first_name, e.last_name) as name
    from loan_guarantors s join loans l on l.id = s.loan_id join employees e on e.id = l.employee_id
    where s.employee_id = ${employee_id} and s.status = 'pending' and l.status = 'pending'
    order by s.number limit 6`
  return rows.map(({ id, name, amount, product }) => ({
    key: `guarantor ${id}`,
    title: {
      en: `${name} asks you to guarantee a loan`,
      sw: `${name} anakuomba umdhamini kwa mkopo`,
    },
    text: {
      en: `${product} of ${ksh(centsOf(amount))}`,
      sw: `${product} ya ${ksh(centsOf(amount))}`,
    },
    link: '/guarantor-requests',
    urgency: 'soon',
    due: null,
  }))
}

async function decisions(ctx: Ctx): Promise<WaitingLine[]> {
  const rows = await ctx.tx.all<WaitingLoan>`select l.id, l.amount, l.product,
      concat_ws(' ', e.first_name, e.last_name) as name
    from loans l join employees e on e.id = l.employee_id
    where l.status = 'pending' and ${standingFor} >= l.guarantors_needed
    order by l.number limit 6`
  return rows.map(({ id, name, amount, product }) => ({
    key: `loan ${id}`,
    title: `Loan application of ${name}`,
    text: `${product} of ${ksh(centsOf(amount))} is waiting for your decision`,
    link: `/loan/${id}`,
    urgency: 'soon',
    due: null,
  }))
}
