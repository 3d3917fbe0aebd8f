import { expect, test } from 'vitest'
import { inSwahili } from './refusals.sw.ts'
import { sentences, translator } from './sentences.ts'
import { workingInSwahili } from './workings.sw.ts'

test.each([
  // Whole sentences.
  ['Guarantor is not active', 'Mdhamini hayupo kazini'],
  ['This request is for somebody else to answer.', 'Ombi hili ni la mtu mwingine kujibu.'],
  // Names of what every organisation has, and of people.
  ['Annual Leave is taken in whole days.', 'Likizo ya Mwaka huchukuliwa kwa siku nzima.'],
  ['Harvest Leave is for women.', 'Harvest Leave ni ya wanawake.'],
  ['Asha Njeri is not active.', 'Asha Njeri hayupo kazini.'],
  // Counts and days.
  [
    'Annual Leave is asked for 7 days before: from 05 March, 2026 on.',
    'Likizo ya Mwaka huombwa siku 7 kabla: kuanzia 05 Machi, 2026.',
  ],
  [
    '1 day of Sick Leave are asked for in 2026, and 0.5 days remain.',
    'Umeomba siku 1 za Likizo ya Ugonjwa mwaka 2026, na zimesalia siku 0.5.',
  ],
  [
    'Guarantor already guarantees one loan, which is the limit',
    'Mdhamini tayari anadhamini mkopo mmoja, na huo ndio ukomo',
  ],
  [
    'You already guarantee 3 loans, which is the limit.',
    'Tayari unadhamini mikopo 3, na huo ndio ukomo.',
  ],
  // Fields, and a sentence within a sentence.
  ['Purpose is required.', 'Kusudi: sehemu hii inahitajika.'],
  ['Account number is required.', 'Nambari ya akaunti inahitajika.'],
  ['Address can have at most 200 characters.', 'Anwani: herufi zisizidi 200.'],
  [
    'The maximum loan amount over 1 month is 0: No payslip has been confirmed yet.',
    'Kiasi cha juu cha mkopo wa mwezi 1 ni 0: Bado hakuna hati ya malipo iliyothibitishwa.',
  ],
])('%s', (en, sw) => expect(inSwahili(en)).toBe(sw))

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
  expect(inSwahili('The moon is full tonight.')).toBeUndefined()
  expect(inSwahili('constructor')).toBeUndefined()
  expect(inSwahili('constructor is for men.')).toBe('constructor ni ya wanaume.')
  expect(workingInSwahili('100,000 × 5%')).toBeUndefined()
})

test('a value that one language lacks does not compile', () => {
  // @ts-expect-error {amount} is missing.
  sentences({ 'You owe {amount}.': 'Unadaiwa.' })
  // @ts-expect-error {name} is not in the English sentence.
  sentences({ 'You owe.': '{name} anadaiwa.' })
  expect(translator(sentences({ 'Owe {amount}.': 'Deni {amount}.' }))('Owe 5.')).toBe('Deni 5.')
})
