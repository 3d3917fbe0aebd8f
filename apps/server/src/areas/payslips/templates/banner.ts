import { type Arrangement, box, row, stack, text } from '../../../foundation/paper/blocks.ts'
import type { Content } from '../content.ts'
import { besides, facts, lines, logo, mark, proof } from './parts.ts'

/** A band of the dark colour across the page, and the net pay before everything else. */
export function banner(content: Content): Arrangement {
  const { organization, person } = content
  const head = box(
    'band',
    [26, 40],
    row(
      18,
      [
        [84, logo(content, 46)],
        [
          270,
          stack(
            2,
            text(organization.name, 17, { bold: true }),
            ...organization.lines.map((line) => text(line, 8, { ink: 'quiet' })),
          ),
        ],
        [
          150,
          stack(
            0,
            text(content.words.payslip, 10, { align: 'right', ink: 'quiet', level: 1 }),
            text(content.period, 16, { bold: true, align: 'right' }),
            text(content.code, 8, { align: 'right', ink: 'quiet' }),
          ),
        ],
      ],
      { middle: true },
    ),
  )
  const summary = box(
    'tint',
    [14, 40],
    row(
      18,
      [
        [
          3,
          stack(
            1,
            text(person.name, 15, { bold: true, level: 2 }),
            text(`${content.words.employeeNo} ${person.employee_no}`, 9, { ink: 'quiet' }),
          ),
        ],
        [
          2,
          stack(
            0,
            text(content.net.label, 9, { align: 'right', ink: 'quiet' }),
            text(`KES ${content.net.amount}`, 22, { bold: true, align: 'right' }),
          ),
        ],
      ],
      { middle: true },
    ),
  )
  const body = stack(
    16,
    mark(content),
    facts([...person.work, ...person.numbers], 4),
    row(22, [
      [1, lines(content.words.earnings, content.earnings, content.gross, { look: 'striped' })],
      [1, lines(content.words.deductions, content.deductions, content.taken, { look: 'striped' })],
    ]),
    besides(content, 'striped'),
    proof(content),
  )
  return { margin: 0, root: stack(0, head, summary, box('paper', [18, 40], body)) }
}
