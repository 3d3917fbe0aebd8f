import type { WaitingLine } from '@mshahara/contract/dashboard'
import { monthAndYear } from '@mshahara/contract/months'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'

/** Payslips that did not reach their people. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'create payrolls')) return []
  const runs = await ctx.tx.all<{ id: string; month: string; count: number }>`
    select p.id, p.month, count(*) as count
    from payslip_mails m join payslips s on s.id = m.payslip_id
    join payrolls p on p.id = s.payroll_id
    where m.state in ('failed', 'uncertain') and p.status = 'confirmed'
    group by p.organization_id, p.id order by p.month desc limit 6`
  return runs.map(({ id, month, count }) => {
    const { month: name, year } = monthAndYear(month)
    const what = count === 1 ? '1 payslip email' : `${count} payslip emails`
    return {
      key: `mails ${id}`,
      title: `${what} of ${name} ${year} did not arrive`,
      text: 'Correct the address, then send it again.',
      link: `/payroll/${id}`,
      urgency: 'soon',
      due: null,
    }
  })
}
