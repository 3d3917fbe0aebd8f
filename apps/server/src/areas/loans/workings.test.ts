import { quoteLoan } from '@mshahara/engine/loans/figures'
import { type LoanProduct, loanProduct } from '@mshahara/engine/loans/products'
import { describe, expect, test } from 'vitest'
import { explainQuote, explainSettlement, workings } from './workings.ts'

const checkOff = loanProduct(1, '2026-11') as LoanProduct
const quoted = (principal: number, term: number, language: 'en' | 'sw' = 'en') =>
  explainQuote(
    { say: (words) => (typeof words === 'string' ? words : words[language]) },
    checkOff,
    quoteLoan(checkOff, principal, term),
  )

describe('a quote', () => {
  test('is told with its working', () => {
    expect(quoted(100_000_00, 7)).toEqual([
      { label: 'Amount', amount: 100_000_00, working: 'as asked for' },
      { label: 'Processing fee', amount: 5_000_00, working: '100,000 × 5%' },
      { label: 'Insurance fee', amount: 2_000_00, working: '100,000 × 2%' },
      { label: 'Interest', amount: 39_200_00, working: '100,000 × 5.6% × 7 months' },
      {
        label: 'Total Payable',
        amount: 146_200_00,
        working: '100,000 + 5,000 + 2,000 + 39,200',
      },
      {
        label: 'Monthly Payment',
        amount: 20_886_00,
        working: '146,200 ÷ 7 months, to the nearest shilling',
      },
    ])
    // 12,345 × 6.6% is 814.77; the total of 14,023.92 becomes 14,024.
    expect(quoted(12_345_00, 1)[3]).toEqual({
      label: 'Interest',
      amount: 814_85,
      working: '12,345 × 6.6% × 1 month = 814.77, with the rounding of the total',
    })
  })
  test('and in Swahili', () => {
    const [, , , interest, , monthly] = quoted(100_000_00, 7, 'sw')
    expect(interest).toMatchObject({ label: 'Riba', working: '100,000 × 5.6% × miezi 7' })
    expect(monthly?.working).toBe('146,200 ÷ miezi 7, kwa shilingi kamili iliyo karibu')
    expect(quoted(12_345_00, 1, 'sw')[3]?.working).toBe(
      '12,345 × 6.6% × mwezi 1 = 814.77, jumla ikifanywa shilingi kamili',
    )
  })
})

test('a maximum is told', () => {
  const { code, values, en, sw } = workings.lastNetPay({ net: 40_000_00, months: 3 })
  expect({ code, values }).toEqual({
    code: 'loans.lastNetPay',
    values: { net: 40_000_00, months: 3 },
  })
  expect(en).toBe('Last net pay 40,000 × 2/3, to the nearest 1,000: 27,000 × 3 months')
  expect(sw).toBe('Mshahara halisi wa mwisho 40,000 × 2/3, kwa elfu iliyo karibu: 27,000 × miezi 3')
  const earned = { share: 50, days: 16, of: 30, salary: 48_000_00, advanced: 5_000_00 }
  expect(workings.earnedByToday(earned)).toMatchObject({
    en: '50% of what was earned by today, 16 of 30 days of a salary of 48,000, less 5,000 advanced already',
    sw: '50% ya ulichopata hadi leo, siku 16 kati ya siku 30 za mshahara wa 48,000, ukiondoa 5,000 uliyopewa mapema',
  })
})

test('a settlement is told', () => {
  const loan = {
    ...{ interest: 39_200_00, term: 7, disbursed_on: '2026-01-31', outstanding: 146_200_00 },
    ...{ rebated: 0, written_off: 0 },
  }
  expect(explainSettlement({ ...loan, outstanding: 104_428_00 }, '2026-03-01').en).toBe(
    'Balance 104,428 − interest of 5 months not begun, 39,200 × 5 ÷ 7 = 28,000',
  )
  expect(explainSettlement(loan, '2026-08-01')).toMatchObject({
    en: 'Balance 146,200',
    sw: 'Salio 146,200',
  })
  const owed = { ...loan, outstanding: 50_000_00, rebated: 22_400_00 }
  expect(explainSettlement(owed, '2026-03-01')).toMatchObject({
    en: 'Balance 50,000 − interest of 5 months not begun, 39,200 × 5 ÷ 7 = 28,000, of which 22,400 was left out before',
    sw: 'Salio 50,000 − riba ya miezi 5 ambayo haijaanza, 39,200 × 5 ÷ 7 = 28,000, ambayo 22,400 iliondolewa awali',
  })
})
