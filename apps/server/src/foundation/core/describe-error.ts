/**
 * What a log line says of an error: where it happened, the database's code and the statement with
 * its placeholders. Never a value: PostgreSQL and Drizzle quote the row they stumbled over.
 */

export interface LoggedError extends Record<string, unknown> {
  type: string
  message: string
  stack: string
}

/** An error, or what is left of one that somebody has copied into a plain object. */
interface AnyError extends Partial<Error> {
  code?: unknown
  severity?: unknown
  constraint?: unknown
  table?: unknown
  statement?: unknown
  /** Drizzle's. */
  query?: unknown
}

export function describeError(thrown: unknown, depth = 0): LoggedError {
  if (typeof thrown !== 'object' || thrown === null) {
    return { type: typeof thrown, message: '', stack: '' }
  }
  const error: AnyError = thrown
  const statement = text(error.statement) ?? text(error.query)
  const entry: LoggedError = {
    type: text(error.name) ?? (thrown instanceof Error ? 'Error' : 'object'),
    // The database's message may quote what somebody typed; its code is enough.
    message:
      statement || error.severity ? 'database error' : withoutValues(text(error.message) ?? ''),
    stack: (text(error.stack) ?? '').split('\n').filter(isFrame).join('\n'),
  }
  for (const name of ['code', 'constraint', 'table'] as const) {
    const value = text(error[name])
    if (value) entry[name] = value.slice(0, 100)
  }
  if (statement) entry.statement = statement.replace(/\s+/g, ' ').trim().slice(0, 600)
  if (error.cause && depth < 4) entry.cause = describeError(error.cause, depth + 1)
  return entry
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
const isFrame = (line: string) => /^\s+at /.test(line)

/** Whatever is quoted, addressed to somebody, or long enough to be a number, a code or a token. */
export const withoutValues = (message: string) =>
  message
    .slice(0, 500)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '"…"')
    .replace(/[^\s<>@]+@[^\s<>@]+/g, '…@…')
    .replace(/[\w-]*\d[\w-]{4,}|[\w-]{24,}/g, '…')
