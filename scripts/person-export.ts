import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exportPerson } from '../apps/server/src/commands/person-export.ts'
import { readArguments, withData } from './person.ts'
import { run } from './run.ts'

/** Everything about one person as one archive: person.json, and the stored files beside it. */
await run(async () => {
  const usage =
    'npm run person:export -- --organization ID --employee|--casual ID_OR_NUMBER FILE.zip'
  const { file, ...whom } = readArguments(usage, ['organization', 'employee', 'file'])
  const path = resolve(file)
  // The file first: an export that cannot be written would still be logged as made.
  const place = await open(path, 'wx', 0o600).catch((error) => {
    throw error.code === 'EEXIST' ? new Error(`${path} is there already.`) : error
  })
  try {
    await place.writeFile(await withData((parts) => exportPerson(parts, whom)))
  } catch (error) {
    await rm(path)
    throw error
  } finally {
    await place.close()
  }
  console.log(`Everything about this person is in ${path}. Hand it to them alone.`)
})
