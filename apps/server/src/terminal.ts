import { errorTold, type LoggedError } from './core/errors-told.ts'

/** For a terminal. What we throw ourselves is a sentence; what a database says may quote values. */
export function sentenceOf(thrown: unknown): string {
  const error = errorTold(thrown)
  if (error.message !== 'database error' || isOurs(thrown)) return (thrown as Error).message
  const { code, table, constraint } = { ...(error.cause as LoggedError), ...error }
  const what = [code, table && `table ${table}`, constraint].filter(Boolean).join(', ')
  return `The database refused (${what}): ${error.statement ?? 'no statement is known'}`
}

/** What our own functions in the database raise is a sentence of ours. */
const isOurs = (thrown: unknown) => (thrown as { routine?: string }).routine === 'exec_stmt_raise'
