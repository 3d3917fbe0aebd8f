import { expect, test } from 'vitest'
import {
  amountOf,
  type ExtraRow,
  faultIn,
  filled,
  pasted,
  placeOf,
  textOf,
  totalOf,
} from './cells.ts'

const row = (payslip_id: string, amounts: number[] = [0, 0]) =>
  ({ payslip_id, amounts, salary: 100_000, months: 9 }) as ExtraRow
const rows = [row('a', [1500, 0]), row('b')]

test('a cell shows what is kept until something is typed into it', () => {
  const [first] = rows as [ExtraRow]
  const typed = new Map([[placeOf(first, 1), '2,000.50']])
  expect([textOf(first, 0, typed), textOf(first, 1, typed)]).toEqual(['1,500', '2,000.50'])
  expect(totalOf(first, 2, typed)).toBe(3500.5)
  expect(textOf(first, 1, new Map())).toBe('')
})

test('what is no amount is told, and counts as nothing', () => {
  expect(faultIn('')).toBeUndefined()
  expect(faultIn('12,5')).toMatch(/write it like/)
  expect(faultIn('-5')).toMatch(/below zero/)
  expect(amountOf(row('c'), 0, new Map([['c:0', 'ten']]))).toBe(0)
})

test('a formula fills its column of those it was worked out for', () => {
  const worked = [{ payslip_id: 'b', amount: 7500.5 }]
  expect([...filled(new Map([['a:1', '5']]), 1, worked)]).toEqual([
    ['a:1', '5'],
    ['b:1', '7,500.5'],
  ])
})

test('a block goes to the right and downwards, and what has no place is counted', () => {
  const done = pasted(new Map(), rows, 2, { row: 0, column: 1 }, '100\t200\r\n300\n400\n')
  expect([...done.typed]).toEqual([
    ['a:1', '100'],
    ['b:1', '300'],
  ])
  expect(done.left_out).toBe(2)
})
