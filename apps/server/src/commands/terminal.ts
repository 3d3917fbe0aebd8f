import { describeError, type LoggedError } from '../foundation/core/describe-error.ts'

/** For a terminal. What we throw ourselves is a sentence; what a database says may quote values. */
export function sentenceOf(thrown: unknown): string {
  const error = describeError(thrown)
  if (error.message !== 'database error' || isOurs(thrown)) return (thrown as Error).message
  const { code, table, constraint } = { ...(error.cause as LoggedError), ...error }
  if (code === '28P01') return refusedLogin(thrown as Error)
  const what = [code, table && `table ${table}`, constraint].filter(Boolean).join(', ')
  return `The database refused (${what}): ${error.statement ?? 'no statement is known'}`
}

/** The server's own two logins have passwords that follow from the key. */
const refusedLogin = ({ message }: Error) =>
  /"mshahara_(app|platform)"/.test(message)
    ? 'SECRET_KEY is not the key this database was last started with: its logins are refused.'
    : 'The database refuses the user or the password of DATABASE_URL (28P01).'

/** What our own functions in the database raise is a sentence of ours. */
const isOurs = (thrown: unknown) => (thrown as { routine?: string }).routine === 'exec_stmt_raise'
