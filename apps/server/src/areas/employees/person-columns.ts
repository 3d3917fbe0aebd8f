import type { Column } from '../../foundation/sheets/columns.ts'

/** Whom a row of a sheet is about; the name is there to be read. */
export const personColumns = (prefix: string): Column[] => [
  {
    key: 'employee_no',
    title: 'Employee No',
    also: ['Employee Number', 'Staff No', 'Staff Number', 'Payroll No', 'Emp No'],
    required: true,
    kind: 'text',
    hint: 'The employee, by number.',
    examples: [`${prefix}-0001`, `${prefix}-0002`],
  },
  {
    key: 'employee_name',
    title: 'Employee Name',
    also: ['Name', 'Full Name'],
    kind: 'text',
    hint: 'For your own reference; it is not checked.',
    examples: ['Wanjiku Kamau', 'Brian Otieno'],
  },
]
