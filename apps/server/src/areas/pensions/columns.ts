import type { Column } from '../../foundation/sheets/columns.ts'
import { personColumns } from '../employees/index.ts'

/** The sheet of members: its columns. */

export const columnsFor = (prefix: string, schemes: readonly string[]): Column[] => [
  ...personColumns(prefix),
  {
    key: 'scheme',
    title: 'Scheme',
    also: ['Scheme Name', 'Pension Scheme', 'Pension'],
    required: true,
    kind: 'choice',
    choices: schemes,
    hint: 'If the person is in it from the same month already, that is updated.',
    examples: [schemes[0] ?? 'Staff Pension', schemes[0] ?? 'Staff Pension'],
  },
  {
    key: 'member_no',
    title: 'Member No',
    also: ['Member Number', 'Membership No', 'Membership Number'],
    kind: 'text',
    assumed: 'none, or as it was',
    hint: 'As the scheme calls the person; it stands on the schedule.',
    examples: ['SP/0017', ''],
  },
  {
    key: 'from',
    title: 'From Month',
    also: ['From', 'First Month', 'Since', 'Start Month'],
    required: true,
    kind: 'text',
    hint: 'The first month, such as March 2026: one that is not confirmed yet.',
    examples: ['March 2026', 'January 2026'],
  },
  {
    key: 'to',
    title: 'Last Month',
    also: ['To', 'To Month', 'Until', 'End Month'],
    kind: 'text',
    assumed: 'until further notice, or as it was',
    hint: 'Left empty: until further notice, or as it was.',
    examples: ['', 'December 2026'],
  },
  ...parts,
]

const parts: Column[] = [
  {
    key: 'own_percent',
    title: 'Employee %',
    also: ["Employee's Percentage", 'Employee Percent', 'Employee Rate'],
    kind: 'number',
    rate: true,
    hint: 'Only where it is not the scheme’s: a percentage, or an amount in the next column.',
    examples: ['', 7.5],
  },
  {
    key: 'own_amount',
    title: 'Employee Amount',
    also: ["Employee's Amount"],
    kind: 'number',
    hint: 'Of every month, in shillings.',
    examples: ['', ''],
  },
  {
    key: 'employer_percent',
    title: 'Employer %',
    also: ["Employer's Percentage", 'Employer Percent', 'Employer Rate'],
    kind: 'number',
    rate: true,
    hint: 'Only where it is not the scheme’s, likewise.',
    examples: ['', ''],
  },
  {
    key: 'employer_amount',
    title: 'Employer Amount',
    also: ["Employer's Amount"],
    kind: 'number',
    hint: 'Of every month, in shillings.',
    examples: ['', 5000],
  },
]
