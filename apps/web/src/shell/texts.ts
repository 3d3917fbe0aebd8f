import { laterTexts } from '../lib/language.tsx'
import type { MenuItem } from './menu.ts'
import { en } from './texts.en.ts'

export const shellTexts = laterTexts(en, () => import('./texts.sw.ts'))

/** The menu in other words; what is staff's has none. */
export const menuIn = (words: Record<string, string>, items: MenuItem[]): MenuItem[] =>
  items.map((item) => {
    if (!('group' in item)) return { ...item, label: words[item.label] ?? item.label }
    const entries = item.entries.map((one) => ({ ...one, label: words[one.label] ?? one.label }))
    return { ...item, group: words[item.group] ?? item.group, entries }
  })
