import { z } from 'zod'
import {
  agreedNetInput,
  employeeFaults,
  employeeFields,
  givenFields,
  hasSalary,
  newEmployeeFields,
  salaryWords,
  withSwitches,
} from './employee-fields.ts'
import { endpoint } from './endpoint.ts'
import {
  bit,
  byId,
  dataUrl,
  day,
  id,
  instant,
  month,
  optional,
  optionalText,
  shillings,
  shillingsInput,
  slice,
  text,
  withWarning,
} from './fields.ts'
import { waitingImport } from './import.ts'
import { limits } from './limits.ts'
import { nextNo } from './structure.ts'

export const statuses = ['active', 'inactive', 'suspended', 'terminated'] as const
export type EmployeeStatus = (typeof statuses)[number]

const named = z.object({ name: z.string() }).nullable()

/** A confirmed month that a new salary reaches back to: what is paid on top, or taken back. */
export const arrearsMonth = z.object({
  month,
  pay: z.array(z.object({ component: z.string(), amount: shillings, working: z.string() })),
  deductions: z.array(z.object({ name: z.string(), amount: shillings })),
  net: shillings,
  /** It paid into a pension scheme: that stays as it was paid, whatever it was a share of. */
  schemes: z.literal(true).optional(),
})
export type ArrearsMonth = z.output<typeof arrearsMonth>

/** What lists and pickers need; pay appears only in the details. */
export const employeeListed = z.object({
  id,
  employee_no: z.string(),
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  id_number: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: z.enum(statuses),
  avatar: z.string().nullable(),
  department_id: id.nullable(),
  designation_id: id.nullable(),
  work_station_id: id.nullable(),
  created_at: instant,
})
export type EmployeeListed = z.output<typeof employeeListed>

/** One entry of the salary history; the newest entry that has begun is in force. */
export const salaryChange = z.object({
  id,
  month,
  /** The gross; of an agreed net as it was worked out when it was recorded, for its month. */
  amount: shillings,
  agreed_net: shillings.nullable(),
  created_at: instant,
  /** Who recorded it. */
  by: z.string(),
  state: z.enum(['current', 'coming', 'past', 'replaced']),
})

