import { readFileSync } from 'node:fs'
import type pg from 'pg'

/**
 * Migrations below 0200 are the baseline: the tables as they came to be by those of 0.2.0, written
 * anew (docs/decisions/044). Whatever has all of the old ones has these tables.
 */
const isBaseline = (name: string) => name < '0200'

const record = readFileSync(new URL('./releases/0.2.0.sha256', import.meta.url), 'utf8')
const before = new Map(
  record
    .trim()
    .split('\n')
    .map((line) => line.split('  ').reverse() as [name: string, checksum: string]),
)
const end = [...before.keys()].at(-1)

/** Triggers of tables that the old migrations dropped called them. */
const orphans = `keep_casual_payroll(), keep_casual_payslip(), only_into_casual_drafts(),
  confirmed_casuals_are_frozen(), withdraw_returns()`

/** The migration after which a backup's rows fit. */
export const rowsFitAfter = (migrations: string[]): string =>
  hasAllOld(migrations) ? '0200' : (migrations.at(-1) ?? '0000')

/** Whether it has all of the old migrations and nothing else. */
export const hasAllOld = (migrations: string[]): boolean =>
  migrations.length === before.size && migrations.every((name) => before.has(name))

/** What to say of one that has only some of them, and how to get it here. */
export function refuseUnfinished(what: string, migrations: string[], road: string) {
  const last = [...migrations].sort().at(-1)
  const isOld = last && migrations.every((name) => before.has(name))
  if (!isOld || hasAllOld(migrations)) return
  throw new Error(
    `This ${what} stands at ${last}, and this version takes over from ${end} only: ` +
      `${road} with the version that ends there.`,
  )
}

/** A database with all of the old migrations is from now on one with the baseline; rows stay. */
export async function enterBaseline(
  client: pg.Client,
  done: Map<string, string>,
  current: Map<string, string>,
): Promise<Map<string, string>> {
  const isSame = [...done].every(([name, checksum]) => checksum === before.get(name))
  if (!isSame || done.size < before.size) return done
  const entered = new Map([...current].filter(([name]) => isBaseline(name)))
  await client.query('delete from migrations')
  await client.query(
    'insert into migrations (name, checksum) select * from unnest($1::text[], $2::text[])',
    [[...entered.keys()], [...entered.values()]],
  )
  await client.query(`drop function if exists ${orphans}`)
  return entered
}
