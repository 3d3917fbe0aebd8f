import { randomUUID } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { settlementOn } from '@mshahara/engine/loans/figures'
import { type Ctx, me, ownerOr, seatOf } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { provenPaper } from '../../foundation/core/papers.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { loanToWire } from './read.ts'
import {
  type LoanRow,
  loanById,
  loanFor,
  refuse,
  refuseOwn,
  refuseUnfit,
  runningOf,
} from './rows.ts'
import { say, sayToStaff } from './sentences.ts'
import { settlementToWire } from './workings.ts'

type Loans = typeof contract.loans

/** What was repaid outside a payroll, given up or taken back. Entries are only ever added. */

export const folder = 'loans'

export interface NewEntry {
  loan_id: string
  kind: 'deduction' | 'repayment' | 'top-up' | 'rebate' | 'write-off'
  /** Cents; negative takes back. */
  amount: number
  day: string
  takes_back?: string
  payslip_id?: string
  /** The last day of whoever leaves: should they be back, it is taken back. */
  left_on?: string
  reference?: string | null
  note?: string | null
  file?: string | null
}

/** Of one act: they are taken back together. */
export async function record(tx: Tx, entries: NewEntry[]) {
  const act = randomUUID()
  const rows = entries
    .filter(({ amount }) => amount !== 0)
    .map((entry) => ({ ...entry, amount: entry.amount / 100, act }))
  if (rows.length === 0) return
  await tx.run`insert into loan_entries
      (loan_id, kind, amount, day, act, takes_back, payslip_id, left_on, reference, note, file)
    select loan_id, kind, amount, day, act, takes_back, payslip_id, left_on, reference, note, file
    from json_to_recordset(${JSON.stringify(rows)}) as r (loan_id uuid, kind text, amount numeric,
      day date, act uuid, takes_back uuid, payslip_id uuid, left_on date, reference text, note text,
      file text)`
}

/**
 * The day as of which a loan is settled: not before today, so that nobody gives interest away, or
 * has it, by entering a day that has passed. Who decides about loans may name that day, not of a
 * loan of their own, and not before the newest payment: the balance is that of now, and the
 * payments since have shown those months to be begun.
 */
export async function settledOn(ctx: Ctx, loan: LoanRow, day: string) {
  const { today } = ctx
  if (day >= today) return day
  const { role, employee_id } = me(ctx)
  if (role !== 'primary' || employee_id === loan.employee_id) return today
  const { newest } = await ctx.tx.one<{ newest: string | null }>`
    select max(least(day, ${today}::date))::text as newest from loan_entries n
    where n.loan_id = ${loan.id} and n.takes_back is null and not exists (select from loan_entries b
      where b.organization_id = n.organization_id and b.takes_back = n.id)`
  return newest !== null && newest > day ? newest : day
}

/** Why something is not charged. */
export const notBegun = 'Interest of months that had not begun'

/** What ends the loan on a day: the payment, and the interest that is not charged as of another. */
export function settling(
  loan: LoanRow,
  day: string,
  kind: 'repayment' | 'top-up',
  asOf = day,
): NewEntry[] {
  const { amount, rebate } = settlementOn(runningOf(loan), asOf)
  const loan_id = loan.id
  return [
    { loan_id, day, kind, amount },
    { loan_id, day: asOf, kind: 'rebate', amount: rebate, note: notBegun },
  ]
}

export const settlement: Handler<Loans['settlement']> = async (ctx, input) => {
  const loan = await readable(ctx, input.params.id)
  const day = input.query().day ?? ctx.today
  refuse(loan, 'settle')
  if (day < (loan.disbursed_on ?? '')) failField('day', beforeDisbursed(loan))
  const asOf = await settledOn(ctx, loan, day)
  return settlementToWire(ctx, loan, asOf)
}

const beforeDisbursed = ({ disbursed_on }: LoanRow) => say.paidOutOn({ day: disbursed_on ?? '' })

/** Serves the owner, or staff who may see loans (A14). */
async function readable(ctx: Ctx, id: string): Promise<LoanRow> {
  const loan = await loanById(ctx.tx, id)
  ownerOr(ctx, loan.employee_id, 'view loans')
  return loan
}

export const repay: Staged<Loans['repay'], void, string | null> = {
  async look(ctx, input) {
    const loan = await loanById(ctx.tx, input.params.id)
    await refuseOwn(ctx, loan)
    const { amount, day } = input.body()
    refuseRepayment(loan, amount, await daysOf(ctx, loan, day))
  },
  async make(outside, input) {
    const { file } = input.body()
    if (!file) return null
    const { bytes, extension } = await provenPaper(file, seatOf(outside))
    return outside.files.put(folder, bytes, extension)
  },
  async keep(ctx, input, file) {
    const loan = await loanById(ctx.tx, input.params.id, sql`for update`)
    await refuseOwn(ctx, loan)
    const { amount, day, reference, note } = input.body()
    const days = await daysOf(ctx, loan, day)
    refuseRepayment(loan, amount, days)
    const proof = { reference, note, file }
    await record(ctx.tx, repaymentOf(loan, amount, days, proof))
    return loanToWire(ctx, loan.id)
  },
  async undo(outside, file) {
    if (file) await outside.files.remove(folder, file)
  },
}

interface Days {
  today: string
  /** On which it was paid. */
  day: string
  /** As of which it would settle the loan. */
  asOf: string
}
const daysOf = async (ctx: Ctx, loan: LoanRow, day: string): Promise<Days> => ({
  today: ctx.today,
  day,
  asOf: await settledOn(ctx, loan, day),
})

