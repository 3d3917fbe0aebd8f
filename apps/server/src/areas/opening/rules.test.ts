import { expect, test } from 'vitest'
import { type Amounts, filled, findingsIn, lawDoubt, monthsIn } from './rules.ts'

/** Rows of a card, in cents. */

const month = { from: '2025-01', to: '2025-01' }
const eight = { from: '2025-01', to: '2025-08' }
const plain: Partial<Amounts> = {
  ...{ basic: 100_000_00, pension: 4320_00, ahl: 1500_00, shif: 2750_00 },
  ...{ chargeable: 91_430_00, tax_charged: 22_212_35, personal_relief: 2400_00, paye: 19_812_35 },
}
const look = (given: Partial<Amounts>, months = month) => {
  const { issues, warnings } = findingsIn(filled({ ...plain, ...given }, months), months)
  return [...issues.map(({ key }) => key), ...warnings.map(({ key }) => `${key}?`)]
}

test('what other columns tell may stay empty', () => {
  expect(filled(plain, month)).toMatchObject({
    ...{ gross: 100_000_00, pension_share: 30_000_00, deductions: 8570_00, insurance_relief: 0 },
  })
  expect(look({})).toEqual([])
  expect(monthsIn(eight)).toHaveLength(8)
})

test.each([
  ['gross that is not its parts', { gross: 99_000_00 }, ['gross', 'deductions?']],
  ['more chargeable than paid', { chargeable: 100_001_00 }, ['chargeable', 'deductions?']],
  ['other deductions', { deductions: 9000_00 }, ['chargeable', 'deductions?']],
  ['more tax than pay', { tax_charged: 91_431_00 }, ['tax_charged', 'paye']],
  ['more PAYE than tax', { paye: 22_213_00 }, ['paye']],
  ['PAYE without its reliefs', { paye: 22_212_35 }, ['paye']],
  ['cents cut off', { paye: 19_812_00 }, []],
  ['an exemption', { exempt: 91_430_00, chargeable: 0, tax_charged: 0, paye: 0 }, []],
])('%s', (_, given, found) => {
  expect(look(given)).toEqual(found)
})

test('of a sum PAYE may be more than its reliefs leave, and never less', () => {
  const sum = Object.fromEntries(Object.entries(plain).map(([key, cents]) => [key, cents * 8]))
  expect(look(sum, eight)).toEqual([])
  expect(look({ ...sum, paye: 19_812_35 * 8 + 2400_00 }, eight)).toEqual(['paye?'])
  expect(look({ ...sum, paye: 19_812_35 * 8 - 2400_00 }, eight)).toEqual(['paye'])
})

test('a column that a year does not have is refused', () => {
  const year = { from: '2023-01', to: '2023-01' }
  const { issues } = findingsIn(filled({ ...plain, deductions: 8570_00 }, year), year)
  expect(issues.map(({ key }) => key)).toEqual(['ahl', 'shif'])
})

test('the law is asked about the chargeable pay', () => {
  expect(lawDoubt(filled(plain, month), month, false)).toBeNull()
  expect(lawDoubt(filled({ ...plain, paye: 4567_00 }, month), month, false)).toEqual({
    key: 'paye',
    sentence: 'The law makes 19,812.35 PAYE of this.',
  })
  expect(lawDoubt(filled(plain, month), month, true)?.sentence).toContain('29,600.50')
})
