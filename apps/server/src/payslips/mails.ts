import { randomBytes } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import type { MailState, PayslipMails } from '@mshahara/contract/payslips'
import { secondsLater } from '../core/clock.ts'
import { type Ctx, me, myOrganization, seatOf } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import { greeting, plainName } from '../core/names.ts'
import type { Handler, Staged } from '../http/bind.ts'
import { mailBudgetSpent, overBudget } from '../mail/budget.ts'
import type { Letter, Mirror } from '../mail/mail.ts'
import { loadPayroll } from '../payroll/index.ts'
import { printOne, type Sheet } from './printer.ts'
import { loadConfirmed } from './read.ts'
import { contentOf, type Slip } from './slips.ts'
import { type Letterhead, letterheadOf, type Stationery, stationeryOf } from './stationery.ts'

type Payslips = typeof contract.payslips

/** Payslips on their way to people, and what became of each. */

/** Files that wait for their message to be sent; no address leads to them. */
export const outgoing = 'mail'

export function sheetOf(slip: Slip, paper: Stationery, publicUrl: string): Sheet {
  const content = contentOf(slip, paper.issuer, paper.logo !== null, publicUrl)
  const made = slip.confirmed_at ?? ''
  if (!paper.pdf_password) return { content, made }
  const ownerPassword = randomBytes(24).toString('base64url')
  return { content, made, password: slip.person.id_number, ownerPassword }
}

export function letterOf(slip: Slip, paper: Stationery, to: string, file: string): Letter {
  const { month, year } = monthAndYear(slip.month)
  return {
    to,
    subject: `Payslip for ${month} ${year}`,
    from: plainName(paper.issuer.name),
    greeting: greeting('Dear', slip.person.first_name),
    paragraphs: [
      `Your payslip for ${month} ${year} is attached.`,
      ...(paper.pdf_password ? ['The file opens with your ID number.'] : []),
    ],
    button: { label: 'View your payslip', path: `/payslip/${slip.id}` },
    footnote: 'If a figure looks wrong, please ask your payroll office.',
    attachments: [{ filename: `Payslip-${month}-${year}.pdf`, folder: outgoing, name: file }],
  }
}

interface Addressed {
  slip: Slip
  to: string
  head: Letterhead
}
interface Enveloped {
  letter: Letter
  file: string
}

export const email: Staged<Payslips['email'], Addressed, Enveloped> = {
  async look(ctx, { params }) {
    const slip = await loadConfirmed(ctx, params.id)
    const to = await addressOf(ctx.tx, slip.employee_id)
    return { slip, to, head: await letterheadOf(ctx.tx) }
  },
  async make(outside, _, { slip, to, head }) {
    const paper = await stationeryOf(outside.files, head)
    const whose = { organization_id: seatOf(outside) }
    const pdf = await printOne(paper, sheetOf(slip, paper, outside.config.publicUrl), whose)
    const file = await outside.files.put(outgoing, pdf, 'pdf')
    return { letter: letterOf(slip, paper, to, file), file }
  },
  async keep(ctx, { params }, { letter }) {
    await claim(ctx.tx, params.id, letter.to)
    const organization = myOrganization(ctx)
    const over = await overBudget(ctx.tx, ctx, organization, [letter.to])
    if (over.size > 0) fail(429, mailBudgetSpent)
    await noteSent(ctx.tx, params.id, await ctx.mail.send(ctx.tx, organization, letter))
    return { message: 'Payslip sent to email successfully' }
  },
  undo: (outside, { file }) => outside.files.remove(outgoing, file),
}

/** As it is now: an address that was wrong has been corrected since. */
async function addressOf(tx: Tx, employee_id: string): Promise<string> {
  const { rows } = await tx.$client.query<{ email: string | null }>(
    'select email from employees where id = $1',
    [employee_id],
  )
  return rows[0]?.email ?? fail(422, 'This employee has no email address.')
}

