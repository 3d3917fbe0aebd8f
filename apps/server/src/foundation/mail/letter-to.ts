import type { Language, Said } from '@mshahara/contract/language'
import { greeting, plainName } from '../core/names.ts'
import type { Letter } from './mail.ts'

/** Letters to people who sign in, in their language; what staff alone are sent is in English. */

export interface Reader {
  first_name: string
  email: string
  /** Nobody knows it of whoever has never signed in: they are written to in both. */
  language?: Language | undefined
}

/**
 * Of the person, or of the screen where they wait for it: whoever signs in for the first time has
 * had nowhere else to choose.
 */
export const readingAt = <R extends Reader>(screen: { language: Language }, to: R): R => ({
  ...to,
  language: screen.language === 'sw' ? 'sw' : (to.language ?? 'en'),
})

/** A login's language is its owner's choice only once somebody owns it. */
export const languageOf = (login?: { activated_at: string | null; language: Language }) =>
  login?.activated_at ? login.language : undefined

export interface Written {
  subject: Said
  paragraphs: Said[]
  button?: { label: Said; path: string }
  footnote?: Said
}

const hello = { en: 'Hello', sw: 'Habari' }

/** In the name of the organisation that it is about, where there is one. */
export function letterTo(
  { email, first_name, language }: Reader,
  { subject, paragraphs, button, footnote }: Written,
  from?: string,
) {
  const told = (said: Said, between: string) =>
    language ? said[language] : [said.en, said.sw].join(between)
  const languages = language ? [language] : (['en', 'sw'] as const)
  return {
    to: email,
    language: language ?? 'en',
    from: from && plainName(from),
    greeting: greeting(told(hello, ' / '), first_name),
    // No slash: what looks like an address is refused there.
    subject: told(subject, ' · '),
    paragraphs: languages.flatMap((one) => paragraphs.map((said) => said[one])),
    ...(button && { button: { ...button, label: told(button.label, ' / ') } }),
    ...(footnote && { footnote: told(footnote, ' ') }),
  } satisfies Letter
}
