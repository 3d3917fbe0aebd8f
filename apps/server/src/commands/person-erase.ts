import { type ErasedEntry, erasureProof, sealWaiting } from '../areas/logs/index.ts'
import type { Db, PlatformTx } from '../foundation/core/db.ts'
import type { Files } from '../foundation/core/files.ts'
import type { Secrets } from '../foundation/core/secrets.ts'

/**
 * Makes a person anonymous after the legal period. The database decides whether it may be and does
 * it, in one transaction; proofs, which need the key, and files, which lie outside, are made here.
 */
export interface ErasureParts {
  db: Db
  secrets: Secrets
  files: Files
}
export interface ErasureRequest {
  organization: string
  /** Somebody paid by the month or by the day; by id or by number. */
  employee: string
  reason: string
}
export interface ErasureResult {
  entries: number
  files: number
}

export async function erasePerson(
  { db, secrets, files }: ErasureParts,
  { organization, employee, reason }: ErasureRequest,
): Promise<ErasureResult> {
  const done = await db.inPlatform(async (tx) => {
    const { id } = await personCalled(tx, organization, employee)
    const earlier = await erasureOf(tx, id)
    // Cut off before its files were gone: the entry of the erasure still names them.
    if (earlier) return earlier
    const rows = await tx.all<ErasedEntry & { id: number }>`
      select id, digest, description, properties::text as properties
      from entries_to_erase(${organization}, ${id})`
    const proofs = Object.fromEntries(
      rows.map((row) => [row.id, erasureProof(secrets, row.id, row).toString('hex')]),
    )
    await tx.run`select erase_person(${organization}, ${id}, ${reason}, ${proofs})`
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

export async function personCalled(tx: PlatformTx, organization: string, called: string) {
  const found = await tx.all<{ id: string; casual: boolean }>`
    select id, casual from (
      select organization_id, id, employee_no as number, false as casual from employees
      union all select organization_id, id, casual_no, true from casuals) p
    where organization_id::text = ${organization}
      and (id::text = ${called} or lower(number) = lower(${called}))`
  const [person] = found
  if (!person) throw new Error('There is no such employee or casual in this organisation.')
  if (found.length > 1) throw new Error('Two people have this number. Please give the id.')
  return person
}

const erasureOf = (tx: PlatformTx, id: string) =>
  tx.maybe<{ entries: number; files: string[] }>`
    select jsonb_array_length(properties -> 'new' -> 'erased_entries') as entries,
      array(select jsonb_array_elements_text(properties -> 'new' -> 'erased_files')) as files
    from activity_log where log_name in ('employees', 'casuals') and subject_id = ${id}
      and jsonb_typeof(properties -> 'new' -> 'erased_entries') = 'array'`
