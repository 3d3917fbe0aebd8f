import { readConfig } from '../apps/server/src/config/config.ts'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { openDb } from '../apps/server/src/core/db.ts'
import { readableCode, secretsFrom } from '../apps/server/src/core/secrets.ts'
import { openBesides } from '../apps/server/src/database/home.ts'
import { loginsOf } from '../apps/server/src/database/logins.ts'
import { migrate } from '../apps/server/src/database/migrate.ts'
import { makeOperator } from '../apps/server/src/users/operator.ts'
import { argument, run } from './run.ts'

/** Makes the first super-admin of an installation. */
await run(async () => {
  const email = argument('npm run operator -- EMAIL').trim().toLowerCase()
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new Error(`${email} is not an email address.`)
  const home = await openBesides(readConfig(process.env))
  try {
    await migrate(home.databaseUrl, home.secretKey)
    const db = await openDb(loginsOf(home.databaseUrl, home.secretKey), systemClock)
    const password = readableCode(16)
    const secrets = secretsFrom(home.secretKey)
    const made = await makeOperator(db, secrets, email, password, systemClock.now())
    await db.close()
    console.log(
      made === 'new'
        ? `${email} is now a platform operator. First password: ${password} (72 hours).`
        : `${email} is now a platform operator and keeps the password they have.`,
    )
  } finally {
    await home.stop()
  }
})
