import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../app.ts'
import { readConfig } from '../foundation/config/config.ts'
import { type Clock, systemClock } from '../foundation/core/clock.ts'
import type { JobCtx } from '../foundation/core/job.ts'
import { testKey } from './database.ts'
import { memoryHeld } from './memory.ts'

/** A server of its own process that can be killed in the middle of a job (jobs.fault.test.ts). */

// Whoever started it has gone without a word: nobody would ever stop it.
process.on('disconnect', () => process.exit())

/** The story's time, going on: by the machine's own, its sessions would long have ended. */
const begun = Date.parse(process.env.STORY_TIME ?? '')
const clock: Clock = Number.isNaN(begun)
  ? systemClock
  : { now: () => new Date(begun + performance.now()), set: false }

const { app } = await buildApp({
  clock,
  config: readConfig({ ...process.env, LOG_LEVEL: 'silent' }),
  databaseUrl: process.env.DATABASE_URL ?? '',
  secretKey: testKey,
  extraJobs: [{ name: 'test.slow', work: slowly }],
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ address })
// Whoever kills this one has its successor start sooner.
flushCompileCache()
process.on('message', async (asked) => {
  if (asked === 'memory') process.send?.(await memoryHeld())
})

/** Steps, each in a transaction that takes a number once, however often it is started. */
async function slowly(ctx: JobCtx, { steps }: { steps: number }) {
  for (let step = 1; step <= steps; step += 1) {
    await ctx.inOrg((tx) =>
      tx.$client.query(
        `insert into numbers (name, last) values ($1, 1)
         on conflict (organization_id, name) do update set last = 1`,
        [`step ${step}`],
      ),
    )
    await ctx.progress(step, steps)
    await pause(ctx.retry === 0 ? 100 : 0)
  }
  return { retry: ctx.retry }
}
