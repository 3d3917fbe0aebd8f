import type { Clock } from '../../foundation/core/clock.ts'
import type { PlatformTx, Transactions } from '../../foundation/core/db.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { sql } from '../../foundation/core/sql.ts'
import {
  type Anchor,
  type AnchoredHead,
  anchoredSeal,
  anchorIn,
  nothingBefore,
  signed,
  textOf,
} from './anchor.ts'
import { type AnchorStore, openAnchors } from './anchor-store.ts'
import { isKeyOf, otherKey } from './key.ts'
import { type Head, lastSeals, sealWaiting } from './seal.ts'

/** Writes anchors: at the first start, every hour, at each stop and backup, after each restore. */

export interface Anchoring {
  db: Transactions
  secrets: Secrets
  clock: Clock
  store: AnchorStore
}

/** The newest anchor: a new one, or the last when nothing was logged since. */
export async function writeAnchor(parts: Anchoring, restored?: number): Promise<Anchor> {
  const { db, secrets, clock, store } = parts
  if (!(await db.apart((tx) => isKeyOf(tx.$client, secrets)))) throw new Error(otherKey)
  await sealWaiting(db, secrets)
  const { heads, number: known } = await db.apart(async (tx) => ({
    heads: await headsNow(tx),
    number: await anchorsKnown(tx),
  }))
  for (;;) {
    const last = await newestFrom(store, known)
    const isFirst = known === 0 && restored === undefined
    if (isFirst && last.number > 0 && !(await isOfThisLog(parts))) throw new StoreTaken(store)
    const before = last.text && anchorIn(last.text, secrets)
    if (before && restored === undefined && isSame(before.heads, heads)) return before
    const anchor = signed(secrets, {
      number: last.number + 1,
      at: clock.now().toISOString(),
      after: before ? before.proof : nothingBefore,
      restored,
      heads,
    })
    // Written first and counted afterwards: killed in between, the next one finds it there.
    if (!(await store.add(anchor.number, textOf(anchor)))) continue
    await db.apart((tx) => countAnchors(tx, anchor.number))
    return anchor
  }
}

/** In one place the anchors of one installation would look like tampering to the other. */
class StoreTaken extends Error {
  constructor({ at }: AnchorStore) {
    super(
      `${at ? `${at.folder} (${at.setting})` : 'The store of STORAGE_URL'} holds the anchors of ` +
        `another installation's log. Give each installation one of its own; where the other is ` +
        'gone for good, move its anchors away.',
    )
  }
}

/** An installation does not wait for the hour: from its start nothing can be cut unnoticed. */
export async function firstAnchor(parts: Anchoring): Promise<void> {
  if ((await parts.db.apart(anchorsKnown)) === 0) await writeAnchor(parts)
}

/**
 * Servers on one database share one store: with a folder each, every one of them would lack files
 * and anchors of the others. The first to write an anchor has the store; called under a lock, so
 * that of two which begin an installation at once only one does.
 */
export async function refuseOtherStore(parts: Anchoring): Promise<void> {
  const { at, numbers } = parts.store
  if (!at) return refuseTaken(parts)
  await firstAnchor(parts)
  if ((await numbers()).length > 0) return
  throw new Error(
    `None of the anchors of this installation's log is in ${at.folder} (${at.setting}). Servers on ` +
      'one database share their files and anchors: give all of them the same STORAGE_URL, or the ' +
      'same folders. Where the former ones are lost for good, ' +
      'npm run backup -- FILE --despite-missing goes on without them.',
  )
}

/** A store that does not answer holds up no start, one that is somebody else's does. */
async function refuseTaken(parts: Anchoring): Promise<void> {
  const tried = firstAnchor(parts).catch((error: unknown) => {
    if (error instanceof StoreTaken) throw error
  })
  await Promise.race([tried, new Promise((resolve) => setTimeout(resolve, 5000).unref())])
}

/** Jumps from chain to chain; not from their heads, of which one may have been removed. */
const everyChain = sql`with recursive known as (
    (select chain from activity_seals order by chain limit 1)
    union all
    select (select s.chain from activity_seals s where s.chain > known.chain
      order by s.chain limit 1) from known where known.chain is not null)
  select chain from known where chain is not null`

