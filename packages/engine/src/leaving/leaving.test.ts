import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gratuity, leaveDue, noticePay, servicePay, severancePay, usualNotice } from './dues.ts'
import { annualTax, lumpSumTax, spreadBack } from './lump-sum.ts'
import { serviceInWords, serviceOf } from './service.ts'

/** Worked out by hand, in shillings, unless it says otherwise. */
const kes = (shillings: number) => Math.round(shillings * 100)

describe('service', () => {
  test.each([
    ['2019-03-01', '2026-10-31', '7 years 8 months'],
    ['2019-03-15', '2026-11-13', '7 years 7 months'],
    ['2019-03-15', '2026-11-14', '7 years 8 months'],
    ['2026-01-01', '2026-12-31', '1 year'],
    ['2026-01-02', '2026-12-31', '11 months'],
    ['2024-02-29', '2025-02-27', '11 months'],
    ['2024-02-29', '2025-02-28', '1 year'],
    ['2025-10-31', '2025-11-29', 'less than a month'],
    ['2025-10-31', '2025-11-30', '1 month'],
    ['2025-12-01', '2025-12-31', '1 month'],
    ['2026-05-05', '2026-05-20', 'less than a month'],
    ['2026-05-05', '2026-05-01', 'less than a month'],
  ])('from %s to %s: %s', (from, last, told) => {
    expect(serviceInWords(serviceOf(from, last))).toBe(told)
  })

  test.each([
    // 30 days fewer: as if from 31 March 2019.
    [[['2024-06-01', '2024-06-30']], '7 years 7 months, without 30 days away'],
    // 365 and 31, of which one lies after the last day: as if from 31 March 2020.
    [
      [
        ['2021-01-01', '2021-12-31'],
        ['2026-10-01', '2026-11-01'],
      ],
      '6 years 7 months, without 396 days away',
    ],
    // Before the service that counts.
    [[['2018-01-01', '2018-12-31']], '7 years 8 months'],
  ])('without days between two employments: %j', (days, told) => {
    const away = days.map(([from, to]) => ({ from: from as string, to: to as string }))
    expect(serviceInWords(serviceOf('2019-03-01', '2026-10-31', away))).toBe(told)
  })
})

describe('dues', () => {
  const service = { years: 7, months: 8 }

  test('severance after 7 years 8 months counts the seven', () => {
    // 78,000 ÷ 26 = 3,000 a day; × 15 × 7.
    const due = severancePay(kes(78_000), service)
    expect(due.amount).toBe(kes(315_000))
    expect(due.working).toBe('78,000 ÷ 26 × 15 days × 7 years (served 7 years 8 months)')
    // 50,000 × 105 ÷ 26 = 201,923.0769…, rounded once.
    expect(severancePay(kes(50_000), service).amount).toBe(kes(201_923.08))
    expect(severancePay(kes(78_000), service, { days: 20, divisor: 30 }).amount).toBe(kes(364_000))
    expect(() => severancePay(kes(78_000), service, { days: 14 })).toThrow('at least 15 days')
    expect(severancePay(kes(78_000), { years: 0, months: 11 }).amount).toBe(0)
    expect(severancePay(kes(78_000), { years: 1, months: 0, away: 1 }).working).toBe(
      '78,000 ÷ 26 × 15 days × 1 year (served 1 year, without 1 day away)',
    )
  })

  test('service pay is days for each completed year as well', () => {
    expect(servicePay(kes(26_000), { years: 3, months: 2 }).amount).toBe(kes(45_000))
  })

  test('notice is paid, or owed, for the days that were not served', () => {
    expect(noticePay(kes(56_000), usualNotice).amount).toBe(kes(56_000))
    expect(noticePay(kes(56_000), usualNotice, 10).amount).toBe(kes(36_000))
    expect(noticePay(kes(56_000), usualNotice, 40).amount).toBe(0)
    expect(noticePay(kes(56_000), { unit: 'days', count: 7 }).amount).toBe(kes(14_000))
    expect(noticePay(kes(60_000), { unit: 'months', count: 3 }).amount).toBe(kes(180_000))
    expect(noticePay(kes(60_000), { unit: 'months', count: 1 }, 15).working).toBe(
      '60,000 ÷ 30 × 15 days (notice of 1 month, 15 served)',
    )
  })

  test('leave by the divisor of the organisation', () => {
    expect(leaveDue(kes(52_000), 1050).amount).toBe(kes(21_000))
    expect(leaveDue(kes(52_000), 1050, 30).amount).toBe(kes(18_200))
    expect(leaveDue(kes(44_000), 50, 22).amount).toBe(kes(1_000))
  })

  test('gratuity is a share of each month served', () => {
    // 31% of 100,000 for 92 months.
    expect(gratuity(kes(100_000), service, 3100).amount).toBe(kes(2_852_000))
  })
})

