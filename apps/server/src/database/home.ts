import type { Config } from '../config/config.ts'
import { keyIn } from '../core/secrets.ts'
import { isThere, runningEmbedded, startEmbedded } from './embedded-postgres.ts'

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
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = config
  if (databaseDirectUrl) return homeOf(config, databaseDirectUrl, dataDir)
  const { url, home, stop } = await startEmbedded(config.dataDir)
  return homeOf(config, url, home, stop)
}

/** The same for a script, which may find the server at work. */
export async function openBesides(config: Config): Promise<Home> {
  const running = config.databaseUrl ? undefined : await runningEmbedded(config.dataDir)
  return running ? homeOf(config, running.url, running.home) : openHome(config)
}

/** The same where a new and empty database would be of no use: a backup of it, or a check. */
export async function openExisting(config: Config): Promise<Home> {
  if (config.databaseUrl || (await isThere(config.dataDir))) return openBesides(config)
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
