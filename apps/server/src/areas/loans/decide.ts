import type { contract } from '@mshahara/contract'
import { monthOf } from '@mshahara/engine/calendar'
import { monthsAfter, scheduleOf, settlementOn } from '@mshahara/engine/loans/figures'
import { daysLater } from '../../foundation/core/clock.ts'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { refuseNoLongerDue } from './apply.ts'
import { standingOf } from './guarantors.ts'
import { record, settledOn, settling, takeBackTopUp } from './ledger.ts'
import { notifyCancelled, notifyDecided } from './notify.ts'
import { loanToWire } from './read.ts'
import {
  atWork,
  type LoanRow,
  loanById,
  loanFor,
  refuse,
  refuseOutsider,
  refuseUnfit,
  runningOf,
} from './rows.ts'
import { sayToStaff } from './sentences.ts'

type Loans = typeof contract.loans

/** The decision of the primary user, once enough guarantors have approved. */

export const approve: Handler<Loans['approve']> = async (ctx, input) => {
  await refuseUnfit(ctx, await loanById(ctx.tx, input.params.id))
  const { comments = null, disbursed_on } = input.body() ?? {}
  const day = disbursed_on ?? ctx.today
  refuseDay(day, ctx.today)
  const loan = await loanFor(ctx.tx, input.params.id, 'approve')
  await refuseUnguaranteed(ctx, loan)
  await refuseBorrower(ctx, loan)
  await refuseNoLongerDue(ctx, loan, day)
  await decided(ctx, loan, {
    status: 'approved',
    comments,
    reason: null,
    day,
    first: await firstMonth(ctx.tx, loan.employee_id, day),
  })
  if (loan.tops_up) await settleOld(ctx, loan, loan.tops_up, day)
  return loanToWire(ctx, loan.id)
}

export const reject: Handler<Loans['reject']> = async (ctx, input) => {
  await refuseOutsider(ctx, await loanById(ctx.tx, input.params.id))
  const { rejection_reason: reason } = input.body()
  const loan = await loanFor(ctx.tx, input.params.id, 'reject')
  // Whoever has left can neither withdraw it nor ask others.
  if (await isActive(ctx.tx, loan.employee_id)) await refuseUnguaranteed(ctx, loan)
  await decided(ctx, loan, { status: 'rejected', comments: null, reason, day: null, first: null })
  return loanToWire(ctx, loan.id)
}

/** A slip of the year would put the schedule where nobody sees it. */
function refuseDay(day: string, today: string) {
  if (day < daysLater(today, -62) || day > daysLater(today, 62)) {
    failField('disbursed_on', sayToStaff.twoMonths)
  }
}

/** Whoever has left cannot stand for anybody: somebody else is needed. */
async function refuseUnguaranteed(ctx: Ctx, loan: LoanRow) {
  const rows = await ctx.tx.all<{ name: string; active: boolean }>`select
      concat_ws(' ', e.first_name, e.last_name) as name, ${atWork('e')} as active
    from loan_guarantors g join employees e on e.id = g.employee_id
    where g.loan_id = ${loan.id} and g.status = 'approved' for update of g`
  const gone = rows.filter(({ active }) => !active)
  if (rows.length - gone.length >= loan.guarantors_needed) return
  const names = gone.map(({ name }) => name)
  fail(422, sayToStaff.guarantorsFirst({ needed: loan.guarantors_needed, gone: names }))
}

const isActive = (tx: Tx, employee_id: string) =>
  tx.maybe`select from employees e where e.id = ${employee_id} and ${atWork('e')}`

async function refuseBorrower(ctx: Ctx, loan: LoanRow) {
  const borrower = (await standingOf(ctx, [loan.employee_id])).get(loan.employee_id)
  if (!borrower?.at_work) fail(422, sayToStaff.applicantInactive)
  if (borrower.in_default) fail(422, sayToStaff.applicantDefault)
}

/** The month of the day, or the first one after it without a confirmed payslip. */
export async function firstMonth(tx: Tx, employee_id: string, day: string): Promise<string> {
  const rows = await tx.all<{ month: string }>`select month from paid_slips
    where employee_id = ${employee_id} and kind = 'monthly' and month >= ${monthOf(day)}`
  const paid = new Set(rows.map(({ month }) => month))
  let month = monthOf(day)
  while (paid.has(month)) month = monthsAfter(month, 1)
  return month
}

interface Decision {
  status: 'approved' | 'rejected'
  comments: string | null
  reason: string | null
  day: string | null
  first: string | null
}

