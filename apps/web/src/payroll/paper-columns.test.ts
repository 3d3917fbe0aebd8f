import { expect, test } from 'vitest'
import { sharedOut } from './paper-columns.ts'

const columns = (count: number, total = '1,234,567.89') =>
  Array.from({ length: count }, (_, at) => ({ title: `Column ${at}`, total }))

test('every column is on exactly one sheet, in its order, and sheets are even', () => {
  for (let count = 1; count <= 60; count += 1) {
    const sheets = sharedOut(columns(count))
    expect(sheets.flat()).toEqual(columns(count))
    const sizes = sheets.map(({ length }) => length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(sheets.length)
  }
  expect(sharedOut(columns(16)).map(({ length }) => length)).toEqual([8, 8])
})

test('longer amounts get more room', () => {
  expect(sharedOut(columns(16, '123,456,789,012.00'))).toHaveLength(3)
})
