import { z } from 'zod'
import {
  day,
  dayOr,
  digits,
  email,
  flag,
  id,
  kraPin,
  name,
  optional,
  optionalText,
  phone,
  shillingsInput,
} from './fields.ts'
import { limits } from './limits.ts'
import { type Wording, wordingOf } from './say.ts'

/** The fields of an employee, for the form, the call and the rows of a spreadsheet alike. */

export const genders = ['Male', 'Female'] as const
/** Casual is referred to by the rule for the switches, but chosen nowhere. */
export const terms = ['Permanent', 'Contract', 'Consultant'] as const
export type Terms = (typeof terms)[number]

/** How somebody is paid (C13), and what people call it. */
export const payWays = { bank: 'Bank', mpesa: 'M-PESA' } as const
export type PayBy = keyof typeof payWays

const payBy = z
  .string('Pay By is Bank or M-PESA.')
  .transform((value) => value.toLowerCase().replace(/[\s-]/g, ''))
  .pipe(z.enum(['bank', 'mpesa'], 'Pay By is Bank or M-PESA.'))

/** A number that M-PESA can pay to. */
export const isMobile = (phone: string | null) => phone !== null && /^0[17]\d{8}$/.test(phone)

/** An ID number as it is kept, from "31 445 566" and "31-445-566": one number, one spelling. */
export const idNumberKept = (written: string) =>
  written
    .replace(/\s+/g, '')
    .replace(/(\d)-(?=\d)/g, '$1')
    .toUpperCase()

const idNumber = z
  .string('ID Number is required.')
  .overwrite(idNumberKept)
  .min(1, 'ID Number is required.')
  .refine(
    (value) => value === '' || /^[A-Z0-9-]{5,20}$/.test(value),
    'An ID number has 5 to 20 digits or letters.',
  )

/** What the person is to have in hand of the salary, in place of a gross. */
export const agreedNetInput = shillingsInput('Agreed Net').refine(
  (net) => net > 0,
  'The agreed net must be more than nothing.',
)

const employeeNo = optionalText('Employee No', 30).refine(
  (value) => value === null || /^[\w./-]+$/.test(value),
  'An employee number has letters, digits, and - / . _ only.',
)

export const employeeFields = z.object({
  employee_no: employeeNo,
  first_name: name('First Name', 60),
  middle_name: optional(name('Middle Name', 60)),
  last_name: name('Last Name', 60),
  id_number: idNumber,
  phone: optional(phone),
  email: optional(email),
  gender: optional(z.enum(genders, 'Gender is Male or Female.')),
  dob: optional(day),
  disability: flag,
  address: optionalText('Address', 200),
  kin: z
    .object({
      name: optionalText('Kin Name'),
      relationship: optionalText('Relationship', 60),
      phone: optional(phone),
    })
    .nullish()
    .transform((kin) => kin ?? { name: null, relationship: null, phone: null }),
  tos: z.enum(terms, `Employment Terms are ${terms.join(', ')}.`),
  salary: shillingsInput('Salary'),
  /** The salary is agreed net, and its gross follows the law of each month; null: agreed gross. */
  agreed_net: agreedNetInput.nullish().transform((net) => net ?? null),
  employment_date: dayOr('Employment Date is required, such as 2026-02-28.'),
  termination_date: optional(day),
  paye: flag,
  nhif: flag,
  nssf: flag,
  housing: flag,
  nita: flag,
  email_payslip: flag,
  department_id: optional(id),
  designation_id: optional(id),
  work_station_id: optional(id),
  pin_no: optional(kraPin),
  nssf_no: optionalText('NSSF No', 40),
  nhif_no: optionalText('SHIF No', 40),
  bank_name: optionalText('Bank Name'),
  branch_name: optionalText('Branch Name'),
  account_no: digits('Account Number'),
  pay_by: payBy,
  resident: flag,
  primary_employment: flag,
  disability_certificate_no: optionalText('Certificate No', 60),
  disability_certificate_expiry: optional(day),
  nssf_tier2_contracted_out: flag,
  /** Goes on with NSSF after the month of the 60th birthday (B24). */
  nssf_continues: flag,
  vat_registered: flag,
})
export type EmployeeFields = z.output<typeof employeeFields>

const on = flag.default(true)
const off = flag.default(false)

export const switches = ['paye', 'nhif', 'nssf', 'housing', 'nita'] as const