export const employee = employeeListed.extend({
  gender: z.string().nullable(),
  dob: day.nullable(),
  address: z.string().nullable(),
  disability: bit,
  tos: z.string(),
  salary: shillings,
  /** In force: the salary is agreed net, and every month has a gross of its own. */
  agreed_net: shillings.nullable(),
  employment_date: day,
  termination_date: day.nullable(),
  paye: z.boolean(),
  nhif: z.boolean(),
  nssf: z.boolean(),
  housing: z.boolean(),
  nita: z.boolean(),
  email_payslip: z.boolean(),
  department: named,
  designation: named,
  station: named,
  kin: z.object({
    name: z.string().nullable(),
    relationship: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  details: z.object({
    pin_no: z.string().nullable(),
    nhif_no: z.string().nullable(),
    nssf_no: z.string().nullable(),
    bank_name: z.string().nullable(),
    branch_name: z.string().nullable(),
    account_no: z.string().nullable(),
    bank_code: z.string().nullable(),
    branch_code: z.string().nullable(),
  }),
  resident: z.boolean(),
  primary_employment: z.boolean(),
  disability_certificate_no: z.string().nullable(),
  disability_certificate_expiry: day.nullable(),
  nssf_tier2_contracted_out: z.boolean(),
  nssf_continues: z.boolean(),
  vat_registered: z.boolean(),
  pay_by: z.enum(['bank', 'mpesa']),
  /** When account, phone or way of payment last changed. */
  payee_changed_at: instant.nullable(),
  salaries: z.array(salaryChange),
  /** The month a new salary takes effect unless another is chosen (B5). */
  next_salary_month: month,
  /** What is worth completing; for staff only. */
  warnings: z.array(z.string()),
  /** How the person signs in: not at all, invited, or with this address. */
  sign_in: z
    .object({ status: z.enum(['active', 'inactive', 'invited']), email: z.string().nullable() })
    .nullable(),
})
export type Employee = z.output<typeof employee>

const refuse = (faults: { field: string; sentence: string }[], ctx: z.RefinementCtx) => {
  for (const { field, sentence } of faults) {
    ctx.addIssue({ code: 'custom', path: field.split('.'), message: sentence })
  }
}

export const employeeInput = givenFields
  .refine(hasSalary, { path: ['salary'], error: salaryWords.needed, when: () => true })
  .superRefine((given, ctx) => refuse(employeeFaults(given), ctx))
  .transform(withSwitches)
/** Only what is sent changes; `salary_from` says from which month a new salary counts. */
export const employeeChange = employeeFields
  .partial()
  .extend({ salary_from: month.optional() })
  .superRefine((given, ctx) => refuse(employeeFaults(given), ctx))

/** How somebody is taxed, as far as it is known; what is not given is as usual. */
const grossAsked = newEmployeeFields
  .pick({
    ...{ tos: true, dob: true, resident: true, primary_employment: true, disability: true },
    ...{ disability_certificate_expiry: true, nssf_tier2_contracted_out: true },
    ...{ nssf_continues: true, paye: true, nhif: true, nssf: true, housing: true, nita: true },
  })
  .extend({ agreed_net: agreedNetInput, month })
  .superRefine((given, ctx) => refuse(employeeFaults(given), ctx))

const typed = z
  .string()
  .max(190)
  .nullish()
  .transform((text) => text?.trim() || null)
/** As far as they are typed; `id` is whose they are, when they are not somebody new's. */
const numbersToCheck = z.object({
  id: optional(id),
  pin_no: typed,
  nssf_no: typed,
  nhif_no: typed,
  phone: typed,
  bank_name: typed,
  branch_name: typed,
  account_no: typed,
  /** A consultant may have a company's PIN. */
  tos: typed,
})

export const statusChange = z
  .object({
    status: z.enum(statuses, 'Please choose a status.'),
    /** The last working day, which Terminated asks for (B8), and of a contract also coming back. */
    termination_date: day.nullish(),
  })
  .refine(({ status, termination_date }) => status !== 'terminated' || termination_date, {
    path: ['termination_date'],
    error: 'Please give the last working day.',
  })

export const employeeFile = z.object({
  id,
  employee_id: id,
  name: z.string(),
  file: z.string(),
  description: z.string().nullable(),
  created_at: instant,
})
export type EmployeeFile = z.output<typeof employeeFile>

const noFile = 'Please select a file'
const owned = 'owner-or view employees'

export const employees = {
  list: endpoint({
    method: 'GET',
    path: 'employees',
    access: 'view employees',
    summary:
      'Everybody, newest first; with offset, limit or search a slice, and in the header ' +
      'x-total-count how many there are.',
    query: slice.extend({
      /** Only people who lack a PIN, an NSSF or SHIF number, or a bank account. */
      lacking: z.enum(['numbers']).optional(),
    }),
    response: z.array(employeeListed),
  }),
  nextNo: endpoint({
    method: 'GET',
    path: 'employeeNextNo',
    access: 'create employees',
    summary: 'The number the next employee is likely to get.',
    response: nextNo,
  }),
  get: endpoint({
    method: 'GET',
    path: 'employee/:id',
    access: owned,
    summary: 'One employee with pay, salary history and warnings.',
    params: byId,
    response: employee,
  }),
  create: endpoint({
    method: 'POST',
    path: 'employee',
    access: 'create employees',
    waits: true,
    summary: 'Add an employee; with an email they can sign in.',
    body: employeeInput,
    response: employee,
    success: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'employee/:id',
    access: 'edit employees',
    waits: true,
    summary: 'Change an employee; what is not sent stays as it is.',
    params: byId,
    body: employeeChange,
    response: employee.extend({ ...withWarning, arrears: z.array(arrearsMonth) }),
  }),
  arrears: endpoint({
    method: 'POST',
    path: 'employee/:id/arrears',
    access: 'edit employees',
    effect: 'read',
    summary:
      'What a salary with effect from confirmed months would come to, by month and component: ' +
      'the next payroll pays it, or takes it back.',
    params: byId,
    body: z.object({
      salary: shillingsInput('Salary').optional(),
      agreed_net: agreedNetInput.nullish(),
      from: month,
    }),
    response: z.array(arrearsMonth),
  }),
  gross: endpoint({
    method: 'POST',
    path: 'employee/gross',
    access: 'view employees',
    effect: 'read',
    summary: 'The gross salary that leaves an agreed net, by the law of a month.',
    body: grossAsked,
    response: z.object({ gross: shillings, net: shillings }),
  }),
  check: endpoint({
    method: 'POST',
    path: 'employee/check',
    access: 'view employees',
    effect: 'read',
    summary: 'What deserves a second look before it is saved: numbers of somebody else, the bank.',
    body: numbersToCheck,
    response: z.array(z.object({ field: z.string(), sentence: z.string() })),
  }),
  status: endpoint({
    method: 'PATCH',
    path: 'employee/status/:id',
    access: 'edit employees',
    waits: true,
    summary: 'Change the status, which also decides who may sign in.',
    params: byId,
    body: statusChange,
    response: employee,
  }),
  avatar: endpoint({
    method: 'POST',
    path: 'employee/avatar',
    access: 'edit employees',
    summary: 'Set the photo of an employee.',
    body: z.object({ employee_id: id, file: dataUrl('Photo', limits.logoBytes) }),
    response: z.object({ avatar: z.string() }),
  }),
  files: endpoint({
    method: 'GET',
    path: 'employee/files/:id',
    access: owned,
    summary: 'The files of an employee.',
    params: byId,
    response: z.array(employeeFile),
  }),
  addFile: endpoint({
    method: 'POST',
    path: 'employee/file',
    access: 'edit employees',
    summary: 'Keep a scan or document with an employee.',
    body: z.object({
      employee_id: id,
      name: text('File Name'),
      file: z.string(noFile).min(1, noFile).pipe(dataUrl('File', limits.documentBytes)),
      description: optionalText('Description', 500),
    }),
    bodyBytes: limits.documentBody,
    response: employeeFile,
    success: 201,
  }),
  /** By role and not by permission (A11). */
  ...waitingImport('employee', 'primary', 'Add employees'),
}
