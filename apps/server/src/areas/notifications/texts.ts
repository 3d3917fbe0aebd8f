import type { Language, Said } from '@mshahara/contract/language'
import type { Tx } from '../../foundation/core/db.ts'
import { plainName } from '../../foundation/core/names.ts'
import type { Parts } from '../../foundation/core/parts.ts'
import { canText, longestText, recordText, stopHint } from '../../foundation/mail/texts.ts'

/**
 * "Paid" and "approved" by text message, where the organisation has asked for that and pays. A text
 * is read by whoever holds the phone: it names neither an amount nor why somebody is away.
 */

interface Reached {
  employee_id: string
  phone: string
  language: Language
  organization: string
}

type TextParts = Pick<Parts, 'config' | 'secrets' | 'jobs'>

/** Each in their language; English for those who have no login. */
export async function textNews(
  tx: Tx,
  parts: TextParts,
  organization_id: string,
  news: Map<string, Said>,
) {
  if (!canText(parts)) return
  const people = await tx.all<Reached>`
    select e.id as employee_id, e.phone, coalesce(u.language, 'en') as language,
      o.name as organization
    from payroll_settings p join organizations o on o.id = p.organization_id
    join employees e on e.organization_id = o.id
    left join memberships m on (m.organization_id, m.employee_id) = (e.organization_id, e.id)
    left join users u on u.id = m.user_id
    where p.organization_id = ${organization_id} and p.text_news and pays_for_texts(o.id)
      and e.phone is not null
      and e.id = any (${[...news.keys()]}::uuid[])
    order by e.id`
  for (const { employee_id, phone, language, organization } of people) {
    const told = news.get(employee_id)?.[language] ?? ''
    const hint = stopHint(parts)
    const room = longestText - told.length - hint.length - 2
    const from = plainName(organization).slice(0, Math.max(8, room))
    await recordText(tx, parts, organization_id, { to: phone, text: `${from}: ${told}${hint}` })
  }
}
