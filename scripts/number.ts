import { parseArgs } from 'node:util'
import { incomingTextsPath } from '../apps/server/src/areas/numbers/incoming-texts.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { readSettings } from '../apps/server/src/foundation/config/settings.ts'
import { systemClock } from '../apps/server/src/foundation/core/clock.ts'
import { openDb } from '../apps/server/src/foundation/core/db.ts'
import { secretsFrom } from '../apps/server/src/foundation/core/secrets.ts'
import { openExisting } from '../apps/server/src/foundation/database/home.ts'
import { loginsOf } from '../apps/server/src/foundation/database/logins.ts'
import { allowNumber, isStopped, stopNumber } from '../apps/server/src/foundation/mail/numbers.ts'
import { run } from './run.ts'

/** For whoever asks the operator by other means: no more messages to a number, or some again. */
const usage = 'Usage: npm run number -- [--stop | --allow] 0712345678, or --address'

await run(async () => {
  const flag = { type: 'boolean', default: false } as const
  const options = { stop: flag, allow: flag, address: flag }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { stop, allow, address } = values
  const [number = '', ...more] = positionals
  const chosen = [stop, allow, address].filter(Boolean).length
  if (chosen > 1 || more.length > 0) throw new Error(usage)
  if (!address && !/^0[17]\d{8}$/.test(number)) throw new Error(usage)
  const config = readConfig(readSettings())
  const home = await openExisting(config)
  try {
    if (address) {
      console.log(`${config.publicUrl}${incomingTextsPath(secretsFrom(home.secretKey))}`)
      return
    }
    const db = await openDb(loginsOf(home.databaseUrl, home.secretKey), systemClock)
    const asked = db.inPlatform(async (tx) => {
      if (stop) await stopNumber(tx, number, 'operator')
      if (allow) await allowNumber(tx, number)
      return isStopped(tx, number)
    })
    const stopped = await asked.finally(() => db.close())
    console.log(stopped ? `Nothing is sent to ${number}.` : `${number} may be written to.`)
  } finally {
    await home.stop()
  }
})
