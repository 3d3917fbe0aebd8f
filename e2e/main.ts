import pg from 'pg'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { runningEmbedded } from '../apps/server/src/foundation/database/embedded-postgres.ts'
import { start } from '../apps/server/src/start.ts'
import { confirmAlone } from '../apps/server/src/test/confirm-alone.ts'

// Whoever started it has gone without a word: nobody would ever stop it.
process.on('disconnect', () => process.kill(process.pid, 'SIGINT'))

/** Every test comes from an address of its own, so that none runs into another's limits. */
await start({ trustProxy: 1 })

/** A story that is about the second person switches the rule on (test/confirm-alone.ts). */
const embedded = await runningEmbedded(readConfig(process.env).dataDir)
if (embedded) {
  const owner = new pg.Client({ connectionString: embedded.url })
  await owner.connect()
  await owner.query(confirmAlone).finally(() => owner.end())
}
