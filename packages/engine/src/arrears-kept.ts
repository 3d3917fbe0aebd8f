import type { Month } from './dated.ts'
import type { Cents } from './units.ts'

/** Arrears of a month as a payslip keeps them, which paid them beside its own month. */
export interface Arrears {
  month: Month
  /** What it was worked out on: the month's payslips, and those that paid arrears of it. */
  slips: string[]
  pay: ArrearsPay[]
  /** By line of the law, what is not nothing. */
  law: Readonly<Record<string, Cents>>
  withholding_tax: Cents
  /** Not all of a recovery was taken: a third of pay is left, and a later run takes the rest. */
  rest?: Cents
  /** Of a last pay, which no later run follows: what it could not take is asked for as a claim. */
  claimed?: Claimed
}

/** What is asked for outside of payroll: whatever is agreed later does not ask for it again. */
export interface Claimed extends Pick<Arrears, 'pay' | 'law' | 'withholding_tax'> {
  /** In hand, above zero. */
  net: Cents
}

export interface ArrearsPay {
  /** Basic pay, fee, VAT, or what the pay item is called. */
  component: string
  /** Of a pay item: which. */
  item?: string
  amount: Cents
  taxable: boolean
  working: string
}
