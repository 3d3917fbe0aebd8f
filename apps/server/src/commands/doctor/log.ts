import { openAnchors, verifyLog } from '../../areas/logs/index.ts'
import type { Config } from '../../foundation/config/config.ts'
import { systemClock } from '../../foundation/core/clock.ts'
import { openDb } from '../../foundation/core/db.ts'
import { openFiles } from '../../foundation/core/files.ts'
import { secretsFrom } from '../../foundation/core/secrets.ts'
import type { Home } from '../../foundation/database/home.ts'
import { loginsOf } from '../../foundation/database/logins.ts'
import { type Finding, fault, well } from './finding.ts'

/** The activity log, as `npm run logs:verify` verifies it, which names each fault. */
export async function log(config: Config, home: Home): Promise<Finding> {
  const db = await openDb(loginsOf(home.databaseUrl, home.secretKey), systemClock)
  try {
    const store = openAnchors(config, await openFiles(config))
    const { entries, faults } = await verifyLog(db, secretsFrom(home.secretKey), {
      store,
      given: [],
    })
    if (faults.length === 0) return well('Log', `${entries} entries verified.`)
    const many = faults.length === 1 ? 'one fault' : `${faults.length} faults`
    return fault('Log', `It does not verify: ${many}. npm run logs:verify names them.`)
  } finally {
    await db.close()
  }
}
