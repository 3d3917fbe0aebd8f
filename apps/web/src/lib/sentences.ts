import { holidayIn } from '@mshahara/contract/leave-names'
import { monthNames, swahiliMonths } from '@mshahara/contract/months'

/**
 * What the server has written down in English, in Swahili: workings and reasons of the ledger.
 * Values stand between braces, in both languages, and their name says what they are: `{days}` is
 * "3 days", `{day}` is "05 March, 2026". A value that one of the two lacks does not compile.
 */

type Places<S extends string> = S extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never
type Alike<T extends Record<string, string>> = {
  [En in keyof T & string]: [Places<En>, Places<T[En]>] extends [Places<T[En]>, Places<En>]
    ? T[En]
    : never
}

export const sentences = <const T extends Record<string, string>>(
  list: T & Alike<T>,
): Record<string, string> => list

const monthIn = (text: string) =>
  text.replace(/[A-Z][a-z]+/, (name) => swahiliMonths[monthNames.indexOf(name as never)] ?? name)

/** What can stand in a place: how it reads in English, and in Swahili. */
interface Kind {
  pattern: string
  said: (value: string) => string
}
const asItIs = (value: string) => value
const count = (one: string, many: string) => (value: string) =>
  /^(1|one) /.test(value) ? one : value.replace(/ \w+$/, '').replace(/^/, `${many} `)

const kinds: Record<string, Kind> = {
  amount: { pattern: '[\\d,.]+', said: asItIs },
  number: { pattern: '[\\d,.]+', said: asItIs },
  months: { pattern: '\\d+ months?', said: count('mwezi 1', 'miezi') },
  days: { pattern: '[\\d.]+ days?', said: count('siku 1', 'siku') },
  day: { pattern: '\\d{2} \\w+, \\d{4}', said: monthIn },
  holiday: { pattern: '.+?', said: (name) => holidayIn(name, 'sw') },
}
/** Names and whatever else people wrote. */
const anything: Kind = { pattern: '.+?', said: asItIs }

/** `{amount2}` is the second amount of a sentence. */
const kindOf = (place: string): Kind => kinds[place.replace(/\d$/, '')] ?? anything

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

interface Shape {
  matches: RegExp
  places: string[]
  sw: string
}

function shapeOf([en, sw]: [string, string]): Shape {
  const parts = en.split(/\{(\w+)\}/)
  const places = parts.filter((_, index) => index % 2 === 1)
  const source = parts.map((part, index) =>
    index % 2 === 1 ? `(${kindOf(part).pattern})` : literal(part),
  )
  return { matches: new RegExp(`^${source.join('')}$`), places, sw }
}

const lettersOf = ({ matches }: Shape) => matches.source.length

/** In Swahili, or nothing where there is no such sentence. The most particular one wins. */
export function translator(list: Record<string, string>) {
  // Looked up as maps: a name that somebody wrote may be "constructor".
  const known = new Map(Object.entries(list))
  const shapes = Object.entries(list)
    .filter(([en]) => en.includes('{'))
    .map(shapeOf)
    .sort((one, other) => lettersOf(other) - lettersOf(one))
  return (sentence: string): string | undefined => {
    const whole = known.get(sentence)
    if (whole !== undefined) return whole
    for (const { matches, places, sw } of shapes) {
      const found = matches.exec(sentence)
      if (!found) continue
      const values = places.map((place, index) => [
        place,
        kindOf(place).said(found[index + 1] ?? ''),
      ])
      const by = Object.fromEntries(values) as Record<string, string>
      return sw.replace(/\{(\w+)\}/g, (_, place: string) => by[place] ?? '')
    }
    return undefined
  }
}
