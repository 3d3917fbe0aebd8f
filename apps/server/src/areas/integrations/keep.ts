import { randomBytes } from 'node:crypto'
import type { Tx } from '../../foundation/core/db.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import type { Network } from '../../foundation/providers/network.ts'
import type {
  Credentials,
  PayoutProvider,
  ProviderKind,
} from '../../foundation/providers/provider.ts'
import { openProvider, type PayoutType, providerFor } from '../../foundation/providers/registry.ts'
import type { IntegrationMeta } from './tables.ts'

/** Credentials as they are kept (A24): sealed, and bound to the row they belong to. */

/** What only the provider and we may know. */
export interface Sealed {
  consumer_key: string
  consumer_secret: string
  initiator_password?: string
  /** In the address that the bank was given for its callbacks. */
  hook_token?: string
}

interface IntegrationRow {
  organization_id: string
  id: string
}
const boundTo = ({ organization_id, id }: IntegrationRow) => `integration ${organization_id} ${id}`

export const seal = (secrets: Secrets, row: IntegrationRow, content: Sealed): Buffer =>
  secrets.encrypt(JSON.stringify(content), boundTo(row))

/** Throws for what was changed, copied from another row, or sealed with another key. */
export const unseal = (secrets: Secrets, row: IntegrationRow & { sealed: Uint8Array }): Sealed =>
  JSON.parse(secrets.decrypt(Buffer.from(row.sealed), boundTo(row)))

/** An unguessable part of an address: 128 bits in small letters, as providers like them. */
export const hookToken = () => randomBytes(16).toString('hex')

/** Where KCB reports; it is told once, when the organisation is taken on. */
export const bankHookPath = '/hooks/k/'

/** An integration that payments can be made through. */
export interface Integration {
  organization_id: string
  id: string
  type: PayoutType
  provider: string
  bank_code: string | null
  /** As agreed with the provider; null for the kind's own. */
  per_second: number | null
  balance: number | null
  balance_at: string | null
  kind: ProviderKind
}

interface SealedIntegration extends IntegrationRow {
  type: PayoutType
  provider: string
  bank_code: string | null
  meta: IntegrationMeta
  sealed: Buffer
  balance: number | null
  balance_at: string | null
  /** The organisation's bank of today. */
  own_bank: string | null
  account_no: string | null
}

const columns = `i.organization_id, i.id, i.type, i.provider, i.bank_code, i.meta, i.sealed,
  (i.balance * 100)::bigint as balance, i.balance_at, o.bank_code as own_bank, o.account_no`

/**
 * The one in use, if payments can be made through it: not when the organisation has moved to
 * another bank since, or has no account.
 */
export async function activeIntegration(
  tx: Tx,
  organization_id: string,
  type: PayoutType,
): Promise<Integration | undefined> {
  const { rows } = await tx.$client.query<SealedIntegration>(
    `select ${columns} from integrations i join organizations o on o.id = i.organization_id
     where i.organization_id = $1 and i.type = $2 and i.status = 'active'`,
    [organization_id, type],
  )
  const [row] = rows
  const kind = row && providerFor(row.type, row.bank_code)
  if (!kind) return undefined
  const moved = type === 'bank' && (row.own_bank !== row.bank_code || !row.account_no)
  if (moved) return undefined
  const { id, provider, bank_code, meta, balance, balance_at } = row
  const per_second = meta.per_second ?? null
  return { organization_id, id, type, provider, bank_code, per_second, balance, balance_at, kind }
}

/** With its credentials, in use or replaced: what was sent through it is asked after through it. */
export async function openIntegration(
  tx: Tx,
  { secrets, network }: { secrets: Secrets; network: Network },
  { organization_id, id }: IntegrationRow,
): Promise<PayoutProvider | undefined> {
  const { rows } = await tx.$client.query<SealedIntegration>(
    `select ${columns} from integrations i join organizations o on o.id = i.organization_id
     where i.organization_id = $1 and i.id = $2`,
    [organization_id, id],
  )
  const [row] = rows
  if (!row) return undefined
  const { type, bank_code } = row
  return openProvider({ type, bank_code, credentials: credentialsOf(secrets, row) }, network)
}

function credentialsOf(secrets: Secrets, row: SealedIntegration): Credentials {
  const { consumer_key, consumer_secret, initiator_password = null } = unseal(secrets, row)
  const { company_code = null, initiator_name = null, short_code = null } = row.meta
  return {
    consumer_key,
    consumer_secret,
    initiator_password,
    company_code,
    initiator_name,
    short_code,
    account_no: row.account_no,
  }
}

interface Client {
  query(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: (IntegrationRow & { sealed: Buffer })[] }>
}

/** Under a new key; how many there were. */
export async function resealIntegrations(client: Client, old: Secrets, fresh: Secrets) {
  const { rows } = await client.query('select organization_id, id, sealed from integrations')
  for (const row of rows) {
    await client.query(
      'update integrations set sealed = $3 where organization_id = $1 and id = $2',
      [row.organization_id, row.id, seal(fresh, row, unseal(old, row))],
    )
  }
  return rows.length
}
