import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { resealIntegrations } from '../areas/integrations/index.ts'
import {
  type AnchorStore,
  isKeyOf,
  isSealedWith,
  type Proofs,
  reseal,
  resign,
  verifyLog,
  writeAnchor,
} from '../areas/logs/index.ts'
import { resealFactors } from '../areas/second-factor/index.ts'
import { activationHash } from '../areas/users/index.ts'
import type { Clock } from '../foundation/core/clock.ts'
import { openDb } from '../foundation/core/db.ts'
import { type Secrets, secretsFrom } from '../foundation/core/secrets.ts'
import { loginsOf, prepareLogins } from '../foundation/database/logins.ts'

/** Puts everything that depends on SECRET_KEY under a new one: all of it or nothing. */

export interface Rotation {
  databaseUrl: string
  oldKey: string
  newKey: string
  store: AnchorStore
  clock: Clock
}
export interface RotationResult {
  entries: number
  mails: number
  integrations: number
  factors: number
  /** Browsers that were told the old key's public half, and hear of no other. */
  devices: number
  anchors: number
}

export async function rotateKey(given: Rotation): Promise<RotationResult> {
  const old = secretsFrom(given.oldKey)
  const fresh = secretsFrom(given.newKey)
  if (given.oldKey === given.newKey) throw new Error('The new key is the same as the old one.')
  const client = new pg.Client({ connectionString: given.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseBeside(client)
    const counts = await rotateOnce(client, given, old, fresh)
    await client.query('begin; set local role mshahara_platform')
    const anchors = await resign(client, given.store, old, fresh)
    await client.query('commit')
    await prepareLogins(client, given.databaseUrl, given.newKey)
    await anchorAnew(given, fresh)
    return { ...counts, anchors }
  } finally {
    await client.end()
  }
}

/** After an earlier try was cut off, the rows may be under the new key already. */
async function rotateOnce(client: pg.Client, given: Rotation, old: Secrets, fresh: Secrets) {
  await client.query('begin read only; set local role mshahara_platform')
  const done = await isSealedWith(client, fresh)
  const isOld = await isKeyOf(client, old)
  await client.query('rollback')
  if (!done && !isOld) {
    throw new Error('The old key is not the key in use so far. Nothing was changed.')
  }
  // The anchors of a try that was cut off are still under the old key, and are signed next.
  const log = done
    ? { key: given.newKey, secrets: fresh, name: 'new' }
    : { key: given.oldKey, secrets: old, name: 'old', store: given.store }
  await prepareLogins(client, given.databaseUrl, log.key)
  await refuseFaults(given, log)
  if (done) return { entries: 0, mails: 0, integrations: 0, factors: 0, devices: 0 }
  return rotateRows(client, old, fresh)
}

/**
 * A server at work would go on with the old key; one that has just stopped is given a moment. Every
 * server has a connection of this name; those that a pooler keeps have another.
 */
async function refuseBeside(client: pg.Client) {
  for (let tries = 0; tries < 15; tries += 1) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database()
         and application_name = 'mshahara'`,
    )
    if (!rowCount) return
    await pause(200)
  }
  throw new Error('Please stop every server on this database first.')
}

async function rotateRows(client: pg.Client, old: Secrets, fresh: Secrets) {
  await client.query('begin')
  try {
    const entries = await reseal(client, fresh)
    await client.query('set local role mshahara_platform')
    const mails = await reencryptMails(client, old, fresh)
    const integrations = await resealIntegrations(client, old, fresh)
    const factors = await resealFactors(client, old, fresh)
    await rekeyActivations(client, old, fresh)
    // Digests of what nobody here knows: they end, and are asked for again.
    await client.query('delete from codes')
    await client.query('delete from attempts')
    // What we send is signed with a key that follows from ours, and refused under another.
    const { rowCount: devices } = await client.query('delete from push_subscriptions')
    await client.query('commit')
    return { entries, mails, integrations, factors, devices: devices ?? 0 }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

interface UnderKey extends Proofs {
  key: string
  secrets: Secrets
  name: string
}

/** What was tampered with must not be sealed as if it were sound. */
async function refuseFaults({ databaseUrl, clock }: Rotation, log: UnderKey) {
  const db = await openDb(loginsOf(databaseUrl, log.key), clock)
  const { faults } = await verifyLog(db, log.secrets, log).finally(() => db.close())
  if (faults.length === 0) return
  throw new Error(
    [
      `The log does not verify with the ${log.name} key, so nothing was changed. Either a server`,
      'ran with another key, or somebody has tampered with the log:',
      ...faults.slice(0, 20),
    ].join('\n'),
  )
}

async function reencryptMails(client: pg.Client, old: Secrets, fresh: Secrets): Promise<number> {
  const { rows } = await client.query<{ id: string }>('select id from mails where body is not null')
  for (const { id } of rows) {
    const { rows: found } = await client.query('select body from mails where id = $1', [id])
    const body = fresh.encrypt(old.decrypt(found[0].body))
    await client.query('update mails set body = $2 where id = $1', [id, body])
  }
  return rows.length
}

interface Waiting {
  organization_id: string
  user_id: string
  activation_hash: Buffer
  id_number: string
}

/** ID numbers are known, so people who have not signed in yet can still do so with them. */
async function rekeyActivations(client: pg.Client, old: Secrets, fresh: Secrets) {
  const { rows } = await client.query<Waiting>(
    `select m.organization_id, m.user_id, m.activation_hash, e.id_number from memberships m
     join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
     where m.activation_hash is not null and e.id_number is not null`,
  )
  await client.query('update memberships set activation_hash = null')
  for (const { organization_id, user_id, id_number, activation_hash } of rows) {
    if (!activationHash(old, user_id, id_number).equals(activation_hash)) continue
    await client.query(
      'update memberships set activation_hash = $3 where organization_id = $1 and user_id = $2',
      [organization_id, user_id, activationHash(fresh, user_id, id_number)],
    )
  }
}

async function anchorAnew({ databaseUrl, newKey, clock, store }: Rotation, secrets: Secrets) {
  const db = await openDb(loginsOf(databaseUrl, newKey), clock)
  await writeAnchor({ db, secrets, clock, store }).finally(() => db.close())
}
