import type { contract } from '@mshahara/contract'
import {
  daySaid,
  inLanguage,
  type Language,
  monthSaid,
  type Said,
  type Words as Told,
} from '@mshahara/contract/language'
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
import { type Letterhead, languagesOf, letterheadOf, stationeryOf } from '../payslips/index.ts'
import { say } from './sentences.ts'

/** The statement of a loan on paper: what was agreed, what was paid, what is owed on the day. */

type Loan = Awaited<ReturnType<typeof loanToWire>>
interface Task {
  loan: Loan
  head: Letterhead
  today: string
  now: string
  language: Language
}

type Call = (typeof contract.loanStatements)['file']

/** In the borrower's language, whoever prints it; what was kept beside it, as it was written. */
const said = {
  title: { en: 'Loan Statement', sw: 'Taarifa ya Akaunti ya Mkopo' },
  borrower: { en: 'Borrower', sw: 'Mkopaji' },
  product: { en: 'Product', sw: 'Aina ya mkopo' },
  paidOut: { en: 'Paid out on', sw: 'Tarehe ya kutolewa' },
  amount: { en: 'Amount', sw: 'Kiasi' },
  charges: { en: 'Fees and interest', sw: 'Ada na riba' },
  total: { en: 'Total payable', sw: 'Jumla ya kulipa' },
  deducted: { en: 'Deducted from pay', sw: 'Kilichokatwa mshaharani' },
  repaid: { en: 'Repaid otherwise', sw: 'Kilicholipwa kwa njia nyingine' },
  balance: { en: 'Balance', sw: 'Salio' },
  schedule: { en: 'Repayment schedule', sw: 'Ratiba ya kulipa' },
  month: { en: 'Month', sw: 'Mwezi' },
  instalment: { en: 'Instalment', sw: 'Awamu' },
  paid: { en: 'Paid', sw: 'Kilicholipwa' },
  balanceAfter: { en: 'Balance after', sw: 'Salio baada ya hapo' },
  sum: { en: 'Total', sw: 'Jumla' },
  payments: { en: 'Payments', sw: 'Malipo' },
  day: { en: 'Day', sw: 'Siku' },
  what: { en: 'What', sw: 'Aina ya malipo' },
  reference: { en: 'Reference', sw: 'Nambari ya kumbukumbu' },
  takenBack: { en: 'Reversal', sw: 'Yamebatilishwa' },
  deduction: { en: 'Deducted from pay', sw: 'Makato ya mshahara' },
  repayment: { en: 'Repaid', sw: 'Malipo' },
  'top-up': { en: 'Settled by a new loan', sw: 'Ulilipwa kwa mkopo mpya' },
  rebate: { en: 'Interest not charged', sw: 'Riba isiyotozwa' },
  'write-off': { en: 'Written off', sw: 'Deni lililofutwa' },
  nothing: { en: 'Nothing is owed any more.', sw: 'Hakuna deni tena.' },
} as const satisfies Record<string, Said>

type Words = Record<keyof typeof said, string> & { language: Language }

const wordsIn = (language: Language): Words => ({
  ...(Object.fromEntries(
    Object.entries(said).map(([name, both]) => [name, both[language]]),
  ) as Record<keyof typeof said, string>),
  language,
})

