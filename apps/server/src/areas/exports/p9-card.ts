import { monthNames } from '@mshahara/contract/months'
import { isNewCard, p9Columns, p9Foot, p9Line } from '@mshahara/engine/p9-columns'
import { lawOf } from '@mshahara/engine/statutory/index'
import type { Cell, Worksheet } from '../../foundation/sheets/worksheet.ts'
import {
  monthsOpened,
  type Opened,
  type OpenedPerson,
  openedInWords,
  spansOf,
} from '../opening/index.ts'
import { type LawfulSlip, nameOf } from '../payroll/index.ts'
import type { Employer } from './employer.ts'

/** The tax deduction card of one person and year, as cells. */

export interface Card {
  employee_id: string
  person: OpenedPerson
  year: number
  sheet: Worksheet
  /** One line for the list of all cards. */
  summary: Cell[]
  /** All of it, with that on a lump sum. */
  paye: number
  lump_sum_tax: number
}

/** Deductions are as they were frozen; only what has no column there is worked out again. */
const asPaid = (slip: LawfulSlip) => ({
  ...slip.law,
  taxablePay: slip.taxable,
  taxCharged: slip.income_tax,
  personalRelief: slip.tax_relief,
  insuranceRelief: slip.nhif_relief,
  prmfRelief: 0,
  ahlRelief: slip.housing_relief,
  nssfEmployee: slip.nssf,
  paye: slip.paye,
})

/** With a column for tax on lump sums, where any was taken. */
export const summaryHeadings = (year: number, lumps: boolean): string[][] => {
  const columns = p9Columns(year)
  const last = lumps ? ([['PAYE on Lump Sum'], ['']] as const) : ([[], []] as const)
  return [
    ['Employee No', 'Name', 'KRA PIN', 'Months', ...columns.map(({ title }) => title), ...last[0]],
    ['', '', '', '', ...columns.map(({ code }) => code), ...last[1]],
  ]
}

/** Somebody's year: payslips of here, and months that came from elsewhere (B34). */
export interface CardHolder {
  employee_id: string
  person: OpenedPerson
  slips: LawfulSlip[]
  opened: readonly Opened[]
  /** PAYE on what final dues paid for years of service: in no column. */
  lump_sum_tax?: number
}

export function cardOf(
  name: string,
  { employee_id, person, slips, opened, lump_sum_tax = 0 }: CardHolder,
  year: number,
  employer: Employer,
): Card {
  const columns = p9Columns(year)
  const byMonth = new Map(
    slips.map((slip) => [
      slip.month,
      p9Line(asPaid(slip), slip.input, lawOf(slip.month), year) as number[],
    ]),
  )
  const sumsOfMonths = opened.map((row) => ({ row, line: openedLine(row, year) }))
  const lines = [...byMonth.values(), ...sumsOfMonths.map(({ line }) => line)]
  const sums = columns.map((_, place) => lines.reduce((sum, line) => sum + (line[place] ?? 0), 0))
  const rows = monthNames.flatMap((month, index): Cell[][] => {
    const at = `${year}-${String(index + 1).padStart(2, '0')}`
    const other = sumsOfMonths.find(({ row }) => row.from <= at && at <= row.to)
    // Several months that are known as one sum are one row.
    if (other) return other.row.from === at ? [[monthsInWords(other.row), ...other.line]] : []
    return [[month, ...(byMonth.get(at) ?? columns.map(() => null))]]
  })
  const exempt =
    slips.reduce((sum, { law }) => sum + law.disabilityExemption, 0) +
    opened.reduce((sum, { amounts }) => sum + amounts.exempt, 0)
  const foot = [
    ...footOf(year, sums, exempt, person),
    ...(lump_sum_tax > 0 ? [[onLumpSum, lump_sum_tax]] : []),
    ...sourcesOf(opened),
  ]
  const sheet: Worksheet = {
    name,
    onePage: true,
    top: topOf(person, year, employer),
    headings: [
      ['Month', ...columns.map(({ title }) => title)],
      ['', ...columns.map(({ code }) => code)],
    ],
    rows,
    bottom: [['TOTALS', ...sums], [], ...foot],
  }
  const months = opened.reduce((sum, row) => sum + monthsOpened(row).length, slips.length)
  const summary = [person.employee_no, nameOf(person), person.pin_no, String(months), ...sums]
  const paye =
    slips.reduce((sum, slip) => sum + slip.paye, 0) +
    opened.reduce((sum, { amounts }) => sum + amounts.paye, lump_sum_tax)
  return { employee_id, person, year, sheet, summary, paye, lump_sum_tax }
}

/** Columns are by the bands of each month; a lump sum is taxed over the years it was earned in. */
const onLumpSum = 'PAYE on lump sum, in no column, Ksh.'

const monthsInWords = (row: { from: string; to: string }) =>
  openedInWords(row).replace(/ \d{4}$/, '')

/** As the other system's card had it, in the order of ours. */
function openedLine(row: Opened, year: number): number[] {
  const { amounts: of } = row
  const most = monthsOpened(row).reduce((sum, month) => sum + lawOf(month).pensionLimit.most, 0)
  const deducted = isNewCard(year)
    ? [of.ahl, of.shif, of.medical_fund, of.mortgage, of.deductions]
    : [of.mortgage, of.deductions]
  return [
    ...[of.basic, of.benefits, of.quarters, of.gross, of.pension_share, of.pension, most],
    ...deducted,
    ...[of.chargeable, of.tax_charged, of.personal_relief, of.insurance_relief, of.paye],
  ]
}

/** "January to August: from Sage payroll", each source with its months. */
const sourcesOf = (opened: readonly Opened[]): Cell[][] =>
  spansOf(opened).map((span) => [`${monthsInWords(span)}: from ${span.source}`])

function topOf(person: OpenedPerson, year: number, employer: Employer): Cell[][] {
  const others = [person.first_name, person.middle_name].filter(Boolean).join(' ')
  return [
    ['KENYA REVENUE AUTHORITY'],
    ['DOMESTIC TAXES DEPARTMENT'],
    [`TAX DEDUCTION CARD YEAR ${year}`],
    ["Employer's Name", employer.name, null, null, "Employer's PIN", employer.pin_no],
    ["Employee's Main Name", person.last_name, null, null, "Employee's PIN", person.pin_no],
    ["Employee's Other Names", others, null, null, 'Employee No', person.employee_no],
    [],
  ]
}

function footOf(year: number, sums: number[], exempt: number, person: OpenedPerson): Cell[][] {
  const columns = p9Columns(year)
  const { chargeable, tax } = p9Foot(year)
  const sumOf = (code: string) => sums[columns.findIndex((column) => column.code === code)] ?? 0
  const foot: Cell[][] = [
    [`Total Chargeable Pay (Col. ${chargeable}) Ksh.`, sumOf(chargeable)],
    [`Total Tax (Col. ${tax}) Ksh.`, sumOf(tax)],
  ]
  if (exempt === 0) return foot
  const certificate = person.disability_certificate_no
  const words = `Disability exemption, taken off before column ${chargeable}, Ksh.`
  return [...foot, [words, exempt, ...(certificate ? [`Certificate ${certificate}`] : [])]]
}