describe('a lump sum', () => {
  // KRA, Employer's Guide to PAYE 2017: 660,000 after 30 years, left in September 2016.
  test('is spread back as in the guide of KRA', () => {
    expect(spreadBack(kes(660_000), 30, '2016-09-30')).toEqual([
      { year: 2015, years: 1, share: kes(22_000) },
      { year: 2014, years: 1, share: kes(22_000) },
      { year: 2013, years: 1, share: kes(22_000) },
      { year: 2012, years: 1, share: kes(22_000) },
      { year: 2011, years: 26, share: kes(572_000) },
    ])
  })

  test('of a year served to its end begins with that year', () => {
    expect(spreadBack(kes(90_000), 3, '2025-12-31').map(({ year }) => year)).toEqual([
      2025, 2024, 2023,
    ])
    expect(spreadBack(kes(90_000), 8, '2025-12-31').at(-1)).toEqual({
      ...{ year: 2020, years: 3, share: kes(33_750) },
    })
  })

  test('without a completed year is of the year of leaving', () => {
    expect(spreadBack(kes(5_000), 0, '2026-05-31')).toEqual([
      { year: 2026, years: 1, share: kes(5_000) },
    ])
  })

  test('shares add up to the cent, whatever the years', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 11 }), fc.nat(45), (amount, years) => {
        const shares = spreadBack(amount, years, '2026-06-30')
        expect(shares.reduce((sum, { share }) => sum + share, 0)).toBe(amount)
        expect(shares.reduce((sum, part) => sum + part.years, 0)).toBe(Math.max(1, years))
        expect(shares.every(({ share, year }) => share >= 0 && year >= 2021)).toBe(true)
      }),
    )
  })

  test('is taxed with the pay of each year, by the bands of that year', () => {
    // 2025: 288,000 × 10% + 100,000 × 25% + 872,000 × 30% = 315,400.
    expect(annualTax(kes(1_260_000), 2025)).toBe(kes(315_400))
    // 2022 had no bands above 30%: 53,800 + 9,612,000 × 30%.
    expect(annualTax(kes(10_000_000), 2022)).toBe(kes(2_937_400))
    // From July 2023 on: + 3,600,000 × 32.5% + 400,000 × 35%.
    expect(annualTax(kes(10_000_000), 2024)).toBe(kes(3_047_400))
    // Half a year by each.
    expect(annualTax(kes(10_000_000), 2023)).toBe(kes(2_992_400))
  })

  test('less the reliefs and the PAYE of the year; what a year lacks is asked for', () => {
    const card = { taxable: kes(960_000), reliefs: kes(28_800), paye: kes(196_600) }
    const known = (year: number) => (year > 2023 ? card : undefined)
    const three = { completedYears: 3, last: '2026-03-31' }
    const found = lumpSumTax(kes(300_000), three, known)
    // 2025 and 2024: (53,800 + 672,000 × 30%) − 28,800 − 196,600 = 30,000 each; 2023 is unknown.
    expect(found.years.map(({ year, tax }) => [year, tax])).toEqual([
      [2025, kes(30_000)],
      [2024, kes(30_000)],
      [2023, 0],
    ])
    expect(found).toMatchObject({ tax: kes(60_000), missing: [2023] })
    expect(found.years[0]?.working).toBe(
      'Tax on 960,000 + 100,000 = 255,400, less reliefs of 28,800 and PAYE of 196,600 = 30,000',
    )
  })

  test('gives nothing back where a year has paid too much', () => {
    const generous = () => ({ taxable: kes(100_000), reliefs: kes(28_800), paye: kes(50_000) })
    const one = { completedYears: 1, last: '2026-03-31' }
    expect(lumpSumTax(kes(1_000), one, generous).tax).toBe(0)
  })
})
