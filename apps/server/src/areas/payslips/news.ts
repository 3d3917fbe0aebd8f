import type { Tx } from '../../foundation/core/db.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import { greeting, plainName } from '../../foundation/core/names.ts'
import { overBudget } from '../../foundation/mail/budget.ts'
import { notify } from '../notifications/index.ts'
import { dear, languagesOf, newPayslip, type Titled, takenBack } from './letters.ts'
import { letterheadOf } from './stationery.ts'

/** What employees hear of their payslips: a new one, and one that is no longer valid. */

const keyOf = (payroll_id: string) => `payslip of ${payroll_id}`

/** The bell of everybody in the run who can sign in; once, however often this is repeated. */
export async function ringNew(tx: Tx, organization_id: string, payroll_id: string) {
  const people = await tx.all<{ user_id: string } & Titled>`
    select m.user_id, s.month, r.title from paid_slips s join payrolls r on r.id = s.payroll_id
    join memberships m on m.employee_id = s.employee_id
    where s.payroll_id = ${payroll_id} and m.status = 'active'`
  const [first] = people
  if (!first) return
  const said = newPayslip(first)
  await notify(
    tx,
    organization_id,
    people.map(({ user_id }) => user_id),
    {
      key: keyOf(payroll_id),
      title: said.title,
      text: said.text,
      link: '/my-payslips',
    },
  )
}

interface SentPayslip extends Titled {
  employee_id: string
  first_name: string
  recipient: string
}

/** Only those who had received it: by the bell, by email, or both. */
export const notifyReversed: JobDefinition = {
  name: 'payslips.reversed',
  byRequest: true,
  retries: 5,
  async work(ctx, { payroll_id }: { payroll_id: string }) {
    const organization_id = ctx.acting.organization_id as string
    await ctx.inOrg(async (tx) => {
      await ringReversed(tx, organization_id, payroll_id)
      await writeReversed(ctx, tx, organization_id, payroll_id)
    })
  },
}

async function ringReversed(tx: Tx, organization_id: string, payroll_id: string) {
  const rung = await tx.all<{ user_id: string } & Titled>`
    select n.user_id, r.month, r.title from notifications n, payrolls r
    where n.key = ${keyOf(payroll_id)} and r.id = ${payroll_id}`
  const [first] = rung
  if (!first) return
  const said = takenBack(first)
  await notify(
    tx,
    organization_id,
    rung.map(({ user_id }) => user_id),
    {
      key: `reversed ${keyOf(payroll_id)}`,
      title: said.title,
      text: said.text,
      link: '/my-payslips',
    },
  )
}

/** In the transaction that marks them: after a crash nobody is written to twice. */
async function writeReversed(ctx: JobCtx, tx: Tx, organization_id: string, payroll_id: string) {
  const told = await tx.all<SentPayslip>`
    update payslip_mails m set reversal_told = true, updated_at = app_now()
    from payslips s where s.id = m.payslip_id and s.payroll_id = ${payroll_id} and s.void
      and m.state in ('sent', 'uncertain') and not m.reversal_told
    returning s.month, (select r.title from payrolls r where r.id = s.payroll_id) as title,
      s.employee_id, s.person ->> 'first_name' as first_name, m.recipient`
  const counting = { secrets: ctx.secrets, now: ctx.now }
  const recipients = told.map(({ recipient }) => recipient)
  const over = await overBudget(tx, counting, organization_id, recipients)
  const { issuer } = await letterheadOf(tx)
  const languageOf = await languagesOf(
    tx,
    told.map(({ employee_id }) => employee_id),
  )
  for (const { month, title, employee_id, first_name, recipient } of told) {
    if (over.has(recipient)) continue
    const language = languageOf(employee_id)
    const said = takenBack({ month, title })
    await ctx.mail.send(tx, organization_id, {
      to: recipient,
      language,
      subject: said.subject[language],
      from: plainName(issuer.name),
      greeting: greeting(dear[language], first_name),
      paragraphs: [said.paragraph[language], said.newOne[language]],
      footnote: said.ask[language],
    })
  }
}
