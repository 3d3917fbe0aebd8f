import type { PlatformTx, Transactions } from '../../foundation/core/db.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { raw } from '../../foundation/core/sql.ts'
import type { AnchorStore } from './anchor-store.ts'
import { anchorsKnown } from './anchoring.ts'
import { type Anchors, readAnchors } from './anchors-compared.ts'
import { type Erasures, erasedColumns, type MaybeErased, readErasures } from './erased.ts'
import { isKeyOf } from './key.ts'
import { recordFaults } from './records.ts'
import {
  entryColumns,
  type Head,
  headOf,
  isTurnTaken,
  nameOf,
  platformChain,
  sealOf,
  sealWaiting,
} from './seal.ts'
import { wallFaults } from './walls.ts'

/** Verifies the log, or says what is wrong with it. */

export interface Findings {
  entries: number
  chains: number
  anchors: number
  faults: string[]
  /** What an operator should know and what is no fault. */
  notes: string[]
}

export interface Proofs {
  store?: AnchorStore
  /** Anchors kept elsewhere, as texts. */
  given?: string[]
}

/** Nothing is sealed then: what waits would not verify with the right key any more. */
const notWithThisKey = 'SECRET_KEY is not the key that the log was sealed with.'

interface Link extends MaybeErased {
  chain: string
  position: number
  entry_id: number
  seal: Buffer
  words: string | null
}

export async function verifyLog(
  db: Transactions,
  secrets: Secrets,
  { store, given = [] }: Proofs = {},
): Promise<Findings> {
  const isOwn = await db.apart((tx) => isKeyOf(tx.$client, secrets))
  const unsealed = isOwn ? await sealFaults(db, secrets) : [notWithThisKey]
  const known = store ? await db.apart(anchorsKnown) : 0
  const anchors = await readAnchors(secrets, store, given, known)
  const found = await db.apart(async (tx) => {
    const erasures = await readErasures(tx, secrets)
    const walk: Walk = {
      faults: [],
      broken: new Set(),
      anchors,
      erasures,
      ends: new Map(),
      entries: 0,
    }
    for await (const link of links(tx)) checkLink(secrets, walk, link)
    await checkHeads(tx, secrets, walk)
    await checkStrays(tx, walk)
    await checkMissing(tx, walk)
    return walk
  })
  const compared = anchors.conclude(nameOf)
  const erased = found.erasures.conclude()
  for (const chain of compared.broken) found.broken.add(chain)
  const faults = [
    ...unsealed,
    ...found.faults,
    ...compared.faults,
    ...erased.faults,
    ...(await compareRecords(db, found.broken)),
    ...(await db.apart(wallFaults)),
  ]
  const notes = [...compared.notes, ...erased.notes]
  return { entries: found.entries, chains: found.ends.size, anchors: anchors.count, faults, notes }
}

/** Asks functions in the database, which may be gone or not ours: that is a fault like others. */
const compareRecords = (db: Transactions, broken: Set<string>): Promise<string[]> =>
  db
    .apart((tx) => recordFaults(tx, broken))
    .catch((error: Error) => [`The records cannot be compared with the log: ${error.message}.`])

/**
 * Seals what waits, as long as that takes. What waited before and waits still is a fault: unsealed,
 * an entry could be removed without a trace.
 */
async function sealFaults(db: Transactions, secrets: Secrets): Promise<string[]> {
  const before = await db.apart(async (tx) => {
    const rows = await tx.all<{ entry_id: number }>`select entry_id from activity_unsealed`
    return rows.map(({ entry_id }) => entry_id)
  })
  const unsealable = await sealWaiting(db, secrets).then(
    () => undefined,
    (error) => {
      if (!isTurnTaken(error)) throw error
      return 'Something keeps the log from being sealed: the lock was not free in time.'
    },
  )
  const left = await db.apart(
    (tx) => tx.all<{ id: number; removed: boolean }>`
      select u.entry_id as id, l.id is null as removed
      from activity_unsealed u left join activity_log l on l.id = u.entry_id
      where u.entry_id = any (${before}) order by 1 limit 100`,
  )
  const faults = left.map(({ id, removed }) =>
    removed ? `Entry ${id} was removed before it was sealed.` : `Entry ${id} is not sealed.`,
  )
  return unsealable ? [unsealable, ...faults] : faults
}

