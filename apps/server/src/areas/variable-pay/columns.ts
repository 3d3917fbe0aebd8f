import { overtimeRates } from '@mshahara/engine/overtime'
import type { Column } from '../../foundation/sheets/columns.ts'

/** The headings of the month's sheet. */

export interface Rate {
  id: string
  name: string
}

const rate = 'Left empty: by the salary.'

export const columnsOf = (rates: readonly Rate[]): Column[] => [
  {
    key: 'employee_no',
    title: 'Employee No',
    also: ['Employee Number', 'Staff No', 'Staff Number', 'Payroll No', 'Emp No'],
    required: true,
    kind: 'text',
    hint: 'Each employee once.',
    examples: ['TC-0001', 'TC-0002'],
  },
  {
    key: 'employee_name',
    title: 'Employee Name',
    also: ['Name', 'Full Name'],
    kind: 'text',
    hint: 'To see whom the number means.',
    examples: ['Wanjiku Kamau', 'Brian Otieno'],
  },
  {
    key: 'month',
    title: 'Month',
    also: ['Pay Month', 'Period'],
    required: true,
    kind: 'text',
    hint: 'The pay month, such as November 2026. One sheet is for one month.',
    examples: ['November 2026', 'November 2026'],
  },
  {
    key: 'overtime_hours',
    title: 'Overtime Hours',
    also: ['Overtime', 'OT Hours'],
    kind: 'number',
    hint: `Hours on normal days, paid at ${overtimeRates.normal} times the hourly rate.`,
    examples: [12, 4.5],
  },
  {
    key: 'rest_hours',
    title: 'Rest Day Hours',
    also: ['Holiday Hours', 'Rest Day Overtime'],
    kind: 'number',
    hint: `Hours on rest days and public holidays, paid at ${overtimeRates.rest} times the hourly rate.`,
    examples: ['', 8],
  },
  {
    key: 'hourly_rate',
    title: 'Hourly Rate',
    also: ['Rate per Hour', 'Normal Hourly Rate'],
    kind: 'number',
    rate: true,
    hint: `Of a normal hour, in shillings. ${rate}`,
    examples: ['', 350],
  },
  {
    key: 'bonus',
    title: 'Bonus',
    also: ['Bonus Amount'],
    kind: 'number',
    hint: 'In shillings.',
    examples: [5000, ''],
  },
  {
    key: 'absence_days',
    title: 'Absence Days',
    also: ['Absence', 'Days Absent', 'Unpaid Days'],
    kind: 'number',
    hint: 'Calendar days without pay; half days count.',
    examples: ['', 1.5],
  },
  {
    key: 'deduction_name',
    title: 'Deduction',
    also: ['Deduction Name'],
    kind: 'text',
    hint: 'What is deducted this month only, such as Uniform.',
    examples: ['Uniform', ''],
  },
  {
    key: 'deduction',
    title: 'Deduction Amount',
    kind: 'number',
    hint: 'In shillings.',
    examples: [1500, ''],
  },
  {
    key: 'revenue',
    title: 'Revenue',
    also: ['Sales', 'Revenue Amount'],
    kind: 'number',
    hint: 'What the person sold in the month; commission is worked out from it.',
    examples: ['', 250_000],
  },
  {
    key: 'commission_rate_id',
    title: 'Commission Rate',
    kind: 'choice',
    choices: rates.map(({ name }) => name),
    hint: 'Needed where there is revenue.',
    examples: ['', rates[0]?.name ?? ''],
  },
  {
    key: 'days_away',
    title: 'Days Away',
    also: ['Per Diem Days', 'Days on Duty Away'],
    kind: 'number',
    hint: 'Whole days away on duty for which a per diem is paid.',
    examples: ['', 3],
  },
  {
    key: 'per_diem',
    title: 'Per Diem',
    also: ['Per Diem a Day', 'Daily Allowance'],
    kind: 'number',
    hint: 'Of each day away, in shillings. Above what the law leaves free it is taxed.',
    examples: ['', 8000],
  },
]
