import type { Language } from '@mshahara/contract/language'

/** The language of the open screen, for what is no component: days, months, messages. */

let now: Language = 'en'
export const spoken = (): Language => now

/** Called while the screen is drawn, so that what is drawn below it agrees with it. */
export function speak(language: Language) {
  now = language
}

/** `en-GB` stands for English: days read "05 March, 2026" in Kenya too. */
export const locales = { en: 'en-GB', sw: 'sw-KE' } as const satisfies Record<Language, string>

const key = 'mshahara.language'
const chosenKey = 'mshahara.language-chosen'
const watchers = new Set<() => void>()

/** The language last read on this device, for whoever is not signed in. */
export const deviceLanguage = (): Language => (localStorage.getItem(key) === 'sw' ? 'sw' : 'en')

export function rememberLanguage(language: Language) {
  if (language === deviceLanguage()) return
  localStorage.setItem(key, language)
  for (const watcher of watchers) watcher()
}

export function watchDeviceLanguage(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Chosen before signing in, for the person who then does. */
export function chooseForSignIn(language: Language) {
  sessionStorage.setItem(chosenKey, language)
  rememberLanguage(language)
}

export function takeChosen(): Language | null {
  const chosen = sessionStorage.getItem(chosenKey)
  sessionStorage.removeItem(chosenKey)
  return chosen === 'en' || chosen === 'sw' ? chosen : null
}
