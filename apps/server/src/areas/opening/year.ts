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
  secondary: boolean
  /** As the return says. */
  disabled: boolean
}

export function amountsFrom(given: Figures, months: Months, person: Person): Amounts {
  const of = (name: string) => given[name] ?? 0
  const law = lawOf(months.from)
  const count = monthsIn(months).length
  const basic = given.cash ?? given.gross ?? cashOf(given)
  const benefits = of('benefits') + of('car') + of('meals') + of('other_benefits')
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
  const exempt = person.disabled ? Math.min(left, law.disabilityExemption * count) : 0
  const chargeable = given.taxable ?? left - exempt
  const paye = given.self_assessed ?? of('paye')
  const personal_relief =
    given.personal_relief ?? (person.secondary ? 0 : law.personalRelief * count)
  const reliefs = personal_relief + of('insurance_relief')
  const tax_charged = paye > 0 ? paye + reliefs : Math.min(reliefs, taxOf(chargeable, months))
  return filled(
    {
      ...{ basic, benefits, quarters: of('quarters'), gross, pension, ahl, shif, medical_fund },
      ...{ mortgage, exempt, chargeable, tax_charged, personal_relief, paye },
      insurance_relief: of('insurance_relief'),
      ...(given.taxable === undefined && { deductions }),
    },
    months,
  )
}

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

/** Which column of the sheet somebody looks at for a column of the card. */
const columnOf: Partial<Record<OpeningAmount, string>> = {
  ...{ basic: 'gross', chargeable: 'taxable', deductions: 'taxable', tax_charged: 'paye' },
  ...{ ahl: 'housing', shif: 'health', exempt: 'taxable', pension_share: 'gross' },
}
export const inTheirColumns = (issues: readonly RowIssue[]): RowIssue[] =>
  issues.map(({ key, sentence }) => ({ key: columnOf[key as OpeningAmount] ?? key, sentence }))
