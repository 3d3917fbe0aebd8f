import { z } from 'zod'
import { employeeFaults, employeeFields, type FieldFault } from './employee-fields.ts'
import { optionalText, phone, shillingsInput } from './fields.ts'

/** The fields of a casual worker, for the form, the call and the rows of a spreadsheet alike. */

/** How a casual is paid (C13), and what people call it. */
export const casualPayWays = { mpesa: 'M-PESA', cash: 'Cash' } as const
export type CasualPayBy = keyof typeof casualPayWays

/** Of their payrolls. */
export const casualPayrollStatuses = ['draft', 'confirmed', 'reversed'] as const

/** What the rate is for. */
export const payBases = { day: 'Day', piece: 'Piece' } as const
export type PayBasis = keyof typeof payBases

/** As written in a sheet or sent by a form. */
const oneOf = <T extends string>(names: readonly [T, ...T[]], sentence: string) =>
  z
    .string(sentence)
    .transform((value) => value.toLowerCase().replace(/[\s-]/g, ''))
    .pipe(z.enum(names, sentence))

/** More than anybody earns in a day, and little enough for exact sums. */
const mostCents = 100_000_000
export const dailyAmount = (label: string) =>
  shillingsInput(label).refine((cents) => cents <= mostCents, `${label} is too large for a day.`)

const { shape } = employeeFields

const casualFields = z.object({
  first_name: shape.first_name,
  middle_name: shape.middle_name,
  last_name: shape.last_name,
  id_number: shape.id_number,
  phone,
  gender: shape.gender,
  dob: shape.dob,
  address: shape.address,
  /** For a day, or for a piece. */
  pay: dailyAmount('Daily Pay Amount'),
  pay_basis: oneOf(['day', 'piece'], 'Paid Per is Day or Piece.'),
  /** What a piece is: "sack", "block". */
  piece: optionalText('Piece', 40),
  pay_by: oneOf(['mpesa', 'cash'], 'Pay By is M-PESA or Cash.'),
  duty: optionalText('Duty', 500),
  employment_date: shape.employment_date,
  termination_date: shape.termination_date,
  department_id: shape.department_id,
  work_station_id: shape.work_station_id,
  pin_no: shape.pin_no,
  nssf_no: shape.nssf_no,
  nhif_no: shape.nhif_no,
})
export type CasualFields = z.output<typeof casualFields>

export const newCasualFields = casualFields.extend({
  pay_basis: casualFields.shape.pay_basis.default('day'),
  pay_by: casualFields.shape.pay_by.default('mpesa'),
})
export const changedCasualFields = casualFields.partial()

type Compared = Partial<
  Pick<CasualFields, 'dob' | 'employment_date' | 'termination_date' | 'phone' | 'pay_by'>
>

/** What the fields must not say together: dates and phone, by the rules for employees. */
export const casualFaults = ({ pay_by, ...given }: Compared): FieldFault[] =>
  employeeFaults({ ...given, pay_by: pay_by === 'mpesa' ? 'mpesa' : 'bank' })