async function decided(ctx: Ctx, loan: LoanRow, decision: Decision) {
  const { status, comments, reason, day, first } = decision
  const [first_name = '', ...rest] = me(ctx).name.split(' ')
  if (first) await addSchedule(ctx.tx, loan, first)
  await ctx.tx.run`update loans set status = ${status},
      approver = ${{ first_name, last_name: rest.join(' ') }}, approved_at = app_now(),
      comments = ${comments}, rejection_reason = ${reason}, disbursed_on = ${day},
      first_month = ${first}
    where id = ${loan.id}`
  await notifyDecided(ctx, loan, status)
}

export async function addSchedule(
  tx: Tx,
  loan: Pick<LoanRow, 'id' | 'total' | 'term_months'>,
  first: string,
) {
  const rows = scheduleOf(loan.total, loan.term_months, first).map((one) => ({
    ...one,
    amount: one.amount / 100,
  }))
  await tx.run`insert into loan_instalments (loan_id, number, month, amount)
    select ${loan.id}, number, month, amount
    from json_to_recordset(${JSON.stringify(rows)}) as r (number int, month text, amount numeric)`
}

/** The schedule follows the day; what a top-up settled, it settles on the new day. */
export const correctDay: Handler<Loans['correctDay']> = async (ctx, input) => {
  const { tx } = ctx
  await refuseUnfit(ctx, await loanById(tx, input.params.id))
  const { disbursed_on: day } = input.body()
  refuseDay(day, ctx.today)
  const loan = await loanFor(tx, input.params.id, 'correct')
  if (loan.outstanding < loan.total) {
    fail(422, sayToStaff.dayStays)
  }
  if (day === loan.disbursed_on) return loanToWire(ctx, loan.id)
  const first = await firstMonth(tx, loan.employee_id, day)
  if (loan.tops_up) {
    await takeBackTopUp(tx, loan.tops_up, ctx.today, 'Paid out on another day')
    await settleOld(ctx, loan, loan.tops_up, day)
  }
  await tx.run`delete from loan_instalments where loan_id = ${loan.id}`
  await addSchedule(tx, loan, first)
  await tx.run`update loans set disbursed_on = ${day}, first_month = ${first}
    where id = ${loan.id}`
  return loanToWire(ctx, loan.id)
}

/**
 * The money is not paid out after all: nobody owes or guarantees anything. A draft that has claimed
 * the instalment shows as changed; what a top-up settled is owed again.
 */
export const cancel: Handler<Loans['cancel']> = async (ctx, input) => {
  const { tx } = ctx
  await refuseUnfit(ctx, await loanById(tx, input.params.id))
  const { reason } = input.body()
  // Whoever confirms a run just now has counted on the instalment, and goes first.
  await tx.run`select from payrolls where kind = 'monthly' and status = 'draft' for share`
  const loan = await loanFor(tx, input.params.id, 'cancel')
  if (loan.outstanding < loan.total) {
    fail(422, sayToStaff.approvalStays)
  }
  const paid = loan.disbursed_on ?? ''
  if (paid < ctx.today) {
    fail(422, sayToStaff.correctFirst({ day: paid }))
  }
  if (loan.tops_up) {
    await takeBackTopUp(tx, loan.tops_up, ctx.today, 'The new loan was cancelled')
  }
  await tx.run`delete from loan_instalments where loan_id = ${loan.id}`
  await tx.run`update loans set status = 'cancelled', cancelled_at = app_now(),
      cancelled_by = ${me(ctx).name}, cancellation_reason = ${reason}, disbursed_on = null,
      first_month = null, payslip_id = null
    where id = ${loan.id}`
  await notifyCancelled(ctx, loan)
  return loanToWire(ctx, loan.id)
}

/** A top-up: the new loan repays the old one, and the borrower gets the rest. */
async function settleOld(ctx: Ctx, loan: LoanRow, id: string, day: string) {
  const old = await loanById(ctx.tx, id, sql`for update`)
  refuse(old, 'settle')
  if (day < (old.disbursed_on ?? '')) {
    failField('disbursed_on', sayToStaff.notBefore({ day: old.disbursed_on ?? '' }))
  }
  const asOf = await settledOn(ctx, old, day)
  const { amount } = settlementOn(runningOf(old), asOf)
  if (amount >= loan.amount) {
    fail(422, sayToStaff.takesMore({ amount }))
  }
  await record(ctx.tx, settling(old, day, 'top-up', asOf))
}
