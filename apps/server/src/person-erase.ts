import type { Db, Tx } from './core/db.ts'
import type { Files } from './core/files.ts'
import type { Secrets } from './core/secrets.ts'
import { type Erased, erasureProof, sealWaiting } from './logs/index.ts'

/**
 * Makes a person anonymous after the legal period. The database decides whether it may be and does
 * it, in one transaction; proofs, which need the key, and files, which lie outside, are made here.
 */
export interface Erasing {
  db: Db
  secrets: Secrets
  files: Files
}
export interface Request {
  organization: string
  /** By id or by number. */
  employee: string
  reason: string
}
export interface Outcome {
  entries: number
  files: number
}

export async function erasePerson(
  { db, secrets, files }: Erasing,
  { organization, employee, reason }: Request,
): Promise<Outcome> {
  const done = await db.inPlatform(async (tx) => {
    const id = await employeeCalled(tx, organization, employee)
    const earlier = await erasureOf(tx, id)
    // Cut off before its files were gone: the entry of the erasure still names them.
    if (earlier) return earlier
    const { rows } = await tx.$client.query<Erased & { id: number }>(
      `select id, digest, description, properties::text as properties
       from entries_to_erase($1, $2)`,
      [organization, id],
    )
    const proofs = rows.map((row) => [row.id, erasureProof(secrets, row.id, row).toString('hex')])
    await tx.$client.query('select erase_person($1, $2, $3, $4)', [
      organization,
      id,
      reason,
      Object.fromEntries(proofs),
    ])
    return await erasureOf(tx, id)
  })
  const names = done?.files ?? []
  for (const name of names) {
    const [folder = '', file = ''] = name.split('/')
    await files.remove(folder, file)
  }
  await sealWaiting(db, secrets)
  return { entries: done?.entries ?? 0, files: names.length }
}

export async function employeeCalled(tx: Tx, organization: string, employee: string) {
  const { rows } = await tx.$client.query<{ id: string }>(
    `select id from employees
     where organization_id::text = $1 and (id::text = $2 or lower(employee_no) = lower($2))`,
    [organization, employee],
  )
  if (!rows[0]) throw new Error('There is no such employee in this organisation.')
  return rows[0].id
}

async function erasureOf(tx: Tx, id: string) {
  const { rows } = await tx.$client.query<{ entries: number; files: string[] }>(
    `select jsonb_array_length(properties -> 'new' -> 'erased_entries') as entries,
       array(select jsonb_array_elements_text(properties -> 'new' -> 'erased_files')) as files
     from activity_log where log_name = 'employees' and subject_id = $1
       and jsonb_typeof(properties -> 'new' -> 'erased_entries') = 'array'`,
    [id],
  )
  return rows[0]
}
