import type pg from 'pg'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { type Anchor, anchoredSeal, anchorIn, signed, textOf } from './anchor.ts'
import type { AnchorStore } from './anchor-store.ts'
import { type ErasedEntry, erasedColumns, erasureProof } from './erased.ts'
import { entryColumns, headOf, sealOf } from './seal.ts'

/** The same chains and anchors under another key. For the owner of the tables, in a transaction. */

interface Link {
  chain: string
  position: number
  words: string
}
interface End {
  chain: string
  position: number
  seal: Buffer
}

const guarded = ['activity_log', 'activity_seals', 'activity_heads']
const first = '00000000-0000-0000-0000-000000000000'
const batch = 2000

/** Whether every chain ends under this key already: they come under it all at once. */
export async function isSealedWith(client: pg.ClientBase, secrets: Secrets): Promise<boolean> {
  const { rows } = await client.query<End & { head: Buffer }>(
    `select h.chain, h.position::int as position, h.seal as head, s.seal
     from activity_heads h join activity_seals s using (chain, position)`,
  )
  return (
    rows.length > 0 &&
    rows.every(({ chain, position, seal, head }) =>
      headOf(secrets, chain, position, seal).equals(head),
    )
  )
}

export async function reseal(client: pg.ClientBase, secrets: Secrets): Promise<number> {
  // Not even the owner may touch seals otherwise; the guard is back before anybody else looks.
  for (const table of guarded)
    await client.query(`alter table ${table} no force row level security`)
  // Entries from before there were salts get one, so that their words can be erased one day.
  await client.query(
    `update activity_log set salt = gen_random_uuid() where salt is null and erased is null`,
  )
  await proveErasures(client, secrets)
  const ends = new Map<string, End>()
  let count = 0
  for (let after: [string, number] = [first, 0]; ; ) {
    const links = await linksAfter(client, after)
    const last = links.at(-1)
    if (!last) break
    await writeSeals(client, links, ends, secrets)
    after = [last.chain, last.position]
    count += links.length
  }
  for (const { chain, position, seal } of ends.values()) {
    const head = headOf(secrets, chain, position, seal)
    await client.query('update activity_heads set seal = $2 where chain = $1', [chain, head])
  }
  for (const table of guarded) await client.query(`alter table ${table} force row level security`)
  return count
}

async function proveErasures(client: pg.ClientBase, secrets: Secrets) {
  const { rows } = await client.query<ErasedEntry & { id: string; proof: Buffer | null }>(
    `select l.id, ${erasedColumns} from activity_log l where l.erased is not null`,
  )
  const proofs = rows.map((row) => erasureProof(secrets, Number(row.id), row))
  await client.query(
    `update activity_log l set erasure_proof = n.proof
     from unnest($1::bigint[], $2::bytea[]) n (id, proof) where l.id = n.id`,
    [rows.map(({ id }) => id), proofs],
  )
}

async function linksAfter(client: pg.ClientBase, after: [string, number]): Promise<Link[]> {
  const { rows } = await client.query<Link>(
    `select s.chain, s.position::int as position, e.words
     from (select * from activity_seals where (chain, position) > ($1, $2)
           order by chain, position limit ${batch}) s
     cross join lateral (select ${entryColumns} from activity_log l where l.id = s.entry_id) e
     order by s.chain, s.position`,
    after,
  )
  return rows
}

async function writeSeals(
  client: pg.ClientBase,
  links: Link[],
  ends: Map<string, End>,
  secrets: Secrets,
) {
  const sealed = links.map(({ chain, position, words }) => {
    const before = ends.get(chain)?.seal ?? Buffer.alloc(0)
    const link = { chain, position, seal: sealOf(secrets, chain, position, before, words) }
    ends.set(chain, link)
    return link
  })
  await client.query(
    `update activity_seals s set seal = n.seal
     from unnest($1::uuid[], $2::bigint[], $3::bytea[]) n (chain, position, seal)
     where s.chain = n.chain and s.position = n.position`,
    [
      sealed.map(({ chain }) => chain),
      sealed.map(({ position }) => position),
      sealed.map(({ seal }) => seal),
    ],
  )
}

/** Signs every anchor again, over the seals that now stand in the same places. */
export async function resign(
  client: pg.ClientBase,
  store: AnchorStore,
  old: Secrets,
  fresh: Secrets,
): Promise<number> {
  const anchors: Anchor[] = []
  for (const number of await store.numbers()) {
    const text = (await store.read(number)) ?? ''
    // One that was signed again before an earlier try was cut off is worked over once more.
    const anchor = anchorIn(text, old) ?? anchorIn(text, fresh)
    if (anchor) anchors.push(anchor)
  }
  let before: Anchor | undefined
  for (const anchor of anchors) {
    // What a restore took back stays as it was: it must still not match.
    const heads = isTakenBack(anchor, anchors) ? anchor.heads : await sealsAt(client, anchor.heads)
    const after = before?.number === anchor.number - 1 ? before.proof : anchor.after
    before = signed(fresh, { ...anchor, heads, after })
    await store.replace(before.number, textOf(before))
  }
  return anchors.length
}

const isTakenBack = ({ number }: Anchor, anchors: Anchor[]) =>
  anchors.some(
    (other) => other.restored !== undefined && other.restored < number && number < other.number,
  )

async function sealsAt(client: pg.ClientBase, heads: Anchor['heads']): Promise<Anchor['heads']> {
  const { rows } = await client.query<{ chain: string; position: number; seal: Buffer }>(
    `select s.chain, s.position::int as position, s.seal from activity_seals s
     join unnest($1::uuid[], $2::bigint[]) a (chain, position)
       on a.chain = s.chain and a.position = s.position`,
    [[...heads.keys()], [...heads.values()].map(({ position }) => position)],
  )
  return new Map([
    ...heads,
    ...rows.map(
      ({ chain, position, seal }) => [chain, { position, seal: anchoredSeal(seal) }] as const,
    ),
  ])
}
