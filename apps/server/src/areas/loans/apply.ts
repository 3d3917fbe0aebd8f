import type { contract } from '@mshahara/contract'
import type { LoanInput } from '@mshahara/contract/loan-fields'
import { keptOf, type Spoken } from '@mshahara/contract/say'
import { fieldWords } from '@mshahara/contract/wording'
import { daysIn, monthOf } from '@mshahara/engine/calendar'
import { type LoanQuote, quoteLoan, settlementOn } from '@mshahara/engine/loans/figures'
import {
  daysEarned,
  type Earner,
  maximumAdvance,
  maximumLoan,
} from '@mshahara/engine/loans/maximum'
import {
  inWordsOf,
  type LoanProduct,
  type LoanTerms,
  loanProduct,
  loanProducts,
} from '@mshahara/engine/loans/products'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { hasLeft } from '../../foundation/pay/final-pay.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import { applicant, askGuarantors, type Standing, standingOf, whyNot } from './guarantors.ts'
import { notifyReady, notifyWithdrawn } from './notify.ts'
import { loanToWire } from './read.ts'
import { type LoanRow, loanById, loanFor, refuse, runningOf } from './rows.ts'
import { say, sayToStaff } from './sentences.ts'
import { settingsOf } from './settings.ts'
import { explainQuote, workings } from './workings.ts'

type Loans = typeof contract.loans

/** Products, quotations and applications. No figure of the client's counts (C10). */

interface Means extends Earner {
  /** Of the last confirmed payslip; null where there is none. */
  net: number | null
  /** This month's pay is confirmed: nothing of it is left to be advanced. */
  paid: boolean
  /** Their last day is over. */
  left: boolean
  advance_percent: number
}

interface MeansRow extends Pick<Means, 'employed_from' | 'employed_until' | 'paid' | 'left'> {
  net: string | null
  unpaid: DaysText
  advanced: string
}

/** On a day; an application that is looked at again does not count as another. */
async function meansOf(
  ctx: Ctx,
  employee_id: string,
  day = ctx.today,
  except: string | null = null,
): Promise<Means> {
  const known = await standingOf(ctx, [employee_id])
  const row = await ctx.tx.one<MeansRow>`select last_net(app_org(), e.id) as net,
    exists (select from paid_slips s where s.employee_id = e.id and s.kind = 'monthly'
      and s.month = ${monthOf(day)}) as paid,
    e.employment_date as employed_from, e.termination_date as employed_until,
    ${hasLeft(day)} as left, ${unpaidBy(day)} as unpaid,
    (select coalesce(sum(l.amount), 0) from loans l where l.employee_id = ${employee_id}
      and l.owed_to = 'employer' and l.status <> 'rejected' and l.id is distinct from ${except}
      and (l.status = 'pending' or l.outstanding > 0)) as advanced
    from employees e where e.id = ${employee_id}`
  return {
    ...row,
    net: row.net === null ? null : centsOf(row.net),
    advanced: centsOf(row.advanced),
    unpaid: hundredthsOf(row.unpaid),
    salary: known.get(employee_id)?.salary ?? 0,
    advance_percent: (await settingsOf(ctx.tx)).advance_percent,
  }
}

/**
 * Days that employee `e` has not worked for pay this month: of leave without pay in the measure that
 * has passed, and those between leaving and coming back.
 */
const unpaidBy = (day: string): Sql => {
  const { month, first, last } = payMonth(monthOf(day))
  const daysOf = (until: string) => sql`greatest(0, least(q.end_date, ${until}::date)
    - greatest(q.start_date, ${first}::date) + 1)`
  return sql`(select (days_away(e.away, ${first}::date, ${day}::date)
      + greatest(0, round(sum(r.days * ${daysOf(day)} / ${daysOf(last)}), 2)))::text
    from leave_pay_days r
    join leave_requests q on q.organization_id = r.organization_id and q.id = r.request_id
    where r.organization_id = e.organization_id and r.employee_id = e.id and r.month = ${month}
      and ${daysOf(last)} > 0)`
}

