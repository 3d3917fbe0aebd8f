import { inBoth, monthsSaid } from '@mshahara/contract/language'
import type { LoanWorking } from '@mshahara/contract/loan-fields'
import { retold, type Spoken, sentencesOf } from '@mshahara/contract/say'
import {
  type LoanQuote,
  monthsBegun,
  type RunningLoan,
  settlementOn,
  unearnedInterest,
} from '@mshahara/engine/loans/figures'
import { perMonth } from '@mshahara/engine/loans/maximum'
import type { LoanProduct } from '@mshahara/engine/loans/products'
import { formatShillings, percent, share } from '@mshahara/engine/money'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { type LoanRow, runningOf } from './rows.ts'

/** How the figures of a loan came about, for whoever asks. */

const labels = sentencesOf('loans', {
  amount: { en: 'Amount', sw: 'Kiasi' },
  processingFee: { en: 'Processing fee', sw: 'Ada ya kushughulikia' },
  insuranceFee: { en: 'Insurance fee', sw: 'Ada ya bima' },
  interest: { en: 'Interest', sw: 'Riba' },
  total: { en: 'Total Payable', sw: 'Jumla ya Kulipa' },
  monthly: { en: 'Monthly Payment', sw: 'Malipo ya Kila Mwezi' },
})

interface Interest {
  principal: number
  rate: number
  months: number
  /** Where the total was rounded: what it would be without. */
  exact?: number
}
interface Earned {
  share: number
  days: number
  of: number
  salary: number
  advanced: number
}
interface Unearned {
  balance: number
  months: number
  interest: number
  term: number
  unearned: number
  /** So much of it was left out before. */
  before: number
}

/** Those of the maximum are kept with the loan: see `retold`. */
export const workings = sentencesOf('loans', {
  asAskedFor: { en: 'as asked for', sw: 'kama ulivyoomba' },
  interestOver: ({ principal, rate, months, exact }: Interest) =>
    inBoth((language) => {
      const made = `${partOf(principal, rate)} × ${monthsSaid(months, language)}`
      if (exact === undefined) return made
      const rounded = {
        en: 'with the rounding of the total',
        sw: 'jumla ikifanywa shilingi kamili',
      }
      return `${made} = ${formatShillings(exact)}, ${rounded[language]}`
    }),
  eachMonth: ({ total, months }: { total: number; months: number }) => ({
    en: `${formatShillings(total)} ÷ ${monthsSaid(months, 'en')}, to the nearest shilling`,
    sw: `${formatShillings(total)} ÷ ${monthsSaid(months, 'sw')}, kwa shilingi kamili iliyo karibu`,
  }),
  lastNetPay: ({ net, months }: { net: number; months: number }) =>
    inBoth((language) => {
      const made = `${formatShillings(perMonth(net))} × ${monthsSaid(months, language)}`
      return language === 'sw'
        ? `Mshahara halisi wa mwisho ${formatShillings(net)} × 2/3, kwa elfu iliyo karibu: ${made}`
        : `Last net pay ${formatShillings(net)} × 2/3, to the nearest 1,000: ${made}`
    }),
  earnedByToday: ({ share, days, of, salary, advanced }: Earned) => {
    const [paid, less] = [formatShillings(salary), formatShillings(advanced)]
    const en = `${share}% of what was earned by today, ${days} of ${of} days of a salary of ${paid}`
    const sw = `${share}% ya ulichopata hadi leo, siku ${days} kati ya siku ${of} za mshahara wa ${paid}`
    if (advanced === 0) return { en, sw }
    return {
      en: `${en}, less ${less} advanced already`,
      sw: `${sw}, ukiondoa ${less} uliyopewa mapema`,
    }
  },
  balance: ({ balance }: { balance: number }) => ({
    en: `Balance ${formatShillings(balance)}`,
    sw: `Salio ${formatShillings(balance)}`,
  }),
  lessInterest: ({ balance, months, interest, term, unearned, before }: Unearned) => {
    const made = `${formatShillings(interest)} × ${months} ÷ ${term} = ${formatShillings(unearned)}`
    const [owed, left] = [formatShillings(balance), formatShillings(before)]
    const en = `Balance ${owed} − interest of ${monthsSaid(months, 'en')} not begun, ${made}`
    const sw = `Salio ${owed} − riba ya ${monthsSaid(months, 'sw')} ambayo haijaanza, ${made}`
    if (before === 0) return { en, sw }
    return {
      en: `${en}, of which ${left} was left out before`,
      sw: `${sw}, ambayo ${left} iliondolewa awali`,
    }
  },
})

const partOf = (principal: number, rate: number) =>
  `${formatShillings(principal)} × ${percent(rate)}`

/** Every figure of a quote, in the language of whoever asks. */
export function explainQuote(
  { say }: Pick<Ctx, 'say'>,
  product: Pick<LoanProduct, 'processing_fee' | 'insurance_fee'>,
  quote: LoanQuote,
): LoanWorking[] {
  const { principal, term: months, rate, interest, total, monthly } = quote
  const fees = [
    { label: labels.processingFee, amount: quote.processing_fee, rate: product.processing_fee },
    { label: labels.insuranceFee, amount: quote.insurance_fee, rate: product.insurance_fee },
  ].filter(({ amount }) => amount > 0)
  const parts = [principal, ...fees.map(({ amount }) => amount), interest]
  const exact = share(principal * months, rate)
  const lines: [Spoken, number, Spoken | string][] = [
    [labels.amount, principal, workings.asAskedFor],
    ...fees.map((fee): [Spoken, number, string] => [
      fee.label,
      fee.amount,
      partOf(principal, fee.rate),
    ]),
    [
      labels.interest,
      interest,
      workings.interestOver({ principal, rate, months, ...(interest !== exact && { exact }) }),
    ],
    [labels.total, total, parts.map(formatShillings).join(' + ')],
    [labels.monthly, monthly, workings.eachMonth({ total, months })],
  ]
  return lines.map(([label, amount, working]) => ({
    label: say(label),
    amount,
    working: say(working),
  }))
}

export function explainSettlement(loan: RunningLoan, day: string): Spoken {
  const { outstanding: balance, interest, term, rebated, written_off } = loan
  if (settlementOn(loan, day).rebate === 0) return workings.balance({ balance })
  return workings.lessInterest({
    ...{ balance, interest, term, before: rebated + written_off },
    months: term - monthsBegun(loan, day),
    unearned: unearnedInterest(loan, day),
  })
}

export function settlementToWire({ say }: Pick<Ctx, 'say'>, row: LoanRow, day: string) {
  const loan = runningOf(row)
  return { day, ...settlementOn(loan, day), working: say(explainSettlement(loan, day)) }
}

/** As it was when the application was made; from before, the English that was kept. */
export const maximumToWire = ({ say }: Pick<Ctx, 'say'>, loan: LoanRow): string =>
  say((loan.max_working_code && retold(workings, loan.max_working_code)) ?? loan.max_working)
