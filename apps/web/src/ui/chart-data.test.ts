import { expect, test } from 'vitest'
import { byYear, isNothing, shares, short, shortLabels, ticksFor } from './chart-data.ts'

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

test('amounts stand on top of each other, and never below the ground', () => {
  expect(shares([3, 0, 2])).toEqual([
    [0, 3],
    [3, 3],
    [3, 5],
  ])
  expect(shares([-1, 2])).toEqual([
    [0, 0],
    [0, 2],
  ])
})

test('an axis has round steps and holds the highest bar', () => {
  expect(ticksFor(4_300_000)).toEqual([0, 2_000_000, 4_000_000, 6_000_000])
  expect(ticksFor(100_000)).toEqual([0, 25_000, 50_000, 75_000, 100_000])
  expect(ticksFor(0.3)).toEqual([0, 0.25, 0.5])
  for (let highest = 0.01; highest < 1e12; highest *= 3.7) {
    const ticks = ticksFor(highest)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(new Set(ticks.map(short)).size, String(highest)).toBe(ticks.length)
  }
})
