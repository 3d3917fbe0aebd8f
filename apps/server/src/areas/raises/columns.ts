import type { Column } from '../../foundation/sheets/columns.ts'

/** The sheet of new salaries. */
export const columns: Column[] = [
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
    key: 'before',
    title: 'Salary So Far',
    also: ['Old Salary', 'Current Salary', 'Present Salary'],
    kind: 'number',
    hint: 'As it is on record for the month. It is not changed here.',
    examples: [50_000, 42_500],
  },
  {
    key: 'amount',
    title: 'New Salary',
    also: ['Salary', 'New Basic Salary', 'Revised Salary'],
    required: true,
    kind: 'number',
    hint: 'A month, in shillings. Left empty: no change.',
    examples: [55_000, ''],
  },
  {
    key: 'from',
    title: 'From Month',
    also: ['Effective From', 'Effective Month', 'Month', 'From'],
    required: true,
    kind: 'text',
    hint: 'The first month with the new salary, such as November 2026.',
    examples: ['November 2026', 'November 2026'],
  },
]
