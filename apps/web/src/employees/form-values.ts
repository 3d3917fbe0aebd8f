import type { EmployeeFields } from '@mshahara/contract/employee-fields'
import type { Employee } from '@mshahara/contract/employees'
import type { Form } from '../lib/form.ts'
import type { Warnings } from '../ui/bank-fields.tsx'

/** The values of the employee form: of a new employee, of one being edited, or unfinished ones. */

/** What a field holds until it is filled in properly: a text, a choice still open, no amount. */
type Held<T> = T extends boolean
  ? boolean
  : T extends number
    ? number | string
    : T extends object
      ? { [K in keyof T]: Held<T[K]> }
      : string | null
export type EmployeeValues = {
  [K in Exclude<keyof EmployeeFields, 'salary' | 'agreed_net'>]: Held<EmployeeFields[K]>
} & {
  /** Of one that is agreed net it need not be given. */
  salary?: number | string | undefined
  /** Null: the salary is agreed gross. */
  agreed_net: number | string | null
  salary_from?: string
}

/** What the sections of the form work with. */
export interface Section {
  form: Form<EmployeeValues>
  /** The employee being edited; none when adding. */
  employee?: Employee
}
/** What deserves a second look, by the field it stands below. */
export interface Watched extends Section {
  warnings: Warnings
}

export const blank: EmployeeValues = {
  employee_no: '',
  first_name: '',
  middle_name: '',
  last_name: '',
  id_number: '',
  phone: '',
  email: '',
  gender: null,
  dob: null,
  disability: false,
  address: '',
  kin: { name: '', relationship: '', phone: '' },
  tos: 'Permanent',
  salary: '',
  agreed_net: null,
  employment_date: null,
  termination_date: null,
  paye: true,
  nhif: true,
  nssf: true,
  housing: true,
  nita: true,
  email_payslip: true,
  department_id: null,
  designation_id: null,
  work_station_id: null,
  pin_no: '',
  nssf_no: '',
  nhif_no: '',
  bank_name: '',
  branch_name: '',
  account_no: '',
  resident: true,
  primary_employment: true,
  disability_certificate_no: '',
  disability_certificate_expiry: null,
  nssf_tier2_contracted_out: false,
  nssf_continues: false,
  vat_registered: false,
  pay_by: 'bank',
}

const text = (value: string | null) => value ?? ''

export function valuesOf(employee: Employee): EmployeeValues {
  const { details, kin } = employee
  return {
    employee_no: employee.employee_no,
    first_name: employee.first_name,
    middle_name: text(employee.middle_name),
    last_name: employee.last_name,
    id_number: employee.id_number,
    phone: text(employee.phone),
    email: text(employee.email),
    gender: employee.gender,
    dob: employee.dob,
    disability: employee.disability === 1,
    address: text(employee.address),
    kin: { name: text(kin.name), relationship: text(kin.relationship), phone: text(kin.phone) },
    tos: employee.tos,
    salary: employee.salary,
    agreed_net: employee.agreed_net,
    employment_date: employee.employment_date,
    termination_date: employee.termination_date,
    paye: employee.paye,
    nhif: employee.nhif,
    nssf: employee.nssf,
    housing: employee.housing,
    nita: employee.nita,
    email_payslip: employee.email_payslip,
    department_id: employee.department_id,
    designation_id: employee.designation_id,
    work_station_id: employee.work_station_id,
    pin_no: text(details.pin_no),
    nssf_no: text(details.nssf_no),
    nhif_no: text(details.nhif_no),
    bank_name: text(details.bank_name),
    branch_name: text(details.branch_name),
    account_no: text(details.account_no),
    resident: employee.resident,
    primary_employment: employee.primary_employment,
    disability_certificate_no: text(employee.disability_certificate_no),
    disability_certificate_expiry: employee.disability_certificate_expiry,
    nssf_tier2_contracted_out: employee.nssf_tier2_contracted_out,
    nssf_continues: employee.nssf_continues,
    vat_registered: employee.vat_registered,
    pay_by: employee.pay_by,
  }
}
