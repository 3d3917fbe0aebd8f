import {
  catalogued,
  errorWords,
  type Reason,
  type Refusal,
  type RefusalCode,
} from '@mshahara/contract/errors'
import { everywhere } from '@mshahara/contract/everywhere'
import type { Language } from '@mshahara/contract/language'
import type { Sentence, Wording } from '@mshahara/contract/say'
import { sentenceOf } from '@mshahara/contract/wording.sw'

/** A sentence of an area, or one that the contract has for both sides of the wire. */
export type Message = Sentence | Wording

const whole = (told: Message) => (typeof told === 'string' ? sentenceOf(told) : told)
const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && 'code' in value && 'en' in value

/** A sentence within a sentence is a code with values too. */
function reasonOf({ code, values }: Sentence): Reason {
  if (!values) return { code }
  const bare = Object.entries(values).map(([name, value]) => [
    name,
    isSentence(value) ? reasonOf(value) : value,
  ])
  return { code, values: Object.fromEntries(bare) }
}

function eachOf<From, To>(fields: Record<string, From[]>, make: (one: From) => To) {
  const made = Object.entries(fields).map(([field, list]) => [field, list.map(make)])
  return Object.fromEntries(made) as Record<string, To[]>
}

/** A refusal on purpose: a status, what a person is told, and the fields it is about. */
export class Refused extends Error {
  readonly status: number
  readonly said: Sentence
  readonly errors: Record<string, Sentence[]> | undefined
  readonly code: RefusalCode | undefined

  constructor(status: number, told: Message, { errors, code }: About = {}) {
    const said = whole(told)
    super(said.en)
    this.status = status
    this.said = said
    this.errors = errors && eachOf(errors, whole)
    this.code = code
  }

  /** What goes over the wire. */
  body(language: Language): Refusal {
    const { said, code, errors } = this
    const spoken = ({ en, sw = en }: Sentence) => (language === 'sw' ? sw : en)
    return {
      message: spoken(said),
      ...reasonOf(said),
      ...(code && { code }),
      ...(errors && { errors: eachOf(errors, spoken), reasons: eachOf(errors, reasonOf) }),
    }
  }
}
interface About {
  errors?: Record<string, Message[]>
  /** Instead of the sentence's own, where a page acts on it. */
  code?: RefusalCode
}

/** Not now: the same call may succeed in a few seconds. */
export class NotNow extends Refused {
  readonly retryAfter_s: number

  constructor(status: 409 | 503, told: Message, retryAfter_s = 2) {
    super(status, told)
    this.retryAfter_s = retryAfter_s
  }
}

/** Refuse: `fail(422, say.alreadyDecided)`. */
export function fail(status: number, told?: Message): never {
  throw new Refused(status, told ?? catalogued(status) ?? errorWords.someError)
}

/** Refuse fields, each with what is wrong with it. */
export function failFields(fields: Record<string, Message>): never {
  const errors = Object.fromEntries(Object.entries(fields).map(([name, told]) => [name, [told]]))
  throw new Refused(422, Object.values(fields)[0] ?? everywhere.markedFields, { errors })
}

/** Refuse one field: `failField('email', say.emailTaken)`. */
export const failField: (field: string, told: Message) => never = (field, told) =>
  failFields({ [field]: told })

/** The row, or 404. */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) fail(404, everywhere.notFound)
  return row
}
