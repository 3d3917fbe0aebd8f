import { laterTexts } from '../lib/language.tsx'
import { en } from './texts.en.ts'

export const ownTexts = laterTexts(en, () => import('./texts.sw.ts'))
