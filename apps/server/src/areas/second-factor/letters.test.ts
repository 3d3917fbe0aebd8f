import type { Language } from '@mshahara/contract/language'
import { describe, expect, test } from 'vitest'
import type { Letter } from '../../foundation/mail/mail.ts'
import { addressChanged, invitation, joining } from '../users/letters.ts'
import {
  codesRenewed,
  codeUsed,
  factorAdded,
  factorRemoved,
  factorRenamed,
  factorsReset,
} from './letters.ts'

/** What people are told about their sign-in is told in their language. */

const reader = (language?: Language) => ({
  first_name: 'Akinyi',
  email: 'akinyi@example.test',
  language,
})
const written: [string, (to: ReturnType<typeof reader>) => Letter][] = [
  ['added', (to) => factorAdded(to, 'Simu')],
  ['renamed', (to) => factorRenamed(to, 'Simu', 'Nokia')],
  ['removed', (to) => factorRemoved(to, 'Simu', false)],
  ['the last removed', (to) => factorRemoved(to, 'Simu', true)],
  ['new codes', (to) => codesRenewed(to)],
  ['a code used', (to) => codeUsed(to, 8)],
  ['reset', (to) => factorsReset(to, 'Amani Njoroge', 'Umoja')],
  ['another address', (to) => addressChanged(to, 'Umoja', 'Amani Njoroge')],
  ['joining', (to) => joining({ ...to, language: to.language ?? 'en' }, 'Umoja')],
]
const textOf = ({ subject, greeting, paragraphs, button, footnote }: Letter) =>
  [subject, greeting, ...paragraphs, button?.label, footnote].join('\n')
const english = /\b(hello|you|your|the|this|was|sign|code)\b/i
const swahili = /\b(habari|yako|wako|zako|lako|ikiwa|kama)\b/i

describe.each(written)('%s', (_, letter) => {
  test('in one language and no other', () => {
    expect(textOf(letter(reader('sw')))).not.toMatch(english)
    expect(textOf(letter(reader('sw')))).toMatch(swahili)
    expect(textOf(letter(reader('en')))).not.toMatch(swahili)
  })
})

test('codes that are left agree with their number', () => {
  const left = (count: number) => textOf(codeUsed(reader('sw'), count))
  expect(left(0)).toContain('Hakuna msimbo uliobaki.')
  expect(left(1)).toContain('Umebaki msimbo mmoja.')
  expect(left(2)).toContain('Imebaki misimbo 2.')
})

test('whoever has never signed in is written to in both languages', () => {
  const text = textOf(invitation(reader(), 'Umoja', 'secret'))
  expect(text).toMatch(english)
  expect(text).toMatch(swahili)
  expect(text).toContain('Hello / Habari Akinyi,')
})
