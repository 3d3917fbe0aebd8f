import { type Language, languages } from '@mshahara/contract/languages'
import { useLanguage, useLaterTexts } from '../lib/language.tsx'
import classes from './language-radios.module.css'
import { authTexts } from './texts.ts'

/** Each in its own name, so that it is found by whoever reads only that one. */
export const languageNames: Record<Language, string> = { en: 'English', sw: 'Kiswahili' }

/** The browser's own radio buttons: the first visit loads nothing for them. */
export function LanguageRadios({ onPick }: { onPick: (language: Language) => unknown }) {
  const t = useLaterTexts(authTexts)
  const language = useLanguage()
  return (
    <fieldset className={classes.choice} aria-label={t.language}>
      {languages.map((one) => (
        <label key={one} lang={one}>
          <input
            type="radio"
            name="language"
            checked={language === one}
            onChange={() => onPick(one)}
          />
          {languageNames[one]}
        </label>
      ))}
    </fieldset>
  )
}