const noneFor = (why: Spoken) => ({ amount: 0, working: why, why })

/** The most this person may borrow over a term, and how that came about. */
function maximumOf(product: LoanProduct, term: number, means: Means, today: string) {
  if (means.left) return noneFor(say.employmentOver)
  if (product.owed_to === 'lender') {
    if (means.net === null) return noneFor(say.noPayslipYet)
    return {
      amount: maximumLoan(means.net, term),
      working: workings.lastNetPay({ net: means.net, months: term }),
    }
  }
  const { salary, advance_percent: share, advanced } = means
  if (means.paid) return noneFor(say.paidAlready)
  const days = daysEarned(means, today) / 100
  const of = daysIn(monthOf(today))
  return {
    amount: maximumAdvance(means, today, share),
    working: workings.earnedByToday({ share, days, of, salary, advanced }),
  }
}

/** Where the organisation gives no advances, there is no such product. */
const offered = (product: LoanProduct, advance_percent: number) =>
  product.owed_to === 'lender' || advance_percent > 0

export const products: Handler<Loans['products']> = async (ctx) => {
  const { employee_id, leaver } = me(ctx)
  const { name } = await ctx.tx.one<{ name: string }>`
    select name from organizations where id = app_org()`
  const own = employee_id && !leaver ? await meansOf(ctx, employee_id) : null
  const { advance_percent } = await settingsOf(ctx.tx)
  return loanProducts(monthOf(ctx.today))
    .filter((product) => offered(product, advance_percent))
    .map((product) => ({
      ...product,
      label: product.name,
      processing_fee_pct: product.processing_fee,
      insurance_fee_pct: product.insurance_fee,
      interest_rates_map: [...product.rates],
      terms: inWordsOf(name, product.terms),
      maximums: own
        ? termsIn(product).map((term) => {
            const { amount, working } = maximumOf(product, term, own, ctx.today)
            return { term, amount, working: ctx.say(working) }
          })
        : [],
    }))
}

const termsIn = ({ term_min, term_max }: LoanProduct) =>
  Array.from({ length: term_max - term_min + 1 }, (_, index) => term_min + index)

/** Of the catalogue and within its ranges, or refused at the field. */
function productFor(
  ctx: Ctx,
  given: { product_id: number; amount: number; term: number },
  fields: { product: string; term: string },
): { product: LoanProduct; quote: LoanQuote } {
  const product = loanProduct(given.product_id, monthOf(ctx.today))
  if (!product) failField(fields.product, say.chooseProduct)
  const { amount_min, amount_max, term_min, term_max } = product
  if (given.amount < amount_min || given.amount > amount_max) {
    failField('amount', say.amountRange({ least: amount_min, most: amount_max }))
  }
  if (given.term < term_min || given.term > term_max) {
    failField(fields.term, say.termRange({ least: term_min, most: term_max }))
  }
  return { product, quote: quoteLoan(product, given.amount, given.term) }
}

export const quote: Handler<Loans['quote']> = async (ctx, { body }) => {
  const given = { product_id: body.loanProductRefId, amount: body.amount, term: body.period }
  const made = productFor(ctx, given, { product: 'loanProductRefId', term: 'period' })
  return {
    productName: made.product.name,
    principal: made.quote.principal,
    totalAmount: made.quote.total,
    installmentCount: made.quote.term,
    monthlyInstallment: made.quote.monthly,
    working: explainQuote(ctx, made.product, made.quote),
  }
}

// ---------------------------------------------------------------- an application

