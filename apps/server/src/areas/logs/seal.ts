import type { FastifyBaseLogger } from 'fastify'
import type { Db, PlatformTx, Transactions } from '../../foundation/core/db.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'

/**
 * The chain over the activity log. Entries are sealed after their commit, so that no business
 * transaction waits for another: each seal covers the entry and the seal before it, the head covers
 * how far the chain reaches, and the key is not in the database.
 */

export const platformChain = '00000000-0000-0000-0000-000000000000'
export const nameOf = (chain: string) =>
  chain === platformChain ? 'the platform' : `organization ${chain}`
const batch = 500
/** Sealing comes half a second after the commit: what waits for longer than this is not right. */
const longestUnsealed_s = 120

interface Entry {
  id: number
  chain: string
  words: string
}
export interface Head {
  position: number
  seal: Buffer
}
interface Seal extends Head {
  chain: string
  id: number
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

/** Seals all that waits, and says how much it was. There is one sealer at a time. */
export async function sealWaiting(
  db: Transactions,
  secrets: Secrets,
  turn: 'waited for' | 'at once' = 'waited for',
): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await db.apart(async (tx) => {
      await takeTurn(tx, turn)
      return sealBatch(tx, secrets)
    })
    sealed += count
    if (count < batch) return sealed
  }
}

/**
 * The sealer's turn is a lock on a table that only the platform may lock: whoever does not get it
 * within the connection's patience fails, and never takes that for nothing to do.
 */
const takeTurn = (tx: PlatformTx, turn: 'waited for' | 'at once') =>
  tx.run`lock table sealer_turn in exclusive mode ${raw(turn === 'at once' ? 'nowait' : '')}`
export const isTurnTaken = (error: unknown) => (error as { code?: string }).code === '55P03'

async function sealBatch(tx: PlatformTx, secrets: Secrets): Promise<number> {
  // If an entry was removed before, its mark remains and gives that away.
  const rows = await tx.all<Entry>`with taken as (
      delete from activity_unsealed where entry_id in (
        select u.entry_id from activity_unsealed u join activity_log l on l.id = u.entry_id
        order by u.entry_id limit ${batch})
      returning entry_id)
    select ${raw(entryColumns)} from activity_log l join taken on taken.entry_id = l.id
    order by l.id`
  if (rows.length === 0) return 0
  const heads = await headsOf(tx, [...new Set(rows.map((row) => row.chain))])
  const seals: Seal[] = []
  for (const { id, chain, words } of rows) {
    const last = heads.get(chain) ?? { position: 0, seal: Buffer.alloc(0) }
    const position = last.position + 1
    const seal = sealOf(secrets, chain, position, last.seal, words)
    heads.set(chain, { position, seal })
    seals.push({ chain, position, id, seal })
  }
  const of = <K extends keyof Seal>(key: K) => seals.map((seal) => seal[key])
  await tx.run`insert into activity_seals (chain, position, entry_id, seal)
    select * from unnest(${of('chain')}::uuid[], ${of('position')}::bigint[],
      ${of('id')}::bigint[], ${of('seal')}::bytea[])`
  const chains = [...heads.keys()]
  const positions = [...heads.values()].map(({ position }) => position)
  const ends = [...heads].map(([chain, { position, seal }]) =>
    headOf(secrets, chain, position, seal),
  )
  await tx.run`insert into activity_heads (chain, position, seal)
    select * from unnest(${chains}::uuid[], ${positions}::bigint[], ${ends}::bytea[])
    on conflict (chain) do update set position = excluded.position, seal = excluded.seal`
  return rows.length
}

/** Looked up one by one: to take the last of all seals would read a chain from its beginning. */
export const lastSeals = (chains: Sql) =>
  sql`select c.chain, s.position, s.seal from (${chains}) c cross join lateral (
    select position, seal from activity_seals where chain = c.chain
    order by position desc limit 1) s`

async function headsOf(tx: PlatformTx, chains: string[]): Promise<Map<string, Head>> {
  const rows = await tx.all<Head & { chain: string }>`
    ${lastSeals(sql`select unnest(${chains}::uuid[]) as chain`)}`
  return new Map(rows.map(({ chain, position, seal }) => [chain, { position, seal }]))
}

/** How long the oldest entry has waited to be sealed; 0 when none waits. */
export const unsealedFor = (db: Db): Promise<number> =>
  db.apart(async (tx) => {
    const { seconds } = await tx.one<{ seconds: number }>`
      select coalesce(extract(epoch from clock_timestamp() - min(since)), 0)::float8 as seconds
      from activity_unsealed`
    return Math.max(0, seconds)
  })

/** Seals soon after each write, and now and then for whatever other servers left. */
export function sealer(db: Db, secrets: Secrets, log: FastifyBaseLogger) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let stopped = false
  const seal = async () => {
    await sealWaiting(db, secrets, 'at once').catch((error) => {
      // Another server is at it; what it leaves is sealed soon.
      if (!isTurnTaken(error)) throw error
      soon()
    })
    const seconds = await unsealedFor(db)
    if (seconds > longestUnsealed_s) log.error({ seconds }, 'entries of the log wait to be sealed')
  }
  const run = () => {
    timer = undefined
    running = running
      .then(seal)
      .catch((error) => log.error({ err: error }, 'entries of the log are not sealed'))
  }
  const soon = () => {
    if (!stopped) timer ??= setTimeout(run, 500)
  }
  const regularly = setInterval(soon, 15_000)
  return {
    soon,
    async stop() {
      stopped = true
      clearInterval(regularly)
      clearTimeout(timer)
      await running
    },
  }
}
