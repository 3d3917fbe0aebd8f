import { monthNames } from '@mshahara/contract/months'
import { p9Columns, p9Foot, p9Line } from '@mshahara/engine/p9-columns'
import { lawOf } from '@mshahara/engine/statutory/index'
import type { Cell, Worksheet } from '../../foundation/sheets/worksheet.ts'
import { type LawfulSlip, nameOf } from '../payroll/index.ts'
import type { Employer } from './employer.ts'

/** The tax deduction card of one person and year, as cells. */

export interface Card {
  employee_id: string
  person: LawfulSlip['person']
  year: number
  sheet: Worksheet
  /** One line for the list of all cards. */
  summary: Cell[]
  paye: number
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

export const summaryHeadings = (year: number): string[][] => {
  const columns = p9Columns(year)
  return [
    ['Employee No', 'Name', 'KRA PIN', 'Months', ...columns.map(({ title }) => title)],
    ['', '', '', '', ...columns.map(({ code }) => code)],
  ]
}

export function cardOf(name: string, slips: LawfulSlip[], year: number, employer: Employer): Card {
  const { person, employee_id } = slips.at(-1) as LawfulSlip
  const columns = p9Columns(year)
  const byMonth = new Map(
    slips.map((slip) => [
      slip.month,
      p9Line(asPaid(slip), slip.input, lawOf(slip.month), year) as number[],
    ]),
  )
  const sums = columns.map((_, place) =>
    [...byMonth.values()].reduce((sum, line) => sum + (line[place] ?? 0), 0),
  )
  const rows = monthNames.map((month, index): Cell[] => {
    const line = byMonth.get(`${year}-${String(index + 1).padStart(2, '0')}`)
    return [month, ...(line ?? columns.map(() => null))]
  })
  const exempt = slips.reduce((sum, { law }) => sum + law.disabilityExemption, 0)
  const sheet: Worksheet = {
    name,
    onePage: true,
    top: topOf(person, year, employer),
    headings: [
      ['Month', ...columns.map(({ title }) => title)],
      ['', ...columns.map(({ code }) => code)],
    ],
    rows,
    bottom: [['TOTALS', ...sums], [], ...footOf(year, sums, exempt, person)],
  }
  const summary = [person.employee_no, nameOf(person), person.pin_no, String(slips.length), ...sums]
  const paye = slips.reduce((sum, slip) => sum + slip.paye, 0)
  return { employee_id, person, year, sheet, summary, paye }
}

function topOf(person: LawfulSlip['person'], year: number, employer: Employer): Cell[][] {
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

function footOf(
  year: number,
  sums: number[],
  exempt: number,
  person: LawfulSlip['person'],
): Cell[][] {
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
