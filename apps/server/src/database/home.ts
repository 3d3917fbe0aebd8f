import type { Config } from '../config/config.ts'
import { keyIn } from '../core/secrets.ts'
import { runningEmbedded, startEmbedded } from './embedded-postgres.ts'

/** Apart from the server, so that a command need not load it. */

export interface Home {
  databaseUrl: string
  secretKey: string
  /** The folder of a key that nobody configured. */
  keyFolder: string | undefined
  stop(): Promise<void>
}

/** Where the data is, ready to use: the configured database, or our own. */
export async function openHome(config: Config): Promise<Home> {
  if (config.databaseUrl) return homeOf(config, config.databaseUrl, config.dataDir)
  const { url, home, stop } = await startEmbedded(config.dataDir)
  return homeOf(config, url, home, stop)
}

/** The same for a script, which may find the server at work. */
export async function openBesides(config: Config): Promise<Home> {
  const running = config.databaseUrl ? undefined : await runningEmbedded(config.dataDir)
  return running ? homeOf(config, running.url, running.home) : openHome(config)
}

function homeOf(config: Config, databaseUrl: string, folder: string, stop = async () => {}): Home {
  const keyFolder = config.secretKey ? undefined : folder
  return { databaseUrl, secretKey: config.secretKey ?? keyIn(folder), keyFolder, stop }
}
