import type { contract } from '@mshahara/contract'
import { inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { containing, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'

/** What takes room in the database. */

export const databaseBytes = async (tx: PlatformTx): Promise<number> =>
  (await tx.one<{ bytes: number }>`select pg_database_size(current_database()) as bytes`).bytes

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function inBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const size = bytes / 1000 ** step
  return `${size < 10 && step > 0 ? size.toFixed(1) : Math.round(size)} ${units[step]}`
}

export const tables: Handler<(typeof contract.desk)['tables']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { search, offset = 0, limit = 100 } = query
    const where = sql`c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname in ('public', 'pgboss') and ${containing(sql`c.relname::text`, search)}`
    const from = sql`pg_class c join pg_namespace n on n.oid = c.relnamespace`
    const { total } = await tx.one<{ total: number }>`
      select count(*) as total from ${from} where ${where}`
    ctx.total(total)
    return tx.all<{ name: string; rows: number; bytes: number }>`
      select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
        greatest(c.reltuples, 0)::bigint as rows, pg_total_relation_size(c.oid) as bytes
      from ${from} where ${where}
      order by bytes desc, name offset ${offset} limit ${limit}`
  })
