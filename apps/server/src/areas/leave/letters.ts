import {
  daySaid,
  inBoth,
  inLanguage,
  type Language,
  type Said,
  type Words,
} from '@mshahara/contract/language'
import { leaveTypeIn } from '@mshahara/contract/leave-names'
import { secondsLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { greeting } from '../../foundation/core/names.ts'
import { newToken, tokenHash } from '../../foundation/core/secrets.ts'
import { mayNotifyOfLeave } from '../../foundation/mail/budget.ts'
import { type News, notify, textNews } from '../notifications/index.ts'
import { standInsOf } from './delegations.ts'
import type { LeaveWork } from './work.ts'

/** What people hear about leave: under the bell, and by e-mail with a link that decides once. */

interface LeaveInWords {
  id: string
  name: string
  type: string
  start_date: string
  end_date: string
  days: string
  user_id: string | null
  organization: string
}

const wordsFor = (tx: Tx, id: string) =>
  tx.one<LeaveInWords>`select r.id, concat_ws(' ', e.first_name, e.last_name) as name, t.name as type,
      r.start_date, r.end_date, r.days, m.user_id, o.name as organization
    from leave_requests r
    join employees e on e.id = r.employee_id
    join leave_types t on t.id = r.leave_type_id
    join organizations o on o.id = r.organization_id
    left join memberships m on m.employee_id = e.id
    where r.id = ${id}`

const when = ({ start_date, end_date }: LeaveInWords, language: Language) =>
  [...new Set([start_date, end_date])]
    .map((day) => daySaid(day, language))
    .join(language === 'sw' ? ' hadi ' : ' to ')

function describeDays({ days }: LeaveInWords, language: Language) {
  if (language === 'sw') return `siku ${Number(days)}`
  return `${Number(days)} ${Number(days) === 1 ? 'day' : 'days'}`
}

const typeOf = ({ type }: LeaveInWords, language: Language) => leaveTypeIn(type, language)

/** Which leave, and when. */
const describeLeave = (told: LeaveInWords) =>
  inBoth(
    (language) =>
      `${typeOf(told, language)}, ${when(told, language)} (${describeDays(told, language)}).`,
  )

/** Sentences one after the other; an empty one is left out. */
const joined = (...parts: Words[]) =>
  inBoth((language) =>
    parts
      .map((part) => inLanguage(part, language))
      .filter(Boolean)
      .join(' '),
  )

export const dear: Said = { en: 'Dear', sw: 'Mpendwa' }

/** A link serves two weeks, once, and only whoever it was sent to. */
const linkSeconds = 14 * 86_400

interface Approver {
  id: string
  user_id: string
}

const waits: Said = { en: 'A leave request is waiting for you', sw: 'Ombi la likizo linakusubiri' }
const waitsStill: Said = {
  en: 'A leave request is still waiting for you',
  sw: 'Ombi la likizo bado linakusubiri',
}

/** Tells approvers, and whoever stands in for them today. */
export async function askApprovers(
  work: LeaveWork,
  request_id: string,
  asked: Approver[],
  reminder = false,
) {
  const { tx } = work
  const told = await wordsFor(tx, request_id)
  for (const { id, user_id } of asked) {
    const standIns = await standInsOf(tx, [user_id], work.today)
    const people = standIns.filter((one) => one !== told.user_id)
    const title = reminder ? waitsStill : waits
    await notify(tx, work.organization_id, people, {
      key: `leave approval ${id} ${reminder}`,
      title,
      text: joined(`${told.name}:`, describeLeave(told)),
      link: '/leave-approvals',
    })
    for (const person of await addressesOf(tx, people)) {
      if (await mayNotifyOfLeave(tx, work, person.email)) {
        await mailApprover(work, told, id, person, title)
      } else await notifyLater(tx, person, asksFor(told)[person.language], '/leave-approvals')
    }
  }
}

/** Beyond the budget it waits for a digest (`digests.ts`); nothing is dropped. */
const notifyLater = (tx: Tx, { id }: Addressee, line: string, link: string) =>
  tx.run`insert into leave_untold (user_id, line, link) values (${id}, ${line}, ${link})`

interface Addressee {
  id: string
  email: string
  first_name: string
  language: Language
}

const addressesOf = (tx: Tx, ids: string[]) =>
  tx.all<Addressee>`select id, email, first_name, language from users where id = any(${ids}::uuid[])`

const asksFor = (told: LeaveInWords): Said => ({
  en: `${told.name} requests ${told.type} from ${when(told, 'en')}: ${describeDays(told, 'en')}.`,
  sw: `${told.name} anaomba ${typeOf(told, 'sw')} kuanzia ${when(told, 'sw')}: ${describeDays(told, 'sw')}.`,
})
const asked = {
  signIn: {
    en: 'Please sign in to review the request.',
    sw: 'Tafadhali ingia ili uangalie ombi na kuamua.',
  },
  look: { en: 'Review and decide', sw: 'Angalia na uamue' },
  once: {
    en: 'The button works once, for you alone, and for two weeks.',
    sw: 'Kitufe hufanya kazi mara moja, kwako peke yako, kwa wiki mbili.',
  },
}

async function mailApprover(
  work: LeaveWork,
  told: LeaveInWords,
  approval_id: string,
  person: Addressee,
  subject: Said,
) {
  const { language } = person
  const token = newToken()
  await work.tx.run`insert into leave_links (token_hash, approval_id, user_id, expires_at)
    values (${tokenHash(token)}, ${approval_id}, ${person.id},
      ${secondsLater(work.now, linkSeconds)})`
  await work.mail.send(work.tx, work.organization_id, {
    to: person.email,
    from: told.organization,
    language,
    subject: subject[language],
    greeting: greeting(dear[language], person.first_name),
    paragraphs: [asksFor(told)[language], asked.signIn[language]],
    button: { label: asked.look[language], path: `/leave-approvals?link=${token}` },
    footnote: asked.once[language],
  })
}

const myLeaves: Said = { en: 'My leaves', sw: 'Likizo zangu' }

type LeaveNews = Omit<News<Words>, 'link'> & {
  title: Said
  /** What an e-mail may say besides: never why somebody was away, or why it was refused. */
  written?: Said
}

/** The applicant hears what became of it; never why by e-mail. */
export async function notifyApplicant(work: LeaveWork, request_id: string, news: LeaveNews) {
  const told = await wordsFor(work.tx, request_id)
  if (!told.user_id || told.user_id === work.by?.id) return
  const text = joined(describeLeave(told), news.text)
  const what = inBoth(
    (language) =>
      `${typeOf(told, language)}, ${when(told, language)}: ${news.title[language].toLowerCase()}.`,
  )
  const more = news.written ? [news.written] : []
  await tellPerson(work, { ...told, user_id: told.user_id }, { ...news, text }, what, ...more)
}

/** By text message where the organisation pays for that: when, and not why. */
export async function textApplicant(work: LeaveWork, request_id: string) {
  const leave = await work.tx.one<{ employee_id: string; start_date: string; end_date: string }>`
    select employee_id, start_date, end_date from leave_requests where id = ${request_id}`
  const days = inBoth((language) =>
    [leave.start_date, leave.end_date]
      .map((day) => daySaid(day, language))
      .filter((day, at, all) => all.indexOf(day) === at)
      .join(language === 'sw' ? ' hadi ' : ' to '),
  )
  const told = {
    en: `your leave of ${days.en} was approved.`,
    sw: `likizo yako ya ${days.sw} imeidhinishwa.`,
  }
  await textNews(work.tx, work, work.organization_id, new Map([[leave.employee_id, told]]))
}

interface Recipient {
  user_id: string
  /** In whose name. */
  organization: string
}

/** Under the bell and by e-mail; what is written there may be less. */
export async function tellPerson(
  work: LeaveWork,
  { user_id, organization }: Recipient,
  news: Omit<LeaveNews, 'written'>,
  ...letter: Said[]
) {
  const { key, title, text } = news
  await notify(work.tx, work.organization_id, [user_id], { key, title, text, link: '/my-leaves' })
  const [person] = await addressesOf(work.tx, [user_id])
  if (!person) return
  const { language } = person
  const written = letter.map((said) => said[language])
  if (!(await mayNotifyOfLeave(work.tx, work, person.email))) {
    await notifyLater(work.tx, person, written.join(' '), '/my-leaves')
    return
  }
  await work.mail.send(work.tx, work.organization_id, {
    to: person.email,
    from: organization,
    language,
    subject: news.title[language],
    greeting: greeting(dear[language], person.first_name),
    paragraphs: written,
    button: { label: myLeaves[language], path: '/my-leaves' },
  })
}

/**
 * Whoever has decided, or was asked last, hears that something changed since; not those of a level
 * that somebody else has completed.
 */
export async function notifyDeciders(work: LeaveWork, request_id: string, news: LeaveNews) {
  const told = await wordsFor(work.tx, request_id)
  const rows = await work.tx.all<{ user_id: string }>`
    select distinct coalesce(a.decided_by, a.user_id) as user_id from leave_approvals a
    join memberships m on m.organization_id = a.organization_id
      and m.user_id = coalesce(a.decided_by, a.user_id)
    where a.request_id = ${request_id} and (a.status in ('pending', 'approved')
      or a.status = 'closed' and not exists (select from leave_approvals b
        where b.request_id = a.request_id and b.level = a.level and b.status = 'approved'))`
  await notify(
    work.tx,
    work.organization_id,
    rows.map(({ user_id }) => user_id),
    {
      ...news,
      text: joined(`${told.name}:`, describeLeave(told), news.text),
      link: '/leave-approvals',
    },
  )
}
