import { leaveStates } from '@mshahara/contract/leave-states'
import { loanStates } from '@mshahara/contract/loan-states'
import { expect, test } from 'vitest'
import { menus } from '../shell/expected-menus.ts'
import { type Entries, texts, textsIn } from './language.tsx'

/** Every `texts.ts` there is; what is missing in one language does not compile. */
const files = import.meta.glob<Record<string, unknown>>('../*/texts.ts', { eager: true })

/** Names its values instead of having any, so that a text shows which of them it uses. */
const named = new Proxy({}, { get: (_, name) => `‹${String(name)}›` })
const shown = (text: unknown) =>
  typeof text === 'function' ? String((text as (values: object) => string)(named)) : String(text)
const placesIn = (text: string) => [...new Set(text.match(/‹\w+›/g))].sort()

interface Later {
  en: Record<string, unknown>
  load: () => Promise<{ default: Record<string, unknown> }>
}
const isLater = (catalogue: object): catalogue is Later => 'load' in catalogue

/** [name, English, Swahili] of all texts of one catalogue. */
async function pairsOf(catalogue: object): Promise<[string, unknown, unknown][]> {
  if (!isLater(catalogue)) {
    return Object.entries(catalogue as Entries).map(([name, { en, sw }]) => [name, en, sw])
  }
  const { default: sw } = await catalogue.load()
  return Object.entries(catalogue.en).map(([name, en]) => [name, en, sw[name]])
}

test('every text says the same in both languages', async () => {
  for (const [file, exported] of Object.entries(files)) {
    for (const catalogue of Object.values(exported)) {
      for (const [name, en, sw] of await pairsOf(catalogue as object)) {
        const where = `${name} in ${file}`
        expect(shown(en).trim(), where).not.toBe('')
        expect(shown(sw).trim(), where).not.toBe('')
        expect(placesIn(shown(sw)), where).toEqual(placesIn(shown(en)))
      }
    }
  }
})

test('a text is read in the language asked for, and a missing one does not compile', () => {
  const some = texts({
    ask: { en: 'Ask for leave', sw: 'Omba likizo' },
    left: {
      en: ({ days }: { days: number }) => `${days} days left`,
      sw: ({ days }: { days: number }) => `Siku ${days} zimesalia`,
    },
  })
  expect(textsIn(some, 'sw').left({ days: 3 })).toBe('Siku 3 zimesalia')
  expect(textsIn(some, 'en').ask).toBe('Ask for leave')
  // @ts-expect-error Swahili is missing.
  texts({ ask: { en: 'Ask for leave' } })
  // @ts-expect-error Swahili takes other values.
  texts({ left: { en: 'Left', sw: ({ days }: { days: number }) => `${days}` } })
})

test('the menu of an employee and the states they see have Swahili words', async () => {
  const shell = await import('../shell/texts.sw.ts')
  const labels = menus.employee.flatMap((line) =>
    typeof line === 'string' ? [line] : [line.group, ...line.links],
  )
  expect(Object.keys(shell.words)).toEqual(expect.arrayContaining(labels))
  const ui = await import('../ui/texts.sw.ts')
  const states = [...leaveStates, ...loanStates]
  expect(Object.keys(ui.words)).toEqual(expect.arrayContaining(states))
})
