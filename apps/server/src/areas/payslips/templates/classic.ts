import { type Arrangement, box, row, rule, stack, text } from '../../../foundation/paper/blocks.ts'
import type { Content } from '../content.ts'
import { besides, facts, lines, logo, mark, proof } from './parts.ts'

/** A quiet letterhead, two columns of amounts, the net pay in a tinted field. */
export function classic(content: Content): Arrangement {
  const { organization, person, words } = content
  const letterhead = row(
    16,
    [
      [80, logo(content, 44)],
      [
        260,
        stack(
          1,
          text(organization.name, 15, { bold: true, ink: 'accent' }),
          ...organization.lines.map((line) => text(line, 8, { ink: 'quiet' })),
        ),
      ],
      [
        150,
        stack(
          1,
          text(words.payslip, 20, { bold: true, align: 'right', level: 1 }),
          text(content.period, 11, { align: 'right' }),
          text(content.code, 8, { align: 'right', ink: 'quiet' }),
        ),
      ],
    ],
    { middle: true },
  )
  const net = box(
    'tint',
    [10, 14],
    row(
      10,
      [
        [1, text(content.net.label, 12, { bold: true })],
        [1, text(`KES ${content.net.amount}`, 18, { bold: true, align: 'right' })],
      ],
      { together: true, middle: true },
    ),
    { edge: 'left' },
  )
  return {
    margin: 40,
    root: stack(
      14,
      letterhead,
      rule(2),
      mark(content),
      text(person.name, 14, { bold: true, level: 2 }),
      facts([[words.employeeNo, person.employee_no], ...person.work, ...person.numbers], 4),
      row(18, [
        [1, lines(words.earnings, content.earnings, content.gross)],
        [1, lines(words.deductions, content.deductions, content.taken)],
      ]),
      net,
      besides(content, 'ruled'),
      rule(0.7),
      proof(content),
    ),
  }
}