/** Changing the terms sets every deduction switch; Email Payslip is left alone (B7). */
export const switchesFor = (tos: string) =>
  Object.fromEntries(
    switches.map((name) => [name, tos !== 'Consultant' && tos !== 'Casual']),
  ) as Record<(typeof switches)[number], boolean>

/** What a new employee starts with; a change leaves alone what it does not name. */
export const newEmployeeFields = employeeFields.extend({
  tos: employeeFields.shape.tos.default('Permanent'),
  paye: flag.optional(),
  nhif: flag.optional(),
  nssf: flag.optional(),
  housing: flag.optional(),
  nita: flag.optional(),
  pay_by: payBy.default('bank'),
  email_payslip: on,
  resident: on,
  primary_employment: on,
  disability: off,
  nssf_tier2_contracted_out: off,
  nssf_continues: off,
  vat_registered: off,
})

/** As they are given: of a salary that is agreed net the gross is worked out. */
export const givenFields = newEmployeeFields.extend({ salary: shillingsInput('Salary').nullish() })

/** By form, call and sheet alike: switches follow the terms where they are not given (B7). */
export const withSwitches = (given: z.output<typeof givenFields>): EmployeeFields => ({
  ...given,
  salary: given.salary ?? 0,
  ...switchesGiven(given),
})

type Switches = ReturnType<typeof switchesFor>
export function switchesGiven(
  given: { tos: string } & { [Name in keyof Switches]?: boolean | undefined },
): Switches {
  const start = switchesFor(given.tos)
  for (const name of switches) start[name] = given[name] ?? start[name]
  return start
}

export interface FieldFault {
  field: string
  sentence: Wording
}

type Dates = Partial<Pick<EmployeeFields, 'dob' | 'employment_date' | 'termination_date'>>
type Payee = Partial<Pick<EmployeeFields, 'pay_by' | 'phone'>>
type Agreed = Partial<Pick<EmployeeFields, 'tos' | 'agreed_net'>>

const yearsLater = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

/** What the fields must not say together; those not given are not asked about. */
export const employeeFaults = (given: Dates & Payee & Agreed): FieldFault[] => [
  ...dateFaults(given),
  ...payeeFaults(given),
  ...agreedFaults(given),
]

/** It has an amount, whichever way it is agreed. */
export const hasSalary = (given: { salary?: unknown; agreed_net?: unknown }) =>
  (given.salary ?? given.agreed_net ?? null) !== null

export const employeeWords = wordingOf('employee-fields', {
  mobileNeeded: 'To be paid by M-PESA, a person needs a Kenyan mobile number: 0712 345 678.',
})

/** Of the form that staff fill in. */
const dateWords = wordingOf('employee-dates', {
  checkYear: 'Please check the year of this date.',
  bornLater: 'Date of Birth must be before the Employment Date.',
  tooYoung: ({ least }: { least: number }) =>
    `An employee must be at least ${least} when employed.`,
  endsBefore: 'Termination Date cannot be before the Employment Date.',
})

export const salaryWords = wordingOf('salary-agreed', {
  needed: 'Salary is required.',
  netFee: "A consultant's fee is agreed as it is invoiced, not net.",
})

function agreedFaults({ tos, agreed_net }: Agreed): FieldFault[] {
  if (tos !== 'Consultant' || (agreed_net ?? null) === null) return []
  return [{ field: 'agreed_net', sentence: salaryWords.netFee }]
}

function payeeFaults({ pay_by, phone }: Payee): FieldFault[] {
  if (pay_by !== 'mpesa' || phone === undefined || isMobile(phone)) return []
  return [{ field: 'phone', sentence: employeeWords.mobileNeeded }]
}

function dateFaults({ dob, employment_date, termination_date }: Dates): FieldFault[] {
  if (!employment_date) return []
  const faults: FieldFault[] = []
  if (employment_date < '1950-01-01' || employment_date > '2100-12-31') {
    faults.push({ field: 'employment_date', sentence: dateWords.checkYear })
  }
  if (dob && dob >= employment_date) {
    faults.push({ field: 'dob', sentence: dateWords.bornLater })
  } else if (dob && dob < '1900-01-01') {
    faults.push({ field: 'dob', sentence: dateWords.checkYear })
  } else if (dob && yearsLater(dob, limits.youngest) > employment_date) {
    faults.push({ field: 'dob', sentence: dateWords.tooYoung({ least: limits.youngest }) })
  }
  if (termination_date && termination_date < employment_date) {
    faults.push({ field: 'termination_date', sentence: dateWords.endsBefore })
  }
  return faults
}
