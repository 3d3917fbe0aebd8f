import type { HomeCard } from '@mshahara/contract/dashboard'
import { agreeing, inBoth, type Said } from '@mshahara/contract/language'
import { leaveTypeIn } from '@mshahara/contract/leave-names'
import type { Ctx } from '../../foundation/core/ctx.ts'

/** What is left of leave at a glance, and asking for it in one tap. */

interface Left {
  name: string
  days: number
}

/** Leave that is earned comes first; of the others, those that somebody has begun to use. */
export async function home(ctx: Ctx, employee_id: string): Promise<HomeCard[]> {
  const left = await ctx.tx.all<Left>`
    select t.name, (b.entitled - b.used - b.pending)::float as days
    from leave_balances b
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    where b.employee_id = ${employee_id} and t.is_active
      and b.year = extract(year from ${ctx.today}::date)
      and (t.accrual <> 'upfront' or b.used + b.pending > 0)
    order by t.accrual = 'upfront', t.created_at, t.name limit 3`
  const [main] = left
  return [
    {
      key: 'leave',
      title: { en: 'My leave', sw: 'Likizo yangu' },
      amount: null,
      figure: main ? inDays(main.days) : null,
      text: textOf(left),
      link: '/my-leaves',
      act: { label: { en: 'Ask for leave', sw: 'Omba likizo' }, to: '/my-leaves?add=true' },
    },
  ]
}

const inDays = (days: number): Said => ({
  en: `${days} ${days === 1 ? 'day' : 'days'}`,
  sw: `Siku ${days}`,
})

/** "of Annual Leave, 12 of Sick Leave", after the figure. */
function textOf([main, ...others]: Left[]): Said {
  if (!main) {
    return { en: 'No leave requested this year', sw: 'Hakuna likizo iliyoombwa mwaka huu' }
  }
  return inBoth((language) => {
    const of = (days: number) => (language === 'sw' ? agreeing(days, 'ya', 'za') : 'of')
    const called = ({ name, days }: Left) => `${of(days)} ${leaveTypeIn(name, language)}`
    return [called(main), ...others.map((one) => `${one.days} ${called(one)}`)].join(', ')
  })
}
