import type { HomeCard } from '@mshahara/contract/dashboard'
import { inBoth, monthSaid } from '@mshahara/contract/language'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { firstMonth } from './decide.ts'
import { ksh } from './notify.ts'

interface InstalmentRow {
  owed: string
  count: number
  month: string | null
  due: string | null
}

/** What is owed, and what the next payroll takes. */
export async function home(ctx: Ctx, employee_id: string): Promise<HomeCard[]> {
  const open = await firstMonth(ctx.tx, employee_id, ctx.today)
  const { owed, count, month, due } = await ctx.tx.one<InstalmentRow>`with own as (
      select l.* from loans l where l.employee_id = ${employee_id} and l.outstanding > 0),
    -- What is due by each month's end, less what was paid; the oldest first.
    dues as (select i.loan_id, i.month, sum(i.amount) over (
          partition by i.loan_id order by i.number) - (l.total - l.outstanding) as due
      from own l join loan_instalments i
        on (i.organization_id, i.loan_id) = (l.organization_id, l.id)),
    next as (select greatest(min(month), ${open}) as month from dues where due > 0),
    taken as (select distinct on (d.loan_id) d.due from dues d, next where d.month <= next.month
      order by d.loan_id, d.month desc)
    select (select coalesce(sum(outstanding), 0) from own) as owed,
      (select count(*) from own) as count, (select month from next) as month,
      (select sum(due) from taken where due > 0) as due`
  if (count === 0) return []
  const next = month && due ? { month, amount: ksh(centsOf(due)) } : null
  return [
    {
      key: 'loans',
      title: { en: 'My loans', sw: 'Mikopo yangu' },
      amount: centsOf(owed),
      figure: null,
      text: next
        ? inBoth((language) => {
            const words = { en: 'Next instalment', sw: 'Awamu inayofuata' }[language]
            return `${words} ${next.amount}, ${monthSaid(next.month, language)}`
          })
        : { en: 'The last instalment is due', sw: 'Awamu ya mwisho inadaiwa' },
      link: '/my-loans',
      act: null,
    },
  ]
}
