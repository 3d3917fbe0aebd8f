import { expect, test } from 'vitest'
import { schedulePaper } from './schedule-paper.ts'

test('a schedule on paper has the cells of the sheet, amounts to the right', () => {
  const { arrangement, title, author } = schedulePaper(
    {
      name: 'x',
      top: [['Home Ltd'], ['Staff Pension, contributions, February 2026'], []],
      headings: [['MEMBER NUMBER', 'TOTAL']],
      rows: [
        ['P/17', 9_000_00],
        [null, 1_234_567_50],
      ],
      bottom: [['TOTAL', 1_243_567_50]],
    },
    { made: '2026-03-01T00:00:00.000Z' },
  )
  expect([title, author]).toEqual(['Staff Pension, contributions, February 2026', 'Home Ltd'])
  expect(arrangement.root).toMatchObject({
    children: [
      {},
      {
        head: ['MEMBER NUMBER', 'TOTAL'],
        columns: [{ align: 'left' }, { align: 'right' }],
        rows: [
          { cells: ['P/17', '9,000.00'] },
          { cells: ['', '1,234,567.50'] },
          { cells: ['TOTAL', '1,243,567.50'], total: true },
        ],
      },
    ],
  })
})
