import { systemClock } from '../apps/server/src/core/clock.ts'
import { readConfig } from '../apps/server/src/core/config.ts'
import { openDb } from '../apps/server/src/core/db.ts'
import { loginsOf } from '../apps/server/src/core/logins.ts'
import { secretsFrom } from '../apps/server/src/core/secrets.ts'
import { openBesides } from '../apps/server/src/core/start.ts'
import { verifyLog } from '../apps/server/src/logs/index.ts'
import { run } from './run.ts'

/**
 * Walks the chain over the activity log; exit status 1 when an entry was changed, removed or cut.
 */
await run(async () => {
  const home = await openBesides(readConfig(process.env))
  try {
    const db = await openDb(loginsOf(home.databaseUrl, home.secretKey), systemClock)
    const { entries, chains, faults } = await verifyLog(db, secretsFrom(home.secretKey))
    await db.close()
    for (const fault of faults) console.error(fault)
    console.log(`${entries} entries in ${chains} chains checked, ${faults.length} faults found.`)
    if (faults.length) process.exitCode = 1
  } finally {
    await home.stop()
  }
})