export const statement: Staged<Call, Task, { name: string; file: string }> = {
  async look(ctx, { params }) {
    const { employee_id } = await ctx.tx.one<{ employee_id: string }>`
      select employee_id from loans where id = ${params.id}`
    ownerOr(ctx, employee_id, 'view loans')
    const language = (await languagesOf(ctx.tx, [employee_id]))(employee_id)
    const inTheirs = { ...ctx, say: (told: Told) => inLanguage(told, language) }
    const loan = await loanToWire(inTheirs, params.id)
    if (loan.status !== 'approved') fail(422, say.statementLater)
    const head = await letterheadOf(ctx.tx)
    return { loan, head, today: ctx.today, now: ctx.now.toISOString(), language }
  },
  async make(outside, _, { loan, head, today, now, language }) {
    const stationery = await stationeryOf(outside.files, head)
    const on = { employer: head.issuer.name, logo: stationery.logo !== null, today }
    const pdf = await printOne(
      stationery,
      {
        arrangement: statementOf(loan, on, language),
        title: `${said.title[language]}: ${nameOf(loan)}`,
        language,
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

interface On {
  employer: string
  logo: boolean
  today: string
}

export function statementOf(
  loan: Loan,
  { employer, logo, today }: On,
  language: Language,
): Arrangement {
  const words = wordsIn(language)
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
              text(words.title, 15, { bold: true, align: 'right', ink: 'accent', level: 1 }),
              text(dayIn(today, words), 9, { align: 'right', ink: 'quiet' }),
            ),
          ],
        ],
        { middle: true },
      ),
      rule(1.2),
      box('tint', [12, 16], factsOf(loan, words), { radius: 6 }),
      scheduleOf(loan, words),
      paymentsOf(loan, words),
      text(settlementOf(loan, words), 9, { ink: 'quiet' }),
    ),
  }
}

const dayIn = (day: string, { language }: Words) => day && daySaid(day, language)

const factsOf = (loan: Loan, words: Words) => ({
  kind: 'facts' as const,
  columns: 3,
  size: 9.5,
  look: 'above' as const,
  items: [
    [words.borrower, `${nameOf(loan)} (${loan.employee.employee_no})`],
    [words.product, `${loan.product} (${loan.code})`],
    [words.paidOut, dayIn(loan.disbursed_on ?? '', words)],
    [words.amount, amount(loan.amount)],
    [words.charges, amount(loan.total - loan.amount)],
    [words.total, amount(loan.total)],
    [words.deducted, amount(loan.deducted)],
    [words.repaid, amount(loan.repaid)],
    [words.balance, amount(loan.outstanding)],
  ] as [string, string][],
})

const left = { share: 3, align: 'left' as const }
const right = { share: 2, align: 'right' as const }

const scheduleOf = ({ schedule, total }: Loan, words: Words): Table => ({
  kind: 'table',
  caption: words.schedule,
  columns: [{ share: 1, align: 'left' }, left, right, right, right],
  head: ['#', words.month, words.instalment, words.paid, words.balanceAfter],
  look: 'striped',
  size: 9,
  rows: [
    ...schedule.map((one) => ({
      cells: [
        String(one.number),
        monthSaid(one.month, words.language),
        amount(one.amount),
        amount(one.paid),
        amount(one.balance),
      ],
    })),
    { cells: ['', words.sum, amount(total), '', ''], total: true },
  ],
})

const paymentsOf = ({ entries, total }: Loan, words: Words): Table => ({
  kind: 'table',
  caption: words.payments,
  columns: [left, { share: 4, align: 'left' }, left, right, right],
  head: [words.day, words.what, words.reference, words.amount, words.balance],
  look: 'striped',
  size: 9,
  rows: [
    { cells: ['', words.total, '', '', amount(total)] },
    ...entries.map((one) => ({
      cells: [
        dayIn(one.day, words),
        [words[one.kind], one.month && monthSaid(one.month, words.language)]
          .filter(Boolean)
          .join(', '),
        one.reference ?? (one.amount < 0 ? words.takenBack : ''),
        one.amount < 0 ? `-${amount(-one.amount)}` : amount(one.amount),
        amount(one.balance),
      ],
    })),
  ],
})

function settlementOf({ settlement, outstanding }: Loan, words: Words) {
  if (!settlement) {
    return outstanding > 0 ? `${words.balance} ${amount(outstanding)}.` : words.nothing
  }
  const [owed, day] = [amount(settlement.amount), dayIn(settlement.day, words)]
  const settles = {
    en: `${owed} settles this loan on ${day}.`,
    sw: `${owed} italipa mkopo huu wote tarehe ${day}.`,
  }
  return `${settles[words.language]} ${settlement.working}.`
}
