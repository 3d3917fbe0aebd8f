import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './world.ts'

/** How often a page of a table has been looked at; PostgreSQL counts with some delay. */
export async function pagesOf({ byHand }: Pick<World, 'byHand'>, table: string): Promise<number> {
  await pause(1_500)
  const [row] = await byHand(
    `select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as pages
     from pg_statio_user_tables where relname = '${table}'`,
  )
  return Number(row?.pages)
}
