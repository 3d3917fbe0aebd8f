import { start } from '../apps/server/src/start.ts'

/** Every test comes from an address of its own, so that none runs into another's limits. */
await start({ trustProxy: 1 })