function refuseRepayment(loan: LoanRow, amount: number, { today, day, asOf }: Days) {
  refuse(loan, 'repay')
  if (day > today) failField('day', sayToStaff.dayPaid)
  if (day < (loan.disbursed_on ?? '')) failField('day', beforeDisbursed(loan))
  const most = loan.outstanding > 0 ? settlementOn(runningOf(loan), asOf).amount : loan.written_off
  if (amount > most) {
    failField('amount', sayToStaff.allOwed({ amount: most, day: asOf }))
  }
}

type Proof = Pick<NewEntry, 'reference' | 'note' | 'file'>

function repaymentOf(loan: LoanRow, amount: number, { day, asOf }: Days, proof: Proof): NewEntry[] {
  const repayment: NewEntry = { loan_id: loan.id, kind: 'repayment', amount, day, ...proof }
  // What comes in after a write-off lowers what was lost.
  if (loan.outstanding === 0) {
    const lowered = { loan_id: loan.id, kind: 'write-off' as const, amount: -amount, day }
    return [repayment, { ...lowered, note: 'Recovered' }]
  }
  const [whole, rebate] = settling(loan, day, 'repayment', asOf) as [NewEntry, NewEntry]
  return amount === whole.amount ? [repayment, rebate] : [repayment]
}

export const writeOff: Handler<Loans['writeOff']> = async (ctx, input) => {
  await refuseUnfit(ctx, await loanById(ctx.tx, input.params.id))
  const { reason } = input.body()
  const loan = await loanFor(ctx.tx, input.params.id, 'write off')
  await record(ctx.tx, [
    {
      loan_id: loan.id,
      kind: 'write-off',
      amount: loan.outstanding,
      day: ctx.today,
      note: reason,
    },
  ])
  return loanToWire(ctx, loan.id)
}

interface EntryRow {
  id: string
  loan_id: string
  act: string
  kind: NewEntry['kind']
  amount: string
  takes_back: string | null
  payslip_id: string | null
}

/** A payroll's deduction is taken back by reversing the payroll. */
export const takeBack: Handler<Loans['takeBack']> = async (ctx, input) => {
  const { tx } = ctx
  const named = await tx.one<EntryRow>`select * from loan_entries where id = ${input.params.id}`
  const { reason } = input.body()
  const loan = await loanFor(tx, named.loan_id, 'take back')
  await refuseOwn(ctx, loan)
  const entries = await takenBackWith(tx, named)
  if (named.payslip_id) fail(422, sayToStaff.byPayroll)
  if (named.takes_back) fail(422, sayToStaff.takesBack)
  if (entries.some(({ kind }) => kind === 'top-up')) {
    fail(422, sayToStaff.byOtherLoan)
  }
  await recordBack(tx, entries, ctx.today, reason)
  await endWhereNothingIsOwed(tx, loan.id, ctx.today)
  return loanToWire(ctx, loan.id)
}

/**
 * After a write-off was taken back, all that is left may be interest that nobody is charged: the
 * rest came in meanwhile. No payment could end such a loan.
 */
async function endWhereNothingIsOwed(tx: Tx, loan_id: string, day: string) {
  const loan = await loanById(tx, loan_id)
  const ends = settling(loan, day, 'repayment')
  if (loan.outstanding > 0 && ends[0]?.amount === 0) await record(tx, ends)
}

const recordBack = (tx: Tx, entries: EntryRow[], day: string, note: string) =>
  record(
    tx,
    entries.map(({ id, loan_id, kind, amount }) => ({
      ...{ loan_id, kind, day, note, takes_back: id },
      amount: -centsOf(amount),
    })),
  )

/** The loan that was settled by another is owed again; where its day changes, until that day. */
export async function takeBackTopUp(tx: Tx, loan_id: string, day: string, why: string) {
  await loanById(tx, loan_id, sql`for update`)
  const named = await tx.one<EntryRow>`select * from loan_entries n where n.loan_id = ${loan_id}
    and n.kind = 'top-up' and n.takes_back is null order by n.number desc limit 1`
  await recordBack(tx, await takenBackWith(tx, named), day, why)
}

/**
 * Those of the same act. With a write-off also what later payments took off it: once nothing is
 * written off, they are payments like others.
 */
const takenBackWith = (tx: Tx, { id, loan_id, act, kind, amount }: EntryRow) =>
  tx.all<EntryRow>`select * from loan_entries n where n.loan_id = ${loan_id}
    and (n.act = ${act} or ${kind === 'write-off' && Number(amount) > 0}
      and n.kind = 'write-off' and n.amount < 0 and n.takes_back is null)
    and (n.id = ${id} or not exists (select from loan_entries b
      where b.organization_id = n.organization_id and b.takes_back = n.id))
    order by n.number`

/** Evidence is for whoever may see loans, and for the borrower. */
export async function mayReadEvidence(
  { tx, user }: Pick<Ctx, 'tx' | 'user'>,
  name: string,
): Promise<boolean> {
  const row = await tx.maybe<{ employee_id: string }>`select l.employee_id from loan_entries n
    join loans l on l.id = n.loan_id where n.file = ${name} limit 1`
  if (!row || !user) return false
  const own = row.employee_id === user.employee_id && !user.leaver
  if (!own && !user.permissions.has('view loans')) fail(403)
  return true
}
