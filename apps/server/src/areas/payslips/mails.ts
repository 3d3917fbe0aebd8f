import type { contract } from '@mshahara/contract'
import type { Language } from '@mshahara/contract/language'
import { monthAndYear } from '@mshahara/contract/months'
import type { MailState, PayslipMails } from '@mshahara/contract/payslips'
import { secondsLater } from '../../foundation/core/clock.ts'
import { type Ctx, me, myOrganization, seatOf } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { greeting, plainName } from '../../foundation/core/names.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { mailBudgetSpent, overBudget } from '../../foundation/mail/budget.ts'
import type { Letter, Mirror } from '../../foundation/mail/mail.ts'
import { type Printable, printOne } from '../../foundation/paper/printer.ts'
import { loadRun, ofEmployees, refuseAct } from '../../foundation/pay/runs.ts'
import { dear, languagesOf, newPayslip } from './letters.ts'
import { locked, paperOn } from './paper.ts'
import { loadConfirmed } from './read.ts'
import { say, sayToStaff } from './sentences.ts'
import type { SlipOfRun } from './slips.ts'
import { type Letterhead, letterheadOf, type Stationery, stationeryOf } from './stationery.ts'

type Payslips = typeof contract.payslips

/** Payslips on their way to people, and what became of each. */

/** Files that wait for their message to be sent; no address leads to them. */
export const outgoing = 'mail'

export const lockedPaperOf = (slip: SlipOfRun, head: Stationery, publicUrl: string): Printable =>
  locked(paperOn(head, slip, publicUrl), head, slip.person.id_number)

interface Addressed {
  to: string
  language: Language
}

export function letterOf(
  slip: SlipOfRun,
  paper: Stationery,
  { to, language }: Addressed,
  file: string,
): Letter {
  const { month, year } = monthAndYear(slip.month)
  const said = newPayslip(slip)
  return {
    to,
    language,
    subject: said.subject[language],
    from: plainName(paper.issuer.name),
    greeting: greeting(dear[language], slip.person.first_name),
    paragraphs: [
      said.attached[language],
      ...(paper.pdf_password ? [said.opensWith[language]] : []),
    ],
    button: { label: said.view[language], path: `/payslip/${slip.id}` },
    footnote: said.ask[language],
    attachments: [{ filename: `Payslip-${month}-${year}.pdf`, folder: outgoing, name: file }],
  }
}

interface Recipient extends Addressed {
  slip: SlipOfRun
  head: Letterhead
}
interface Envelope {
  letter: Letter
  file: string
}

export const email: Staged<Payslips['email'], Recipient, Envelope> = {
  async look(ctx, { params }) {
    const slip = await loadConfirmed(ctx, params.id)
    const to = await addressOf(ctx.tx, slip.employee_id)
    const language = (await languagesOf(ctx.tx, [slip.employee_id]))(slip.employee_id)
    return { slip, to, language, head: await letterheadOf(ctx.tx) }
  },
  async make(outside, _, { slip, to, language, head }) {
    const paper = await stationeryOf(outside.files, head)
    const whose = { organization_id: seatOf(outside) }
    const printable = lockedPaperOf(slip, paper, outside.config.publicUrl)
    const pdf = await printOne(paper, printable, whose)
    const file = await outside.files.put(outgoing, pdf, 'pdf')
    return { letter: letterOf(slip, paper, { to, language }, file), file }
  },
  async keep(ctx, { params }, { letter }) {
    await claim(ctx.tx, params.id, letter.to)
    const organization = myOrganization(ctx)
    const over = await overBudget(ctx.tx, ctx, organization, [letter.to])
    if (over.size > 0) fail(429, mailBudgetSpent)
    await noteSent(ctx.tx, params.id, await ctx.mail.send(ctx.tx, organization, letter))
    return { message: ctx.say(say.sent) }
  },
  undo: (outside, { file }) => outside.files.remove(outgoing, file),
}

/** As it is now: an address that was wrong has been corrected since. */
async function addressOf(tx: Tx, employee_id: string): Promise<string> {
  const employee = await tx.one<{ email: string | null }>`
    select email from employees where id = ${employee_id}`
  return employee.email ?? fail(422, say.noEmail)
}

/** Held until the end of the transaction, so that two who ask at once send one message. */
async function claim(tx: Tx, payslip_id: string, to: string) {
  const taken = await tx.run`insert into payslip_mails (payslip_id, recipient)
    values (${payslip_id}, ${to})
    on conflict (organization_id, payslip_id) do update
    set state = 'queued', recipient = ${to}, mail_id = null, error = null, updated_at = app_now()
    where payslip_mails.state <> 'queued' or payslip_mails.mail_id is null`
  if (taken === 0) fail(422, say.onItsWay)
}

