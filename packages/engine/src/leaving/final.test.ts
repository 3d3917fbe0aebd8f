import { describe, expect, test } from 'vitest'
import { monthPay, type PayPart } from '../month-pay.ts'
import { finalLines, type LeavingTerms } from './final.ts'

/** The lines of final dues, and what the law takes of them. By hand, in shillings. */
const kes = (shillings: number) => Math.round(shillings * 100)

const terms: LeavingTerms = {
  ...{ last_day: '2026-10-31', reason: 'redundant', notice: 'paid', notice_unit: 'days' },
  ...{ notice_count: 28, notice_served: 0, leave_days: 10.5, severance_days: 15 },
  ...{ severance_divisor: 26, service_pay: false, gratuity_percent: 0, exempt_reason: null },
}
const leaver = { basic: kes(78_000), divisor: 26, since: '2019-03-01', month_pays_leave: false }
const amountsOf = (given: Partial<LeavingTerms>, of = leaver, entered = [] as never[]) =>
  finalLines({ ...terms, ...given }, of, entered).lines.map(({ code, amount, tax }) => [
    code,
    amount / 100,
    tax,
  ])

describe('the lines', () => {
  test('of redundancy after 7 years 8 months', () => {
    expect(amountsOf({})).toEqual([
      ['notice', 78_000, 'month'],
      ['leave', 31_500, 'month'],
      ['severance', 315_000, 'lump sum'],
    ])
  })

  test('severance that is held exempt is not taxed; a gratuity still is', () => {
    expect(amountsOf({ exempt_reason: 'Ruling', gratuity_percent: 1 }).slice(2)).toEqual([
      ['severance', 315_000, 'none'],
      ['gratuity', 71_760, 'lump sum'],
    ])
  })

  test('leave that the month pays is not here, and short service is taxed with the month', () => {
    const short = { ...leaver, since: '2026-03-01', month_pays_leave: true }
    expect(amountsOf({ notice: 'served', gratuity_percent: 10 }, short)).toEqual([
      ['gratuity', 62_400, 'month'],
    ])
  })

  test('another amount keeps the side it is on, and says why', () => {
    const { lines } = finalLines({ ...terms, reason: 'resigned', notice: 'owed' }, leaver, [
      { code: 'notice', label: 'Notice', amount: kes(10_000), reason: 'Agreed' },
      { code: 'due', label: 'Fare', amount: kes(2_000), reason: 'To go home' },
    ])
    expect(lines.map(({ code, amount, reason }) => [code, amount / 100, reason])).toEqual([
      ['notice', -10_000, 'Agreed'],
      ['leave', 31_500, null],
      ['due', 2_000, 'To go home'],
    ])
    expect(lines[0]?.working).toContain('= 78,000, changed')
  })
})

describe('what the law takes', () => {
  const dues: PayPart = {
    side: 'income',
    line: {
      ...{ id: 'd', name: 'Notice', kind: 'income', amount: kes(78_000) },
      ...{ taxable: true, one_off: true, dues: true },
    },
  }
  const owed = (shillings: number): PayPart => ({
    side: 'owed',
    line: { id: `o${shillings}`, name: 'Owed', kind: 'owed', amount: kes(shillings) },
  })

  test('of dues is tax: no NSSF, SHIF, Housing Levy or NITA', () => {
    const { figures } = monthPay([dues], {}, '2026-11')
    // 2,400 + 2,083.25 + 30% of 45,667 = 18,183.35, less 2,400.
    expect(figures).toMatchObject({ paye: kes(15_783.35), nssf: 0, health: 0, housing: 0, nita: 0 })
  })

  test('what is owed never makes net negative: each says what is left of it', () => {
    const { figures, deductions } = monthPay([dues, owed(60_000), owed(5_000)], {}, '2026-11')
    expect(figures.net).toBe(0)
    expect(deductions.slice(1).map(({ amount, balance = 0 }) => [amount, balance])).toEqual([
      [kes(60_000), 0],
      [kes(2_216.65), kes(2_783.35)],
    ])
    expect(monthPay([owed(100)], {}, '2026-11').figures).toMatchObject({ gross: 0, net: 0 })
  })
})
