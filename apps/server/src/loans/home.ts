import type { HomeCard } from '@mshahara/contract/dashboard'
import { monthInWords } from '@mshahara/contract/months'
import { monthOf } from '@mshahara/engine/calendar'
import type { Ctx } from '../core/ctx.ts'
import { centsOf } from '../core/org-table.ts'
import { ksh } from './tell.ts'

interface Row {
  owed: string
  count: number
  month: string | null
  due: string | null
}

/** What is owed, and what the next payroll takes. */
export async function home(ctx: Ctx, employee_id: string): Promise<HomeCard[]> {
  const { owed, count, month, due } = await ctx.tx.one<Row>`with own as (
      select l.* from loans l where l.employee_id = ${employee_id} and l.outstanding > 0),
    next as (select i.month, sum(i.amount) as due from own l join loan_instalments i
        on (i.organization_id, i.loan_id) = (l.organization_id, l.id)
      where i.month >= ${monthOf(ctx.today)} group by i.month order by i.month limit 1)
    select (select coalesce(sum(outstanding), 0) from own) as owed,
      (select count(*) from own) as count, (select month from next) as month,
      (select due from next) as due`
  if (count === 0) return []
  const next = month && due ? { month: monthInWords(month), amount: ksh(centsOf(due)) } : null
  return [
    {
      key: 'loans',
      title: { en: 'My loans', sw: 'Mikopo yangu' },
      amount: centsOf(owed),
      figure: null,
      text: next
        ? {
            en: `Next instalment ${next.amount}, ${next.month}`,
            sw: `Awamu inayofuata ${next.amount}, ${next.month}`,
          }
        : { en: 'The last instalment is due', sw: 'Awamu ya mwisho inadaiwa' },
      link: '/my-loans',
      act: null,
    },
  ]
}
