import { parseArgs } from 'node:util'
import { refuseOtherKey } from '../apps/server/src/areas/logs/index.ts'
import { resetOperator } from '../apps/server/src/areas/second-factor/index.ts'
import { makeOperator, operatorCode } from '../apps/server/src/areas/users/operator.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { readSettings } from '../apps/server/src/foundation/config/settings.ts'
import { systemClock } from '../apps/server/src/foundation/core/clock.ts'
import { type Db, openDb } from '../apps/server/src/foundation/core/db.ts'
import {
  readableCode,
  type Secrets,
  secretsFrom,
} from '../apps/server/src/foundation/core/secrets.ts'
import { openBesides } from '../apps/server/src/foundation/database/home.ts'
import { loginsOf } from '../apps/server/src/foundation/database/logins.ts'
import { migrate } from '../apps/server/src/foundation/database/migrate.ts'
import { run } from './run.ts'

/**
 * Makes a super-admin of an installation; with --code, shows the code one waits for; with
 * --reset-factors, takes away the second factors of one who has lost them.
 */
await run(async () => {
  const flag = { type: 'boolean', default: false } as const
  const options = { code: flag, 'reset-factors': flag }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [given, ...more] = positionals
  const email = given?.trim().toLowerCase()
  if (!email || more.length > 0 || (values.code && values['reset-factors'])) {
    throw new Error('Usage: npm run operator -- [--code | --reset-factors] EMAIL')
  }
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new Error(`${email} is not an email address.`)
  const home = await openBesides(readConfig(readSettings()))
  try {
    await refuseOtherKey(home.databaseUrl, home.secretKey)
    await migrate(home.databaseUrl, home.secretKey)
    const db = await openDb(loginsOf(home.databaseUrl, home.secretKey), systemClock)
    const work = values.code ? showCode : values['reset-factors'] ? resetFactors : make
    console.log(await work(db, secretsFrom(home.secretKey), email).finally(() => db.close()))
  } finally {
    await home.stop()
  }
})

async function make(db: Db, secrets: Secrets, email: string) {
  const password = readableCode(16)
  const made = await makeOperator(db, secrets, email, password, systemClock.now())
  return made === 'new'
    ? `${email} is now a platform operator. First password: ${password} (72 hours).`
    : `${email} is now a platform operator and keeps the password they have.`
}

async function showCode(db: Db, secrets: Secrets, email: string) {
  const found = await operatorCode(db, secrets, email, systemClock.now())
  if (found === 'no operator') throw new Error(`${email} is no platform operator.`)
  if (found === 'nobody waits') {
    throw new Error(
      'No sign-in waits for a code. Give email and password on the screen first, then ask here.',
    )
  }
  return `The code for the browser that waits for it: ${found.code} (10 minutes).`
}

async function resetFactors(db: Db, _: Secrets, email: string) {
  const found = await resetOperator(db, email)
  if (found === 'no operator') throw new Error(`${email} is no platform operator.`)
  if (found === 'none') throw new Error(`${email} has no second factor.`)
  return `The second factors of ${email} were removed, and every session has ended.`
}
