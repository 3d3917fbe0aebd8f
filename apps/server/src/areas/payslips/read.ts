import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { monthAndYear } from '@mshahara/contract/months'
import type { MailState, PaidOut } from '@mshahara/contract/payslips'
import { type Ctx, holds, ownerOr } from '../../foundation/core/ctx.ts'
import { fail, found } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { paletteOf } from '../../foundation/paper/colors.ts'
import { htmlOf } from '../../foundation/paper/html.ts'
import { loadRun, ofEmployees, refuseAct } from '../../foundation/pay/runs.ts'
import { nameOf } from '../payroll/index.ts'
import { say } from './sentences.ts'
import { contentOf, paidOut, type SlipOfRun, slipsOf } from './slips.ts'
import { letterheadOf, stationeryOf } from './stationery.ts'
import { templates } from './templates/index.ts'

type Payslips = typeof contract.payslips

/** Employees see only their confirmed payslips; staff see every state. */
async function loadSlip(ctx: Ctx, id: string): Promise<SlipOfRun> {
  const { employee_id, calculated } = await ctx.tx.one<{
    employee_id: string
    calculated: boolean
  }>`select employee_id, digest is not null as calculated from payslips
    where id = ${id} and employee_id is not null`
  ownerOr(ctx, employee_id, 'view payrolls', { leavers: true })
  const staff = holds(ctx, 'view payrolls')
  if (!calculated && staff) fail(422, say.stillWorkedOut)
  const [slip] = await slipsOf(ctx.tx, [id])
  if (!staff && slip?.status !== 'confirmed') fail(404, everywhere.notFound)
  return found(slip)
}

/** Only what is confirmed leaves the server. */
export async function loadConfirmed(ctx: Ctx, id: string): Promise<SlipOfRun> {
  const slip = await loadSlip(ctx, id)
  refuseAct(await loadRun(ctx.tx, ofEmployees, slip.payroll_id), 'issue')
  return slip
}

export const get: Handler<Payslips['get']> = async (ctx, { params }) => {
  const slip = await loadSlip(ctx, params.id)
  const { employee_no, first_name, middle_name, last_name } = slip.person
  const { month, year } = monthAndYear(slip.month)
  const mail = await ctx.tx.maybe<{ state: MailState }>`
    select state from payslip_mails where payslip_id = ${slip.id}`
  return {
    ...slip,
    employee: { id: slip.employee_id, employee_no, first_name, middle_name, last_name },
    payroll: {
      id: slip.payroll_id,
      code: slip.code,
      title: slip.title,
      month,
      year: String(year),
      status: slip.status,
    },
    mail: mail?.state ?? null,
  }
}

export const html: Handler<Payslips['html']> = async (ctx, { params }) => {
  const slip = await loadSlip(ctx, params.id)
  return { html: await pageOf(ctx, slip) }
}

export async function pageOf(ctx: Ctx, slip: SlipOfRun, wanted?: keyof typeof templates) {
  const { issuer, template, colors, logo } = await stationeryOf(
    ctx.files,
    await letterheadOf(ctx.tx),
  )
  const content = contentOf(slip, issuer, logo !== null, ctx.config.publicUrl, ctx.language)
  return htmlOf(templates[wanted ?? template].arrange(content), {
    title: `${content.words.payslip} ${content.period}: ${nameOf(slip.person)}`,
    language: content.words.language,
    palette: paletteOf(colors),
    logo: logo && { type: 'image/jpeg', bytes: logo },
    verify: content.verify,
  })
}

interface ListRow {
  id: string
  code: string
  title: string | null
  month: string
  gross: string
  net: string
  created_at: string
  paid: PaidOut | null
}

const listed = ({ id, code, title, gross, net, created_at, paid, ...row }: ListRow) => {
  const { month, year } = monthAndYear(row.month)
  const payroll = { code, title, month, year: String(year) }
  return { id, payroll, gross: centsOf(gross), net: centsOf(net), created_at, paid }
}

async function confirmedOf(ctx: Ctx, employee_id: string, limit?: number) {
  const rows = await ctx.tx.all<ListRow>`
    select s.id, s.code, r.title, s.month, s.gross, s.net, s.run_at as created_at, ${paidOut}
    from paid_slips s join payrolls r on r.id = s.payroll_id
    where s.employee_id = ${employee_id}
    order by s.month desc, s.run_number desc limit ${limit ?? null}`
  return rows.map(listed)
}

async function askedFor(ctx: Ctx, id: string): Promise<string> {
  await ctx.tx.one`select id from employees where id = ${id}`
  ownerOr(ctx, id, 'view payrolls', { leavers: true })
  return id
}

export const ofEmployee: Handler<Payslips['ofEmployee']> = async (ctx, { params }) =>
  confirmedOf(ctx, await askedFor(ctx, params.id))

export const last: Handler<Payslips['last']> = async (ctx, { params }) => {
  const [newest] = await confirmedOf(ctx, await askedFor(ctx, params.id), 1)
  return found(newest)
}
