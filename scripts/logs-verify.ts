import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openAnchors, verifyLog } from '../apps/server/src/areas/logs/index.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { readSettings } from '../apps/server/src/foundation/config/settings.ts'
import { systemClock } from '../apps/server/src/foundation/core/clock.ts'
import { openDb } from '../apps/server/src/foundation/core/db.ts'
import { openFiles } from '../apps/server/src/foundation/core/files.ts'
import { secretsFrom } from '../apps/server/src/foundation/core/secrets.ts'
import { openExisting } from '../apps/server/src/foundation/database/home.ts'
import { loginsOf } from '../apps/server/src/foundation/database/logins.ts'
import { run } from './run.ts'

/**
 * Walks the chains over the activity log and compares them with every anchor, those given with
 * --anchor FILE included; exit status 1 when an entry was changed, removed or cut off.
 */
await run(async () => {
  const options = { anchor: { type: 'string', multiple: true } } as const
  const { values } = parseArgs({ options })
  const given = await Promise.all((values.anchor ?? []).map((path) => readFile(path, 'utf8')))
  const config = readConfig(readSettings())
  const home = await openExisting(config)
  try {
    const db = await openDb(loginsOf(home.databaseUrl, home.secretKey), systemClock)
    const store = openAnchors(config, await openFiles(config))
    const found = await verifyLog(db, secretsFrom(home.secretKey), { store, given })
    await db.close()
    const { entries, chains, anchors, faults, notes } = found
    for (const note of notes) console.log(note)
    for (const fault of faults) console.error(fault)
    if (anchors === 0) console.log('There is no anchor yet: only the chains could be checked.')
    console.log(
      `${plural(entries, 'entry', 'entries')} in ${plural(chains, 'chain')} and ` +
        `${plural(anchors, 'anchor')} checked, ${plural(faults.length, 'fault')} found.`,
    )
    if (faults.length) process.exitCode = 1
  } finally {
    await home.stop()
  }
})

function plural(count: number, one: string, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`
}
