import type { Tx } from '../../foundation/core/db.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import { mailBudgetSpent, overBudget } from '../../foundation/mail/budget.ts'
import { type PrintedFor, portion, print, printOne } from '../../foundation/paper/printer.ts'
import { languagesOf } from './letters.ts'
import { letterOf, lockedPaperOf, noteSent, outgoing, wanted } from './mails.ts'
import { ringNew } from './news.ts'
import { type SlipOfRun, slipsOf } from './slips.ts'
import { letterheadOf, type Stationery, stationeryOf } from './stationery.ts'

/**
 * A confirmed run's payslips to those who want them by email. Everybody is put on the list first;
 * then portions are printed, and each message is recorded together with the mark that it was. After
 * a crash it continues where it stopped, and nobody gets two.
 */

interface QueueRow {
  payslip_id: string
  recipient: string
}

export const sendPayslips: JobDefinition = {
  name: 'payslips.send',
  byRequest: true,
  news: (done, { payroll_id }: { payroll_id: string }) => ({
    title: done ? 'Payslips on their way' : 'Payslips not sent',
    text: done
      ? 'All payslips that go by email have been written.'
      : 'Not all payslips could be emailed. The payroll shows which.',
    link: `/payroll/${payroll_id}`,
  }),
  retries: 10,
  async work(ctx, { payroll_id }: { payroll_id: string }) {
    await ctx.inOrg(async (tx) => {
      await ringNew(tx, ctx.acting.organization_id as string, payroll_id)
      await enlist(tx, payroll_id)
    })
    for (;;) if ((await sendSome(ctx, payroll_id)) === 0) break
    const reversed = 'The payroll was reversed before this was sent.'
    await ctx.inOrg((tx) => giveUp(tx, payroll_id, 's.void', reversed))
  },
  /** Nobody is left waiting without news, including those not yet on the list. */
  async givenUp(ctx, { payroll_id }: { payroll_id: string }) {
    await ctx.inOrg(async (tx) => {
      await enlist(tx, payroll_id)
      await giveUp(tx, payroll_id, 'true', 'This could not be sent.')
    })
  },
}

const enlist = (tx: Tx, payroll_id: string) =>
  tx.run`insert into payslip_mails (payslip_id, recipient)
    select s.id, e.email from paid_slips s join employees e on e.id = s.employee_id
    where s.payroll_id = ${payroll_id} and e.email is not null
      and ${wanted}
    on conflict do nothing`

const waiting = sql`m.state = 'queued' and m.mail_id is null`

async function sendSome(ctx: JobCtx, payroll_id: string): Promise<number> {
  const { list, slips, head } = await ctx.inOrg(async (tx) => {
    const rows = await tx.all<QueueRow>`select m.payslip_id, m.recipient
      from payslip_mails m join payslips s on s.id = m.payslip_id
      where s.payroll_id = ${payroll_id} and not s.void and ${waiting}
      order by s.id limit ${portion}`
    return {
      list: new Map(rows.map(({ payslip_id, recipient }) => [payslip_id, recipient])),
      slips: await slipsOf(
        tx,
        rows.map(({ payslip_id }) => payslip_id),
      ),
      head: await letterheadOf(tx),
    }
  })
  if (slips.length === 0) return 0
  const paper = await stationeryOf(ctx.files, head)
  const whose = { organization_id: ctx.acting.organization_id as string, patient: true }
  const names = await printAll(ctx, paper, slips, whose)
  const unused = await ctx.inOrg((tx) => record(ctx, tx, { list, slips, paper, names }))
  for (const name of unused) await ctx.files.remove(outgoing, name)
  return slips.length
}

/** Outside any transaction: printing and storing take their time. */
async function printAll(
  { files, config }: JobCtx,
  paper: Stationery,
  slips: SlipOfRun[],
  whose: PrintedFor,
) {
  const { colors, logo } = paper
  const papers = slips.map((slip) => lockedPaperOf(slip, paper, config.publicUrl))
  const order = { colors, logo }
  // One that cannot be printed must not hold up the others.
  const pdfs = await print({ ...order, papers }, whose).catch(() =>
    Promise.all(papers.map((one) => printOne(order, one, whose).catch(() => null))),
  )
  return Promise.all(pdfs.map((pdf) => pdf && files.put(outgoing, pdf, 'pdf')))
}

interface Batch {
  list: Map<string, string>
  slips: SlipOfRun[]
  paper: Stationery
  names: (string | null)[]
}

/** Message and mark in one transaction; those sent in the meantime are left out. */
async function record(
  { mail, now, secrets, acting }: JobCtx,
  tx: Tx,
  { list, slips, paper, names }: Batch,
): Promise<string[]> {
  const rows = await tx.all<{ payslip_id: string }>`
    select m.payslip_id from payslip_mails m join payslips s on s.id = m.payslip_id
    where m.payslip_id = any (${slips.map(({ id }) => id)}) and not s.void and ${waiting}
    for update of m`
  const still = new Set(rows.map(({ payslip_id }) => payslip_id))
  const recipients = [...still].flatMap((id) => list.get(id) ?? [])
  const counting = { secrets, now }
  const over = await overBudget(tx, counting, acting.organization_id as string, recipients)
  const languageOf = await languagesOf(
    tx,
    slips.map(({ employee_id }) => employee_id),
  )
  const unused: string[] = []
  for (const [index, slip] of slips.entries()) {
    const name = names[index]
    const to = list.get(slip.id)
    if (!to || !still.has(slip.id)) {
      if (name) unused.push(name)
      continue
    }
    if (!name) {
      await markFailed(tx, slip.id, 'The PDF could not be made.')
      continue
    }
    if (over.has(to)) {
      unused.push(name)
      await markFailed(tx, slip.id, mailBudgetSpent.en)
      continue
    }
    const addressed = { to, language: languageOf(slip.employee_id) }
    const letter = letterOf(slip, paper, addressed, name)
    await noteSent(tx, slip.id, await mail.send(tx, acting.organization_id, letter))
  }
  return unused
}

const markFailed = (tx: Tx, payslip_id: string, error: string) =>
  tx.run`update payslip_mails set state = 'failed', error = ${error}, updated_at = app_now()
    where payslip_id = ${payslip_id}`

/** Those still waiting are marked as failed, so that somebody can deal with them. */
const giveUp = (tx: Tx, payroll_id: string, which: 's.void' | 'true', error: string) =>
  tx.run`update payslip_mails m set state = 'failed', updated_at = app_now(), error = ${error}
    from payslips s where s.id = m.payslip_id and s.payroll_id = ${payroll_id} and ${waiting}
      and ${raw(which)}`
