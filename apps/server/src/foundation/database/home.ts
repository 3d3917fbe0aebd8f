import { constants } from 'node:os'
import pg from 'pg'
import type { Config } from '../config/config.ts'
import { keyIn } from '../core/secrets.ts'
import { isThere, runningEmbedded, startEmbedded } from './embedded-postgres.ts'
import { openFolder } from './folders.ts'

const { signals } = constants

/** Apart from the server, so that a command need not load it. */

export interface Home {
  /** To the database itself, past any pooler. */
  databaseUrl: string
  pooledUrl: string | undefined
  secretKey: string
  /** The folder of a key that nobody configured. */
  keyFolder: string | undefined
  stop(): Promise<void>
}

/** Where the data is, ready to use: the configured database, or our own. */
export async function openHome(config: Config): Promise<Home> {
  await refuseUnusable(config)
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = config
  if (databaseDirectUrl) return homeOf(config, databaseDirectUrl, dataDir)
  const { url, home, stop } = await startEmbedded(config.dataDir)
  try {
    return homeOf(config, url, home, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** One sentence before anything is begun: what is kept in DATA_DIR, or the configured database. */
export async function refuseUnusable(config: Config) {
  if (!config.databaseUrl || !config.secretKey) await openFolder('DATA_DIR', config.dataDir)
  await refuseUnreachable(config)
}

/** Nothing is told of what the setting holds. */
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
    const { code = 'no answer', message } = error as { code?: string; message: string }
    if (message.includes('does not support SSL')) {
      throw new Error(`The database of ${name} does not encrypt its connections, as sslmode asks.`)
    }
    throw new Error(
      code.startsWith('28')
        ? `The database refuses the user or the password of ${name} (${code}).`
        : `The database of ${name} cannot be reached (${code}). Is it running, and is its name right?`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** The same for a script, which may find the server at work. */
export async function openBesides(config: Config): Promise<Home> {
  const running = config.databaseUrl ? undefined : await runningEmbedded(config.dataDir)
  if (running) return homeOf(config, running.url, running.home)
  const opening = openHome(config)
  stopWhenCutOff(opening)
  return opening
}

/** A script that ends by Ctrl-C takes along the database it has started, or is starting. */
function stopWhenCutOff(opening: Promise<Home>) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      process.exitCode = 128 + signals[signal]
      opening.then(({ stop }) => stop()).finally(() => process.exit())
    })
  }
}

/** The same where a new and empty database would be of no use: a backup of it, or a check. */
export async function openExisting(config: Config): Promise<Home> {
  if (config.databaseUrl || isThere(config.dataDir)) return openBesides(config)
  throw new Error(
    `There is no database: DATABASE_URL is not set, and DATA_DIR, ${config.dataDir}, has none.`,
  )
}

function homeOf(config: Config, databaseUrl: string, folder: string, stop = async () => {}): Home {
  const keyFolder = config.secretKey ? undefined : folder
  const pooledUrl = config.databaseDirectUrl ? config.databaseUrl : undefined
  const secretKey = config.secretKey ?? keyIn(folder)
  return { databaseUrl, pooledUrl, secretKey, keyFolder, stop }
}
