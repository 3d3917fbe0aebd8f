import { type Arrangement, box, row, rule, stack, text } from '../../../foundation/paper/blocks.ts'
import type { Content } from '../content.ts'
import { employerLists, facts, lines, logo, mark, proof, some } from './parts.ts'

/** The person and the net pay in a coloured panel along the side, the amounts beside it. */
export function panel(content: Content): Arrangement {
  const { organization, person, words } = content
  const side = box(
    'band',
    [34, 20],
    stack(
      16,
      logo(content, 42),
      stack(
        2,
        text(words.payslip, 10, { ink: 'quiet', level: 1 }),
        text(content.period, 17, { bold: true }),
      ),
      stack(
        1,
        text(content.net.label, 9, { ink: 'quiet' }),
        text(`KES ${content.net.amount}`, 16, { bold: true }),
      ),
      stack(
        1,
        text(person.name, 12, { bold: true, level: 2 }),
        text(person.employee_no, 9, { ink: 'quiet' }),
      ),
      facts([...person.work, ...person.numbers], 1, 'above', 8.5),
    ),
  )
  const small = { look: 'plain' as const, size: 8 }
  const { tax, toDate } = content
  const main = box(
    'paper',
    [34, 26],
    stack(
      16,
      stack(
        1,
        text(organization.name, 14, { bold: true, ink: 'accent' }),
        ...organization.lines.map((line) => text(line, 8, { ink: 'quiet' })),
      ),
      mark(content),
      lines(words.earnings, content.earnings, content.gross),
      lines(words.deductions, content.deductions, content.taken),
      row(16, [
        [1, some(tax, () => lines(words.tax, tax, null, small))],
        [
          1,
          stack(
            10,
            employerLists(content, small),
            some(toDate, () => lines(words.toDate(content.year), toDate, null, small)),
          ),
        ],
      ]),
      rule(0.7),
      proof(content, 50),
    ),
  )
  return {
    margin: 0,
    root: row(
      0,
      [
        [185, side],
        [410, main],
      ],
      { tall: true },
    ),
  }
}
