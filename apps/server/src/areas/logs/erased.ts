import type { PlatformTx } from '../../foundation/core/db.ts'
import { type Secrets, sameBytes } from '../../foundation/core/secrets.ts'

/**
 * Entries about a person whose data was erased. Their seals still fit by the digest that is left; a
 * proof shows that our own erasure did it, and the erasure's own entry lists them.
 */
export interface ErasedEntry {
  digest: Buffer
  description: string
  properties: string | null
}

/** As `ErasedEntry`, and null where an entry still has its words. */
export const erasedColumns = `l.erased as digest, l.description, l.properties::text as properties,
  l.erasure_proof as proof`

export const erasureProof = (
  secrets: Secrets,
  id: number,
  { digest, description, properties }: ErasedEntry,
) =>
  secrets.digest(
    'log erasure',
    JSON.stringify([id, digest.toString('hex'), description, properties]),
  )

/** Null where the entry still has its words, or is gone. */
export type MaybeErased = { [Name in keyof ErasedEntry]: ErasedEntry[Name] | null } & {
  proof: Buffer | null
}

export interface Erasures {
  /** An erased entry, as the walk comes by it; a fault in words when it was not erased by us. */
  meet(entry: MaybeErased & { entry_id: number }, place: string): string[]
  conclude(): { faults: string[]; notes: string[] }
}

interface Erasure {
  id: number
  day: string
  /** The driver leaves lists of bigint as text. */
  entries: string[]
}

export async function readErasures(tx: PlatformTx, secrets: Secrets): Promise<Erasures> {
  const rows = await tx.all<Erasure>`select id, created_at::date::text as day,
      array(select jsonb_array_elements_text(properties -> 'new' -> 'erased_entries')::bigint)
        as entries
    from activity_log where log_name in ('employees', 'casuals')
      and jsonb_typeof(properties -> 'new' -> 'erased_entries') = 'array' order by id`
  const listed = new Set(rows.flatMap(({ entries }) => entries.map(Number)))
  const met = new Set<number>()
  return {
    meet({ entry_id, digest, description, properties, proof }, place) {
      if (!digest) return []
      met.add(entry_id)
      if (!listed.has(entry_id)) return [`The log's ${place} was erased, and nothing says why.`]
      const due = erasureProof(secrets, entry_id, {
        digest,
        description: description ?? '',
        properties,
      })
      return sameBytes(proof, due) ? [] : [`The log's ${place} was erased or changed by hand.`]
    },
    conclude: () => ({
      faults: [...listed]
        .filter((id) => !met.has(id))
        .map((id) => `Entry ${id} is listed as erased, but it is not.`),
      notes: rows.map(
        ({ id, day, entries }) =>
          `The words of ${entries.length} entries about one person were erased on ${day}, as ` +
          `entry ${id} says.`,
      ),
    }),
  }
}
