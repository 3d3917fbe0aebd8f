import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { guarantorTable } from '@mshahara/contract/loan-states'
import type { Spoken } from '@mshahara/contract/say'
import { monthOf } from '@mshahara/engine/calendar'
import { canGuarantee } from '@mshahara/engine/loans/maximum'
import { type LoanTerms, loanProduct } from '@mshahara/engine/loans/products'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import { advisoryLock } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { containing, raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { hasLeft } from '../../foundation/pay/final-pay.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import { salaryIntake } from '../employees/index.ts'
import { notifyGuarantor, notifyReady, notifyRefused } from './notify.ts'
import { loanToWire } from './read.ts'
import { atWork, inDefault, type LoanRow, loanById, refuse } from './rows.ts'
import { say } from './sentences.ts'
import { settingsOf } from './settings.ts'

type Loans = typeof contract.loans

/** Who can stand for whom, asked of the server alone: pay never leaves it (A12, C12). */

export interface Standing {
  id: string
  name: string
  /** Active, and the last day is not over. */
  at_work: boolean
  salary: number
  /** Loans this person stands for: running, or waiting for a decision. */
  guaranteed: number
  in_default: boolean
  /** Stands for a loan that is in default. */
  bound: boolean
}

/** Of people of this organisation; whoever is not of it is missing. */
export async function standingOf(ctx: Ctx, ids: string[]): Promise<Map<string, Standing>> {
  const bad = inDefault(ctx.today)
  const stands = sql`from loan_guarantors s join loans l
      on (l.organization_id, l.id) = (s.organization_id, s.loan_id)
    where s.employee_id = e.id and s.status = 'approved'`
  const rows = await ctx.tx.all<Omit<Standing, 'salary'> & { salary: string | null }>`
    select e.id, concat_ws(' ', e.first_name, e.last_name) as name,
      ${atWork('e')} as at_work,
      (${salaryIntake.source(payMonth(monthOf(ctx.today)))}) as salary,
      (select count(*) ${stands} and (l.status = 'pending' or l.outstanding > 0)) as guaranteed,
      exists (select from loans l where l.employee_id = e.id and ${bad}) as in_default,
      exists (select ${stands} and ${bad}) as bound
    from employees e where e.id = any(${ids})`
  return new Map(rows.map((row) => [row.id, { ...row, salary: centsOf(row.salary ?? '0') }]))
}

/**
 * The specification's sentences, on the form and on the page of a loan; and what the guarantor is
 * told. Whether somebody is in default is nobody else's business.
 */
const said = {
  form: {
    self: say.formSelf,
    pay: say.formPay,
    inactive: say.formInactive,
    default: say.formDefault,
    limit: say.formLimit,
  },
  page: {
    self: say.pageSelf,
    pay: say.pagePay,
    inactive: say.pageInactive,
    default: say.pageDefault,
    limit: say.pageLimit,
  },
  answer: {
    self: say.pageSelf,
    pay: say.ownPay,
    inactive: say.ownInactive,
    default: say.ownDefault,
    limit: say.ownLimit,
  },
}
export type Place = keyof typeof said

/** Why somebody cannot stand for the applicant; nothing where they can. */
export function whyNot(
  applicant: Standing,
  guarantor: Standing | undefined,
  most: number,
  place: Place,
): Spoken | null {
  if (!guarantor) return everywhere.employeeNotFound
  if (guarantor.id === applicant.id) return said[place].self
  if (!guarantor.at_work) return said[place].inactive
  if (!canGuarantee(guarantor.salary, applicant.salary)) return said[place].pay
  if (guarantor.in_default) return said[place].default
  return guarantor.guaranteed >= most ? said[place].limit({ count: guarantor.guaranteed }) : null
}

/** Who applies: an employee with a record of their own, who has not left. */
export function applicant(ctx: Ctx): string {
  const { role, employee_id, leaver } = me(ctx)
  if (role !== 'employee' || !employee_id || leaver) {
    fail(403, say.employeesOnly)
  }
  return employee_id
}

export const checkGuarantor: Handler<Loans['checkGuarantor']> = async (ctx, { body }) => {
  const own = applicant(ctx)
  const known = await standingOf(ctx, [own, body.employee_id])
  const { most_guaranteed } = await settingsOf(ctx.tx)
  const place = body.loan_id ? 'page' : 'form'
  const asked = body.loan_id
    ? await ctx.tx.maybe`select from loan_guarantors g join loans l on l.id = g.loan_id
        where g.loan_id = ${body.loan_id} and g.employee_id = ${body.employee_id}
          and l.employee_id = ${own}`
    : undefined
  if (asked) return { refusal: ctx.say(say.guarantorAlready) }
  const self = known.get(own) ?? fail(403)
  const why = whyNot(self, known.get(body.employee_id), most_guaranteed, place)
  return { refusal: why && ctx.say(why) }
}

export const colleagues: Handler<Loans['colleagues']> = async (ctx, { query }) => {
  applicant(ctx)
  const text = raw("concat_ws(' ', e.first_name, e.middle_name, e.last_name, e.employee_no)")
  return ctx.tx.all`select e.id, e.employee_no,
      concat_ws(' ', e.first_name, e.middle_name, e.last_name) as name,
      case when d.id is null then null else json_build_object('name', d.name) end as department
    from employees e left join departments d
      on (d.organization_id, d.id) = (e.organization_id, e.department_id)
    where e.status <> 'terminated' and not ${hasLeft(ctx.today)}
      and ${containing(text, query.search)}
    order by e.first_name, e.last_name, e.employee_no
    offset ${query.offset ?? 0} limit ${query.limit ?? 1000}`
}

// ---------------------------------------------------------------- one more

export const addGuarantor: Handler<Loans['addGuarantor']> = async (ctx, input) => {
  const loan = await loanById(ctx.tx, input.params.id, sql`for update`)
  if (loan.employee_id !== me(ctx).employee_id) {
    fail(403, say.applicantAdds)
  }
  applicant(ctx)
  const { employee_id } = input.body()
  refuse(loan, 'ask')
  if (loan.guarantors_needed === 0) fail(422, say.noGuarantors)
  const held = await ctx.tx.maybe`select from loan_guarantors
    where loan_id = ${loan.id} and employee_id = ${employee_id}`
  if (held) failField('employee_id', say.guarantorAlready)
  const known = await standingOf(ctx, [loan.employee_id, employee_id])
  const { most_guaranteed } = await settingsOf(ctx.tx)
  const self = known.get(loan.employee_id) as Standing
  const why = whyNot(self, known.get(employee_id), most_guaranteed, 'page')
  if (why) failField('employee_id', why)
  await askGuarantors(ctx, loan, self.name, [employee_id])
  return loanToWire(ctx, loan.id)
}

export async function askGuarantors(
  ctx: Ctx,
  loan: Pick<LoanRow, 'id' | 'total'>,
  borrower: string,
  employee_ids: string[],
) {
  await ctx.tx.run`insert into loan_guarantors (loan_id, employee_id)
    select ${loan.id}, unnest(${employee_ids}::uuid[])`
  await notifyGuarantor(ctx, loan, borrower, employee_ids)
}

// ---------------------------------------------------------------- the answer

interface Request {
  id: string
  loan_id: string
  employee_id: string
  status: keyof typeof guarantorTable
}

/** The guarantor's own, locked together with its loan; answered once, and before the decision. */
async function requestFor(ctx: Ctx, id: string): Promise<{ request: Request; loan: LoanRow }> {
  const { tx } = ctx
  const named = await tx.one<Request>`select * from loan_guarantors where id = ${id}`
  const { employee_id, leaver } = me(ctx)
  if (named.employee_id !== employee_id || leaver) {
    fail(403, say.notYours)
  }
  // Of several approvals of one person at once, each counts the others.
  await advisoryLock(tx, `guarantor ${employee_id}`)
  const loan = await loanById(tx, named.loan_id, sql`for update`)
  const request = await tx.one<Request>`
    select * from loan_guarantors where id = ${id} for update`
  const refusal = guarantorTable[request.status]
  if (refusal) fail(422, refusal)
  refuse(loan, 'answer')
  return { request, loan }
}

export const approveRequest: Handler<Loans['approveRequest']> = async (ctx, { params }) => {
  const { request, loan } = await requestFor(ctx, params.id)
  const known = await standingOf(ctx, [loan.employee_id, request.employee_id])
  const { most_guaranteed } = await settingsOf(ctx.tx)
  const self = known.get(loan.employee_id) as Standing
  const why = whyNot(self, known.get(request.employee_id), most_guaranteed, 'answer')
  if (why) fail(422, why)
  const terms = termsToWire(loan)
  await ctx.tx.run`update loan_guarantors set status = 'approved', approved_at = app_now(),
      terms = ${terms.en}, translation = ${terms.translation}, accepted_from = ${ctx.address},
      accepted_with = ${ctx.userAgent ?? null}
    where id = ${request.id}`
  await notifyReady(ctx, loan, self.name)
  return { message: ctx.say(say.guaranteed) }
}

const noTerms: LoanTerms = { en: '', sw: '', translation: '' }

/** Of the product as it was when the application was made. */
export const termsToWire = (loan: Pick<LoanRow, 'product_id' | 'created_at'>): LoanTerms =>
  loanProduct(loan.product_id, monthOf(loan.created_at))?.guarantor_terms ?? noTerms

export const rejectRequest: Handler<Loans['rejectRequest']> = async (ctx, input) => {
  const { request, loan } = await requestFor(ctx, input.params.id)
  await ctx.tx.run`update loan_guarantors set status = 'rejected', rejected_at = app_now(),
      rejection_reason = ${input.body().rejection_reason} where id = ${request.id}`
  await notifyRefused(ctx, loan, me(ctx).name)
  return { message: ctx.say(say.refused) }
}
