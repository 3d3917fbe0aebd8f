import type { Profile } from '@mshahara/contract/auth'
import type { Language } from '@mshahara/contract/language'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { refresh } from '../lib/api.ts'
import { Speaking } from '../lib/language.tsx'
import type { Screen } from '../lib/screen.ts'
import { useMaybeProfile } from '../lib/session.ts'
import { deviceLanguage, rememberLanguage, watchDeviceLanguage } from '../lib/spoken.ts'

type Reader = Pick<Profile, 'role' | 'language' | 'employee_id'>

/**
 * Employees read everything in their language, staff only what they see as employees; whoever is
 * not signed in, in the language last read on the device.
 */
export function languageOf(
  reader: Reader | null,
  translated: boolean | undefined,
  device: Language,
): Language {
  if (reader?.role === 'employee') return reader.language
  if (!translated) return 'en'
  if (reader) return reader.employee_id ? reader.language : 'en'
  return device
}

export function ScreenLanguage({ children }: { children: ReactNode }) {
  const profile = useMaybeProfile()
  const device = useSyncExternalStore(watchDeviceLanguage, deviceLanguage)
  const translated = useRouterState({
    select: ({ matches }) => (matches.at(-1)?.staticData as Partial<Screen>)?.translated,
  })
  useEffect(() => {
    if (profile?.employee_id) rememberLanguage(profile.language)
  }, [profile])
  const language = languageOf(profile, translated, device)
  const told = useRef(language)
  // Answers have sentences in them, in the language in which they were asked for.
  useEffect(() => {
    if (told.current !== language) void refresh()
    told.current = language
  }, [language])
  return (
    <Speaking page language={language}>
      {children}
    </Speaking>
  )
}