export const create: Handler<Loans['create']> = async (ctx, { body }) => {
  const employee_id = applicant(ctx)
  if (body.employee_id && body.employee_id !== employee_id) {
    fail(403, say.forYourself)
  }
  // Two applications at once would each think they are the only one.
  await advisoryLock(ctx.tx, `loans of ${employee_id}`)
  const given = { product_id: body.product_id, amount: body.amount, term: body.term_months }
  const { product, quote: made } = productFor(ctx, given, {
    product: 'product_id',
    term: 'term_months',
  })
  await refuseSecond(ctx, employee_id, product)
  const guarantors = guarantorsIn(body, product)
  const people = await standingOf(ctx, [employee_id, ...guarantors])
  const self = people.get(employee_id) ?? fail(403)
  refuseDefaulter(self)
  await refuseGuarantors(ctx, self, guarantors, people)
  const most = await refuseTooMuch(ctx, product, made)
  const terms = await termsFor(ctx, product, body.terms)
  if (body.tops_up) await refuseTopUp(ctx, body.tops_up, employee_id, product, made.principal)
  const { address, userAgent = null } = ctx
  const from = { address, userAgent }
  const id = await insertLoan(ctx.tx, { ...body, employee_id, product, made, most, terms, from })
  await askGuarantors(ctx, { id, total: made.total }, self.name, guarantors)
  if (product.guarantors === 0) await notifyReady(ctx, await loanById(ctx.tx, id), self.name)
  return loanToWire(ctx, id)
}

/** One application waits for each product. */
async function refuseSecond({ tx }: Ctx, employee_id: string, { product_id, name }: LoanProduct) {
  const waits = await tx.maybe`select from loans where employee_id = ${employee_id}
    and product_id = ${product_id} and status = 'pending'`
  if (waits) {
    failField('product_id', say.stillPending({ product: name }))
  }
}

function guarantorsIn({ guarantor_1, guarantor_2 }: LoanInput, product: LoanProduct): string[] {
  if (product.guarantors === 0) return []
  if (!guarantor_1) failField('guarantor_1', fieldWords.fillAll)
  if (!guarantor_2) failField('guarantor_2', fieldWords.fillAll)
  if (guarantor_1 === guarantor_2) {
    failField('guarantor_2', say.guarantorTwice)
  }
  return [guarantor_1, guarantor_2]
}

function refuseDefaulter(self: Standing) {
  if (!self.at_work) fail(422, say.activeOnly)
  if (self.in_default) fail(422, say.inDefault)
  if (self.bound) {
    fail(422, say.guaranteesDefault)
  }
}

async function refuseGuarantors(
  ctx: Ctx,
  self: Standing,
  guarantors: string[],
  people: Map<string, Standing>,
) {
  const { most_guaranteed } = await settingsOf(ctx.tx)
  for (const [index, id] of guarantors.entries()) {
    const why = whyNot(self, people.get(id), most_guaranteed, 'form')
    if (why) failField(`guarantor_${index + 1}`, why)
  }
}

async function refuseTooMuch(ctx: Ctx, product: LoanProduct, made: LoanQuote) {
  const means = await meansOf(ctx, applicant(ctx))
  if (!offered(product, means.advance_percent)) {
    failField('product_id', say.noAdvances)
  }
  if (product.owed_to === 'lender' && means.net === null) {
    fail(422, say.payslipFirst)
  }
  const most = maximumOf(product, made.term, means, ctx.today)
  if (made.principal > most.amount) {
    failField(
      'amount',
      say.maximum({
        months: made.term,
        amount: most.amount,
        ...('why' in most && { why: most.why }),
      }),
    )
  }
  return most
}

/**
 * An advance is of pay that is still to come: what was due when it was asked for may have been paid
 * meanwhile. Whoever confirms a run just now goes first.
 */
