import { errorWords } from '@mshahara/contract/errors'
import { everywhere } from '@mshahara/contract/everywhere'
import { type Message, NotNow, Refused } from '../core/fail.ts'

/** Errors of the database, as the refusals they stand for. */

/** Constraints a person can run into: the sentence, and the field it belongs to. */
export type Constraints = Record<string, readonly [field: string | null, told: Message]>
const sentences = new Map<string, Constraints[string]>()

/** Each area says its own. */
export function sentencesForConstraints(refusals: Constraints) {
  for (const [name, told] of Object.entries(refusals)) {
    if (sentences.has(name)) throw new Error(`The constraint ${name} has two sentences.`)
    sentences.set(name, told)
  }
}

/** A day that no calendar has, a number or a text too long for its column. */
const unusable = ['22001', '22003', '22007', '22008']

/** A database error as the refusal it stands for, if any. */
export function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error
  const cause = (error as { cause?: unknown })?.cause
  const { code, constraint } = (cause ?? error) as { code?: string; constraint?: string }
  const known = constraint ? sentences.get(constraint) : undefined
  if (known) {
    const [field, told] = known
    return new Refused(422, told, field ? { errors: { [field]: [told] } } : {})
  }
  // Characters that no text column takes, wherever they came from.
  if (code === '22021' || code === '22P05') return new Refused(422, everywhere.badCharacters)
  if (code && unusable.includes(code)) return new Refused(422, everywhere.outOfRange)
  if (code === '40001' || code === '40P01' || code === '55P03') {
    return new Refused(409, everywhere.changedMeanwhile)
  }
  return passing(code, (cause ?? error) as Error)
}

/** A connection that broke or could not be had: what was not committed has not happened. */
const brokenWires = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT']
const brokenWords =
  /connection (terminated|error|ended)|not queryable|trying to connect|not currently|read timeout/i

/** Problems of the database itself, which pass or which the operator must solve. */
function passing(code = '', error: Error): Refused | undefined {
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') {
    return new NotNow(503, everywhere.diskFull, 60)
  }
  const isDown = /^(08|57P0|53)/.test(code) || code === '57014' || code === '25P03'
  const isWire = brokenWires.includes(code) && 'syscall' in error
  if (isDown || isWire || brokenWords.test(error?.message ?? '')) {
    return new NotNow(503, errorWords.unavailable, 3)
  }
  return undefined
}
