import type { Cell } from '../../foundation/sheets/worksheet.ts'
import type { LawfulSlip } from '../payroll/index.ts'
import { isConsultant, type Part } from './plan.ts'

/**
 * How the cars of column B come to their value: sheet D of the PAYE return (B33). No template of it
 * has been seen: the working stands in words, as the payslip keeps it, for whoever fills it in.
 */

export const onSheetD = 'Cars are on sheet D: please export the Excel file too.'

const carsOf = ({ input }: LawfulSlip) =>
  (input.benefits ?? []).filter(({ part, amount }) => part === 'car' && amount !== 0)

export const hasCar = (slip: LawfulSlip) => carsOf(slip).length > 0

export const carSheet = (who: (slip: LawfulSlip) => Cell[]): Part => ({
  sheet: 'D_Computation_of_Car_Benefit',
  headings: [
    'PIN of Employee',
    'Name of Employee',
    'Residential Status',
    'Type of Employee',
    'Car',
    'How It Is Valued',
    'Value of Car Benefit',
  ],
  // Nobody is on this alone.
  lists: () => false,
  row: () => [],
  each: (slip) =>
    isConsultant(slip)
      ? []
      : carsOf(slip).map(({ name, working, amount }) => [...who(slip), name, working, amount]),
})
