import { buildApp } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { openHome } from './database/home.ts'
import { migrate } from './database/migrate.ts'
import { seedDemo } from './demo.ts'
import { simulatorBesides } from './simulator/besides.ts'

/** Starts everything, or says in one sentence why not. Tests change what no setting may. */
export async function start(change: Partial<Config> = {}) {
  const stopping = stopOnSignal()
  try {
    const configured = { ...readConfig(process.env), ...change }
    const home = await openHome(configured)
    stopping.by(home.stop)
    const { config, stop } = await simulatorBesides(configured)
    stopping.by(stop)
    await migrate(home.databaseUrl, home.secretKey)
    const { app, parts } = await buildApp({ config, ...home })
    stopping.by(() => app.close())
    const signIns = config.demo ? await seedDemo(parts) : []
    await listen(app, config)
    console.log(`Mshahara is ready at ${config.publicUrl}`)
    for (const line of signIns) console.log(line)
    if (config.demo && config.simulatorUrl) {
      console.log(`Payments are simulated; the phones are at ${config.publicUrl}/dev/phone`)
    }
  } catch (error) {
    // What we throw ourselves is a sentence; a programming mistake keeps its trace.
    console.error(error instanceof TypeError ? error : (error as Error).message)
    await stopping.now()
    process.exit(1)
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>['app'], config: Config) {
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') {
      throw new Error(
        `Port ${config.port} is already taken on ${config.host}. ` +
          'Stop the other program, or set PORT to another number.',
      )
    }
    throw error
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
