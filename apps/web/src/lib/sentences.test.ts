import { expect, test } from 'vitest'
import { sentences, translator } from './sentences.ts'
import { workingInSwahili } from './workings.sw.ts'

test.each([
  [
    '12,345 × 6.6% × 1 month = 814.77, with the rounding of the total',
    '12,345 × 6.6% × mwezi 1 = 814.77, jumla ikikadiriwa kwa shilingi kamili',
  ],
  [
    '146,200 ÷ 7 months, to the nearest shilling',
    '146,200 ÷ miezi 7, kwa shilingi kamili iliyo karibu',
  ],
  [
    'Balance 50,000 − interest of 5 months not begun, 39,200 × 5 ÷ 7 = 28,000, of which 22,400 was left out before',
    'Salio 50,000 − riba ya miezi 5 ambayo haijaanza, 39,200 × 5 ÷ 7 = 28,000, ambayo 22,400 iliondolewa awali',
  ],
  [
    '50% of what was earned by today, 16 of 30 days of a salary of 48,000, less 5,000 advanced already',
    '50% ya ulichopata hadi leo, siku 16 kati ya siku 30 za mshahara wa 48,000, ukiondoa 5,000 uliyopewa mapema',
  ],
])('%s', (en, sw) => expect(workingInSwahili(en)).toBe(sw))

test('what nobody has translated is left alone', () => {
  expect(workingInSwahili('constructor')).toBeUndefined()
  expect(workingInSwahili('100,000 × 5%')).toBeUndefined()
})

test('a value that one language lacks does not compile', () => {
  // @ts-expect-error {amount} is missing.
  sentences({ 'You owe {amount}.': 'Unadaiwa.' })
  // @ts-expect-error {name} is not in the English sentence.
  sentences({ 'You owe.': '{name} anadaiwa.' })
  expect(translator(sentences({ 'Owe {amount}.': 'Deni {amount}.' }))('Owe 5.')).toBe('Deni 5.')
})
