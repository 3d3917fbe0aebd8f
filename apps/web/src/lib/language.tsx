import type { Language } from '@mshahara/contract/language'
import { createContext, type ReactNode, use, useContext, useLayoutEffect } from 'react'
import { speak } from './spoken.ts'

/**
 * The texts of the employee's area. An area writes them down in `texts.ts`, each in English and
 * Swahili, and its screens read them with `useTexts`; a missing translation does not compile.
 *
 *     export const leaveTexts = texts({
 *       ask: { en: 'Ask for leave', sw: 'Omba likizo' },
 *       left: {
 *         en: ({ days }: { days: number }) => `${days} days left`,
 *         sw: ({ days }: { days: number }) => `Siku ${days} zimesalia`,
 *       },
 *     })
 *     const t = useTexts(leaveTexts)
 *     t.ask, t.left({ days: 3 })
 */

type Text = string | ((values: never) => string)
export type Entries = Record<string, { en: Text; sw: Text }>
/** Both are plain, or both take the same values. */
type Alike<T extends Entries> = { [K in keyof T]: { sw: T[K]['en'] } }
export type InOne<T extends Entries> = { [K in keyof T]: T[K]['en'] }

export const texts = <T extends Entries>(entries: T & Alike<T>): T => entries

const LanguageContext = createContext<Language>('en')
export const useLanguage = (): Language => useContext(LanguageContext)

const read = new WeakMap<Entries, Partial<Record<Language, unknown>>>()

/** For what is no component; `spoken()` tells the language. */
export function textsIn<T extends Entries>(entries: T, language: Language): InOne<T> {
  const known = read.get(entries) ?? {}
  known[language] ??= Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, entry[language]]),
  )
  read.set(entries, known)
  return known[language] as InOne<T>
}

export function useTexts<T extends Entries>(entries: T): InOne<T> {
  return textsIn(entries, useLanguage())
}

/** Every text of a catalogue: the same names, and the same values in each. */
type Texts = Record<string, Text>
export type Translated<T extends Texts> = { [K in keyof T]: T[K] extends string ? string : T[K] }

interface Loaded<T extends Texts> {
  default: Translated<T>
  /** What is named by its English word: entries of the menu, states. English needs no list. */
  words?: Record<string, string>
}
export interface LaterTexts<T extends Texts> {
  en: T
  load: () => Promise<Loaded<T>>
  loaded?: Promise<Loaded<T>>
}

/**
 * For what the first visit loads: English is there at once, and Swahili, in `texts.sw.ts`, is
 * fetched by those who read it.
 */
export const laterTexts = <T extends Texts>(en: T, load: LaterTexts<T>['load']): LaterTexts<T> => ({
  en,
  load,
})

export function useLaterTexts<T extends Texts>(later: LaterTexts<T>): Translated<T> {
  if (useLanguage() === 'en') return later.en as Translated<T>
  later.loaded ??= later.load()
  return use(later.loaded).default
}

const none: Record<string, string> = {}
export function useLaterWords<T extends Texts>(later: LaterTexts<T>): Record<string, string> {
  if (useLanguage() === 'en') return none
  later.loaded ??= later.load()
  return use(later.loaded).words ?? none
}

/** Of a screen that staff read in English: each word of the list, and English where it has none. */
export function useWords(list: Record<string, string>): (word: string) => string {
  const words = useLanguage() === 'sw' ? list : none
  return (word) => words[word] ?? word
}

interface Props {
  language: Language
  /** The whole page: `<html lang>`, and days and months outside of components. */
  page?: true
  children: ReactNode
}

/** What is below speaks this language. */
export function Speaking({ language, page, children }: Props) {
  if (page) speak(language)
  useLayoutEffect(() => {
    if (page) document.documentElement.lang = language
  }, [page, language])
  return <LanguageContext value={language}>{children}</LanguageContext>
}
