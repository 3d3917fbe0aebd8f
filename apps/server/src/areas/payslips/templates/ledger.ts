import {
  type Arrangement,
  row,
  rule,
  stack,
  type Table,
  type TableRow,
  text,
} from '../../../foundation/paper/blocks.ts'
import type { Content, ContentLine } from '../content.ts'
import { employerTitle, facts, logo, mark, proof, taxTitle } from './parts.ts'

/** One boxed table as in an accountant's book: this month, and the year to date beside it. */
export function ledger(content: Content): Arrangement {
  const { organization, person } = content
  const letterhead = row(
    14,
    [
      [70, logo(content, 38)],
      [
        445,
        stack(
          1,
          text(organization.name, 14, { bold: true }),
          text(organization.lines.join(' · '), 8, { ink: 'quiet' }),
        ),
      ],
    ],
    { middle: true },
  )
  return {
    margin: 40,
    root: stack(
      12,
      letterhead,
      rule(0.8),
      text(`Payslip for ${content.period}`, 16, { bold: true, level: 1 }),
      mark(content),
      facts(
        [
          ['Name', person.name],
          ['Employee no', person.employee_no],
          ...person.work,
          ...person.numbers,
        ],
        2,
        'beside',
      ),
      book(content),
      proof(content, 50),
    ),
  }
}

const entry = ({ label, amount, year }: ContentLine): TableRow => ({
  cells: [label, amount, year ?? ''],
})
const sum = (line: ContentLine): TableRow => ({ ...entry(line), total: true })
const section = (title: string): TableRow => ({ cells: [title, '', ''], section: true })
const part = (title: string, lines: ContentLine[], total: ContentLine | null = null): TableRow[] =>
  lines.length === 0 && !total
    ? []
    : [section(title), ...lines.map(entry), ...(total ? [sum(total)] : [])]

const book = (content: Content): Table => ({
  kind: 'table',
  caption: 'Earnings and deductions',
  columns: [
    { share: 54, align: 'left' },
    { share: 23, align: 'right' },
    { share: 23, align: 'right' },
  ],
  head: ['', `${content.period} (KES)`, `Year to date ${content.year}`],
  rows: [
    ...part('Earnings', content.earnings, content.gross),
    ...part('Deductions', content.deductions, content.taken),
    sum(content.net),
    ...part(taxTitle, content.tax),
    ...part(employerTitle, content.employer),
  ],
  look: 'boxed',
  size: 9,
})
