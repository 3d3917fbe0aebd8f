import type { OpeningAmount } from '@mshahara/contract/opening'
import { share } from '@mshahara/engine/money'
import { payslip } from '@mshahara/engine/payslip'
import { lawOf } from '@mshahara/engine/statutory/index'
import { taxOn } from '@mshahara/engine/statutory/paye'
import type { Cents } from '@mshahara/engine/units'
import type { RowIssue } from '../../foundation/sheets/import.ts'
import { type Amounts, filled, type Months, monthsIn } from './rules.ts'
import { cashParts } from './year-columns.ts'

/** The columns of the card, from what a register or a return says of a month. Pure; cents. */

/** Undefined: the sheet does not say. */
export type Figures = Partial<Record<string, Cents>>
interface Person {
  resident: boolean
  secondary: boolean
  /** As the return says, or the record where there is none. */
  disabled: boolean
  hired: string
  left: string | null
}

/** The month within a sum from which other things come off before tax: it has two answers. */
export function otherLawIn(months: Months): string | undefined {
  const orderOf = (month: string) => JSON.stringify(lawOf(month).order)
  return monthsIn(months).find((month) => orderOf(month) !== orderOf(months.from))
}

/** Of the sum, those in which somebody was employed: limits and reliefs are of these. */
export function employedMonths(
  { from, to }: Months,
  { hired, left }: Pick<Person, 'hired' | 'left'>,
) {
  const within = {
    from: hired > from ? hired : from,
    to: left !== null && left < to ? left : to,
  }
  return within.from <= within.to ? within : { from, to }
}

export function amountsFrom(given: Figures, span: Months, person: Person): Amounts {
  const months = employedMonths(span, person)
  const of = (name: string) => given[name] ?? 0
  const law = lawOf(months.from)
  const count = monthsIn(months).length
  const basic = payIn(given)
  const benefits = benefitsIn(given)
  const gross = basic + benefits + of('quarters')
  const before = beforeTax(given, basic, months)
  const shareOfPay = share(basic, law.pensionLimit.rate)
  const pension = given.actual ?? of('nssf') + of('pension')
  const { ahl, shif, medical_fund, mortgage } = before
  const deductions =
    Math.min(shareOfPay, pension, law.pensionLimit.most * count) +
    ahl +
    shif +
    medical_fund +
    mortgage
  const left = Math.max(0, gross - deductions)
  // What the sheet has taxed less is what it has exempted.
  const spared = given.taxable === undefined ? left : Math.max(0, left - given.taxable)
  const exempt = person.disabled ? Math.min(spared, law.disabilityExemption * count) : 0
  const chargeable = given.taxable ?? left - exempt
  const paye = given.self_assessed ?? of('paye')
  const personal_relief =
    given.personal_relief ?? (person.secondary || !person.resident ? 0 : law.personalRelief * count)
  const reliefs = personal_relief + of('insurance_relief')
  const tax_charged = paye > 0 ? paye + reliefs : Math.min(reliefs, taxOf(chargeable, months))
  return filled(
    {
      ...{ basic, benefits, quarters: of('quarters'), gross, pension, ahl, shif, medical_fund },
      ...{ mortgage, exempt, chargeable, tax_charged, personal_relief, paye },
      insurance_relief: of('insurance_relief'),
      ...(given.taxable === undefined && { deductions }),
    },
    span,
  )
}

export const payIn = (given: Figures): Cents => given.cash ?? given.gross ?? cashOf(given)
export const benefitsIn = ({ benefits = 0, car = 0, meals = 0, other_benefits = 0 }: Figures) =>
  benefits + car + meals + other_benefits
const cashOf = (given: Figures) =>
  Object.keys(cashParts).reduce((sum, key) => sum + (given[key] ?? 0), 0)

/** What comes off pay before tax; where the sheet has no such column, by the law of the month. */
function beforeTax(given: Figures, basic: Cents, months: Months) {
  const law = lawOf(months.from)
  const all = monthsIn(months)
  const made = all.reduce(
    (sum, month) => {
      const slip = payslip({ salary: Math.round(basic / all.length) }, month)
      return { health: sum.health + slip.shif, housing: sum.housing + slip.ahlEmployee }
    },
    { health: 0, housing: 0 },
  )
  const { healthBeforeTax, levyBeforeTax } = law.order
  return {
    shif: healthBeforeTax ? (given.health ?? made.health) : 0,
    ahl: levyBeforeTax ? (given.housing ?? made.housing) : 0,
    medical_fund: Math.min(given.medical_fund ?? 0, law.order.medicalFundMost * all.length),
    mortgage: Math.min(given.mortgage ?? 0, law.mortgageLimit * all.length),
  }
}

function taxOf(chargeable: Cents, months: Months): Cents {
  const all = monthsIn(months)
  const each = Math.round(chargeable / all.length)
  return all.reduce((sum, month) => sum + taxOn(each, lawOf(month).payeBands), 0)
}

/** Gross pay that has the benefits of the row in it, as its taxable pay tells. */
export function hasBenefitsIn(given: Figures, span: Months, person: Person): boolean {
  const { gross, taxable, cash, quarters = 0 } = given
  const extras = benefitsIn(given) + quarters
  if (gross === undefined || taxable === undefined || cash !== undefined) return false
  if (extras === 0 || gross < extras) return false
  const leftOf = (of: Figures) => {
    const { chargeable } = amountsFrom({ ...of, taxable: undefined }, span, person)
    return Math.abs(chargeable - taxable)
  }
  return leftOf({ ...given, gross: gross - extras }) < leftOf(given)
}

/** Which column of the sheet somebody looks at for a column of the card. */
const columnOf: Partial<Record<OpeningAmount, string>> = {
  ...{ basic: 'gross', chargeable: 'taxable', deductions: 'taxable', tax_charged: 'paye' },
  ...{ ahl: 'housing', shif: 'health', exempt: 'taxable', pension_share: 'gross' },
}
export const inTheirColumns = (issues: readonly RowIssue[]): RowIssue[] =>
  issues.map(({ key, sentence }) => ({ key: columnOf[key as OpeningAmount] ?? key, sentence }))
