import { expect, test } from 'vitest'
import { byYear, isNothing, short, shortLabels } from './chart-data.ts'

const series = (...data: number[]) => [{ label: 'Net', data, backgroundColor: '#000000' }]

test('many months are added up by year, to the cent', () => {
  const labels = ['November 2024', 'December 2024', 'January 2025']
  expect(byYear({ labels, series: series(0.1, 0.2, 7) })).toEqual({
    labels: ['2024', '2025'],
    series: series(0.3, 7),
  })
})

test('an axis names the year only where there are several', () => {
  expect(shortLabels(['January', 'May'])).toEqual(['Jan', 'May'])
  expect(shortLabels(['January 2026', 'May 2026'])).toEqual(['Jan', 'May'])
  expect(shortLabels(['December 2025', 'January 2026'])).toEqual(['Dec 25', 'Jan 26'])
  expect(shortLabels(['2024', '2025'])).toEqual(['2024', '2025'])
})

test('amounts on an axis are thousands and millions', () => {
  expect([0, 950, 80_000, 1_500_000, 2_000_000_000].map(short)).toEqual([
    '0',
    '950',
    '80K',
    '1.5M',
    '2B',
  ])
})

test('nothing but zeros is nothing', () => {
  expect(isNothing([])).toBe(true)
  expect(isNothing(series(0, 0))).toBe(true)
  expect(isNothing(series(0, 0.01))).toBe(false)
})
