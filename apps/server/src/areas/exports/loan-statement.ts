import type { contract } from '@mshahara/contract'
import { dayInWords, monthInWords } from '@mshahara/contract/months'
import { formatShillings } from '@mshahara/engine/money'
import { ownerOr, seatOf } from '../../foundation/core/ctx.ts'
import { fail } from '../../foundation/core/fail.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import {
  type Arrangement,
  box,
  row,
  rule,
  stack,
  type Table,
  text,
} from '../../foundation/paper/blocks.ts'
import { printOne } from '../../foundation/paper/printer.ts'
import { loanToWire } from '../loans/index.ts'
import { type Letterhead, letterheadOf, stationeryOf } from '../payslips/index.ts'
import { say } from './sentences.ts'

/** The statement of a loan on paper: what was agreed, what was paid, what is owed on the day. */

type Loan = Awaited<ReturnType<typeof loanToWire>>
interface Task {
  loan: Loan
  head: Letterhead
  today: string
  now: string
}

type Call = (typeof contract.loanStatements)['file']

export const statement: Staged<Call, Task, { name: string; file: string }> = {
  async look(ctx, { params }) {
    const { employee_id } = await ctx.tx.one<{ employee_id: string }>`
      select employee_id from loans where id = ${params.id}`
    ownerOr(ctx, employee_id, 'view loans')
    const loan = await loanToWire(ctx, params.id)
    if (loan.status !== 'approved') fail(422, say.statementLater)
    const head = await letterheadOf(ctx.tx)
    return { loan, head, today: ctx.today, now: ctx.now.toISOString() }
  },
  async make(outside, _, { loan, head, today, now }) {
    const stationery = await stationeryOf(outside.files, head)
    const title = `Loan statement: ${nameOf(loan)}`
    const pdf = await printOne(
      stationery,
      {
        arrangement: statementOf(loan, head.issuer.name, stationery.logo !== null, today),
        title,
        author: head.issuer.name,
        made: now,
        verify: '',
      },
      { organization_id: seatOf(outside) },
    )
    const name = fileName(['Loan-Statement', loan.employee.last_name, today], 'pdf')
    return { name, file: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}` }
  },
  keep: async (_, __, made) => made,
}

const nameOf = ({ employee }: Loan) =>
  [employee.first_name, employee.middle_name, employee.last_name].filter(Boolean).join(' ')
const amount = (cents: number) => {
  const told = formatShillings(cents)
  return cents % 100 === 0 ? `${told}.00` : told
}

export function statementOf(
  loan: Loan,
  employer: string,
  logo: boolean,
  today: string,
): Arrangement {
  return {
    margin: 46,
    root: stack(
      16,
      row(
        16,
        [
          [84, logo && { kind: 'logo', height: 46, width: 84 }],
          [300, text(employer, 15, { bold: true })],
          [
            170,
            stack(
              1,
              text('Loan Statement', 15, { bold: true, align: 'right', ink: 'accent', level: 1 }),
              text(dayInWords(today), 9, { align: 'right', ink: 'quiet' }),
            ),
          ],
        ],
        { middle: true },
      ),
      rule(1.2),
      box('tint', [12, 16], factsOf(loan), { radius: 6 }),
      scheduleOf(loan),
      paymentsOf(loan),
      text(settlementOf(loan), 9, { ink: 'quiet' }),
    ),
  }
}

const factsOf = (loan: Loan) => ({
  kind: 'facts' as const,
  columns: 3,
  size: 9.5,
  look: 'above' as const,
  items: [
    ['Borrower', `${nameOf(loan)} (${loan.employee.employee_no})`],
    ['Product', `${loan.product} (${loan.code})`],
    ['Paid out on', dayInWords(loan.disbursed_on ?? '')],
    ['Amount', amount(loan.amount)],
    ['Fees and interest', amount(loan.total - loan.amount)],
    ['Total payable', amount(loan.total)],
    ['Deducted from pay', amount(loan.deducted)],
    ['Repaid otherwise', amount(loan.repaid)],
    ['Balance', amount(loan.outstanding)],
  ] as [string, string][],
})

const left = { share: 3, align: 'left' as const }
const right = { share: 2, align: 'right' as const }

const scheduleOf = ({ schedule, total }: Loan): Table => ({
  kind: 'table',
  caption: 'Repayment schedule',
  columns: [{ share: 1, align: 'left' }, left, right, right, right],
  head: ['#', 'Month', 'Instalment', 'Paid', 'Balance after'],
  look: 'striped',
  size: 9,
  rows: [
    ...schedule.map((one) => ({
      cells: [
        String(one.number),
        monthInWords(one.month),
        amount(one.amount),
        amount(one.paid),
        amount(one.balance),
      ],
    })),
    { cells: ['', 'Total', amount(total), '', ''], total: true },
  ],
})

const kinds = {
  deduction: 'Deducted from pay',
  repayment: 'Repaid',
  'top-up': 'Settled by a new loan',
  rebate: 'Interest not charged',
  'write-off': 'Written off',
}

const paymentsOf = ({ entries, total }: Loan): Table => ({
  kind: 'table',
  caption: 'Payments',
  columns: [left, { share: 4, align: 'left' }, left, right, right],
  head: ['Day', 'What', 'Reference', 'Amount', 'Balance'],
  look: 'striped',
  size: 9,
  rows: [
    { cells: ['', 'Total payable', '', '', amount(total)] },
    ...entries.map((one) => ({
      cells: [
        dayInWords(one.day),
        [kinds[one.kind], one.month && monthInWords(one.month)].filter(Boolean).join(', '),
        one.reference ?? (one.amount < 0 ? 'Taken back' : ''),
        one.amount < 0 ? `-${amount(-one.amount)}` : amount(one.amount),
        amount(one.balance),
      ],
    })),
  ],
})

const settlementOf = ({ settlement, outstanding }: Loan) =>
  settlement
    ? `${amount(settlement.amount)} settles this loan on ${dayInWords(settlement.day)}. ` +
      `${settlement.working}.`
    : outstanding > 0
      ? `Balance ${amount(outstanding)}.`
      : 'Nothing is owed any more.'
