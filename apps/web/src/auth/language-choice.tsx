import { type Language, languages } from '@mshahara/contract/languages'
import { useLanguage, useLaterTexts } from '../lib/language.tsx'
import classes from './language-choice.module.css'
import { useSwitchLanguage } from './switch-language.ts'
import { authTexts } from './texts.ts'

/** Each in its own name, so that it is found by whoever reads only that one. */
export const languageNames: Record<Language, string> = { en: 'English', sw: 'Kiswahili' }

/** The browser's own radio buttons: the first visit loads nothing for them. */
export function LanguageChoice() {
  const t = useLaterTexts(authTexts)
  const language = useLanguage()
  const switchTo = useSwitchLanguage()
  return (
    <fieldset className={classes.choice} aria-label={t.language}>
      {languages.map((one) => (
        <label key={one} lang={one}>
          <input
            type="radio"
            name="language"
            checked={language === one}
            onChange={() => void switchTo(one)}
          />
          {languageNames[one]}
        </label>
      ))}
    </fieldset>
  )
}