/** Held until the end of the transaction, so that two who ask at once send one message. */
async function claim(tx: Tx, payslip_id: string, to: string) {
  const { rowCount } = await tx.$client.query(
    `insert into payslip_mails (payslip_id, recipient) values ($1, $2)
     on conflict (organization_id, payslip_id) do update
     set state = 'queued', recipient = $2, mail_id = null, error = null, updated_at = app_now()
     where payslip_mails.state <> 'queued' or payslip_mails.mail_id is null`,
    [payslip_id, to],
  )
  if (rowCount === 0) fail(422, 'This payslip is on its way already.')
}

/** A message that is kept for /dev/mail has reached where it goes. */
export const noteSent = (
  tx: Tx,
  payslip_id: string,
  { id, state }: { id: string; state: 'queued' | 'kept' },
) =>
  tx.$client.query(
    `update payslip_mails set mail_id = $2, state = $3, updated_at = app_now()
     where payslip_id = $1`,
    [payslip_id, id, state === 'kept' ? 'sent' : 'queued'],
  )

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
  await tx.$client.query(
    `update payslip_mails set state = $2, error = $3, updated_at = app_now() where mail_id = $1`,
    [mail_id, mirrored[state], error],
  )
}

interface Person {
  payslip_id: string
  name: string
  employee_no: string
  recipient: string
  state: MailState
  error: string | null
  updated_at: string
}

/** The list is made in the background, within moments of confirming. */
const settling_s = 20

export const mails: Handler<Payslips['mails']> = async (ctx, { params }) => {
  const payroll = await loadPayroll(ctx.tx, params.id)
  const { rows: counts } = await ctx.tx.$client.query<{ state: MailState; count: number }>(
    `select m.state, count(*) as count from payslip_mails m join payslips s on s.id = m.payslip_id
     where s.payroll_id = $1 group by m.state`,
    [payroll.id],
  )
  const { rows: people } = await ctx.tx.$client.query<Person>(
    `select m.payslip_id, m.recipient, m.state, m.error, m.updated_at,
       concat_ws(' ', s.person ->> 'first_name', s.person ->> 'last_name') as name,
       s.person ->> 'employee_no' as employee_no
     from payslip_mails m join payslips s on s.id = m.payslip_id where s.payroll_id = $1
     order by array_position(array['failed', 'uncertain', 'queued', 'sent'], m.state),
       employee_no limit 1000`,
    [payroll.id],
  )
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
  const { rows } = await ctx.tx.$client.query<{ count: number }>(
    `select count(*) as count from payslips s join employees e on e.id = s.employee_id
     where s.payroll_id = $1 and (s.person ->> 'email_payslip')::boolean and e.email is null
       and not exists (select from payslip_mails m where m.payslip_id = s.id)`,
    [payroll_id],
  )
  return rows[0]?.count ?? 0
}

/** What failed goes out again, to the address as it is now. */
export const resend: Handler<Payslips['resend']> = async (ctx, { params }) => {
  const payroll = await loadPayroll(ctx.tx, params.id)
  if (payroll.status !== 'confirmed') fail(422, `This payroll is ${payroll.status}.`)
  const { rowCount } = await ctx.tx.$client.query(
    `update payslip_mails m set state = 'queued', mail_id = null, error = null,
       recipient = e.email, updated_at = app_now()
     from payslips s join employees e on e.id = s.employee_id
     where s.id = m.payslip_id and s.payroll_id = $1 and m.state = 'failed' and e.email is not null`,
    [payroll.id],
  )
  const count = rowCount ?? 0
  if (count === 0) fail(422, 'There is no failed message to send again.')
  await ctx.jobs.start(ctx.tx, 'payslips.send', { payroll_id: payroll.id }, me(ctx), count)
  const what = count === 1 ? '1 payslip is' : `${count} payslips are`
  return { message: `${what} on the way again.`, count }
}
