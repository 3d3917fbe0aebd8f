import { laterTexts } from '../lib/language.tsx'
import type { MenuItem } from './menu.ts'
import { en } from './texts.en.ts'

export const shellTexts = laterTexts(en, () => import('./texts.sw.ts'))

/** What the menu calls an entry; what is staff's has no translation. */
export const labelIn = (texts: object, label: string): string =>
  (texts as Record<string, string>)[label] ?? label

export const menuIn = (texts: object, items: MenuItem[]): MenuItem[] =>
  items.map((item) => {
    if (!('group' in item)) return { ...item, label: labelIn(texts, item.label) }
    const entries = item.entries.map((one) => ({ ...one, label: labelIn(texts, one.label) }))
    return { ...item, group: labelIn(texts, item.group), entries }
  })
