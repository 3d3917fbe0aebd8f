import { createHash } from 'node:crypto'
import type { FactorKind } from '@mshahara/contract/second-factor-fields'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { readableCode, type Secrets } from '../../foundation/core/secrets.ts'

/** Second factors and recovery codes as they are kept; written here and nowhere else. */

export interface Factor {
  id: string
  user_id: string
  kind: FactorKind
  name: string
  sealed: Buffer | null
  last_step: number | null
  credential_id: string | null
  public_key: Buffer | null
  counter: number | null
  transports: string[] | null
  created_at: string
  last_used_at: string | null
}

export const factorsOf = (tx: PlatformTx, user_id: string) =>
  tx.all<Factor>`select * from second_factors where user_id = ${user_id} order by created_at, id`

/** The key of an app opens for its owner only, whatever row it is copied to. */
const boundTo = (user_id: string) => `second factor of ${user_id}`
export const sealKey = (secrets: Secrets, user_id: string, key: string) =>
  secrets.encrypt(key, boundTo(user_id))
export const openKey = (secrets: Secrets, user_id: string, sealed: Buffer) =>
  secrets.decrypt(sealed, boundTo(user_id))

interface NewFactor {
  user_id: string
  name: string
  now: Date
}

export const addApp = (
  tx: PlatformTx,
  { user_id, name, now }: NewFactor,
  { sealed, step }: { sealed: Buffer; step: number },
) =>
  tx.run`insert into second_factors (user_id, kind, name, sealed, last_step, created_at)
    values (${user_id}, 'totp', ${name}, ${sealed}, ${step}, ${now})`

export interface NewCredential {
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
}

export const addPasskey = (
  tx: PlatformTx,
  { user_id, name, now }: NewFactor,
  { credential_id, public_key, counter, transports }: NewCredential,
) =>
  tx.run`insert into second_factors
      (user_id, kind, name, credential_id, public_key, counter, transports, created_at)
    values (${user_id}, 'passkey', ${name}, ${credential_id}, ${public_key}, ${counter},
      ${transports}, ${now})`

export const renameFactor = (tx: PlatformTx, user_id: string, id: string, name: string) =>
  tx.run`update second_factors set name = ${name} where user_id = ${user_id} and id = ${id}`

export const removeFactor = (tx: PlatformTx, user_id: string, id: string) =>
  tx.run`delete from second_factors where user_id = ${user_id} and id = ${id}`

/** All of them, and with them the codes that stand in for them. */
export async function forgetFactors(tx: PlatformTx, user_id: string): Promise<number> {
  await forgetRecoveryCodes(tx, user_id)
  return tx.run`delete from second_factors where user_id = ${user_id}`
}

/** Uses up a code of the app; neither the same one nor one before it succeeds again. */
export const spendStep = async (tx: PlatformTx, id: string, step: number, now: Date) =>
  (await tx.run`update second_factors set last_step = ${step}, last_used_at = ${now}
    where id = ${id} and last_step < ${step}`) === 1

export const spendCounter = async (tx: PlatformTx, id: string, counter: number, now: Date) =>
  (await tx.run`update second_factors set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0)`) === 1

// ---------------------------------------------------------------- recovery codes

const codeCount = 10
/** 115 bits; a plain digest may keep what has 112 or more. */
const codeLength = 24

/** Too long to be tried out, so that a plain digest will do, which outlives a change of keys. */
const recoveryHash = (user_id: string, code: string) =>
  createHash('sha256')
    .update(`recovery ${user_id} ${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest()

/** New ones in the place of those before; shown once. */
export async function makeRecoveryCodes(tx: PlatformTx, user_id: string): Promise<string[]> {
  await forgetRecoveryCodes(tx, user_id)
  const codes = Array.from({ length: codeCount }, () => readableCode(codeLength))
  await tx.run`insert into recovery_codes (user_id, code_hash)
    select ${user_id}, hash
    from unnest(${codes.map((code) => recoveryHash(user_id, code))}::bytea[]) hash`
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

const forgetRecoveryCodes = (tx: PlatformTx, user_id: string) =>
  tx.run`delete from recovery_codes where user_id = ${user_id}`

export async function recoveryCodesLeft(tx: PlatformTx, user_id: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>`
    select count(*)::int as count from recovery_codes where user_id = ${user_id}`
  return count
}

export const isRecoveryCode = async (tx: PlatformTx, user_id: string, code: string) =>
  (await tx.run`select from recovery_codes
    where user_id = ${user_id} and code_hash = ${recoveryHash(user_id, code)}`) === 1

/** Each serves once. */
export const spendRecoveryCode = async (tx: PlatformTx, user_id: string, code: string) =>
  (await tx.run`delete from recovery_codes
    where user_id = ${user_id} and code_hash = ${recoveryHash(user_id, code)}`) === 1

// ---------------------------------------------------------------- another key

interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: SealedRow[] }>
}
interface SealedRow {
  id: string
  user_id: string
  sealed: Buffer
}

/** Under a new key; how many there were. */
export async function resealFactors(client: Client, old: Secrets, fresh: Secrets) {
  const { rows } = await client.query(
    'select id, user_id, sealed from second_factors where sealed is not null',
  )
  for (const { id, user_id, sealed } of rows) {
    const again = sealKey(fresh, user_id, openKey(old, user_id, sealed))
    await client.query('update second_factors set sealed = $2 where id = $1', [id, again])
  }
  return rows.length
}
