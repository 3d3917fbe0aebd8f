import { agreeing, type Language, type Said } from '@mshahara/contract/language'
import { greeting } from '../../foundation/core/names.ts'
import { sql } from '../../foundation/core/sql.ts'
import { mayNotifyOfLeave } from '../../foundation/mail/budget.ts'
import { dear } from './letters.ts'
import { leavePoller } from './poller.ts'
import type { LeaveWork } from './work.ts'

/** What was beyond somebody's budget of letters follows in one, as soon as that allows it. */
export const digests = leavePoller({
  name: 'leave.digests',
  every_ms: 600_000,
  where: sql`select distinct organization_id from leave_untold`,
  act: sendDigests,
})

interface UnsentNews {
  user_id: string
  email: string
  first_name: string
  language: Language
  organization: string
  lines: string[]
  links: string[]
}

/** So many lines are a letter that is still read. */
const most = 40

async function sendDigests(work: LeaveWork) {
  const people = await work.tx.all<UnsentNews>`
    select u.id as user_id, u.email, u.first_name, u.language, o.name as organization,
      array_agg(t.line order by t.number) as lines, array_agg(distinct t.link) as links
    from leave_untold t join users u on u.id = t.user_id
    join organizations o on o.id = t.organization_id
    group by u.id, o.id order by u.id`
  for (const person of people) {
    if (!(await mayNotifyOfLeave(work.tx, work, person.email))) continue
    await sendDigest(work, person)
    await work.tx.run`delete from leave_untold where user_id = ${person.user_id}`
  }
}

const subject = (count: number): Said => ({
  en: count === 1 ? '1 more message about leave' : `${count} more messages about leave`,
  sw: count === 1 ? 'Ujumbe 1 zaidi kuhusu likizo' : `Jumbe ${count} zaidi kuhusu likizo`,
})
const others = (count: number): Said => ({
  en: `And ${count} more, which you will find under the bell.`,
  sw: agreeing(
    count,
    `Na mwingine ${count}, ambao utaupata kwenye kengele.`,
    `Na nyingine ${count}, ambazo utazipata kwenye kengele.`,
  ),
})
const look: Said = { en: 'Look', sw: 'Tazama' }

async function sendDigest(work: LeaveWork, person: UnsentNews) {
  const { language, lines, links } = person
  const rest = lines.length - most
  await work.mail.send(work.tx, work.organization_id, {
    to: person.email,
    from: person.organization,
    language,
    subject: subject(lines.length)[language],
    greeting: greeting(dear[language], person.first_name),
    paragraphs: [...lines.slice(0, most), ...(rest > 0 ? [others(rest)[language]] : [])],
    // Where somebody has to decide, that comes first.
    button: { label: look[language], path: links.sort()[0] ?? '/my-leaves' },
  })
}
