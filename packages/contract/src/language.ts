import { z } from 'zod'
import type { Language, Said } from './languages.ts'
import { monthNames, swahiliMonths } from './months.ts'

/** The languages of the employee's area; everything that staff alone see is in English. */

export { type Language, languages, type Said } from './languages.ts'

export const said = z.object({ en: z.string(), sw: z.string() })

/** What staff alone read is a plain English sentence; what employees read is said in both. */
export const words = z.union([z.string(), said])
export type Words = z.output<typeof words>

export const inLanguage = (text: Words, language: Language): string =>
  typeof text === 'string' ? text : text[language]

/** The same sentence in both languages, where only some of its words differ. */
export const inBoth = (say: (language: Language) => string): Said => ({
  en: say('en'),
  sw: say('sw'),
})

const monthNameOf = (month: string, language: Language) =>
  (language === 'sw' ? swahiliMonths : monthNames)[Number(month.slice(5, 7)) - 1]

/** '2026-02' → "February 2026", "Februari 2026". */
export const monthSaid = (month: string, language: Language): string =>
  `${monthNameOf(month, language)} ${month.slice(0, 4)}`

/** '2026-02-05' → "05 February, 2026", "05 Februari, 2026". */
export const daySaid = (day: string, language: Language): string =>
  `${day.slice(8)} ${monthNameOf(day, language)}, ${day.slice(0, 4)}`

/** 3 → "3 days", "siku 3". */
export const daysSaid = (days: number, language: Language): string =>
  language === 'sw' ? `siku ${days}` : `${days} ${days === 1 ? 'day' : 'days'}`

/** Swahili words agree with their number: siku 1 imesalia, siku 2 zimesalia; half a day is one. */
export const agreeing = (count: number, one: string, many: string): string =>
  count <= 1 ? one : many

/** 3 → "3 months", "miezi 3". */
export const monthsSaid = (months: number, language: Language): string =>
  language === 'sw'
    ? `${months === 1 ? 'mwezi' : 'miezi'} ${months}`
    : `${months} ${months === 1 ? 'month' : 'months'}`
