import { useLaterTexts } from '../lib/language.tsx'
import { authTexts } from './texts.ts'

/** Named without the field's own label, so that the two are never mistaken for each other. */
export function useShowCharacters() {
  const { showCharacters } = useLaterTexts(authTexts)
  return { 'aria-label': showCharacters, tabIndex: 0 }
}
