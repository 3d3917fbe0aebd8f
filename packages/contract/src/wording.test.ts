import { expect, test } from 'vitest'
import { detailProposalInput } from './my-details.ts'
import { englishOf, sentencesOf } from './say.ts'
import { inSwahili, sentenceOf } from './wording.sw.ts'
import { fieldWords } from './wording.ts'

test('a sentence has its code, its values and both languages', () => {
  const say = sentencesOf('loans', {
    repaid: { en: 'It is repaid.', sw: 'Umelipwa.' },
    owed: ({ most }: { most: number }) => ({ en: `${most} is owed.`, sw: `Deni ni ${most}.` }),
  })
  expect(say.repaid).toEqual({ code: 'loans.repaid', en: 'It is repaid.', sw: 'Umelipwa.' })
  expect(say.owed({ most: 5 })).toEqual({
    code: 'loans.owed',
    values: { most: 5 },
    en: '5 is owed.',
    sw: 'Deni ni 5.',
  })
  const staff = englishOf('billing', { none: 'There is none.' })
  expect(staff.none).toEqual({ code: 'billing.none', en: 'There is none.' })
})

test('Swahili that is missing does not compile', () => {
  // @ts-expect-error
  sentencesOf('loans', { repaid: { en: 'It is repaid.' } })
})

test('what a schema says is found by the sentence, with its values', () => {
  expect(sentenceOf(fieldWords.tooLong({ label: 'Address', most: 200 }))).toEqual({
    code: 'fields.tooLong',
    values: { label: 'Address', most: 200 },
    en: 'Address can have at most 200 characters.',
    sw: 'Anwani: herufi zisizidi 200.',
  })
  const { error } = detailProposalInput.safeParse({ address: 'x'.repeat(201), phone: 7 })
  expect(error?.issues.map(({ message }) => inSwahili(message))).toEqual([
    'Simu: sehemu hii inahitajika.',
    'Anwani: herufi zisizidi 200.',
  ])
})

test('a field without Swahili has no sentence in Swahili', () => {
  expect(inSwahili(fieldWords.required({ label: 'Casual No' }))).toBeUndefined()
  expect(sentenceOf('The moon is full tonight.').code).toBe('fields.other')
})
