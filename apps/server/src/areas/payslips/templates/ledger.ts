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
import { facts, logo, mark, proof } from './parts.ts'

/** One boxed table as in an accountant's book: this month, and the year to date beside it. */
export function ledger(content: Content): Arrangement {
  const { organization, person, words } = content
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
      text(words.payslipFor(content.period), 16, { bold: true, level: 1 }),
      mark(content),
      facts(
        [
          [words.name, person.name],
          [words.employeeNo, person.employee_no],
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

const book = ({ words, ...content }: Content): Table => ({
  kind: 'table',
  caption: words.both,
  columns: [
    { share: 54, align: 'left' },
    { share: 23, align: 'right' },
    { share: 23, align: 'right' },
  ],
  head: ['', `${content.period} (KES)`, words.toDate(content.year)],
  rows: [
    ...part(words.earnings, content.earnings, content.gross),
    ...part(words.deductions, content.deductions, content.taken),
    sum(content.net),
    ...part(words.inKind, content.inKind),
    ...part(words.tax, content.tax),
    ...part(words.employer, content.employer),
  ],
  look: 'boxed',
  size: 9,
})
