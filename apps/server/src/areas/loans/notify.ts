import { formatShillings } from '@mshahara/engine/money'
import { type Ctx, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { notify, textNews } from '../notifications/index.ts'
import { type LoanRow, standingFor } from './rows.ts'

/** Who hears what of a loan (A20). */

/** The logins of these employees who can sign in. */
const loginsOf = async (tx: Tx, employee_ids: string[]): Promise<string[]> => {
  const rows = await tx.all<{ user_id: string }>`select user_id from memberships
    where employee_id = any(${employee_ids}) and status = 'active' and user_id is not null`
  return rows.map(({ user_id }) => user_id)
}

export const ksh = (cents: number) => `Ksh ${formatShillings(cents)}`

export async function notifyGuarantor(
  ctx: Ctx,
  loan: Pick<LoanRow, 'id' | 'total'>,
  borrower: string,
  employee_ids: string[],
) {
  await notify(ctx.tx, myOrganization(ctx), await loginsOf(ctx.tx, employee_ids), {
    key: `guarantor ${loan.id}`,
    title: { en: 'Guarantor request', sw: 'Ombi la udhamini' },
    text: {
      en: `${borrower} asks you to guarantee a loan: ${ksh(loan.total)} with interest.`,
      sw: `${borrower} anakuomba umdhamini kwa mkopo: ${ksh(loan.total)} pamoja na riba.`,
    },
    link: '/guarantor-requests',
  })
}

/** Once enough guarantors have approved, the primary users can decide. */
export async function notifyReady(ctx: Ctx, loan: LoanRow, borrower: string) {
  const { standing } = await ctx.tx.one<{ standing: number }>`select ${standingFor} as standing
    from loans l where l.id = ${loan.id}`
  if (standing < loan.guarantors_needed) return
  const rows = await ctx.tx.all<{ user_id: string }>`select user_id from memberships
    where role = 'primary' and status = 'active'`
  await notify(
    ctx.tx,
    myOrganization(ctx),
    rows.map(({ user_id }) => user_id),
    {
      key: `loan ready ${loan.id}`,
      title: 'Loan application to decide',
      text: `${borrower} applies for a ${loan.product} of ${ksh(loan.amount)}.`,
      link: `/loan/${loan.id}`,
    },
  )
}

/** Of whoever was asked and has not refused. */
async function guarantorLogins(tx: Tx, loan: LoanRow): Promise<string[]> {
  const asked = await tx.all<{ employee_id: string }>`select employee_id from loan_guarantors
    where loan_id = ${loan.id} and status <> 'rejected'`
  return loginsOf(
    tx,
    asked.map(({ employee_id }) => employee_id),
  )
}

export async function notifyWithdrawn(ctx: Ctx, loan: LoanRow, borrower: string) {
  await notify(ctx.tx, myOrganization(ctx), await guarantorLogins(ctx.tx, loan), {
    key: `loan withdrawn ${loan.id}`,
    title: { en: 'Loan application withdrawn', sw: 'Ombi la mkopo limeondolewa' },
    text: {
      en: `${borrower} has withdrawn the loan of ${ksh(loan.amount)}: you are no longer a guarantor.`,
      sw: `${borrower} ameondoa ombi la mkopo wa ${ksh(loan.amount)}: hudhamini chochote tena.`,
    },
    link: '/guarantor-requests',
  })
}

/** The applicant needs somebody else. */
export async function notifyRefused(ctx: Ctx, loan: LoanRow, guarantor: string) {
  await notify(ctx.tx, myOrganization(ctx), await loginsOf(ctx.tx, [loan.employee_id]), {
    key: `guarantor refused ${loan.id} ${guarantor}`,
    title: { en: 'Guarantor request rejected', sw: 'Ombi la udhamini limekataliwa' },
    text: {
      en: `${guarantor} has declined to guarantee your ${loan.product} of ${ksh(loan.amount)}.`,
      sw: `${guarantor} hatadhamini ${loan.product} yako ya ${ksh(loan.amount)}.`,
    },
    link: `/loan/${loan.id}`,
  })
}

const decided = { approved: 'limeidhinishwa', rejected: 'limekataliwa' }

export async function notifyDecided(ctx: Ctx, loan: LoanRow, status: 'approved' | 'rejected') {
  await notify(ctx.tx, myOrganization(ctx), await loginsOf(ctx.tx, [loan.employee_id]), {
    key: `loan decided ${loan.id}`,
    title: { en: `Loan application ${status}`, sw: `Ombi la mkopo ${decided[status]}` },
    text: {
      en: `Your ${loan.product} of ${ksh(loan.amount)} was ${status}.`,
      sw: `Ombi lako la ${loan.product} ya ${ksh(loan.amount)} ${decided[status]}.`,
    },
    link: `/loan/${loan.id}`,
  })
  if (status === 'rejected') return
  const told = {
    en: 'your loan application was approved.',
    sw: 'ombi lako la mkopo limeidhinishwa.',
  }
  await textNews(ctx.tx, ctx, myOrganization(ctx), new Map([[loan.employee_id, told]]))
}

/** The borrower reads the reason with the loan; guarantors hear that they are free. */
export async function notifyCancelled(ctx: Ctx, loan: LoanRow) {
  const { tx } = ctx
  const organization = myOrganization(ctx)
  const what = `${loan.product} of ${ksh(loan.amount)}`
  const said = `${loan.product} ya ${ksh(loan.amount)}`
  const news = {
    key: `loan cancelled ${loan.id}`,
    title: { en: 'Loan approval cancelled', sw: 'Idhini ya mkopo imebatilishwa' },
  }
  await notify(tx, organization, await loginsOf(tx, [loan.employee_id]), {
    ...news,
    text: {
      en: `Your ${what} will not be paid out, and you owe nothing.`,
      sw: `${said} yako haitalipwa, na hudaiwi chochote.`,
    },
    link: `/loan/${loan.id}`,
  })
  const { name } = await tx.one<{ name: string }>`
    select concat_ws(' ', first_name, last_name) as name from employees
    where id = ${loan.employee_id}`
  await notify(tx, organization, await guarantorLogins(tx, loan), {
    ...news,
    text: {
      en: `The ${what} for ${name} will not be paid out: you are no longer a guarantor.`,
      sw: `${said} ya ${name} haitalipwa: hudhamini chochote tena.`,
    },
    link: '/guarantor-requests',
  })
}
