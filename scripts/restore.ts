import { resolve } from 'node:path'
import { restore } from '../apps/server/src/core/backup.ts'
import { readConfig } from '../apps/server/src/core/config.ts'
import { startEmbedded } from '../apps/server/src/core/embedded-postgres.ts'
import { openFiles } from '../apps/server/src/core/files.ts'
import { putKey } from '../apps/server/src/core/secrets.ts'
import { argument, run } from './run.ts'

await run(async () => {
  const path = resolve(argument('npm run restore -- FILE'))
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  try {
    const place = { databaseUrl, secretKey: config.secretKey }
    const { rows, files, key } = await restore(place, await openFiles(config), path)
    if (key && !config.secretKey) putKey(embedded?.home ?? config.dataDir, key)
    console.log(`Restored ${rows} rows and ${files} files from ${path}.`)
  } finally {
    await embedded?.stop()
  }
})
