import { benefitSums, nonCashInWords } from './benefits.ts'
import type { PayInput, PayOptions } from './input.ts'
import { formatShillings, percent, share } from './money.ts'
import type { basesOf, ComputedPay, LineCode } from './payslip.ts'
import { pensionCost } from './pension.ts'
import { quartersInWords } from './quarters.ts'
import { healthInWords } from './statutory/health.ts'
import type { Law, RuleName } from './statutory/index.ts'
import { nssfAgeInWords, tierOneInWords, tierTwoInWords } from './statutory/nssf.ts'
import { taxInWords } from './statutory/paye.ts'
import type { Relief } from './statutory/reliefs.ts'
import type { Cents } from './units.ts'

/** How each line came about, told with the figures of one case. */

export interface Case {
  input: PayInput
  options: PayOptions
  law: Law
  slip: ComputedPay
  bases: ReturnType<typeof basesOf>
}

type Explanation = { label: string; rule?: RuleName; working: (given: Case) => string }

/** "30,000 + 5,000 = 35,000", leaving out what is nothing. */
function sum(parts: [string, Cents][], total: Cents): string {
  const given = parts.filter(([, amount]) => amount !== 0)
  if (given.length === 0) return `nothing to add up = ${formatShillings(total)}`
  const terms = given.map(([name, amount], index) => {
    const between = index === 0 ? '' : ` ${amount < 0 ? '−' : '+'} `
    return `${between}${formatShillings(index === 0 ? amount : Math.abs(amount))} ${name}`
  })
  return `${terms.join('')} = ${formatShillings(total)}`
}

const off = (name: string) => `${name} is switched off for this person = 0`

function reliefInWords(relief: Relief, amount: Cents, given: Case, result: Cents): string {
  if (!given.options.paye) return off('PAYE')
  if (!given.options.resident) return 'no relief for a non-resident = 0'
  if (given.options.employeeType === 'secondary') return 'no relief in secondary employment = 0'
  if (relief.rate === 0) return 'no such relief in this month = 0'
  const most = `at most ${formatShillings(relief.most)}`
  return `${formatShillings(amount)} × ${percent(relief.rate)}, ${most} = ${formatShillings(result)}`
}

/** What is taken back for absence from taxable, regular pay. */
const absenceOf = ({ incomes = [] }: PayInput) =>
  incomes.reduce(
    (sum, { amount, taxable, oneOff, absence }) =>
      absence && taxable !== false && !oneOff ? sum + amount : sum,
    0,
  )
const regularOf = (input: PayInput, bases: Case['bases']) =>
  bases.regular - input.salary - absenceOf(input)

const premiumsOf = ({ input, law, slip }: Case) =>
  (input.insurancePremium ?? 0) + (law.insuranceRelief.withNhif ? slip.nhif : 0)

const nssfBase = ({ options, bases }: Case) =>
  options.nssfOnIrregular ? bases.regular + bases.oneOff - bases.taxedDues : bases.regular

/** Why there is no NSSF at all; nothing where there is. */
function noNssf({ options, law }: Case): string | undefined {
  if (!options.nssf) return off('NSSF')
  return options.nssfAge === 'due' ? undefined : nssfAgeInWords(law.nssfAge, options.nssfAge)
}

function healthWorking(given: Case): string {
  const { options, bases, law } = given
  if (!options.health) return off('Health cover')
  const regularOnly = law.health.kind === 'shif' && !options.shifOnIrregular
  const base = regularOnly ? bases.regular : bases.regular + bases.oneOff
  return healthInWords(law.health, base, options.shifRounding)
}

function levyWorking({ options, bases, law, slip }: Case): string {
  if (!options.ahl) return off('The housing levy')
  if (law.housingLevy === 0) return 'no housing levy in this month = 0'
  const base = options.ahlOnIrregular ? bases.regular + bases.oneOff : bases.regular
  return `${formatShillings(base)} × ${percent(law.housingLevy)} = ${formatShillings(slip.ahlEmployee)}`
}

function pensionWorking({ input, law, slip, bases }: Case): string {
  const { rate, most } = law.pensionLimit
  const cash = bases.regular + bases.oneOff
  const actual = slip.nssfEmployee + (input.pension ?? 0)
  return (
    `lowest of ${percent(rate)} of cash pay ${formatShillings(share(cash, rate))}, ` +
    `NSSF and pension ${formatShillings(actual)}, limit ${formatShillings(most)} = ${formatShillings(slip.pensionDeductible)}`
  )
}

function lowest(name: string, amount: Cents, most: Cents, result: Cents): string {
  return `${name} ${formatShillings(amount)}, at most ${formatShillings(most)} = ${formatShillings(result)}`
}

const sumsOf = ({ benefits = [] }: PayInput) => benefitSums(benefits)

function nonCashWorking({ input, law, slip }: Case): string {
  const rest = (input.nonCash ?? 0) + sumsOf(input).nonCash
  const by = `taxed whole from ${formatShillings(law.nonCashFrom)} on`
  const told = nonCashInWords(input.benefits ?? [], rest)
  return `${told}, ${by} = ${formatShillings(slip.taxableNonCash)}`
}

