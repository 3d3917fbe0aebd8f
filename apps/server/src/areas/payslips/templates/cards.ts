import {
  type Arrangement,
  type Block,
  box,
  row,
  stack,
  text,
} from '../../../foundation/paper/blocks.ts'
import type { Content } from '../content.ts'
import { employerLists, facts, lines, logo, mark, proof, some } from './parts.ts'

/** Rounded cards with room around them; the figures that matter stand large on top. */
export function cards(content: Content): Arrangement {
  const { person, gross, taken, net, words } = content
  const card = (child: Block) => box('paper', [12, 14], child, { border: true, radius: 8 })
  const figure = (surface: 'tint' | 'band', label: string, amount: string) =>
    box(
      surface,
      [12, 14],
      stack(1, text(label, 8.5, { ink: 'quiet' }), text(amount, 15, { bold: true })),
      { radius: 8 },
    )
  const { tax, toDate } = content
  const plain = { look: 'plain' as const, size: 8 }
  const employers = employerLists(content, plain)
  const lists: (Block | null)[] = [
    some(tax, () => card(lines(words.tax, tax, null, plain))),
    employers && card(employers),
    some(toDate, () => card(lines(words.toDate(content.year), toDate, null, plain))),
  ]
  const shown = lists.filter((list): list is Block => list !== null)
  return {
    margin: 36,
    root: stack(
      12,
      headOf(content),
      mark(content),
      row(12, [
        [1, figure('tint', gross.label, gross.amount)],
        [1, figure('tint', taken.label, taken.amount)],
        [1.2, figure('band', `${net.label} (KES)`, net.amount)],
      ]),
      card(
        stack(
          8,
          text(person.name, 13, { bold: true, level: 2 }),
          facts([[words.employeeNo, person.employee_no], ...person.work, ...person.numbers], 4),
        ),
      ),
      row(12, [
        [1, card(lines(words.earnings, content.earnings, gross, { look: 'plain' }))],
        [1, card(lines(words.deductions, content.deductions, taken, { look: 'plain' }))],
      ]),
      shown.length > 0 &&
        row(
          12,
          shown.map((list) => [1, list]),
        ),
      proof(content),
    ),
  }
}

const headOf = (content: Content) =>
  row(
    14,
    [
      [70, logo(content, 38)],
      [
        250,
        stack(
          1,
          text(content.organization.name, 13, { bold: true, ink: 'accent' }),
          text(content.organization.lines.join(' · '), 8, { ink: 'quiet' }),
        ),
      ],
      [
        180,
        stack(
          0,
          text(`${content.words.payslip} · ${content.period}`, 12, {
            bold: true,
            align: 'right',
            level: 1,
          }),
          text(content.code, 8, { align: 'right', ink: 'quiet' }),
        ),
      ],
    ],
    { middle: true },
  )
