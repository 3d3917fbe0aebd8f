import { monthInWords } from '@mshahara/contract/months'
import { arrearsPay, arrearsTaken } from '@mshahara/engine/arrears'
import type { Cell } from '../../foundation/sheets/worksheet.ts'
import { arrearsOn, type LawfulSlip } from '../payroll/index.ts'
import { isConsultant, type Part } from './plan.ts'

/**
 * Arrears in the PAYE return: sheet G, and H for people with a disability. No template of these two
 * has been seen: the columns are those of sheet B that arrears have something of, with the month
 * they are of.
 */

export const onSheetG = 'Arrears are on sheets G and H: please export the Excel file too.'

export const hasArrears = (slip: LawfulSlip) => arrearsOn(slip).length > 0

const headings = [
  'PIN of Employee',
  'Name of Employee',
  'Residential Status',
  'Type of Employee',
  'Month of Arrears',
  'Total Cash Pay',
  'SHIF',
  'NSSF Contribution',
  'Affordable Housing Levy',
  'Taxable Pay',
  'Monthly Personal Relief',
  'Amount of Insurance Relief',
  'Self Assessed PAYE Tax',
]
const certificate = 'Exemption Certificate Number'

export function arrearsSheets(
  isExempt: (slip: LawfulSlip) => boolean,
  who: (slip: LawfulSlip) => Cell[],
): Part[] {
  const sheet = (name: string, exempt: boolean): Part => ({
    sheet: name,
    headings: exempt ? [...headings.slice(0, 4), certificate, ...headings.slice(4)] : headings,
    // Nobody is on these alone.
    lists: () => false,
    row: () => [],
    each: (slip) =>
      isConsultant(slip) || isExempt(slip) !== exempt
        ? []
        : arrearsOn(slip).map((one) => {
            const taken = arrearsTaken([one])
            return [
              ...who(slip),
              ...(exempt ? [slip.person.disability_certificate_no] : []),
              monthInWords(one.month),
              arrearsPay([one]),
              taken.health,
              taken.nssf,
              taken.housing,
              taken.taxable,
              taken.tax_relief,
              taken.nhif_relief + taken.housing_relief,
              taken.paye,
            ]
          }),
  })
  return [sheet('G_Arrears_Dtls_E', false), sheet('H_Arrears_Dtls_DE', true)]
}