function housingWorking({ input, law, slip, bases }: Case): string {
  const { quarters } = input
  if (!quarters) return `as given = ${formatShillings(slip.housingBenefit)}`
  const gains = bases.regular + bases.oneOff + slip.taxableNonCash + slip.taxableMeals
  const given = input.housingBenefit ?? 0
  const before = given === 0 ? '' : `${formatShillings(given)} as given + `
  return before + quartersInWords(quarters, gains, law.quarters, slip.housingBenefit)
}

const beforeTax = (yes: boolean, amount: Cents) =>
  yes
    ? `deducted before tax = ${formatShillings(amount)}`
    : 'not deducted before tax in this month = 0'

export const explanations: Record<LineCode, Explanation> = {
  grossPay: {
    label: 'Gross pay',
    working: ({ input, bases, slip }) =>
      sum(
        [
          ['salary', input.salary],
          ['regular incomes', regularOf(input, bases)],
          ['one-off incomes', bases.oneOff],
          ['non-taxable incomes', bases.untaxed],
          ['absence', absenceOf(input)],
        ],
        slip.grossPay,
      ),
  },
  regularCash: {
    label: 'Regular cash pay',
    working: ({ input, bases, slip }) =>
      sum(
        [
          ['salary', input.salary],
          ['regular incomes', regularOf(input, bases)],
          ['absence', absenceOf(input)],
        ],
        slip.regularCash,
      ),
  },
  taxableNonCash: {
    label: 'Taxable non-cash benefits',
    rule: 'nonCashFrom',
    working: nonCashWorking,
  },
  taxableMeals: {
    label: 'Taxable meals',
    rule: 'mealsFree',
    working: ({ input, law, slip }) =>
      `${formatShillings((input.meals ?? 0) + sumsOf(input).meals)} − ${formatShillings(law.mealsFree)} free, not below 0 = ` +
      formatShillings(slip.taxableMeals),
  },
  housingBenefit: {
    label: 'Housing benefit',
    rule: 'quarters',
    working: housingWorking,
  },
  grossTaxable: {
    label: 'Gross taxable pay',
    working: ({ bases, slip }) =>
      sum(
        [
          ['taxable cash', bases.regular + bases.oneOff],
          ['non-cash benefits', slip.taxableNonCash],
          ['meals', slip.taxableMeals],
          ['housing benefit', slip.housingBenefit],
        ],
        slip.grossTaxable,
      ),
  },
  nssfTier1: {
    label: 'NSSF tier I',
    rule: 'nssf',
    working: (given) => noNssf(given) ?? tierOneInWords(given.law.nssf, nssfBase(given)),
  },
  nssfTier2: {
    label: 'NSSF tier II',
    rule: 'nssf',
    working: (given) =>
      noNssf(given) ??
      (given.options.nssfTier2
        ? tierTwoInWords(given.law.nssf, nssfBase(given))
        : 'tier II is contracted out = 0'),
  },
  nssfEmployee: {
    label: 'NSSF',
    rule: 'nssf',
    working: (given) =>
      noNssf(given) ??
      sum(
        [
          ['tier I', given.slip.nssfTier1],
          ['tier II', given.slip.nssfTier2],
        ],
        given.slip.nssfEmployee,
      ),
  },
  nssfEmployer: {
    label: "Employer's NSSF",
    rule: 'nssf',
    working: ({ slip }) => `the same as the employee's = ${formatShillings(slip.nssfEmployer)}`,
  },
  nhif: {
    label: 'NHIF',
    rule: 'health',
    working: (given) =>
      given.law.health.kind === 'nhif' ? healthWorking(given) : 'SHIF from October 2024 on = 0',
  },
  shif: {
    label: 'SHIF',
    rule: 'health',
    working: (given) =>
      given.law.health.kind === 'shif' ? healthWorking(given) : 'NHIF until September 2024 = 0',
  },
  ahlEmployee: { label: 'Housing Levy', rule: 'housingLevy', working: levyWorking },
  ahlEmployer: {
    label: "Employer's Housing Levy",
    rule: 'housingLevy',
    working: ({ slip }) => `the same as the employee's = ${formatShillings(slip.ahlEmployer)}`,
  },
  nitaEmployer: {
    label: 'NITA (employer)',
    rule: 'nita',
    working: ({ options, slip }) =>
      options.nita ? `for each employee paid = ${formatShillings(slip.nitaEmployer)}` : off('NITA'),
  },
  pensionDeductible: {
    label: 'NSSF and pension before tax',
    rule: 'pensionLimit',
    working: pensionWorking,
  },
  mortgageDeductible: {
    label: 'Mortgage interest before tax',
    rule: 'mortgageLimit',
    working: ({ input, law, slip }) =>
      lowest('interest', input.mortgageInterest ?? 0, law.mortgageLimit, slip.mortgageDeductible),
  },
  prmfDeductible: {
    label: 'Post-retirement medical fund before tax',
    rule: 'order',
    working: ({ input, law, slip }) =>
      law.order.medicalFundMost === 0
        ? 'not deducted before tax in this month = 0'
        : lowest(
            'contribution',
            input.medicalFund ?? 0,
            law.order.medicalFundMost,
            slip.prmfDeductible,
          ),
  },
  ahlDeductible: {
    label: 'Housing Levy before tax',
    rule: 'order',
    working: ({ law, slip }) => beforeTax(law.order.levyBeforeTax, slip.ahlDeductible),
  },
  shifDeductible: {
    label: 'SHIF before tax',
    rule: 'order',
    working: ({ law, slip }) => beforeTax(law.order.healthBeforeTax, slip.shifDeductible),
  },
  allowableDeductions: {
    label: 'Deductions before tax',
    rule: 'order',
    working: ({ slip }) =>
      sum(
        [
          ['NSSF and pension', slip.pensionDeductible],
          ['mortgage interest', slip.mortgageDeductible],
          ['medical fund', slip.prmfDeductible],
          ['housing levy', slip.ahlDeductible],
          ['SHIF', slip.shifDeductible],
        ],
        slip.allowableDeductions,
      ),
  },
  disabilityExemption: {
    label: 'Disability exemption',
    rule: 'disabilityExemption',
    working: ({ options, law, slip }) =>
      options.disability
        ? `pay after deductions, at most ${formatShillings(law.disabilityExemption)} = ${formatShillings(
            slip.disabilityExemption,
          )}`
        : 'no disability recorded = 0',
  },
  taxablePay: {
    label: 'Taxable pay',
    working: ({ slip }) =>
      `${formatShillings(slip.grossTaxable)} − ${formatShillings(slip.allowableDeductions)} − ` +
      `${formatShillings(slip.disabilityExemption)}, not below 0 = ${formatShillings(slip.taxablePay)}`,
  },
  taxCharged: {
    label: 'Tax charged',
    rule: 'payeBands',
    working: ({ options, law, slip }) => {
      if (!options.paye) return off('PAYE')
      return options.employeeType === 'secondary'
        ? `${formatShillings(slip.taxablePay)} × ${percent(law.secondaryRate)} = ${formatShillings(slip.taxCharged)}`
        : taxInWords(slip.taxablePay, law.payeBands)
    },
  },
  personalRelief: {
    label: 'Personal relief',
    rule: 'personalRelief',
    working: ({ slip }) =>
      slip.personalRelief === 0
        ? 'residents with one employer only = 0'
        : `each month = ${formatShillings(slip.personalRelief)}`,
  },
  insuranceRelief: {
    label: 'Insurance relief',
    rule: 'insuranceRelief',
    working: (given) =>
      reliefInWords(
        given.law.insuranceRelief,
        premiumsOf(given),
        given,
        given.slip.insuranceRelief,
      ),
  },
  ahlRelief: {
    label: 'Housing levy relief',
    rule: 'housingRelief',
    working: (given) =>
      reliefInWords(given.law.housingRelief, given.slip.ahlEmployee, given, given.slip.ahlRelief),
  },
  prmfRelief: {
    label: 'Post-retirement medical fund relief',
    rule: 'medicalFundRelief',
    working: (given) =>
      reliefInWords(
        given.law.medicalFundRelief,
        given.input.medicalFund ?? 0,
        given,
        given.slip.prmfRelief,
      ),
  },
  paye: {
    label: 'PAYE',
    rule: 'payeBands',
    working: ({ options, slip }) => {
      const reliefs = slip.personalRelief + slip.insuranceRelief + slip.ahlRelief + slip.prmfRelief
      const cut = options.payeRounding === 'shilling' ? ', cents cut off' : ''
      return (
        `tax ${formatShillings(slip.taxCharged)} − reliefs ${formatShillings(reliefs)}, not below 0${cut} = ` +
        formatShillings(slip.paye)
      )
    },
  },
  totalDeductions: {
    label: 'Total deductions',
    working: ({ input, slip }) =>
      sum(
        [
          ['PAYE', slip.paye],
          ['NSSF', slip.nssfEmployee],
          ['NHIF', slip.nhif],
          ['SHIF', slip.shif],
          ['housing levy', slip.ahlEmployee],
          ['pension', input.pension ?? 0],
          ['medical fund', input.medicalFund ?? 0],
          ['other deductions', input.otherDeductions ?? 0],
        ],
        slip.totalDeductions,
      ),
  },
  netPay: {
    label: 'Net pay',
    working: ({ slip }) =>
      `${formatShillings(slip.grossPay)} − ${formatShillings(slip.totalDeductions)} = ${formatShillings(slip.netPay)}`,
  },
  employerCost: {
    label: "Employer's cost",
    working: ({ input, slip }) =>
      sum(
        [
          ['gross pay', slip.grossPay],
          ['NSSF', slip.nssfEmployer],
          ['housing levy', slip.ahlEmployer],
          ['NITA', slip.nitaEmployer],
          ['pension', pensionCost(input)],
        ],
        slip.employerCost,
      ),
  },
}
