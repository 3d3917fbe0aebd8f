import { parseArgs } from 'node:util'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { readSettings } from '../apps/server/src/foundation/config/settings.ts'
import { systemClock } from '../apps/server/src/foundation/core/clock.ts'
import { type Db, openDb } from '../apps/server/src/foundation/core/db.ts'
import { type Files, openFiles } from '../apps/server/src/foundation/core/files.ts'
import { type Secrets, secretsFrom } from '../apps/server/src/foundation/core/secrets.ts'
import { openExisting } from '../apps/server/src/foundation/database/home.ts'
import { loginsOf } from '../apps/server/src/foundation/database/logins.ts'

/** What the commands about one person have in common: whom they mean, and where the data is. */

export interface Arguments {
  organization: string
  employee: string
  reason: string
  file: string
}

export function readArguments(usage: string, needed: (keyof Arguments)[]): Arguments {
  const text = { type: 'string', default: '' } as const
  const options = { organization: text, employee: text, casual: text, reason: text } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { casual, employee, ...rest } = values
  // Ids are unique and a number that two people have is refused: either word finds either.
  const given = { ...rest, employee: employee || casual, file: positionals[0] ?? '' }
  if (needed.some((name) => !given[name].trim())) throw new Error(`Usage: ${usage}`)
  return given
}

interface Parts {
  db: Db
  files: Files
  secrets: Secrets
  clock: typeof systemClock
}

export async function withData<T>(work: (parts: Parts) => Promise<T>): Promise<T> {
  const config = readConfig(readSettings())
  const home = await openExisting(config)
  try {
    const db = await openDb(loginsOf(home.databaseUrl, home.secretKey), systemClock)
    const files = await openFiles(config)
    const parts = { db, files, secrets: secretsFrom(home.secretKey), clock: systemClock }
    return await work(parts).finally(() => db.close())
  } finally {
    await home.stop()
  }
}
