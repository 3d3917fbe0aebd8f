import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from '../apps/server/src/core/backup.ts'
import { readConfig } from '../apps/server/src/core/config.ts'
import { openFiles } from '../apps/server/src/core/files.ts'
import { openBesides } from '../apps/server/src/core/start.ts'
import { run } from './run.ts'

await run(async () => {
  const { values, positionals } = parseArgs({
    options: { 'despite-missing': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (!positionals[0]) throw new Error('Usage: npm run backup -- FILE [--despite-missing]')
  const path = resolve(positionals[0])
  const config = readConfig(process.env)
  const home = await openBesides(config)
  try {
    const despiteMissing = values['despite-missing']
    const done = await backup(home, await openFiles(config), path, { despiteMissing })
    console.log(`Backed up ${done.rows} rows and ${done.files} files to ${path}.`)
    for (const key of done.missing) console.error(`Missing, and not in the backup: ${key}`)
    if (home.keyFolder) console.log('It holds the secret key: keep it as safe as the data.')
  } finally {
    await home.stop()
  }
})
