import { secondsLater } from './clock.ts'
import type { Ctx } from './ctx.ts'
import { fail } from './fail.ts'

/**
 * Counters in the database, so that several servers count together and a restart forgets nothing.
 */

export interface Allowance {
  key: string
  most: number
  seconds: number
  sentence?: string
}

const tooMany = 'Too many attempts. Please wait a little and try again.'

const keyOf = (ctx: Ctx, key: string) => ctx.secrets.digest('attempts', key).toString('hex')

/** Counts one attempt in a transaction of its own and says the how-manieth within the window. */
export async function countAttempt(ctx: Ctx, key: string, seconds: number): Promise<number> {
  const { rows } = await ctx.apart((tx) =>
    tx.$client.query<{ count: number }>(
      `insert into attempts (key, count, until) values ($1, 1, $3)
       on conflict (key) do update set
         count = case when attempts.until <= $2 then 1 else attempts.count + 1 end,
         until = case when attempts.until <= $2 then $3 else attempts.until end
       returning count`,
      [keyOf(ctx, key), ctx.now, secondsLater(ctx.now, seconds)],
    ),
  )
  return rows[0]?.count ?? 1
}

/** Counts one attempt; past the allowance it refuses with 429. */
export async function attempt(ctx: Ctx, { key, most, seconds, sentence }: Allowance) {
  if ((await countAttempt(ctx, key, seconds)) > most) fail(429, sentence ?? tooMany)
}

/** Forgets the attempts after a success. */
export const forgive = (ctx: Ctx, key: string) =>
  ctx.apart((tx) => tx.$client.query('delete from attempts where key = $1', [keyOf(ctx, key)]))
