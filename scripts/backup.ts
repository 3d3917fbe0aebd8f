import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  anchorText,
  openAnchors,
  refuseOtherStore,
  writeAnchor,
} from '../apps/server/src/areas/logs/index.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { readSettings } from '../apps/server/src/foundation/config/settings.ts'
import { systemClock } from '../apps/server/src/foundation/core/clock.ts'
import { openDb } from '../apps/server/src/foundation/core/db.ts'
import { openFiles } from '../apps/server/src/foundation/core/files.ts'
import { secretsFrom } from '../apps/server/src/foundation/core/secrets.ts'
import { backup } from '../apps/server/src/foundation/database/backup.ts'
import { openExisting } from '../apps/server/src/foundation/database/home.ts'
import { loginsOf } from '../apps/server/src/foundation/database/logins.ts'
import { run } from './run.ts'

await run(async () => {
  const { values, positionals } = parseArgs({
    options: { 'despite-missing': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (!positionals[0]) throw new Error('Usage: npm run backup -- FILE [--despite-missing]')
  const path = resolve(positionals[0])
  const config = readConfig(readSettings())
  const home = await openExisting(config)
  try {
    const files = await openFiles(config)
    const db = await openDb(loginsOf(home.databaseUrl, home.secretKey), systemClock)
    const secrets = secretsFrom(home.secretKey)
    const anchoring = { db, secrets, clock: systemClock, store: openAnchors(config, files) }
    const despiteMissing = values['despite-missing']
    if (!despiteMissing) await refuseOtherStore(anchoring)
    const anchor = anchorText(await writeAnchor(anchoring))
    await db.close()
    const done = await backup({ ...home, anchor }, files, path, { despiteMissing })
    await writeFile(`${path}.anchor`, anchor, { mode: 0o600 })
    console.log(`Backed up ${done.rows} rows and ${done.files} files to ${path}.`)
    console.log(`${path}.anchor proves how far the log reached: keep a copy somewhere else.`)
    for (const key of done.missing) console.error(`Missing, and not in the backup: ${key}`)
    if (home.keyFolder) console.log('It holds the secret key: keep it as safe as the data.')
  } finally {
    await home.stop()
  }
})
