import { genders, payWays, terms } from '@mshahara/contract/employee-fields'
import type { Column } from '../../foundation/sheets/columns.ts'
import { bankNames } from '../organizations/index.ts'
import type { References } from './import-names.ts'

/** The columns of the sheet of employees, in the order of the form. */

type Cells = Column['examples']

const text = (key: string, title: string, examples: Cells, more: Partial<Column> = {}): Column => ({
  key,
  title,
  kind: 'text',
  examples,
  ...more,
})
const yesNo = (key: string, title: string, answer: 'Yes' | 'No', assumed: string): Column =>
  text(key, title, [answer, answer], {
    kind: 'yes-no',
    assumed,
    hint: `Yes or No. Left empty: ${assumed}.`,
  })

const onUnlessConsultant = 'Yes, for consultants No'

export function employeeColumns(references: References): Column[] {
  return [...personal, ...employment, ...switchColumns, ...workColumns(references), ...financial]
}

const personal: Column[] = [
  text('employee_no', 'Employee No', ['', ''], {
    also: ['Employee Number', 'Staff No', 'Staff Number', 'Payroll No', 'Emp No'],
    assumed: 'The next number',
    hint: 'If left empty, the next number is assigned.',
  }),
  text('full_name', 'Full Name', ['', ''], {
    unlisted: true,
    also: ['Name', 'Names', 'Full Names', 'Employee Name', 'Employee', 'Staff Name'],
  }),
  text('first_name', 'First Name', ['Wanjiku', 'Brian'], {
    required: true,
    unless: 'full_name',
    also: ['Forename'],
  }),
  text('middle_name', 'Middle Name', ['Njeri', ''], { also: ['Other Name', 'Other Names'] }),
  text('last_name', 'Last Name', ['Kamau', 'Otieno'], {
    required: true,
    unless: 'full_name',
    also: ['Surname'],
  }),
  text('id_number', 'ID Number', ['23456789', '34567890'], {
    required: true,
    also: ['ID No', 'ID', 'National ID', 'National ID Number', 'National ID No', 'Passport No'],
  }),
  text('phone', 'Phone', ['0712345678', '0110234567'], {
    kind: 'phone',
    also: ['Phone Number', 'Phone No', 'Mobile', 'Mobile Number', 'Mobile No', 'Telephone'],
  }),
  text('email', 'Email', ['wanjiku.kamau@example.com', ''], {
    also: ['Email Address'],
    hint: 'With an email the person can sign in.',
  }),
  text('gender', 'Gender', ['Female', 'Male'], {
    kind: 'choice',
    choices: genders,
    spellings: { m: 'Male', f: 'Female', man: 'Male', woman: 'Female' },
    also: ['Sex'],
  }),
  text('dob', 'Date of Birth', ['1990-04-17', '1988-11-02'], {
    kind: 'date',
    also: ['DOB', 'Birth Date', 'Birthday'],
  }),
  {
    ...yesNo('disability', 'Disability', 'No', 'No'),
    hint: 'Yes or No. Yes gives the tax exemption.',
  },
  text('disability_certificate_no', 'Certificate No', ['', ''], {
    also: ['Disability Certificate No', 'Disability Certificate Number'],
    hint: 'Of the tax exemption certificate for persons with disability.',
  }),
  text('disability_certificate_expiry', 'Certificate Expiry', ['', ''], {
    kind: 'date',
    also: ['Disability Certificate Expiry', 'Certificate Expiry Date'],
  }),
  text('address', 'Address', ['P.O. Box 123-00100, Nairobi', ''], { also: ['Postal Address'] }),
  text('kin.name', 'Kin Name', ['Peter Kamau', ''], { also: ['Next of Kin', 'Next of Kin Name'] }),
  text('kin.relationship', 'Kin Relationship', ['Spouse', ''], {
    also: ['Relationship', 'Next of Kin Relationship'],
  }),
  text('kin.phone', 'Kin Phone', ['0722000111', ''], {
    kind: 'phone',
    also: ['Next of Kin Phone', 'Kin Phone Number', 'Next of Kin Phone Number'],
  }),
]

