import { checked, type Dated, inForce, type Month } from '../dated.ts'
import type { BasisPoints, Cents } from '../units.ts'

/** What staff can borrow: dated data like the law, so that an old application keeps its product. */

export type LoanCode = 'COL' | 'AWT' | 'ADV'

/** English binds; `{employer}` stands for the organisation's name. */
export interface LoanTerms {
  en: string
  sw: string
  /** Which Swahili this is: another name with every change of it. */
  translation: string
}

export interface LoanProduct {
  product_id: number
  code: LoanCode
  name: string
  /** For people, beside the figures. */
  fees: string
  interest_method: string
  interest_rates: string
  term_range: string
  amount_min: Cents
  amount_max: Cents
  term_min: number
  term_max: number
  processing_fee: BasisPoints
  insurance_fee: BasisPoints
  /** A month, flat, by the length of the term; one rate for every term, or several. */
  rates: readonly { min: number; max: number; rate: BasisPoints }[]
  /** Who lends, and so to whom the instalments go. */
  owed_to: 'lender' | 'employer'
  /** How many colleagues must have approved before it is decided. */
  guarantors: 0 | 2
  terms: LoanTerms
  /** What each guarantor agrees to; null where there is none. */
  guarantor_terms: LoanTerms | null
}

const checkOffTerms: LoanTerms = {
  en:
    'I authorise {employer}, my employer, to deduct this loan from my salary in monthly ' +
    'instalments until it is repaid. Should my employment end, for whatever reason, I authorise ' +
    '{employer} to deduct the balance from my final dues, together with the accrued charges owed ' +
    'to the lending provider. If my final dues are insufficient, I will settle the rest by other ' +
    'means, and my guarantors will be told. By clicking Accept, I agree to these terms.',
  sw:
    'Ninaidhinisha {employer}, mwajiri wangu, kukata mkopo huu kutoka kwa mshahara wangu kwa ' +
    'awamu za kila mwezi hadi ulipwe wote. Ajira yangu ikikoma, kwa sababu yoyote, ninaidhinisha ' +
    '{employer} kukata salio kutoka kwa malipo yangu ya mwisho, pamoja na gharama zilizolimbikizwa ' +
    'zinazodaiwa na mkopeshaji. Malipo yangu ya mwisho yasipotosha, nitalipa kiasi kilichobaki kwa ' +
    'njia nyingine, na wadhamini wangu wataarifiwa. Kwa kubofya Kubali, ninakubali masharti haya.',
  translation: 'sw 2026-11',
}

const guarantorTerms: LoanTerms = {
  en:
    'I accept liability for this loan if the borrower defaults. What is owed may then be recovered ' +
    'by attaching my property or my salary, and I cannot take loans until the default is cleared. ' +
    'I will be told if the borrower leaves and something remains unpaid.',
  sw:
    'Ninakubali kuwajibika kwa mkopo huu mkopaji akishindwa kulipa. Kinachodaiwa kinaweza kulipwa ' +
    'kwa kukamata mali yangu au kukata mshahara wangu, na sitaweza kuchukua mkopo hadi deni hilo ' +
    'lilipwe. Nitaarifiwa mkopaji akiondoka na kiasi chochote kikibaki bila kulipwa.',
  translation: 'sw 2026-11-18',
}

const checkOff: Dated<LoanProduct> = [
  {
    from: '2021-01',
    source: 'Catalogue of the lending provider: Check-Off Loan',
    checkedUntil: checked,
    value: {
      product_id: 1,
      code: 'COL',
      name: 'Check-Off Loan',
      fees: 'Processing fee 5%, insurance fee 2%',
      interest_method: 'Flat per month, graduated by term',
      interest_rates: '6.6% for 1–6 months, 5.6% for 7–9 months, 4.6% for 10–12 months',
      term_range: '1–12 months',
      amount_min: 8_000_00,
      amount_max: 250_000_00,
      term_min: 1,
      term_max: 12,
      processing_fee: 500,
      insurance_fee: 200,
      rates: [
        { min: 1, max: 6, rate: 660 },
        { min: 7, max: 9, rate: 560 },
        { min: 10, max: 12, rate: 460 },
      ],
      owed_to: 'lender',
      guarantors: 2,
      terms: checkOffTerms,
      guarantor_terms: guarantorTerms,
    },
  },
]

const waterTank: Dated<LoanProduct> = [
  {
    from: '2021-01',
    source: 'Catalogue of the lending provider: Water Tank Loan',
    checkedUntil: checked,
    value: {
      product_id: 2,
      code: 'AWT',
      name: 'Water Tank Loan',
      fees: 'No up-front fees',
      interest_method: 'Flat rate',
      interest_rates: '20% flat rate',
      term_range: '1–3 months',
      amount_min: 12_000_00,
      amount_max: 37_000_00,
      term_min: 1,
      term_max: 3,
      processing_fee: 0,
      insurance_fee: 0,
      rates: [{ min: 1, max: 3, rate: 2000 }],
      owed_to: 'lender',
      guarantors: 2,
      terms: checkOffTerms,
      guarantor_terms: guarantorTerms,
    },
  },
]

const salaryAdvance: Dated<LoanProduct> = [
  {
    from: '2021-01',
    source: 'The employer: part of the pay that was already earned in the month',
    checkedUntil: checked,
    value: {
      product_id: 3,
      code: 'ADV',
      name: 'Salary Advance',
      fees: 'No fees',
      interest_method: 'No interest',
      interest_rates: '0%',
      term_range: '1 month',
      amount_min: 500_00,
      amount_max: 1_000_000_00,
      term_min: 1,
      term_max: 1,
      processing_fee: 0,
      insurance_fee: 0,
      rates: [{ min: 1, max: 1, rate: 0 }],
      owed_to: 'employer',
      guarantors: 0,
      terms: {
        en:
          'I ask {employer}, my employer, for an advance of pay that I have earned this month. I ' +
          'authorise {employer} to deduct it from my next salary and, should my employment end ' +
          'before, from my final dues. By applying, I agree to these terms.',
        sw:
          'Ninaomba {employer}, mwajiri wangu, malipo ya awali ya mshahara nilioufanyia kazi mwezi ' +
          'huu. Ninaidhinisha {employer} kuyakata kutoka kwa mshahara wangu unaofuata na, ajira ' +
          'yangu ikikoma kabla ya hapo, kutoka kwa malipo yangu ya mwisho. Kwa kuomba, ninakubali ' +
          'masharti haya.',
        translation: 'sw 2026-11',
      },
      guarantor_terms: null,
    },
  },
]

const catalogue: readonly Dated<LoanProduct>[] = [checkOff, waterTank, salaryAdvance]

/** Those that can be applied for in a month. */
export const loanProducts = (month: Month): LoanProduct[] =>
  catalogue.map((versions) => inForce(versions, month).value)

export const loanProduct = (product_id: number, month: Month): LoanProduct | undefined =>
  loanProducts(month).find((product) => product.product_id === product_id)

/** The words as somebody reads and accepts them. */
export const inWordsOf = (employer: string, { en, sw, translation }: LoanTerms): LoanTerms => ({
  translation,
  en: en.replaceAll('{employer}', employer),
  sw: sw.replaceAll('{employer}', employer),
})
