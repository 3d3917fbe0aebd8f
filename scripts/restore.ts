import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import {
  anchorRestored,
  isKeyOf,
  openAnchors,
  refuseOtherKey,
} from '../apps/server/src/areas/logs/index.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { readSettings } from '../apps/server/src/foundation/config/settings.ts'
import { systemClock } from '../apps/server/src/foundation/core/clock.ts'
import { openDb } from '../apps/server/src/foundation/core/db.ts'
import { openFiles } from '../apps/server/src/foundation/core/files.ts'
import { keyIn, secretsFrom } from '../apps/server/src/foundation/core/secrets.ts'
import { backup } from '../apps/server/src/foundation/database/backup.ts'
import { startEmbedded } from '../apps/server/src/foundation/database/embedded-postgres.ts'
import { openFolder } from '../apps/server/src/foundation/database/folders.ts'
import { refuseUnusable } from '../apps/server/src/foundation/database/home.ts'
import { loginsOf } from '../apps/server/src/foundation/database/logins.ts'
import { alreadyFull, restore } from '../apps/server/src/foundation/database/restore.ts'
import { run } from './run.ts'

const keptUnder =
  'SECRET_KEY is the key of the backup, and not of the database that it would replace: what is ' +
  'there could not be kept. Nothing was changed. Back it up with its own key first, then restore ' +
  'into an empty database.'

await run(async () => {
  const { values, positionals } = parseArgs({
    options: { overwrite: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (!positionals[0]) throw new Error('Usage: npm run restore -- FILE [--overwrite]')
  const path = resolve(positionals[0])
  const config = readConfig(readSettings())
  await openFolder('DATA_DIR', config.dataDir)
  await refuseUnusable(config)
  const files = await openFiles(config)
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  const given = config.databaseDirectUrl ?? config.databaseUrl
  const databaseUrl = given ?? embedded?.url ?? ''
  const keyFolder = embedded?.home ?? config.dataDir

  /** What is there is backed up before it is replaced. */
  async function beforeOverwriting() {
    if (!values.overwrite) await askToOverwrite()
    const own = { databaseUrl, secretKey: config.secretKey ?? keyIn(keyFolder) }
    await refuseOtherKey(databaseUrl, own.secretKey, keptUnder)
    const stamp = systemClock.now().toISOString().replace(/\D/g, '').slice(0, 14)
    const kept = join(config.dataDir, `before-restore-${stamp}.gz`)
    const place = { ...own, keyFolder: config.secretKey ? undefined : keyFolder }
    await backup(place, files, kept, { despiteMissing: true })
    console.log(`What was there is kept in ${kept}.`)
  }

  try {
    const before = { beforeOverwriting, beforeKeeping }
    const place = { databaseUrl, secretKey: config.secretKey, keyFolder, ...before }
    const done = await restore(place, files, path)
    const secretKey = config.secretKey ?? keyIn(keyFolder)
    const db = await openDb(loginsOf(databaseUrl, secretKey), systemClock)
    const store = openAnchors(config, files)
    const anchoring = { db, secrets: secretsFrom(secretKey), clock: systemClock, store }
    await anchorRestored(anchoring, done.anchor)
    await db.close()
    console.log(`Restored ${done.rows} rows and ${done.files} files from ${path}.`)
    console.log('What was done after this backup is not in it: npm run logs:verify tells.')
  } finally {
    await embedded?.stop()
  }
})

/** The seal is over the file, and says nothing of the rows in it. */
async function beforeKeeping(client: Client, key: string) {
  if (await isKeyOf(client, secretsFrom(key))) return
  throw new Error('The log in this backup was sealed with another key. Nothing was restored.')
}

async function askToOverwrite() {
  if (!process.stdin.isTTY) throw new Error(alreadyFull)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  console.log('This database already holds data. It would be backed up first and then replaced.')
  const typed = await terminal.question('Type "overwrite" to go on: ')
  terminal.close()
  if (typed.trim() !== 'overwrite') throw new Error('Nothing was restored.')
}
