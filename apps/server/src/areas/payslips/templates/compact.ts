import {
  type Arrangement,
  type Block,
  box,
  row,
  rule,
  stack,
  text,
} from '../../../foundation/paper/blocks.ts'
import type { Content } from '../content.ts'
import { employerLists, facts, lines, logo, mark, proof, some } from './parts.ts'

/** Everything on half a sheet, for employers who print: narrow columns under a thin head. */
export function compact(content: Content): Arrangement {
  const { person, tax, toDate, words } = content
  const small = { look: 'plain' as const, size: 7.5 }
  const third: Block = stack(
    8,
    employerLists(content, small),
    some(toDate, () => lines(words.toDate(content.year), toDate, null, small)),
  )
  const net = box(
    'band',
    [6, 12],
    row(
      10,
      [
        [1, text(content.net.label, 10, { bold: true })],
        [1, text(`KES ${content.net.amount}`, 13, { bold: true, align: 'right' })],
      ],
      { together: true, middle: true },
    ),
  )
  return {
    margin: 30,
    root: stack(
      8,
      headOf(content),
      mark(content),
      facts(
        [
          [words.name, person.name],
          [words.employeeNo, person.employee_no],
          ...person.work,
          ...person.numbers,
        ],
        5,
        'above',
        7.5,
      ),
      row(12, [
        [1, lines(words.earnings, content.earnings, content.gross, small)],
        [1, lines(words.deductions, content.deductions, content.taken, small)],
        [1, some(tax, () => lines(words.tax, tax, null, small))],
        [1, third],
      ]),
      net,
      proof(content, 42),
      rule(0.5),
    ),
  }
}

const headOf = (content: Content) =>
  box(
    'tint',
    [7, 10],
    row(
      10,
      [
        [46, logo(content, 26)],
        [
          250,
          stack(
            0,
            text(content.organization.name, 11, { bold: true }),
            text(content.organization.lines.join(' · '), 7, { ink: 'quiet' }),
          ),
        ],
        [
          190,
          stack(
            0,
            text(`${content.words.payslip} ${content.period}`, 11, {
              bold: true,
              align: 'right',
              level: 1,
            }),
            text(content.code, 7, { align: 'right', ink: 'quiet' }),
          ),
        ],
      ],
      { middle: true },
    ),
    { edge: 'top' },
  )
