import { start } from '../apps/server/src/start.ts'

// Whoever started it has gone without a word: nobody would ever stop it.
process.on('disconnect', () => process.kill(process.pid, 'SIGINT'))

/** Every test comes from an address of its own, so that none runs into another's limits. */
await start({ trustProxy: 1 })
