import type { Extension } from '@mshahara/contract/exports'
import type { Cell } from '../../foundation/sheets/worksheet.ts'
import { type LawfulSlip, lumpSumTaxOf, nameOf, ownMonth } from '../payroll/index.ts'
import { arrearsSheets, hasArrears, onSheetG } from './p10-arrears.ts'
import { fullBenefits, simplifiedBenefits } from './p10-benefits.ts'
import { carSheet, hasCar, onSheetD } from './p10-cars.ts'
import { isConsultant, type Part, type Period, type Plan } from './plan.ts'
import { sayToStaff } from './sentences.ts'

/**
 * The PAYE return (P10), sheet B: "simplified" with 25 columns from pay period July 2025 (KRA notice
 * of 23 June 2025), 35 columns before. What iTax works out itself stays blank.
 */

const simplifiedFrom = '2025-07'
/** Of earlier months the csv has sheet B only: whoever is on sheet C is in the workbook. */
export const hasSheetC = (month: string) => month < simplifiedFrom

export const onSheetC = 'People with a disability are on sheet C: please export the Excel file too.'

export function p10(run: Period, extension: Extension): Plan {
  // The import knows columns by their place: it has no headings.
  const headed = extension === 'xlsx'
  const simple = !hasSheetC(run.month)
  return {
    needs: ['input', 'incomes', 'deductions'],
    amount: (slip) => slip.paye + lumpSumTaxOf(slip),
    leftOut: (slip) => {
      if (isConsultant(slip)) {
        return slip.paye > 0
          ? 'Consultants are not part of this file. Please declare them yourself.'
          : undefined
      }
      return !simple && !headed && isExempt(slip) ? onSheetC : undefined
    },
    lacks: (slip) => [
      ...(slip.person.pin_no ? [] : ['No KRA PIN: iTax will refuse the row.']),
      ...(!headed && hasArrears(slip) ? [onSheetG] : []),
      ...(!headed && hasCar(slip) ? [onSheetD] : []),
      ...lumpSumNotes(slip),
    ],
    nobody: sayToStaff.nobodyPaye,
    imported: true,
    parts: [
      ...(simple ? [simplified] : [full, disabled]).map(({ headings, ...part }) => ({
        ...part,
        ...(headed && headings ? { headings } : {}),
        row: (slip: LawfulSlip) => part.row(ownMonth(slip)),
      })),
      ...(headed ? [carSheet(who), ...arrearsSheets(isExempt, who)] : []),
    ],
  }
}

/** Taxed over the years it was earned in, and no pay of the month: it is declared by itself. */
const isLumpSum = ({ dues, taxable }: LawfulSlip['incomes'][number]) => dues && !taxable
const onOtherSheets = 'A lump sum was paid on leaving: enter it on sheet F, a gratuity on sheet I.'
const beside = `${onOtherSheets} The amount here is its PAYE, which is due with the month's.`

/** No template of these two sheets was seen: a note says who is on them, with the tax. */
function lumpSumNotes(slip: LawfulSlip) {
  if (!slip.incomes.some(isLumpSum)) return []
  const amount = lumpSumTaxOf(slip)
  return [amount > 0 ? { title: beside, amount } : onOtherSheets]
}

const isExempt = ({ law }: LawfulSlip) => law.disabilityExemption > 0

const cashOf = ({ law }: LawfulSlip) =>
  law.grossTaxable - law.taxableNonCash - law.taxableMeals - law.housingBenefit
/** Reliefs other than the personal one have a single column, whatever they are for. */
const otherReliefs = ({ nhif_relief, housing_relief }: LawfulSlip) => nhif_relief + housing_relief

const who = ({ person }: LawfulSlip): Cell[] => [
  person.pin_no,
  nameOf(person),
  person.resident ? 'Resident' : 'Non-Resident',
  person.primary_employment ? 'Primary Employee' : 'Secondary Employee',
]