interface Walk {
  faults: string[]
  /** The chains that something is wrong with. */
  broken: Set<string>
  anchors: Anchors
  erasures: Erasures
  ends: Map<string, Head>
  entries: number
}

const blame = ({ faults, broken }: Walk, chain: string, ...found: string[]) => {
  if (found.length) broken.add(chain)
  faults.push(...found)
}

function checkLink(secrets: Secrets, walk: Walk, link: Link) {
  const { anchors, ends } = walk
  walk.entries += 1
  const before = ends.get(link.chain) ?? { position: 0, seal: Buffer.alloc(0) }
  const place = `entry ${link.entry_id} of ${nameOf(link.chain)}`
  const say = (...found: string[]) => blame(walk, link.chain, ...found)
  if (link.position !== before.position + 1) say(`A seal before ${place} was removed.`)
  if (link.words === null) say(`The log's ${place} was removed.`)
  else {
    const seal = sealOf(secrets, link.chain, link.position, before.seal, link.words)
    if (!seal.equals(link.seal)) say(`The log's ${place} was changed.`)
    else say(...walk.erasures.meet(link, place))
  }
  anchors.meet(link.chain, link.position, link.seal)
  ends.set(link.chain, { position: link.position, seal: link.seal })
}

async function* links(tx: PlatformTx): AsyncGenerator<Link> {
  let after: [string, number] = [platformChain, -1]
  for (;;) {
    const [chain, position] = after
    const rows = await tx.all<Link>`select s.chain, s.position, s.entry_id, s.seal, e.words,
        e.digest, e.description, e.properties, e.proof
      from (select * from activity_seals where (chain, position) > (${chain}, ${position})
            order by chain, position limit 2000) s
      left join lateral (select ${raw(entryColumns)}, ${raw(erasedColumns)}
         from activity_log l where l.id = s.entry_id) e on true
      order by s.chain, s.position`
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = [last.chain, last.position]
  }
}

async function checkHeads(tx: PlatformTx, secrets: Secrets, walk: Walk) {
  const { ends } = walk
  const rows = await tx.all<Head & { chain: string }>`select * from activity_heads`
  for (const { chain, position, seal } of rows) {
    const end = ends.get(chain)
    const fits =
      end?.position === position && headOf(secrets, chain, position, end.seal).equals(seal)
    if (!fits) blame(walk, chain, `The end of the log of ${nameOf(chain)} was cut or changed.`)
  }
  const known = new Set(rows.map((row) => row.chain))
  for (const chain of [...ends.keys()].filter((one) => !known.has(one))) {
    blame(walk, chain, `The head of the log of ${nameOf(chain)} is missing.`)
  }
}

/** Entries that nobody sealed and that do not wait for it were put there by hand. */
async function checkStrays(tx: PlatformTx, walk: Walk) {
  const rows = await tx.all<{ id: number; chain: string }>`
    select l.id, coalesce(l.organization_id, ${platformChain}) as chain from activity_log l
     where not exists (select from activity_seals s where s.entry_id = l.id)
       and not exists (select from activity_unsealed u where u.entry_id = l.id) limit 100`
  for (const { id, chain } of rows) blame(walk, chain, `Entry ${id} was added outside the chain.`)
}

/** The platform's log begins with the installation, an organisation's with its creation. */
async function checkMissing(tx: PlatformTx, walk: Walk) {
  const rows = await tx.all<{ id: string }>`select id from organizations`
  for (const chain of [platformChain, ...rows.map(({ id }) => id)]) {
    if (walk.ends.has(chain)) continue
    blame(walk, chain, `The log of ${nameOf(chain)} is missing altogether.`)
  }
}