const employment: Column[] = [
  text('tos', 'Employment Terms', ['Permanent', 'Contract'], {
    kind: 'choice',
    choices: terms,
    also: ['Terms', 'Terms of Service', 'TOS', 'Employment Type', 'Contract Type'],
    assumed: 'Permanent',
    hint: 'Left empty: Permanent.',
  }),
  text('salary', 'Salary', [85000, 42500], {
    kind: 'number',
    required: true,
    unless: 'agreed_net',
    also: ['Basic Salary', 'Basic Pay', 'Monthly Salary', 'Salary incl. VAT'],
    hint: 'A month, in shillings; of a consultant including VAT.',
  }),
  text('agreed_net', 'Agreed Net', ['', ''], {
    kind: 'number',
    also: ['Net Salary', 'Agreed Net Salary', 'Net Pay Agreed'],
    hint: 'In place of the salary, where the net of a month is agreed: its gross is worked out.',
  }),
  text('employment_date', 'Employment Date', ['2024-02-01', '2026-01-15'], {
    kind: 'date',
    required: true,
    also: ['Date of Employment', 'Start Date', 'Hire Date', 'Date Joined', 'Joining Date'],
  }),
  text('termination_date', 'Termination Date', ['', '2026-12-31'], {
    kind: 'date',
    also: ['End Date', 'Contract End', 'Contract End Date'],
    hint: 'The end of a contract, such as 2026-12-31.',
  }),
]

const switchColumns: Column[] = [
  yesNo('paye', 'Deduct PAYE', 'Yes', onUnlessConsultant),
  { ...yesNo('nhif', 'Deduct SHIF', 'Yes', onUnlessConsultant), also: ['Deduct NHIF'] },
  yesNo('nssf', 'Deduct NSSF', 'Yes', onUnlessConsultant),
  { ...yesNo('housing', 'Housing Levy', 'Yes', onUnlessConsultant), also: ['Deduct Housing Levy'] },
  yesNo('nita', 'Deduct NITA', 'Yes', onUnlessConsultant),
  yesNo('email_payslip', 'Email Payslip', 'Yes', 'Yes'),
]

const workColumns = (references: References): Column[] => [
  unit('department_id', 'Department', references, ['Department Name']),
  unit('designation_id', 'Designation', references, ['Job Title', 'Position', 'Designation Name']),
  unit('work_station_id', 'Work Station', references, ['Station', 'Work Station Name']),
]

function unit(
  key: keyof References,
  title: string,
  references: References,
  also: string[],
): Column {
  const choices = references[key].map(({ name }) => name)
  const examples: Cells = [choices[0] ?? '', choices[1] ?? choices[0] ?? '']
  return text(key, title, examples, { kind: 'choice', choices, also })
}

const financial: Column[] = [
  text('pin_no', 'PIN No', ['A012345678B', 'A098765432C'], { also: ['KRA PIN', 'PIN', 'Tax PIN'] }),
  text('nssf_no', 'NSSF No', ['2001234567', ''], { also: ['NSSF Number', 'NSSF'] }),
  text('nhif_no', 'SHIF No', ['CR1234567890123-4', ''], {
    also: ['SHIF Number', 'SHIF', 'SHA No', 'SHA Number', 'NHIF No', 'NHIF Number', 'NHIF'],
  }),
  text('bank_name', 'Bank Name', [bankNames.banks[0] ?? '', ''], {
    kind: 'choice',
    choices: bankNames.banks,
    open: true,
    also: ['Bank'],
    hint: 'As in the list, or a usual short name such as KCB.',
  }),
  text('branch_name', 'Branch Name', ['', ''], { also: ['Branch', 'Bank Branch'] }),
  text('account_no', 'Account Number', ['0011223344556', ''], {
    also: ['Account', 'Account No', 'Bank Account', 'Bank Account Number', 'Bank Account No'],
  }),
  text('pay_by', 'Pay By', ['Bank', 'M-PESA'], {
    kind: 'choice',
    choices: Object.values(payWays),
    spellings: { mpesa: 'M-PESA', 'm pesa': 'M-PESA', 'mobile money': 'M-PESA' },
    also: ['Payment Method', 'Paid By', 'Mode of Payment'],
    assumed: 'Bank',
    hint: 'Bank or M-PESA. M-PESA needs a Kenyan mobile number. Left empty: Bank.',
  }),
  yesNo('resident', 'Tax Resident', 'Yes', 'Yes'),
  yesNo('primary_employment', 'Primary Employment', 'Yes', 'Yes'),
  yesNo('nssf_tier2_contracted_out', 'NSSF Tier II Contracted Out', 'No', 'No'),
  {
    ...yesNo('nssf_continues', 'NSSF Continues After 60', 'No', 'No'),
    also: ['NSSF Continues', 'Continues NSSF'],
  },
  {
    ...yesNo('vat_registered', 'VAT Registered', 'No', 'No'),
    hint: 'Yes or No. For consultants. Left empty: No.',
  },
]
