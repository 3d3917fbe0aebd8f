import { amountIn } from '@mshahara/contract/amounts'
import type { VariablePerson } from '@mshahara/contract/variable-pay'
import { describe, expect, test } from 'vitest'
import {
  columnsFor,
  type Drafts,
  type GridColumn,
  leftOut,
  pasted,
  placeOf,
  questionAbout,
  textOf,
  toSave,
  totalsWith,
  typedInto,
} from './cells.ts'

const person = (employee_id: string, more: Partial<VariablePerson> = {}): VariablePerson => ({
  employee_id,
  employee_no: employee_id,
  name: `Person ${employee_id}`,
  overtime_hours: 0,
  rest_hours: 0,
  hourly_rate: 0,
  usual_rate: 200,
  bonus: 0,
  absence_days: 0,
  deduction_name: '',
  deduction: 0,
  revenue: 0,
  commission_rate_id: null,
  revenue_fixed: false,
  days_away: 0,
  per_diem: 0,
  paid: false,
  ...more,
})
const rates = [{ id: 'r1', name: 'Retail' }]
const columns = columnsFor(rates)
const column = (key: string) => columns.find((one) => one.key === key) as GridColumn
const none: Drafts = new Map()
const totals = {
  people: 2,
  overtime_hours: 10,
  rest_hours: 0,
  bonus: 1000,
  absence_days: 0,
  deduction: 0,
  revenue: 0,
  days_away: 0,
}

test.each([
  ['1,250.50', 1250.5],
  ['Ksh 12 500', 12500],
  ['12500/=', 12500],
  ['.5', 0.5],
  ['12,5', null],
  ['1.250', null],
  ['ten', null],
])('%s is %s', (text, expected) => expect(amountIn(text)).toBe(expected))

test('revenue is asked for only where somebody can earn by it', () => {
  expect(columnsFor([]).map(({ key }) => key)).not.toContain('revenue')
  expect(columns.map(({ key }) => key)).toContain('commission_rate_id')
})

describe('typing', () => {
  test('a cell back to what it was is no longer a change', () => {
    const one = person('a', { bonus: 1500 })
    expect(textOf(one, column('bonus'))).toBe('1,500.00')
    const changed = typedInto(none, one, column('bonus'), '2,000')
    expect(changed.size).toBe(1)
    expect(typedInto(changed, one, column('bonus'), '1,500.00').size).toBe(0)
  })

  test('totals follow, and ignore what cannot be read', () => {
    let drafts = typedInto(
      none,
      person('a', { overtime_hours: 4 }),
      column('overtime_hours'),
      '6.5',
    )
    drafts = typedInto(drafts, person('b', { bonus: 1000 }), column('bonus'), 'lots')
    expect(totalsWith(totals, drafts)).toMatchObject({ overtime_hours: 12.5, bonus: 1000 })
  })

  test('people with entries are counted as they will be', () => {
    let drafts = typedInto(none, person('a'), column('hourly_rate'), '300')
    drafts = typedInto(drafts, person('b'), column('bonus'), 'lots')
    expect(totalsWith(totals, drafts).people).toBe(3)
    drafts = typedInto(drafts, person('c', { bonus: 1000 }), column('bonus'), '')
    expect(totalsWith(totals, drafts)).toMatchObject({ people: 2, bonus: 0 })
  })

  test('what is far from usual is one question, however many it is about', () => {
    const about = (count: number) =>
      questionAbout(
        Array.from({ length: count }, (_, n) => ({ name: `P${n}`, sentence: 'Ten times.' })),
      )
    expect(about(0)).toBeUndefined()
    expect(about(1)?.text).toBe('P0: Ten times.')
    expect(about(8)).toMatchObject({
      title: 'Are these amounts right?',
      text: expect.stringMatching(/P4: Ten times\.\nAnd 3 more\.$/),
    })
  })

  test('what is saved are the changed cells, and faults are known by their cell', () => {
    let drafts = typedInto(none, person('a'), column('bonus'), '1,000')
    drafts = typedInto(drafts, person('b'), column('absence_days'), '1.3')
    drafts = typedInto(drafts, person('c', { commission_rate_id: 'r1' }), column('revenue'), '5')
    const { people, faults } = toSave(drafts, columns)
    expect(people).toEqual([
      { employee_id: 'a', bonus: 1000 },
      { employee_id: 'b' },
      { employee_id: 'c', revenue: 5, commission_rate_id: 'r1' },
    ])
    expect([...faults]).toEqual([
      [placeOf('b', 'absence_days'), 'Absence Days are whole or half days.'],
    ])
  })
})

describe('a block from a spreadsheet', () => {
  const people = [person('a'), person('b', { paid: true }), person('c')]

  test('goes to the right and down, past the paid, and says what did not fit', () => {
    const block = '8\t2\r\n1\t1\r\n4,5\t0\r\n9\t9\r\n'
    const at = { row: 0, column: 0 }
    const { drafts, below, closed } = pasted(none, people, columns, at, block, rates)
    expect(drafts.get('a')?.typed).toEqual({ overtime_hours: '8', rest_hours: '2' })
    expect(drafts.get('c')?.typed).toEqual({ overtime_hours: '4,5' })
    expect([below, closed, drafts.has('b')]).toEqual([1, 1, false])
  })

  test.each([
    [1, 0, false, ['1 line did not fit on this page and was left out: show more rows.']],
    [6, 0, false, ['6 lines did not fit on this page and were left out: show more rows.']],
    [
      6,
      1,
      true,
      [
        '6 lines did not fit on this page and were left out: there are no more people in the list.',
        '1 person was left out: the month is already confirmed.',
      ],
    ],
    [0, 0, true, []],
  ])('%d below and %d closed are told', (below, closed, last, sentences) =>
    expect(leftOut({ below, closed }, last)).toEqual(sentences),
  )

  test('knows commission rates by name, and stops at the last column', () => {
    const at = { row: 0, column: columns.findIndex(({ key }) => key === 'revenue') }
    const { drafts } = pasted(none, people, columns, at, '250,000\tretail\t3\t2,000\tmore', rates)
    const sold = { revenue: '250,000', commission_rate_id: 'r1' }
    expect(drafts.get('a')?.typed).toEqual({ ...sold, days_away: '3', per_diem: '2,000' })
  })
})
