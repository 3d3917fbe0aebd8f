import { SegmentedControl } from '@mantine/core'
import { type Language, languages } from '@mshahara/contract/language'
import { useLanguage, useLaterTexts } from '../lib/language.tsx'
import { useSwitchLanguage } from './switch-language.ts'
import { authTexts } from './texts.ts'

/** Each in its own name, so that it is found by whoever reads only that one. */
export const languageNames: Record<Language, string> = { en: 'English', sw: 'Kiswahili' }

export function LanguageChoice() {
  const t = useLaterTexts(authTexts)
  const language = useLanguage()
  const switchTo = useSwitchLanguage()
  return (
    <SegmentedControl
      aria-label={t.language}
      value={language}
      onChange={(value) => void switchTo(value as Language)}
      data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
    />
  )
}
