import { checked, checkMonth, type Dated, inForce, type Month } from './dated.ts'
import { divideHalfUp, share } from './money.ts'
import type { BasisPoints, Cents } from './units.ts'

/** A consultant's fee: value added tax and withholding tax, no other deductions. */

export interface Withholding {
  rate: BasisPoints
  /** Withheld when the month's fee reaches this. */
  from: Cents
}

export const withholding: Dated<Withholding> = [
  {
    from: '2021-01',
    source: 'Income Tax Act s. 35: 5% of resident consultancy fees from 24,000 a month',
    checkedUntil: checked,
    value: { rate: 500, from: 24_000_00 },
  },
]
export const valueAddedTax: Dated<BasisPoints> = [
  {
    from: '2021-01',
    source: 'Value Added Tax Act: 16%',
    checkedUntil: checked,
    value: 1600,
  },
]

export interface ConsultantPay {
  fee: Cents
  vat: Cents
  withholdingTax: Cents
  netPay: Cents
}

/** The tax withheld from a month's fee, which is without VAT. */
export function withheld(fee: Cents, month: Month): Cents {
  const { rate, from } = inForce(withholding, month).value
  return fee >= from ? share(fee, rate) : 0
}

/** The VAT on top of a month's fee. */
export const vatOn = (fee: Cents, month: Month): Cents =>
  share(fee, inForce(valueAddedTax, month).value)

/** With VAT the agreed pay includes it: fee = pay × 100/116. Tax is withheld on the fee alone. */
export function consultantPay(
  pay: Cents,
  month: Month,
  given: { vatRegistered: boolean; withhold: boolean },
): ConsultantPay {
  checkMonth(month)
  const vatRate = inForce(valueAddedTax, month).value
  const fee = given.vatRegistered ? divideHalfUp(pay * 10_000, 10_000 + vatRate) : pay
  const vat = pay - fee
  const withholdingTax = given.withhold ? withheld(fee, month) : 0
  return { fee, vat, withholdingTax, netPay: fee + vat - withholdingTax }
}
