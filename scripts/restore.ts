import { resolve } from 'node:path'
import { restore } from '../apps/server/src/core/backup.ts'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { readConfig } from '../apps/server/src/core/config.ts'
import { openDb } from '../apps/server/src/core/db.ts'
import { startEmbedded } from '../apps/server/src/core/embedded-postgres.ts'
import { openFiles } from '../apps/server/src/core/files.ts'
import { loginsOf } from '../apps/server/src/core/logins.ts'
import { keyIn, putKey, secretsFrom } from '../apps/server/src/core/secrets.ts'
import { anchorRestored, openAnchors } from '../apps/server/src/logs/index.ts'
import { argument, run } from './run.ts'

await run(async () => {
  const path = resolve(argument('npm run restore -- FILE'))
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  const keyFolder = embedded?.home ?? config.dataDir
  try {
    const store = await openFiles(config)
    const place = { databaseUrl, secretKey: config.secretKey }
    const { rows, files, key, anchor } = await restore(place, store, path)
    if (key && !config.secretKey) putKey(keyFolder, key)
    const secretKey = config.secretKey ?? keyIn(keyFolder)
    const secrets = secretsFrom(secretKey)
    const db = await openDb(loginsOf(databaseUrl, secretKey), systemClock)
    const anchors = openAnchors(config, store)
    await anchorRestored({ db, secrets, clock: systemClock, store: anchors }, anchor)
    await db.close()
    console.log(`Restored ${rows} rows and ${files} files from ${path}.`)
    console.log('What was done after this backup is not in it: npm run logs:verify tells.')
  } finally {
    await embedded?.stop()
  }
})
