import type { Employee } from '@mshahara/contract/employees'
import { keep, recall } from '../lib/cache.ts'

/** The values of the employee form: of a new employee, of one being edited, or unfinished ones. */

export const blank = {
  employee_no: '',
  first_name: '',
  middle_name: '',
  last_name: '',
  id_number: '',
  phone: '',
  email: '',
  gender: null as string | null,
  dob: null as string | null,
  disability: false,
  address: '',
  kin: { name: '', relationship: '', phone: '' },
  tos: 'Permanent',
  salary: '' as number | string,
  employment_date: null as string | null,
  termination_date: null as string | null,
  paye: true,
  nhif: true,
  nssf: true,
  housing: true,
  nita: true,
  email_payslip: true,
  department_id: null as string | null,
  designation_id: null as string | null,
  work_station_id: null as string | null,
  pin_no: '',
  nssf_no: '',
  nhif_no: '',
  bank_name: '',
  branch_name: '',
  account_no: '',
  resident: true,
  primary_employment: true,
  disability_certificate_no: '',
  disability_certificate_expiry: null as string | null,
  nssf_tier2_contracted_out: false,
  vat_registered: false,
}
export type EmployeeValues = typeof blank & { salary_from?: string }

const text = (value: string | null) => value ?? ''

export function valuesOf(employee: Employee): EmployeeValues {
  const { details, kin } = employee
  const own = Object.fromEntries(
    Object.keys(blank)
      .filter((name) => name in employee)
      .map((name) => [name, employee[name as keyof Employee]]),
  ) as EmployeeValues
  return {
    ...own,
    middle_name: text(employee.middle_name),
    phone: text(employee.phone),
    email: text(employee.email),
    address: text(employee.address),
    disability: employee.disability === 1,
    kin: { name: text(kin.name), relationship: text(kin.relationship), phone: text(kin.phone) },
    pin_no: text(details.pin_no),
    nssf_no: text(details.nssf_no),
    nhif_no: text(details.nhif_no),
    bank_name: text(details.bank_name),
    branch_name: text(details.branch_name),
    account_no: text(details.account_no),
    disability_certificate_no: text(employee.disability_certificate_no),
  }
}

/** An unfinished form waits here while a department is added, and no longer than the session. */
const place = (path: string) => `unfinished ${path}`
export const putAside = (path: string, values: EmployeeValues) => keep(place(path), values)
export function takeUp(path: string): EmployeeValues | undefined {
  const values = recall<EmployeeValues | null>(place(path))
  return values ?? undefined
}
export const forget = (path: string) => keep(place(path), null)
