import type pg from 'pg'
import type { PlatformTx } from '../core/db.ts'
import { joined, raw } from '../core/sql.ts'

/** Which stored files the records refer to, and how a backup keeps them from being removed. */

interface Reference {
  table: string
  /** The file's key in the store. */
  key: string
  where: string
}

/** Every column that names a stored file which has to be there as long as its record. */
const references: Reference[] = [
  { table: 'users', key: `'user/' || avatar`, where: 'avatar is not null' },
  { table: 'organizations', key: `'organization/' || logo`, where: 'logo is not null' },
  { table: 'organization_files', key: `'organization-files/' || file`, where: 'true' },
  { table: 'employees', key: `'employee/' || avatar`, where: 'avatar is not null' },
  { table: 'detail_changes', key: `'employee/' || file`, where: 'file is not null' },
  { table: 'casuals', key: `'casual/' || avatar`, where: 'avatar is not null' },
  { table: 'loan_entries', key: `'loans/' || file`, where: 'file is not null' },
  { table: 'remittance_payments', key: `'remittances/' || receipt`, where: 'receipt is not null' },
  { table: 'employee_files', key: `'employee/' || file`, where: 'true' },
  { table: 'mass_email_files', key: `'mass-email/' || file`, where: 'true' },
  { table: 'leave_request_files', key: `'leave-attachments/' || file`, where: 'true' },
  {
    table: 'byproducts',
    key: `case type when 'payslip' then 'payslips/' else 'byproducts/' end || file`,
    where: 'true',
  },
]

/** The keys, as the transaction sees them; in a database of an earlier version, what it has. */
export async function filesInUse(client: pg.ClientBase): Promise<Set<string>> {
  const { rows: present } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is not null',
    [references.map(({ table }) => table)],
  )
  const queries = references
    .filter(({ table }) => present.some(({ name }) => name === table))
    .map(({ table, key, where }) => `select ${key} as key from ${table} where ${where}`)
  if (queries.length === 0) return new Set()
  await client.query('set local role mshahara_platform')
  const { rows } = await client.query<{ key: string }>(queries.join(' union '))
  await client.query('reset role')
  return new Set(rows.map(({ key }) => key))
}

/** The same inside a transaction of the platform, and what waits to be imported. */
export async function keysInUse(tx: PlatformTx): Promise<Set<string>> {
  const queries = references.map(({ table, key, where }) =>
    raw(`select ${key} as key from ${table} where ${where}`),
  )
  const waiting = raw(`select 'imports/' || (data ->> 'file') from jobs
    where state in ('queued', 'running') and data ? 'file'`)
  const rows = await tx.all<{ key: string }>`${joined([...queries, waiting], ' union ')}`
  return new Set(rows.map(({ key }) => key))
}

/** Folders whose files are replaced one by one. */
export const replacedIn = ['user', 'organization', 'organization-files', 'employee', 'casual']

/** Whether a record still refers to it, asked as the platform. */
export async function fileIsUsed(client: pg.ClientBase, folder: string, name: string) {
  const queries = references
    .filter(({ key }) => key.includes(`'${folder}/'`))
    .map(({ table, key }) => `exists (select from ${table} where ${key} = $1)`)
  const { rows } = await client.query<{ used: boolean }>(
    `select ${queries.join(' or ') || 'false'} as used`,
    [`${folder}/${name}`],
  )
  return rows[0]?.used ?? true
}

/** "back": held by each backup from before its snapshot until its last file is read. */
const backups = 0x6261636b

export const holdFiles = (client: pg.ClientBase) =>
  client.query('select pg_advisory_lock_shared($1, 0)', [backups])

/**
 * Whether a file may have to stay for a backup. A file is removed after the commit that gave it up,
 * so a backup that starts after this check no longer refers to it.
 */
export async function filesAreHeld(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and classid = $1
       and database = (select oid from pg_database where datname = current_database())) as held`,
    [backups],
  )
  return rows[0]?.held ?? false
}