const simplified: Part = {
  sheet: 'B_Employees_Dtls_Simplified',
  headings: [
    'PIN of Employee',
    'Name of Employee',
    'Resident Status',
    'Type of Employee',
    'Person with Disability',
    'Exemption Certificate Number',
    'Total Cash Pay (A)',
    'Value of Car Benefit (B)',
    'Value of Meals (C)',
    'Non Cash Benefits (D)',
    'Type of Housing',
    'Housing Benefit (F)',
    'Other Benefits (G)',
    'Total Gross Pay (H)',
    'SHIF (I)',
    'NSSF Contribution (J)',
    'Other Pension Contribution (K)',
    'Post Retirement Medical Fund (L)',
    'Mortgage Interest (M)',
    'Affordable Housing Levy (N)',
    'Taxable Pay (O)',
    'Monthly Personal Relief (P)',
    'Amount of Insurance Relief (Q)',
    'PAYE Tax (R)',
    'Self Assessed PAYE Tax (S)',
  ],
  lists: (slip) => !isConsultant(slip),
  row: (slip) => [
    ...who(slip),
    isExempt(slip) ? 'Yes' : 'No',
    isExempt(slip) ? slip.person.disability_certificate_no : null,
    cashOf(slip),
    ...simplifiedBenefits(slip),
    null,
    slip.health,
    slip.nssf,
    slip.input.pension ?? 0,
    slip.input.medicalFund ?? 0,
    slip.law.mortgageDeductible,
    slip.housing,
    null,
    slip.tax_relief,
    otherReliefs(slip),
    null,
    slip.paye,
  ],
}

const beforeExemption = [
  'Basic Salary',
  'Housing Allowance',
  'Transport Allowance',
  'Leave Pay',
  'Overtime Allowance',
  "Director's Fee",
  'Lump Sum Payment',
  'Other Allowance',
  'Total Cash Pay',
  'Value of Car Benefit',
  'Other Non Cash Benefits',
  'Total Non Cash Pay',
  'Global Income (Non Full Time Director)',
  'Type of Housing',
  'Rent of House / Market Value',
  'Computed Rent of House',
  'Rent Recovered from Employee',
  'Net Value of Housing',
  'Total Gross Pay',
  '30% of Cash Pay',
  'Actual Contribution',
  'Permissible Limit',
  'Mortgage Interest',
  'Deposit on Home Ownership Savings Plan',
  'Amount of Benefit',
]
const whoHeadings = [
  'PIN of Employee',
  'Name of Employee',
  'Residential Status',
  'Type of Employee',
]
const taxHeadings = [
  'Taxable Pay',
  'Tax Payable',
  'Monthly Personal Relief',
  'Amount of Insurance Relief',
  'PAYE Tax',
  'Self Assessed PAYE Tax',
]

/** Cash pay as the return splits it; the five together are what tax is charged on. */
function cashParts(slip: LawfulSlip): number[] {
  const sums = { salary: slip.salary, house: 0, transport: 0, leave: 0, overtime: 0, other: 0 }
  let absence = 0
  for (const { kind, taxable, type, amount } of slip.incomes) {
    if (!taxable) continue
    if (kind === 'absence') {
      absence -= amount
      continue
    }
    const known = type !== undefined && Object.hasOwn(sums, type)
    sums[known ? (type as keyof typeof sums) : 'other'] += amount
  }
  // The return has no column for absence: it comes off the salary, then off the rest.
  for (const name of Object.keys(sums) as (keyof typeof sums)[]) {
    const taken = Math.min(sums[name], absence)
    sums[name] -= taken
    absence -= taken
  }
  const { salary, house, transport, leave, overtime, other } = sums
  return [salary, house, transport, leave, overtime, 0, 0, other]
}

const upToBenefit = (slip: LawfulSlip): Cell[] => [
  ...cashParts(slip),
  null,
  ...fullBenefits(slip),
  null,
  null,
  slip.nssf + (slip.input.pension ?? 0),
  null,
  slip.law.mortgageDeductible,
  0,
  null,
]
const tax = (slip: LawfulSlip): Cell[] => [
  null,
  null,
  slip.tax_relief,
  otherReliefs(slip),
  null,
  slip.paye,
]

const full: Part = {
  sheet: 'B_Employees_Dtls',
  headings: [...whoHeadings, ...beforeExemption, ...taxHeadings],
  lists: (slip) => !isConsultant(slip) && !isExempt(slip),
  row: (slip) => [...who(slip), ...upToBenefit(slip), ...tax(slip)],
}

const disabled: Part = {
  sheet: 'C_Disabled_Employees_Dtls',
  headings: [
    ...whoHeadings,
    'Exemption Certificate Number',
    ...beforeExemption,
    'Amount of Exemption',
    ...taxHeadings,
  ],
  lists: (slip) => !isConsultant(slip) && isExempt(slip),
  row: (slip) => [
    ...who(slip),
    slip.person.disability_certificate_no,
    ...upToBenefit(slip),
    slip.law.disabilityExemption,
    ...tax(slip),
  ],
}
