import { once } from 'node:events'
import { createServer } from 'node:net'
import { buildApp } from './app.ts'
import { openAnchors, refuseOtherKey, refuseOtherStore } from './areas/logs/index.ts'
import { sentenceOf } from './commands/terminal.ts'
import { seedDemo } from './demo/demo.ts'
import { type Config, readConfig } from './foundation/config/config.ts'
import { readSettings } from './foundation/config/settings.ts'
import { systemClock } from './foundation/core/clock.ts'
import { openDb } from './foundation/core/db.ts'
import { openFiles } from './foundation/core/files.ts'
import { secretsFrom } from './foundation/core/secrets.ts'
import { openFolder } from './foundation/database/folders.ts'
import { type Home, openHome } from './foundation/database/home.ts'
import { loginsOf } from './foundation/database/logins.ts'
import { alone, migrate } from './foundation/database/migrate.ts'
import { simulatorAlongside } from './foundation/simulator/alongside.ts'

/** Starts everything, or says in one sentence why not. Tests change what no setting may. */
export async function start(change: Partial<Config> = {}) {
  const stopping = stopOnSignal()
  try {
    const configured = { ...readConfig(readSettings()), ...change }
    await refuseTaken(configured)
    await openFolder('DATA_DIR', configured.dataDir)
    if (configured.anchorDir) await openFolder('LOG_ANCHOR_DIR', configured.anchorDir, 0o700)
    const home = await openHome(configured)
    stopping.by(home.stop)
    await refuseOtherKey(home.databaseUrl, home.secretKey)
    const { config, stop } = await simulatorAlongside(configured)
    stopping.by(stop)
    await migrate(home.databaseUrl, home.secretKey)
    // Nobody else gets at the database that comes along, nor at what lies beside it.
    if (config.databaseUrl || config.anchorDir)
      await alone(home.databaseUrl, () => checkStore(config, home))
    const { app, parts } = await buildApp({ config, ...home })
    stopping.by(() => app.close())
    const signIns = config.demo ? await alone(home.databaseUrl, () => seedDemo(parts)) : []
    await app.listen({ port: config.port, host: config.host })
    console.log(`Mshahara is ready at ${config.publicUrl}`)
    for (const line of signIns) console.log(line)
    if (config.demo && config.simulatorUrl) {
      console.log(`Payments are simulated; the phones are at ${config.publicUrl}/dev/phone`)
    }
  } catch (error) {
    // A programming mistake keeps its trace.
    console.error(error instanceof TypeError ? error : sentenceOf(error))
    await stopping.now()
    process.exit(1)
  }
}

/** Before anything is changed: another copy may be at work. */
async function refuseTaken({ port, host }: Config) {
  const trial = createServer()
  try {
    trial.listen(port, host)
    await once(trial, 'listening')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is already taken on ${host}. ` +
          'Stop the other program, or set PORT to another number.',
      )
    }
    throw new Error(`The server cannot listen on port ${port} of ${host} (${code}).`)
  }
  trial.close()
  await once(trial, 'close')
}

async function checkStore(config: Config, { databaseUrl, secretKey }: Home) {
  const db = await openDb(loginsOf(databaseUrl, secretKey), systemClock)
  const store = openAnchors(config, await openFiles(config))
  const parts = { db, secrets: secretsFrom(secretKey), clock: systemClock, store }
  await refuseOtherStore(parts).finally(() => db.close())
}

/** Ctrl-C at any moment stops what has been started so far, the last first. */
function stopOnSignal() {
  const started: (() => Promise<void>)[] = []
  let ending: Promise<void> | undefined
  const stopAll = async () => {
    for (let stop = started.pop(); stop; stop = started.pop()) await stop()
  }
  const now = () => {
    ending ??= stopAll()
    return ending
  }
  const onSignal = () => {
    setTimeout(() => process.exit(1), 20_000).unref()
    now().then(() => process.exit(0))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    now,
    /** Remembers how to undo a step; undone at once if stopping has already started. */
    by: (stop: () => Promise<void>) => {
      started.push(stop)
      if (ending) void stopAll()
    },
  }
}
