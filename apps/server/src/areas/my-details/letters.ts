import { limits } from '@mshahara/contract'
import { inLanguage, type Language, type Said } from '@mshahara/contract/language'
import { greeting, plainName } from '../../foundation/core/names.ts'
import type { Letter } from '../../foundation/mail/mail.ts'
import { longestText } from '../../foundation/mail/texts.ts'

/** To an employee about their own details, in their language. */

interface Reader {
  first_name: string
  email: string
  language: Language
}

const hello = (to: Reader, from: string) => ({
  to: to.email,
  language: to.language,
  from: plainName(from),
  greeting: greeting(to.language === 'sw' ? 'Habari' : 'Hello', to.first_name),
})

const code = {
  subject: {
    en: 'Confirm the change of your details',
    sw: 'Thibitisha mabadiliko ya taarifa zako',
  },
  asks: {
    en:
      'Somebody signed in as you proposed to change your phone number or bank account. ' +
      `If it was you, enter this code within ${limits.otpMinutes} minutes:`,
    sw:
      'Mtu aliyeingia kwa akaunti yako amependekeza kubadilisha nambari yako ya simu au akaunti ya benki. ' +
      `Ikiwa ni wewe, weka msimbo huu ndani ya dakika ${limits.otpMinutes}:`,
  },
  warns: {
    en: 'If it was not you, do not give the code to anyone, change your password and tell your employer.',
    sw: 'Ikiwa si wewe, usimpe mtu yeyote msimbo, badilisha nenosiri lako na umjulishe mwajiri wako.',
  },
}

export const codeLetter = (to: Reader, digits: string, from: string): Letter => ({
  ...hello(to, from),
  subject: code.subject[to.language],
  paragraphs: [code.asks[to.language]],
  code: digits,
  awaited: true,
  footnote: code.warns[to.language],
})

const codeWords: Record<Language, (digits: string, name: string) => string> = {
  en: (digits, name) =>
    `${digits} is your code to change your phone or bank account at ${name}. ` +
    'Not you? Give it to nobody and tell your employer.',
  sw: (digits, name) =>
    `${digits} ni msimbo wako wa kubadilisha simu au akaunti ya benki, ${name}. ` +
    'Si wewe? Usimpe mtu, mjulishe mwajiri wako.',
}

/** One message of 160 characters with the way to stop at its end: a long name is cut. */
export function codeText(language: Language, from: string, digits: string, hint: string): string {
  const words = codeWords[language]
  const room = longestText - words(digits, '').length - hint.length
  return words(digits, plainName(from).slice(0, Math.min(30, Math.max(8, room)))) + hint
}

const decided = {
  button: { en: 'My details', sw: 'Taarifa zangu' },
  warns: {
    en: 'If you did not propose this, tell your employer at once.',
    sw: 'Ikiwa hukupendekeza hili, mjulishe mwajiri wako mara moja.',
  },
}

export const decidedLetter = (to: Reader, from: string, title: Said, told: Said): Letter => ({
  ...hello(to, from),
  subject: inLanguage(title, to.language),
  paragraphs: [inLanguage(told, to.language)],
  button: { label: decided.button[to.language], path: '/my-details' },
  footnote: decided.warns[to.language],
})
