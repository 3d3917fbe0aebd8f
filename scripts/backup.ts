import { resolve } from 'node:path'
import { backup } from '../apps/server/src/core/backup.ts'
import { readConfig } from '../apps/server/src/core/config.ts'
import { openFiles } from '../apps/server/src/core/files.ts'
import { openBesides } from '../apps/server/src/core/start.ts'
import { argument, run } from './run.ts'

await run(async () => {
  const path = resolve(argument('npm run backup -- FILE'))
  const config = readConfig(process.env)
  const home = await openBesides(config)
  try {
    const { rows, files } = await backup(home, await openFiles(config), path)
    console.log(`Backed up ${rows} rows and ${files} files to ${path}.`)
    if (home.keyFolder) console.log('It holds the secret key: keep it as safe as the data.')
  } finally {
    await home.stop()
  }
})
