import { catalogue, type Refusal } from '@mshahara/contract'

/** A refusal on purpose: a status, a sentence for a person, and the fields it is about. */
export class Refused extends Error {
  readonly status: number
  readonly errors: Refusal['errors']
  readonly code: Refusal['code']

  constructor(status: number, message: string, { errors, code }: Omit<Refusal, 'message'> = {}) {
    super(message)
    this.status = status
    this.errors = errors
    this.code = code
  }

  /** What goes over the wire. */
  get body(): Refusal {
    const { message, code, errors } = this
    return { message, ...(code && { code }), ...(errors && { errors }) }
  }
}

/** Not now: the same call may succeed in a few seconds. */
export class NotNow extends Refused {
  readonly retryAfter_s: number

  constructor(status: 409 | 503, message: string, retryAfter_s = 2) {
    super(status, message)
    this.retryAfter_s = retryAfter_s
  }
}

type Fields = Record<string, string>

/** Refuse: `fail(422, 'Names must differ.', { name: 'This name is taken.' })`. */
export function fail(status: number, message?: string, fields?: Fields): never {
  const errors =
    fields && Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]]))
  const first = fields && Object.values(fields)[0]
  throw new Refused(status, message ?? first ?? catalogue[status] ?? '', { errors })
}

/** Refuse one field: `failField('email', 'This email is taken.')`. */
export function failField(field: string, sentence: string): never {
  fail(422, undefined, { [field]: sentence })
}

/** The row, or 404. */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) fail(404, 'This record was not found.')
  return row
}

/** Constraints a person can run into: the sentence, and the field it belongs to. */
export type Constraints = Record<string, readonly [field: string | null, sentence: string]>
const sentences = new Map<string, Constraints[string]>()

/** Each area says its own. */
export function tellConstraints(refusals: Constraints) {
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
    const [field, sentence] = known
    return new Refused(422, sentence, field ? { errors: { [field]: [sentence] } } : {})
  }
  // Characters that no text column takes, wherever they came from.
  if (code === '22021' || code === '22P05') {
    return new Refused(422, 'The text contains characters that are not allowed.')
  }
  if (code && unusable.includes(code)) {
    return new Refused(422, 'A date or number is outside the allowed range.')
  }
  if (code === '40001' || code === '40P01' || code === '55P03') {
    return new Refused(409, 'Somebody else changed this at the same moment. Please try again.')
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
    return new NotNow(503, 'The server has no room left on its disk, so nothing was saved.', 60)
  }
  const isDown = /^(08|57P0|53)/.test(code) || code === '57014' || code === '25P03'
  const isWire = brokenWires.includes(code) && 'syscall' in error
  if (isDown || isWire || brokenWords.test(error?.message ?? '')) {
    return new NotNow(503, catalogue[503] ?? '', 3)
  }
  return undefined
}
