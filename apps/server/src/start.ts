import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { readSettings } from './config/settings.ts'
import { openHome } from './database/home.ts'
import { alone, migrate } from './database/migrate.ts'
import { seedDemo } from './demo.ts'
import { refuseOtherKey } from './logs/index.ts'
import { simulatorBesides } from './simulator/besides.ts'
import { sentenceOf } from './terminal.ts'

/** Starts everything, or says in one sentence why not. Tests change what no setting may. */
export async function start(change: Partial<Config> = {}) {
  const stopping = stopOnSignal()
  try {
    const configured = { ...readConfig(readSettings()), ...change }
    await refuseTaken(configured)
    await refuseUnwritable(configured.dataDir)
    await refuseUnreachable(configured)
    const home = await openHome(configured)
    stopping.by(home.stop)
    await refuseOtherKey(home.databaseUrl, home.secretKey)
    const { config, stop } = await simulatorBesides(configured)
    stopping.by(stop)
    await migrate(home.databaseUrl, home.secretKey)
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

/** Level by level: where nothing can be made, as in /proc, Node's own way down never ends. */
async function makeFolder(folder: string) {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** One sentence before anything is begun, and nothing of what the setting holds. */
async function refuseUnreachable({ databaseUrl, databaseDirectUrl = databaseUrl }: Config) {
  if (!databaseDirectUrl) return
  const name = databaseDirectUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const client = new pg.Client({
    connectionString: databaseDirectUrl,
    connectionTimeoutMillis: 15_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { code = 'no answer' } = error as { code?: string }
    throw new Error(
      code.startsWith('28')
        ? `The database refuses the user or the password of ${name} (${code}).`
        : `The database of ${name} cannot be reached (${code}). Is it running, and is its name right?`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

async function refuseUnwritable(folder: string) {
  try {
    await makeFolder(folder)
    // With a slash at its end it must be a folder.
    await access(join(folder, '/'), constants.W_OK)
  } catch (error) {
    const { code } = error as { code?: string }
    throw new Error(
      `The folder of DATA_DIR, ${folder}, cannot be written (${code}). ` +
        'Make it writable, or set DATA_DIR to another one.',
    )
  }
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
