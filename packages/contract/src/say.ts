import type { Said } from './languages.ts'

/**
 * What people are told: a code that programs can rely on, the values it is about, and how it reads.
 * The sentences of an area stand in its `sentences.ts`:
 *
 *     export const say = sentencesOf('loans', {
 *       repaid: { en: 'This loan has been repaid.', sw: 'Mkopo huu umelipwa wote.' },
 *       tooMuch: ({ most }: { most: number }) => ({
 *         en: `${shillings(most)} is all that is owed.`,
 *         sw: `Deni lote ni ${shillings(most)}.`,
 *       }),
 *     })
 *     say.repaid, say.tooMuch({ most: 12_500_00 })
 */
export interface Sentence {
  /** Of the area and the sentence: "loans.tooMuch". */
  code: string
  /** As programs know them: cents, days, ISO dates; each language writes them its own way. */
  values?: object
  en: string
  /** Missing only where nobody but staff is told. */
  sw?: string
}
/** One that employees can meet: it has both languages. */
export type Spoken = Sentence & Said

type Entry<Text> = Text | ((values: never) => Text)
type Catalogue<T, Told> = {
  [Name in keyof T]: T[Name] extends (values: infer V) => unknown ? (values: V) => Told : Told
}

function catalogueOf(area: string, entries: object, said: (text: never) => object) {
  const named = Object.entries(entries).map(([name, entry]) => {
    const code = `${area}.${name}`
    const told =
      typeof entry === 'function'
        ? (values: object) => ({ code, values, ...said(entry(values) as never) })
        : { code, ...said(entry as never) }
    return [name, told]
  })
  return Object.fromEntries(named)
}

/** The sentences of an area that employees can meet, in both languages. */
export const sentencesOf = <T extends Record<string, Entry<Said>>>(
  area: string,
  entries: T,
): Catalogue<T, Spoken> => catalogueOf(area, entries, (said: Said) => said)

/** Sentences that staff alone are told. */
export const englishOf = <T extends Record<string, Entry<string>>>(
  area: string,
  entries: T,
): Catalogue<T, Sentence> => catalogueOf(area, entries, (en: string) => ({ en }))

// ---------------------------------------------------------------- kept, and told again

/** What a table keeps of a sentence, so that each reader is told it in their own language. */
export interface KeptSentence {
  code: string
  values?: object
}
export const keptOf = ({ code, values }: Sentence): KeptSentence => ({
  code,
  ...(values && { values }),
})

/** What is kept as a code stays in its catalogue, with the same values. */
export function retold(catalogue: object, { code, values }: KeptSentence): Spoken | undefined {
  const name = code.slice(code.indexOf('.') + 1)
  if (!Object.hasOwn(catalogue, name)) return undefined
  const told = (catalogue as Record<string, Spoken | ((values?: object) => Spoken)>)[name]
  return typeof told === 'function' ? told(values) : told
}

// ---------------------------------------------------------------- on both sides of the wire

/** A sentence of the contract, in English, whose code and values can be looked up. */
export type Wording = string & { readonly wording: true }

type Words = Record<string, Entry<string>>
interface Known {
  area: string
  name: string
  values?: object
}
const known = new Map<string, Known>()

/**
 * Sentences of schemas and state tables, which browser and server say alike: English here, where
 * every visit loads it, and Swahili in `wording.sw.ts`, which only its readers load.
 */
export function wordingOf<T extends Words>(area: string, entries: T): Catalogue<T, Wording> {
  const named = Object.entries(entries).map(([name, entry]) => {
    const note = (en: string, values?: object) => {
      known.set(en, { area, name, ...(values && { values }) })
      return en
    }
    const text = entry as string | ((values: object) => string)
    return [
      name,
      typeof text === 'string' ? note(text) : (values: object) => note(text(values), values),
    ]
  })
  return Object.fromEntries(named)
}

export const knownWording = (en: string): Known | undefined => known.get(en)

/** The same sentences in Swahili; nothing where a name in it has no Swahili. */
export type InSwahili<T> = {
  [Name in keyof T]: T[Name] extends (values: infer V) => unknown
    ? (values: V) => string | undefined
    : string
}
