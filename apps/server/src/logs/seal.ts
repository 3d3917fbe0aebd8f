import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../core/db.ts'
import type { Secrets } from '../core/secrets.ts'

/**
 * The chain over the activity log. Entries are sealed after their commit, so that no business
 * transaction waits for another: each seal covers the entry and the seal before it, the head covers
 * how far the chain reaches, and the key is not in the database.
 */

export const platformChain = '00000000-0000-0000-0000-000000000000'
const batch = 500

interface Entry {
  id: number
  chain: string
  words: string
}
export interface Head {
  position: number
  seal: Buffer
}

/**
 * Everything an entry says, in one canonical text: its words by a salted digest, which stays when
 * they are erased; in entries from before there were salts, the words themselves.
 */
export const entryColumns = `l.id, coalesce(l.organization_id, '${platformChain}') as chain,
  case when l.salt is null and l.erased is null then
    jsonb_build_array(l.id, l.organization_id, l.causer_id, l.description, l.log_name, l.event,
      l.subject_id, l.properties, l.request_id, extract(epoch from l.created_at))
  else
    jsonb_build_array(l.id, l.organization_id, l.causer_id, l.log_name, l.event, l.subject_id,
      l.request_id, extract(epoch from l.created_at),
      encode(coalesce(l.erased, entry_digest(l.salt, l.description, l.properties)), 'hex'))
  end::text as words`

export const sealOf = (
  secrets: Secrets,
  chain: string,
  position: number,
  before: Buffer,
  words: string,
) => secrets.digest('log seal', `${chain}|${position}|${before.toString('hex')}|${words}`)
export const headOf = (secrets: Secrets, chain: string, position: number, seal: Buffer) =>
  secrets.digest('log head', `${chain}|${position}|${seal.toString('hex')}`)

/** Seals what waits; returns how many. One sealer at a time. */
export async function sealWaiting(db: Db, secrets: Secrets): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await db.apart((tx) => sealBatch(tx, secrets))
    sealed += count
    if (count < batch) return sealed
  }
}

async function sealBatch(tx: Tx, secrets: Secrets): Promise<number> {
  const lock = await tx.$client.query(
    `select pg_try_advisory_xact_lock(hashtext('mshahara seal')) as mine`,
  )
  if (!lock.rows[0].mine) return 0
  const { rows } = await tx.$client.query<Entry>(
    `with taken as (
       delete from activity_unsealed where entry_id in (
         select entry_id from activity_unsealed order by entry_id limit ${batch})
       returning entry_id)
     select ${entryColumns} from activity_log l join taken on taken.entry_id = l.id order by l.id`,
  )
  if (rows.length === 0) return 0
  const heads = await headsOf(tx, [...new Set(rows.map((row) => row.chain))])
  const seals: [string, number, number, Buffer][] = []
  for (const { id, chain, words } of rows) {
    const last = heads.get(chain) ?? { position: 0, seal: Buffer.alloc(0) }
    const position = last.position + 1
    const seal = sealOf(secrets, chain, position, last.seal, words)
    heads.set(chain, { position, seal })
    seals.push([chain, position, id, seal])
  }
  await tx.$client.query(
    `insert into activity_seals (chain, position, entry_id, seal)
     select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bytea[])`,
    [0, 1, 2, 3].map((column) => seals.map((seal) => seal[column])),
  )
  const ends = [...heads].map(([chain, { position, seal }]) => ({
    chain,
    position,
    seal: headOf(secrets, chain, position, seal),
  }))
  await tx.$client.query(
    `insert into activity_heads (chain, position, seal)
     select * from unnest($1::uuid[], $2::bigint[], $3::bytea[])
     on conflict (chain) do update set position = excluded.position, seal = excluded.seal`,
    [ends.map((e) => e.chain), ends.map((e) => e.position), ends.map((e) => e.seal)],
  )
  return rows.length
}

async function headsOf(tx: Tx, chains: string[]): Promise<Map<string, Head>> {
  const { rows } = await tx.$client.query<Head & { chain: string }>(
    `select distinct on (chain) chain, position, seal from activity_seals
     where chain = any ($1) order by chain, position desc`,
    [chains],
  )
  return new Map(rows.map(({ chain, position, seal }) => [chain, { position, seal }]))
}

/** Seals soon after each write, and now and then for whatever other servers left. */
export function sealer(db: Db, secrets: Secrets, log: FastifyBaseLogger) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const run = () => {
    timer = undefined
    running = running
      .then(() => sealWaiting(db, secrets))
      .then(() => {})
      .catch((error) => log.error({ err: error }, 'log not sealed'))
  }
  const soon = () => {
    timer ??= setTimeout(run, 500)
  }
  const regularly = setInterval(soon, 15_000)
  return {
    soon,
    async stop() {
      clearInterval(regularly)
      clearTimeout(timer)
      await running
    },
  }
}