async function headsNow(tx: PlatformTx): Promise<Anchor['heads']> {
  const rows = await tx.all<Head & { chain: string }>`
    ${lastSeals(everyChain)}`
  return new Map(
    rows.map(({ chain, position, seal }) => [chain, { position, seal: anchoredSeal(seal) }]),
  )
}

const isSame = (a: Map<string, AnchoredHead>, b: Map<string, AnchoredHead>) =>
  a.size === b.size && [...a].every(([chain, head]) => b.get(chain)?.seal === head.seal)

/** How many anchors there must be, by the database's own account. */
export async function anchorsKnown(tx: PlatformTx): Promise<number> {
  const row = await tx.maybe<{ number: number }>`select number from log_anchors`
  return row?.number ?? 0
}

const countAnchors = (tx: PlatformTx, number: number) =>
  tx.run`insert into log_anchors (number) values (${number})
    on conflict (one) do update set number = greatest(log_anchors.number, excluded.number)`

/** After a restore the store is ahead of the database: what is there is never written over. */
async function newestFrom(store: AnchorStore, known: number) {
  let number = known
  let text = known ? await store.read(known) : undefined
  for (let next = await store.read(number + 1); next; next = await store.read(number + 1)) {
    number += 1
    text = next
  }
  return { number, text }
}

/** Puts the anchor of a restored backup among the others, and says that it was restored. */
export async function anchorRestored(parts: Anchoring, backed: string | undefined) {
  const anchor = backed ? anchorIn(backed, parts.secrets) : undefined
  if (anchor && !(await isOfThisLog(parts))) await setAllAside(parts)
  if (anchor) await parts.store.add(anchor.number, textOf(anchor))
  return writeAnchor(parts, anchor?.number ?? 0)
}

/**
 * Every backup of an installation is younger than its first anchor. Where the restored log has not
 * what that one saw, the anchors are those of another installation that stood here before; so are
 * those that none of its keys opens, or of the same one since its key was changed.
 */
async function isOfThisLog({ db, secrets, store }: Anchoring): Promise<boolean> {
  let closed = 0
  for (const number of await store.numbers()) {
    const anchor = anchorIn((await store.read(number)) ?? '', secrets)
    if (!anchor) closed += 1
    if (!anchor?.heads.size) continue
    const heads = [...anchor.heads].map(([chain, head]) => ({ chain, ...head }))
    const { count } = await db.apart(
      (tx) =>
        tx.one<{ count: number }>`select count(*)::int from activity_seals s
        join json_to_recordset(${JSON.stringify(heads)}::json)
          as h (chain uuid, position bigint, seal text)
          on s.chain = h.chain and s.position = h.position
            and starts_with(encode(s.seal, 'hex'), h.seal)`,
    )
    return count === anchor.heads.size
  }
  return closed === 0
}

async function setAllAside({ store, clock }: Anchoring) {
  for (const number of await store.numbers()) await store.setAside(number, clock.now())
}

// ---------------------------------------------------------------- by the clock

const anchoringOf = ({ db, secrets, clock, config, files }: JobCtx): Anchoring => ({
  db,
  secrets,
  clock,
  store: openAnchors(config, files),
})

export const anchorHourly: JobDefinition = {
  name: 'logs.anchor',
  cron: '41 * * * *',
  work: async (job) => {
    await writeAnchor(anchoringOf(job))
  },
}

/** Once a day the newest goes where no one with this server in hand can take it back. */
export const anchorMailed: JobDefinition = {
  name: 'logs.anchor-mail',
  cron: '5 6 * * *',
  work: async (job) => {
    const to = job.config.anchorMail
    if (!to) return
    const anchor = await writeAnchor(anchoringOf(job))
    await job.db.apart((tx) => job.mail.send(tx, null, letter(to, anchor)))
  },
}

const letter = (to: string, anchor: Anchor) => ({
  to,
  subject: `Log anchor ${anchor.number}`,
  paragraphs: [
    'This is the newest anchor of the activity log. Please keep this message.',
    'To compare the log with it, save the message to a file and run: ' +
      'npm run logs:verify -- --anchor FILE',
    textOf(anchor),
  ],
})
