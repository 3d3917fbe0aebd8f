import { flushCompileCache } from 'node:module'
import { buildApp } from '../app.ts'
import { readConfig } from '../foundation/config/config.ts'
import { testKey } from './database.ts'

/** A server that pays, in a process of its own to be killed; its clock is put forward by hand. */

// Whoever started it has gone without a word: nobody would ever stop it.
process.on('disconnect', () => process.exit())
let begun = Date.parse(process.env.STORY_TIME ?? '') - performance.now()
const clock = { now: () => new Date(begun + performance.now()), set: true }

const { app } = await buildApp({
  clock,
  config: readConfig({ ...process.env, LOG_LEVEL: 'fatal' }),
  databaseUrl: process.env.DATABASE_URL ?? '',
  secretKey: testKey,
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.send?.('ready')
flushCompileCache()
process.on('message', (message: { now: string }) => {
  begun = Date.parse(message.now) - performance.now()
})
