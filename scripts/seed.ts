import { parseArgs } from 'node:util'
import { buildApp } from '../apps/server/src/app.ts'
import { refuseOtherKey } from '../apps/server/src/areas/logs/index.ts'
import { seedDemo, seedOrganization } from '../apps/server/src/demo/demo.ts'
import { addStaff } from '../apps/server/src/demo/staff.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { readSettings } from '../apps/server/src/foundation/config/settings.ts'
import { dayOf } from '../apps/server/src/foundation/core/clock.ts'
import { openBesides } from '../apps/server/src/foundation/database/home.ts'
import { migrate } from '../apps/server/src/foundation/database/migrate.ts'
import { run } from './run.ts'

/** `npm run seed -- --employees 10000`: fills an organisation made for trials and benchmarks. */
await run(async () => {
  const { values } = parseArgs({
    options: {
      employees: { type: 'string', default: '1000' },
      organization: { type: 'string', default: 'Kazi Kubwa Ltd' },
    },
  })
  const count = Number(values.employees)
  if (!Number.isInteger(count) || count < 1 || count > 100_000) {
    throw new Error('--employees takes a whole number from 1 to 100000.')
  }
  const config = readConfig(readSettings())
  if (config.production) throw new Error('Made-up employees have no place in production.')
  const home = await openBesides(config)
  try {
    await refuseOtherKey(home.databaseUrl, home.secretKey)
    await migrate(home.databaseUrl, home.secretKey)
    const { app, parts } = await buildApp({ config, ...home, workers: false })
    if (config.demo) await seedDemo(parts)
    const started = performance.now()
    const { organization_id, email } = await seedOrganization(parts, values.organization)
    const adding = { organization_id, today: dayOf(parts.clock.now()), secrets: parts.secrets }
    await parts.db.inOrg({ organization_id, actor: 'Seed' }, (tx) => addStaff(tx, adding, count))
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${count} employees in ${values.organization} in ${seconds} s; sign in as ${email}`)
    await app.close()
  } finally {
    await home.stop()
  }
})
