import { figures } from '@mshahara/contract/figures'
import {
  type RegisterCause,
  type RegisterColumn,
  type RegisterCompared,
  type RegisterFigure,
  registerFigures,
} from '@mshahara/contract/registers'
import { difference } from '../lib/format.ts'

/** A comparison in words, for the screen and for paper. */

const who = {
  employee_no: 'Employee No',
  pin_no: 'KRA PIN',
  id_number: 'ID Number',
  name: 'Employee Name',
}
export const titleOf = (column: RegisterColumn): string => {
  if (column === 'health') return 'SHIF / NHIF'
  return column in who ? who[column as keyof typeof who] : figures[column as RegisterFigure].label
}

export const causeWords: Record<RegisterCause, { title: string; text: string }> = {
  input: { title: 'Input', text: 'something else goes into it: pay, days, deductions' },
  law: { title: 'Law', text: 'the same pay, and another deduction' },
  rounding: { title: 'Rounding', text: 'less than a shilling' },
}

/** What its gross pay was read as, where that makes a difference. */
export const grossSaid = ({ gross_is }: RegisterCompared) => {
  if (gross_is === null) return ''
  const what = gross_is === 'cash' ? 'cash, without' : 'pay with'
  return `Gross pay of the register is ${what} benefits in kind: so it fits its taxable pay.`
}

const cents = (shillings: number) => Math.round(shillings * 100)
export const apart = (here: number, there: number) => {
  const by = cents(there) - cents(here)
  return by === 0 ? '–' : difference(by / 100)
}

/** What is not compared, of that which could be. */
export const missingIn = ({ columns }: RegisterCompared) =>
  registerFigures.filter((figure) => columns[figure] === null).map(titleOf)