export async function refuseNoLongerDue(ctx: Ctx, loan: LoanRow, day: string) {
  const product = loanProduct(loan.product_id, monthOf(loan.created_at))
  if (loan.owed_to === 'lender' || !product) return
  await ctx.tx.run`select from payrolls where kind = 'monthly' and status = 'draft' for share`
  const asOf = day < ctx.today ? day : ctx.today
  const means = await meansOf(ctx, loan.employee_id, asOf, loan.id)
  const most = maximumOf(product, loan.term_months, means, asOf)
  if (loan.amount <= most.amount) return
  const { amount, working } = most
  fail(422, sayToStaff.advancedAtMost({ amount, working: working.en }))
}

/** The words in force; refused where others were shown. */
async function termsFor(
  ctx: Ctx,
  product: LoanProduct,
  shown: string | null | undefined,
): Promise<LoanTerms> {
  const { name } = await ctx.tx.one<{ name: string }>`
    select name from organizations where id = app_org()`
  const terms = inWordsOf(name, product.terms)
  if (shown && shown !== terms.en) {
    failField('terms', say.termsChanged)
  }
  return terms
}

/** The new loan repays the old one, so it must be large enough. */
async function refuseTopUp(
  ctx: Ctx,
  id: string,
  employee_id: string,
  product: LoanProduct,
  amount: number,
) {
  const known = await ctx.tx.maybe`select from loans where id = ${id}
    and employee_id = ${employee_id} and code = ${product.code}`
  if (!known) failField('tops_up', say.chooseRunning)
  const old = await loanById(ctx.tx, id, sql`for update`)
  refuse(old, 'settle')
  const { amount: settles } = settlementOn(runningOf(old), ctx.today)
  if (amount <= settles) {
    failField('amount', say.settlesMore({ amount: settles }))
  }
}

/** Whoever was asked to stand for it hears that there is nothing to stand for. */
export const withdraw: Handler<Loans['withdraw']> = async (ctx, { params }) => {
  const { employee_id } = await loanById(ctx.tx, params.id)
  if (employee_id !== me(ctx).employee_id) {
    fail(403, say.applicantWithdraws)
  }
  applicant(ctx)
  const loan = await loanFor(ctx.tx, params.id, 'withdraw')
  await ctx.tx.run`update loans set status = 'withdrawn', withdrawn_at = app_now()
    where id = ${loan.id}`
  await notifyWithdrawn(ctx, loan, me(ctx).name)
  return loanToWire(ctx, loan.id)
}

interface Application {
  employee_id: string
  product: LoanProduct
  made: LoanQuote
  most: { amount: number; working: Spoken }
  purpose: string
  tops_up: string | null
  /** As they were accepted, in English, and from where. */
  terms: Pick<LoanTerms, 'en' | 'translation'>
  from: { address: string | null; userAgent: string | null }
  /** Now, unless it is told of another day. */
  at?: string
}

export async function insertLoan(tx: Tx, application: Application): Promise<string> {
  const { employee_id, product, made, most, purpose, tops_up, terms, from, at = null } = application
  const shillings = (cents: number) => (cents / 100).toFixed(2)
  const { id } = await tx.one<{ id: string }>`insert into loans (employee_id, product_id, code,
      product, owed_to, guarantors_needed, amount, term_months, rate, processing_fee, insurance_fee,
      interest, total, monthly, max_amount, max_working, max_working_code, purpose, terms,
      accepted_from, accepted_with, tops_up, translation, accepted_at, created_at)
    values (${employee_id}, ${product.product_id}, ${product.code}, ${product.name},
      ${product.owed_to}, ${product.guarantors}, ${shillings(made.principal)}, ${made.term},
      ${made.rate / 100}, ${shillings(made.processing_fee)}, ${shillings(made.insurance_fee)},
      ${shillings(made.interest)}, ${shillings(made.total)}, ${shillings(made.monthly)},
      ${shillings(most.amount)}, ${most.working.en}, ${JSON.stringify(keptOf(most.working))}, ${purpose}, ${terms.en}, ${from.address},
      ${from.userAgent}, ${tops_up}, ${terms.translation},
      coalesce(${at}, app_now()), coalesce(${at}, app_now()))
    returning id`
  return id
}