/** A message that is kept for /dev/mail has reached where it goes. */
export const noteSent = (
  tx: Tx,
  payslip_id: string,
  { id, state }: { id: string; state: 'queued' | 'kept' },
) =>
  tx.run`update payslip_mails set mail_id = ${id}, updated_at = app_now(),
      state = ${state === 'kept' ? 'sent' : 'queued'}
    where payslip_id = ${payslip_id}`

const mirrored: Partial<Record<string, MailState>> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  kept: 'sent',
  failed: 'failed',
  uncertain: 'uncertain',
}

/** The state of a message is that of its payslip. */
export const mirrorMail: Mirror = async (tx, mail_id, state, error) => {
  await tx.run`update payslip_mails set state = ${mirrored[state]}, error = ${error},
      updated_at = app_now() where mail_id = ${mail_id}`
}

interface MailRow {
  payslip_id: string
  name: string
  employee_no: string
  recipient: string
  state: MailState
  error: string | null
  updated_at: string
}

/** The employee of payslip `s` gets it by email. */
export const wanted = sql`(s.person ->> 'email_payslip')::boolean`

/** The list is made in the background, within moments of confirming. */
const settling_s = 20

export const mails: Handler<Payslips['mails']> = async (ctx, { params }) => {
  const payroll = await loadRun(ctx.tx, ofEmployees, params.id)
  const counts = await ctx.tx.all<{ state: MailState; count: number }>`
    select m.state, count(*) as count from payslip_mails m join payslips s on s.id = m.payslip_id
    where s.payroll_id = ${payroll.id} group by m.state`
  const people = await ctx.tx.all<MailRow>`
    select m.payslip_id, m.recipient, m.state, m.error, m.updated_at,
      concat_ws(' ', s.person ->> 'first_name', s.person ->> 'last_name') as name,
      s.person ->> 'employee_no' as employee_no
    from payslip_mails m join payslips s on s.id = m.payslip_id
    where s.payroll_id = ${payroll.id}
    order by array_position(array['failed', 'uncertain', 'queued', 'sent'], m.state),
      employee_no limit 1000`
  const count = (state: MailState) => counts.find((row) => row.state === state)?.count ?? 0
  const until = payroll.confirmed_at && secondsLater(new Date(payroll.confirmed_at), settling_s)
  return {
    settling: Boolean(until && until > ctx.now),
    no_address: payroll.status === 'confirmed' ? await withoutAddress(ctx, payroll.id) : 0,
    queued: count('queued'),
    sent: count('sent'),
    failed: count('failed'),
    uncertain: count('uncertain'),
    people,
  } satisfies PayslipMails
}

async function withoutAddress(ctx: Ctx, payroll_id: string): Promise<number> {
  const { count } = await ctx.tx.one<{ count: number }>`
    select count(*) as count from payslips s join employees e on e.id = s.employee_id
    where s.payroll_id = ${payroll_id} and ${wanted} and e.email is null
      and not exists (select from payslip_mails m where m.payslip_id = s.id)`
  return count
}

/** Enough to act on; the count says how many there are. */
const mostNamed = 20

/** Asked before confirming; the addresses are looked up again when the payslips go out. */
export const recipients: Handler<Payslips['recipients']> = async (ctx, { params }) => {
  const { id } = await loadRun(ctx.tx, ofEmployees, params.id)
  const { count, no_address } = await ctx.tx.one<{ count: number; no_address: number }>`
    select count(e.email) as count, count(*) filter (where e.email is null) as no_address
    from payslips s join employees e on e.id = s.employee_id
    where s.payroll_id = ${id} and ${wanted}`
  const people = await ctx.tx.all<{ employee_id: string; name: string; employee_no: string }>`
    select e.id as employee_id, concat_ws(' ', e.first_name, e.last_name) as name, e.employee_no
    from payslips s join employees e on e.id = s.employee_id
    where s.payroll_id = ${id} and ${wanted} and e.email is null
    order by e.number limit ${mostNamed}`
  return { count, no_address, people }
}

/** What failed goes out again, to the address as it is now. */
export const resend: Handler<Payslips['resend']> = async (ctx, { params }) => {
  const payroll = await loadRun(ctx.tx, ofEmployees, params.id)
  refuseAct(payroll, 'resend')
  const count = await ctx.tx.run`update payslip_mails m set state = 'queued', mail_id = null,
      error = null, recipient = e.email, updated_at = app_now()
    from payslips s join employees e on e.id = s.employee_id
    where s.id = m.payslip_id and s.payroll_id = ${payroll.id} and m.state = 'failed'
      and e.email is not null`
  if (count === 0) fail(422, sayToStaff.noFailed)
  await ctx.jobs.start(ctx.tx, 'payslips.send', { payroll_id: payroll.id }, me(ctx), count)
  const what = count === 1 ? '1 payslip is' : `${count} payslips are`
  return { message: `${what} on the way again.`, count }
}
