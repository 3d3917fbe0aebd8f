import type { AddressInfo } from 'node:net'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { keepHeapSmall } from '../apps/server/src/foundation/sheets/heap.ts'

/** The server as a process of its own, so that its memory is nobody else's. */

keepHeapSmall()
const { app } = await buildApp({
  config: readConfig({ DATA_DIR: process.env.DATA_DIR, LOG_LEVEL: 'silent', DEMO: 'off' }),
  databaseUrl: process.env.DATABASE_URL ?? '',
  secretKey: process.env.BENCH_KEY ?? '',
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('disconnect', () => process.exit())
process.send?.(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
