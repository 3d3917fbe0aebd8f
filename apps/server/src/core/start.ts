import { buildApp } from '../app.ts'
import { seedDemo } from '../demo.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { runningEmbedded, startEmbedded } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { keyIn } from './secrets.ts'

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

/** Starts everything, or says in one sentence why not. */
export async function start() {
  let stopHome = async () => {}
  try {
    const config = readConfig(process.env)
    const home = await openHome(config)
    stopHome = home.stop
    await migrate(home.databaseUrl)
    const { app, parts } = await buildApp({ config, ...home })
    const signIns = config.demo ? await seedDemo(parts) : []
    await listen(app, config)
    console.log(`Mshahara is ready at ${config.publicUrl}`)
    for (const line of signIns) console.log(line)
    stopOnSignal(app, home.stop)
  } catch (error) {
    const known = error instanceof ConfigError || !(error instanceof TypeError)
    console.error(known ? (error as Error).message : error)
    await stopHome()
    process.exit(1)
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>['app'], config: Config) {
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await app.close()
    if ((error as { code?: string }).code === 'EADDRINUSE') {
      throw new Error(
        `Port ${config.port} is already taken on ${config.host}. ` +
          'Stop the other program, or set PORT to another number.',
      )
    }
    throw error
  }
}

function stopOnSignal(app: { close(): Promise<void> }, stopHome: () => Promise<void>) {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const tooLong = setTimeout(() => process.exit(1), 20_000)
    tooLong.unref()
    await app.close()
    await stopHome()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
