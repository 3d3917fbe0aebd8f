import { describe, expect, test } from 'vitest'
import { explainPay, monthPay, type PayTerms, payslip } from './index.ts'

/** NSSF by age (B24): from the month of the 18th birthday to that of the 60th. */

const pay = (terms: PayTerms, month: string) =>
  monthPay([{ side: 'salary', amount: 50_000_00 }], terms, month)
const due = payslip({ salary: 50_000_00 }, '2026-03').nssfEmployee

describe('NSSF', () => {
  test.each([
    ['the month of the 60th birthday', '1966-03-31', '2026-03', due],
    ['the month after it', '1966-02-28', '2026-03', 0],
    ['a birthday on the last day before', '1966-03-01', '2026-04', 0],
    ['the month of the 18th birthday', '2008-03-31', '2026-03', due],
    ['the month before it', '2008-04-01', '2026-03', 0],
    ['a leap day', '1964-02-29', '2024-02', payslip({ salary: 50_000_00 }, '2024-02').nssfEmployee],
    ['no date of birth', null, '2026-03', due],
  ])('%s', (_what, born, month, amount) => {
    const { figures } = pay({ born }, month)
    expect([figures.nssf, figures.nssf_employer]).toEqual([amount, amount])
  })

  test('goes on for whoever continues, and lowers no tax for whoever does not', () => {
    const continues = pay({ born: '1960-01-01', nssf_continues: true }, '2026-03')
    expect(continues.figures.nssf).toBe(due)
    const stopped = pay({ born: '1960-01-01' }, '2026-03')
    expect(stopped.figures.taxable - continues.figures.taxable).toBe(due)
    expect(stopped.deductions.map(({ id }) => id)).not.toContain('nssf')
  })

  test('tells why there is none, by the rule; nothing kept shows the date of birth', () => {
    const { figures, ...kept } = pay({ born: '1960-01-01' }, '2026-03')
    const lines = explainPay({ ...kept, ...figures }, '2026-03')
    expect(lines.find(({ code }) => code === 'nssfEmployee')).toMatchObject({
      amount: 0,
      because: {
        rule: 'NSSF by age',
        working: 'not due after the month of the 60th birthday = 0',
      },
    })
    expect(JSON.stringify(kept)).not.toContain('1960')
    const young = pay({ born: '2009-06-01' }, '2026-03')
    const [told] = explainPay({ ...young, ...young.figures }, '2026-03').filter(
      ({ code }) => code === 'nssfTier1',
    )
    expect(told?.because.working).toBe('not due before the month of the 18th birthday = 0')
  })
})
