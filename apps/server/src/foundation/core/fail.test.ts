import { expect, test } from 'vitest'
import { Refused } from './fail.ts'

const why = { code: 'loans.paid', en: 'it is paid', sw: 'imelipwa' }
const said = {
  code: 'loans.none',
  values: { months: 3, why },
  en: 'None: it is paid.',
  sw: 'Hakuna: imelipwa.',
}

test('a refusal speaks either language, and its values are without words', () => {
  const refused = new Refused(422, said, { errors: { amount: [said] } })
  const values = { months: 3, why: { code: 'loans.paid' } }
  const reason = { code: 'loans.none', values }
  expect(refused.body('sw')).toEqual({
    message: 'Hakuna: imelipwa.',
    ...reason,
    errors: { amount: ['Hakuna: imelipwa.'] },
    reasons: { amount: [reason] },
  })
  expect(refused.body('en').message).toBe('None: it is paid.')
  expect(refused.message).toBe('None: it is paid.')
})

test('what a page acts upon stands in place of the sentence’s own code', () => {
  const { code } = new Refused(401, said, { code: 'removed' }).body('en')
  expect(code).toBe('removed')
})

test('what staff alone are told is English, whoever asks', () => {
  const refused = new Refused(422, { code: 'billing.none', en: 'There is none.' })
  expect(refused.body('sw')).toEqual({ code: 'billing.none', message: 'There is none.' })
})
