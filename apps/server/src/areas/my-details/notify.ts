import { inBoth, type Language } from '@mshahara/contract/language'
import { type DetailSubject, detailSubjects } from '@mshahara/contract/my-details'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import { mayNotifyOfDetails } from '../../foundation/mail/budget.ts'
import type { EmployeeRow } from '../employees/index.ts'
import { notify } from '../notifications/index.ts'
import { holdersOf, organizationName } from '../organizations/index.ts'
import { decidedLetter } from './letters.ts'
import { loginOf, type ProposalRow } from './proposals.ts'

/** Who hears what of a proposal (A20). */

type About = readonly { subject: DetailSubject }[]

const words = {
  changed: { en: 'Changed', sw: 'Zilizobadilishwa' },
  refused: { en: 'Refused', sw: 'Zilizokataliwa' },
}
const inSwahili: Record<DetailSubject, string> = {
  phone: 'simu',
  address: 'anwani',
  kin: 'ndugu wa karibu',
  bank: 'akaunti ya benki',
  photo: 'picha',
}

/** "phone, bank account" */
export const listOf = (changes: About, language: Language = 'en') =>
  changes
    .map(({ subject }) =>
      language === 'sw' ? inSwahili[subject] : detailSubjects[subject].toLowerCase(),
    )
    .join(', ')

/** Once for each proposal, however often the person changes it. */
export async function notifyStaff(
  ctx: Ctx,
  { id }: ProposalRow,
  { first_name, last_name }: EmployeeRow,
  changes: About,
) {
  const holders = await holdersOf(ctx.tx, 'edit employees')
  const others = holders.filter((one) => one !== me(ctx).id)
  await notify(ctx.tx, myOrganization(ctx), others, {
    key: `details ${id}`,
    title: 'Change of details to accept',
    text: `${first_name} ${last_name} proposes: ${listOf(changes)}.`,
    link: `/detail-proposal/${id}`,
  })
}

interface Decided {
  accepted: About
  refused: About
  reason: string | null
}

export async function notifyEmployee(
  ctx: Ctx,
  { id, employee_id }: ProposalRow,
  { accepted, refused, reason }: Decided,
) {
  const login = await loginOf(ctx.tx, employee_id)
  if (!login.id) return
  const title =
    accepted.length > 0
      ? { en: 'Your details were changed', sw: 'Taarifa zako zimebadilishwa' }
      : { en: 'Your proposal was refused', sw: 'Pendekezo lako limekataliwa' }
  const told = inBoth((language) =>
    [
      accepted.length > 0 ? `${words.changed[language]}: ${listOf(accepted, language)}.` : '',
      refused.length > 0 ? `${words.refused[language]}: ${listOf(refused, language)}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  )
  await notify(ctx.tx, myOrganization(ctx), [login.id], {
    key: `details decided ${id}`,
    title,
    text: inBoth((language) => [told[language], reason].filter(Boolean).join(' ')),
    link: '/my-details',
  })
  // The reason stays behind the sign-in; what was changed is told wherever one reads.
  if (!(await mayNotifyOfDetails(ctx.tx, ctx, login.email))) return
  const letter = decidedLetter(login, await organizationName(ctx), title, told)
  await ctx.mail.send(ctx.tx, myOrganization(ctx), letter)
}
