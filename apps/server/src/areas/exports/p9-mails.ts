import type { contract } from '@mshahara/contract'
import type { Language } from '@mshahara/contract/language'
import { me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import { greeting, plainName } from '../../foundation/core/names.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { mailBudgetSpent, overBudget } from '../../foundation/mail/budget.ts'
import type { Letter, Mirror } from '../../foundation/mail/mail.ts'
import { portion, print, printOne } from '../../foundation/paper/printer.ts'
import {
  dear,
  languagesOf,
  letterheadOf,
  locked,
  looksWrong,
  opensWith,
  outgoing,
} from '../payslips/index.ts'
import { countOrRefuse, papersOf } from './p9.ts'
import type { Card } from './p9-card.ts'
import { holdersOf } from './p9-cards.ts'
import { cardColors } from './p9-paper.ts'
import { printedFor } from './pack.ts'
import { sayToStaff } from './sentences.ts'

/**
 * Tax cards to the people they are about. Everybody is put on the list when it is asked for, each
 * message is recorded together with the mark that it was: asked or begun twice, nobody gets two.
 */

const waiting = sql`m.state = 'queued' and m.mail_id is null`

export const mailCards: Handler<(typeof contract.exports)['mailCards']> = async (ctx, { body }) => {
  const { employee_id, year } = body
  // Casuals have no email address.
  const wanted = { ...body, casual_id: null }
  await countOrRefuse(ctx.tx, wanted)
  const count = await enlist(ctx.tx, await holdersOf(ctx.tx, wanted), body)
  if (count === 0) {
    fail(422, employee_id ? sayToStaff.p9OnItsWay : sayToStaff.allSent({ year }))
  }
  const data = { year }
  const job_id = await ctx.jobs.start(ctx.tx, 'exports.mail-cards', data, me(ctx), count)
  const what = count === 1 ? '1 P9 form is' : `${count} P9 forms are`
  return { message: `${what} on the way.`, count, job_id }
}

/** One person may be sent it again; of all people, those who have not got it yet. */
const enlist = (
  tx: Tx,
  ids: string[],
  { employee_id, year }: { employee_id: string | null; year: number },
) =>
  tx.run`insert into card_mails (employee_id, year, recipient)
    select e.id, ${year}, e.email from employees e where e.id = any(${ids}) and e.email is not null
      ${employee_id ? sql`` : sql`and e.email_payslip`}
    on conflict (organization_id, employee_id, year) do update
    set state = 'queued', recipient = excluded.recipient, mail_id = null, error = null,
      updated_at = app_now()
    where card_mails.state ${employee_id ? sql`<> 'queued'` : sql`= 'failed'`}`

export const mailCardsJob: JobDefinition = {
  name: 'exports.mail-cards',
  byRequest: true,
  news: (done, { year }: { year: number }) => ({
    title: done ? 'P9 cards on their way' : 'P9 cards not sent',
    text: done
      ? `The P9 cards for ${year} have been written.`
      : `Not all P9 cards for ${year} could be emailed.`,
    link: '/employees',
  }),
  retries: 10,
  async work(job, { year }: { year: number }) {
    for (let done = 0; ; ) {
      const count = await sendSome(job, year)
      if (count === 0) return { done }
      done += count
    }
  },
  async givenUp(job, { year }: { year: number }) {
    await job.inOrg(
      (tx) => tx.run`update card_mails m set state = 'failed', error = 'This could not be sent.',
        updated_at = app_now() where m.year = ${year} and ${waiting}`,
    )
  },
}

interface Waiting {
  employee_id: string
  recipient: string
}

async function sendSome(job: JobCtx, year: number): Promise<number> {
  const { list, papers, head } = await job.inOrg(async (tx) => {
    const rows = await tx.all<Waiting>`select m.employee_id, m.recipient from card_mails m
      where m.year = ${year} and ${waiting} order by m.employee_id limit ${portion}`
    const ids = rows.map(({ employee_id }) => employee_id)
    return {
      list: rows,
      papers: ids.length > 0 ? await papersOf(tx, year, ids) : [],
      head: await letterheadOf(tx),
    }
  })
  if (list.length === 0) return 0
  const ready = papers.map(({ card, paper }) => locked(paper, head, card.person.id_number))
  const names = await stored(job, ready)
  const cards = new Map(
    papers.map(({ employee_id, card }, place) => [employee_id, { card, file: names[place] }]),
  )
  const unused = await job.inOrg((tx) => record(job, tx, { year, list, cards, head }))
  for (const name of unused) await job.files.remove(outgoing, name)
  return list.length
}

/** Outside any transaction; one that cannot be printed must not hold up the others. */
async function stored(job: JobCtx, papers: Parameters<typeof printOne>[1][]) {
  const order = { colors: cardColors, logo: null }
  const whose = printedFor(job)
  const pdfs = await print({ ...order, papers }, whose).catch(() =>
    Promise.all(papers.map((one) => printOne(order, one, whose).catch(() => null))),
  )
  return Promise.all(pdfs.map((pdf) => pdf && job.files.put(outgoing, pdf, 'pdf')))
}

interface Batch {
  year: number
  list: Waiting[]
  cards: Map<string, { card: Card; file: string | null | undefined }>
  head: Awaited<ReturnType<typeof letterheadOf>>
}

/** Message and mark in one transaction; those sent in the meantime are left out. */
async function record(job: JobCtx, tx: Tx, { year, list, cards, head }: Batch): Promise<string[]> {
  const { secrets, now, acting, mail } = job
  const organization = acting.organization_id as string
  const rows = await tx.all<Waiting>`select m.employee_id, m.recipient from card_mails m
    where m.year = ${year} and m.employee_id = any(${list.map((one) => one.employee_id)})
      and ${waiting} for update`
  const still = new Map(rows.map(({ employee_id, recipient }) => [employee_id, recipient]))
  const over = await overBudget(tx, { secrets, now }, organization, [...still.values()])
  const languageOf = await languagesOf(tx, [...still.keys()])
  const unused: string[] = []
  for (const { employee_id } of list) {
    const to = still.get(employee_id)
    const { card, file } = cards.get(employee_id) ?? {}
    const fault =
      !card || !file ? 'The PDF could not be made.' : over.has(to ?? '') && mailBudgetSpent.en
    if (file && (!to || fault)) unused.push(file)
    if (!to) continue
    if (fault || !card || !file) {
      await tx.run`update card_mails set state = 'failed', error = ${fault || null},
        updated_at = app_now() where employee_id = ${employee_id} and year = ${year}`
      continue
    }
    const addressed = { to, language: languageOf(employee_id) }
    const sent = await mail.send(tx, organization, letterOf(card, head, addressed, file))
    await tx.run`update card_mails set mail_id = ${sent.id}, updated_at = app_now(),
        state = ${sent.state === 'kept' ? 'sent' : 'queued'}
      where employee_id = ${employee_id} and year = ${year}`
  }
  return unused
}

/** The card itself is KRA's form and stays as KRA has it. */
const covering = (year: number) => ({
  subject: { en: `P9 form for ${year}`, sw: `Fomu ya P9 ya ${year}` },
  attached: {
    en: `Your P9 form (tax deduction card) for ${year} is attached.`,
    sw: `Fomu yako ya P9 (kadi ya makato ya ushuru) ya ${year} imeambatishwa.`,
  },
  use: {
    en: 'You need it to file your income tax return with KRA.',
    sw: 'Unaihitaji ili kuwasilisha ritani yako ya ushuru wa mapato kwa KRA.',
  },
  view: { en: 'View your payslips', sw: 'Tazama hati zako za malipo' },
})

interface Addressed {
  to: string
  language: Language
}

function letterOf(
  { person, year }: Card,
  head: Batch['head'],
  { to, language }: Addressed,
  file: string,
): Letter {
  const filename = fileName(['P9', year, person.last_name], 'pdf')
  const said = covering(year)
  return {
    to,
    language,
    subject: said.subject[language],
    from: plainName(head.issuer.name),
    greeting: greeting(dear[language], person.first_name),
    paragraphs: [
      said.attached[language],
      said.use[language],
      ...(head.pdf_password ? [opensWith[language]] : []),
    ],
    button: { label: said.view[language], path: '/my-payslips' },
    footnote: looksWrong[language],
    attachments: [{ filename, folder: outgoing, name: file }],
  }
}

const mirrored: Record<string, string> = { sending: 'queued', kept: 'sent' }

/** The state of a message is that of its card. */
export const mirrorMail: Mirror = async (tx, mail_id, state, error) => {
  await tx.run`update card_mails set state = ${mirrored[state] ?? state}, error = ${error},
      updated_at = app_now() where mail_id = ${mail_id}`
}
