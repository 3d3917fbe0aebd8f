import { agreeing, daySaid, daysSaid, inBoth } from '@mshahara/contract/language'
import { leaveTypeIn } from '@mshahara/contract/leave-names'
import { daysLater } from '../../foundation/core/clock.ts'
import type { Sql } from '../../foundation/core/sql.ts'
import { tellPerson } from './letters.ts'
import type { LeaveWork } from './work.ts'
import { lapsingLater } from './year-end.ts'

/** A month is enough to ask for leave and have it approved. */
const aheadDays = 30

interface Holder {
  id: string
  user_id: string
  type: string
  organization: string
}

/** Before carried days lapse, whoever has them is told once, while they can still be taken. */
export async function warnOfLapsing(work: LeaveWork, theirs: Sql) {
  const { tx, today } = work
  const soon = (await lapsingLater(tx, theirs, today)).filter(
    ({ last }) => last <= daysLater(today, aheadDays),
  )
  if (soon.length === 0) return
  const holders = await tx.all<Holder>`
    select b.id, m.user_id, t.name as type, o.name as organization from leave_balances b
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    join organizations o on o.id = b.organization_id
    join memberships m on m.organization_id = b.organization_id
      and m.employee_id = b.employee_id and m.status = 'active'
    where b.id = any(${soon.map(({ id }) => id)}::uuid[])
      and not exists (select from notifications n where n.organization_id = b.organization_id
        and n.user_id = m.user_id and n.key = 'carried days lapse ' || b.id)
    order by b.id`
  const known = new Map(soon.map((one) => [one.id, one]))
  for (const { id, user_id, type, organization } of holders) {
    const { last, days } = known.get(id) as (typeof soon)[number]
    const text = inBoth((language) => {
      const [count, day] = [daysSaid(days / 100, language), daySaid(last, language)]
      const name = leaveTypeIn(type, language)
      return language === 'sw'
        ? `${name}: ${count} ${agreeing(
            days / 100,
            'uliyohamisha kutoka mwaka jana isipochukuliwa itapotea',
            'ulizohamisha kutoka mwaka jana zisipochukuliwa zitapotea',
          )} baada ya ${day}.`
        : `${name}: ${count} carried over from last year lapse if they are not taken by ${day}.`
    })
    const title = {
      en: 'Carried leave days lapse soon',
      sw: 'Siku za likizo zilizohamishwa zitapotea karibuni',
    }
    const news = { key: `carried days lapse ${id}`, title, text }
    await tellPerson(work, { user_id, organization }, news, text)
  }
}
