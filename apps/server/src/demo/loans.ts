import { monthOf } from '@mshahara/engine/calendar'
import { quoteLoan } from '@mshahara/engine/loans/figures'
import { maximumLoan } from '@mshahara/engine/loans/maximum'
import { inWordsOf, type LoanProduct, loanProduct } from '@mshahara/engine/loans/products'
import { addSchedule, insertLoan, workings } from '../areas/loans/index.ts'
import { daysLater, monthsLater } from '../foundation/core/clock.ts'
import type { Tx } from '../foundation/core/db.ts'

/** Loans in every state, so that nobody meets an empty list; before the demo's payrolls. */

interface DemoLoan {
  /** Places among the demo's people: who borrows, and who stands for them with which answer. */
  borrower: number
  guarantors: [place: number, answer: 'pending' | 'approved' | 'rejected'][]
  product_id: number
  amount: number
  term: number
  purpose: string
  /** How long ago it was asked for. */
  asked: { months: number; days: number }
  /** Approved, and paid out some days later; or rejected; or undecided. */
  approved?: true
  rejected?: string
}

const loans: DemoLoan[] = [
  {
    borrower: 4,
    guarantors: [
      [0, 'approved'],
      [2, 'approved'],
    ],
    ...{ product_id: 1, amount: 60_000, term: 6, purpose: 'Education/School fees' },
    ...{ asked: { months: 3, days: 7 }, approved: true },
  },
  {
    borrower: 15,
    guarantors: [
      [0, 'approved'],
      [1, 'approved'],
    ],
    ...{ product_id: 1, amount: 90_000, term: 12, purpose: 'Car repair' },
    asked: { months: 1, days: 12 },
    rejected: 'Please repay the school loan of the credit union first.',
  },
  {
    borrower: 12,
    guarantors: [
      [1, 'approved'],
      [2, 'approved'],
    ],
    ...{ product_id: 2, amount: 24_000, term: 3, purpose: 'Purchase of appliance' },
    asked: { months: 0, days: 5 },
  },
  {
    borrower: 9,
    guarantors: [
      [4, 'pending'],
      [3, 'approved'],
    ],
    ...{ product_id: 1, amount: 30_000, term: 4, purpose: 'Medical' },
    asked: { months: 0, days: 2 },
  },
]

/** A net pay of so much allows all of them. */
const net = 45_000_00

export async function addLoans(tx: Tx, ids: string[], today: string) {
  const { name } = await tx.one<{ name: string }>`
    select name from organizations where id = app_org()`
  for (const one of loans) {
    const asked = daysLater(monthsLater(today, -one.asked.months), -one.asked.days)
    const product = loanProduct(one.product_id, monthOf(asked)) as LoanProduct
    const made = quoteLoan(product, one.amount * 100, one.term)
    const id = await insertLoan(tx, {
      ...{ employee_id: ids[one.borrower] as string, product, made, purpose: one.purpose },
      ...{ tops_up: null, terms: inWordsOf(name, product.terms) },
      most: {
        amount: maximumLoan(net, one.term),
        working: workings.lastNetPay({ net, months: one.term }),
      },
      ...{ from: { address: null, userAgent: null }, at: at(asked, '08:20') },
    })
    for (const [place, answer] of one.guarantors) {
      await ask(tx, id, ids[place] as string, answer, product)
    }
    await decide(tx, one, { id, total: made.total, term_months: one.term }, asked)
  }
}

/** An hour in Nairobi. */
const at = (day: string, hour: string) => `${day}T${hour}:00+03:00`

const ask = (
  tx: Tx,
  loan_id: string,
  employee_id: string,
  answer: string,
  { guarantor_terms }: LoanProduct,
) =>
  tx.run`insert into loan_guarantors (loan_id, employee_id, status, created_at, approved_at, terms,
      translation)
    select ${loan_id}, ${employee_id}, ${answer}, l.created_at,
      case when given then l.created_at + interval '27 hours' end,
      case when given then ${guarantor_terms?.en ?? ''} end,
      case when given then ${guarantor_terms?.translation ?? ''} end
    from loans l, (select ${answer} = 'approved' as given) a where l.id = ${loan_id}`

const approver = { first_name: 'Wanjiku', last_name: 'Kamau' }

async function decide(
  tx: Tx,
  { approved, rejected }: DemoLoan,
  loan: { id: string; total: number; term_months: number },
  asked: string,
) {
  if (!approved && rejected === undefined) return
  const day = approved ? daysLater(asked, 6) : null
  if (day) await addSchedule(tx, loan, monthOf(day))
  await tx.run`update loans set status = ${day ? 'approved' : 'rejected'}, approver = ${approver},
      approved_at = ${at(daysLater(asked, 4), '15:40')}, rejection_reason = ${rejected ?? null}, disbursed_on = ${day},
      first_month = ${day && monthOf(day)}
    where id = ${loan.id}`
}
