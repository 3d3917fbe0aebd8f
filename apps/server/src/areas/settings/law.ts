import type { contract } from '@mshahara/contract'
import {
  type Cents,
  firstMonth,
  formatShillings,
  healthName,
  isChecked,
  type Law,
  LawError,
  lawOf,
  overtimeRates,
  percent,
  type RuleName,
  usualHours,
  valueAddedTax,
  withholding,
} from '@mshahara/engine'
import { inForce } from '@mshahara/engine/dated'
import { nssfAge } from '@mshahara/engine/statutory/nssf'
import { failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { benefitFigures } from './law-of-benefits.ts'
import { say } from './sentences.ts'

interface Figure {
  name: string
  value: string
  source: string
  since: string
}

const capped = ({ rate, most }: { rate: number; most: Cents }) =>
  rate === 0 ? 'none' : `${percent(rate)}, at most ${formatShillings(most)}`

/** Every figure the engine works with, by name, as the law of the month has it. */
export const law: Handler<(typeof contract.settings)['law']> = async (ctx, { query }) => {
  const month = query.month ?? ctx.today.slice(0, 7)
  try {
    const known = lawOf(month)
    return {
      month,
      checked: isChecked(month),
      first_month: firstMonth,
      settings: figuresOf(known),
      paye_rates: payeRates(known),
      health: { name: healthName(month), since: known.versions.health.from },
      nhif_rates: nhifRates(known),
    }
  } catch (error) {
    if (error instanceof LawError) return failField('month', say.noLaw({ why: error.message }))
    throw error
  }
}

function figuresOf(known: Law): Figure[] {
  const figure = (name: string, rule: RuleName, value: string): Figure => {
    const { source, from } = known.versions[rule]
    return { name, value, source, since: from }
  }
  const { order, pensionLimit } = known
  const pension = `lowest of actual, ${percent(pensionLimit.rate)} of pay, ${formatShillings(pensionLimit.most)}`
  return [
    figure('Personal relief', 'personalRelief', formatShillings(known.personalRelief)),
    figure('Insurance relief', 'insuranceRelief', capped(known.insuranceRelief)),
    figure('Housing levy relief', 'housingRelief', capped(known.housingRelief)),
    figure('Medical fund relief', 'medicalFundRelief', capped(known.medicalFundRelief)),
    figure('Secondary employment', 'secondaryRate', percent(known.secondaryRate)),
    figure(
      'Disability exemption',
      'disabilityExemption',
      formatShillings(known.disabilityExemption),
    ),
    figure('NSSF', 'nssf', nssfInWords(known)),
    figure(healthName(known.month), 'health', healthInWords(known)),
    figure('Housing Levy', 'housingLevy', levyInWords(known)),
    figure('NITA (employer)', 'nita', formatShillings(known.nita)),
    figure('Pension before tax', 'pensionLimit', pension),
    figure(
      'Mortgage interest before tax',
      'mortgageLimit',
      `at most ${formatShillings(known.mortgageLimit)}`,
    ),
    figure('Medical fund before tax', 'order', upTo(order.medicalFundMost)),
    figure('SHIF before tax', 'order', order.healthBeforeTax ? 'Yes' : 'No'),
    figure('Housing Levy before tax', 'order', order.levyBeforeTax ? 'Yes' : 'No'),
    figure('Non-cash benefits taxed from', 'nonCashFrom', formatShillings(known.nonCashFrom)),
    figure('Meals free of tax up to', 'mealsFree', formatShillings(known.mealsFree)),
    ...benefitFigures(known.month),
    ...consultantFigures(),
  ]
}

const upTo = (most: Cents) => (most === 0 ? 'No' : `at most ${formatShillings(most)}`)

function nssfInWords({ nssf }: Law): string {
  if (nssf.kind === 'flat')
    return `${percent(nssf.rate)}, at most ${formatShillings(nssf.most)}, each side`
  return `${percent(nssf.rate)} each side: tier I to ${formatShillings(nssf.lower)}, tier II to ${formatShillings(nssf.upper)}`
}

function healthInWords({ health }: Law): string {
  if (health.kind === 'nhif') return 'by the table'
  return `${percent(health.rate)}, at least ${formatShillings(health.least)}`
}

const levyInWords = ({ housingLevy }: Law) =>
  housingLevy === 0 ? 'none' : `${percent(housingLevy)} each side`

function consultantFigures(): Figure[] {
  return [...withholding, ...valueAddedTax].map(({ source, from, value }) => {
    const isFee = typeof value === 'object'
    return {
      name: isFee ? 'Withholding tax on consultants' : 'Value added tax',
      value: isFee ? `${percent(value.rate)} from ${formatShillings(value.from)}` : percent(value),
      source,
      since: from,
    }
  })
}

function payeRates({ payeBands, versions }: Law) {
  const { source, from } = versions.payeBands
  const finite = (amount: Cents) => (Number.isFinite(amount) ? amount : null)
  return payeBands.map(({ top, yearTop, rate }) => ({
    band_month: finite(top),
    band_year: finite(yearTop),
    rate: rate / 100,
    source,
    since: from,
  }))
}

function nhifRates({ health, versions }: Law) {
  if (health.kind === 'shif') return []
  const { source, from: since } = versions.health
  return health.steps.map(({ from, amount }, index) => {
    const next = health.steps[index + 1]
    return { from, to: next ? next.from - 1 : null, amount, source, since }
  })
}

/** What the forms of the browser say of it. */
export function lawInForms(month: string) {
  const { rate, from } = inForce(withholding, month).value
  return {
    withholding_percent: rate / 100,
    withholding_from: from,
    vat_percent: inForce(valueAddedTax, month).value / 100,
    nssf_until_age: inForce(nssfAge, month).value.until,
    overtime_times: overtimeRates.normal,
    rest_day_times: overtimeRates.rest,
    usual_month_hours: usualHours.month,
    usual_week_hours: usualHours.week,
  }
}
