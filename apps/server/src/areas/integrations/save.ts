import { randomUUID } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { type IntegrationInput, passwordDays } from '@mshahara/contract/integrations'
import { daysLater } from '../../foundation/core/clock.ts'
import { type Ctx, inPlatform } from '../../foundation/core/ctx.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { type Secrets, tokenHash } from '../../foundation/core/secrets.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import type { ProviderKind } from '../../foundation/providers/provider.ts'
import { type PayoutType, providerFor } from '../../foundation/providers/registry.ts'
import { hookToken, type Sealed, seal, unseal } from './keep.ts'
import { keptById, keptOf } from './read.ts'
import { say } from './sentences.ts'
import { type IntegrationMeta, integrations } from './tables.ts'

type Calls = typeof contract.integrations

interface Payer {
  bank_name: string | null
  bank_code: string | null
  account_no: string | null
}

/** Keys that the simulator takes from anybody: no money may ever hang on them. */
const simulatorKeys = ['sim-daraja-key', 'sim-kcb-key', 'sim-coop-key']

/** Adds an integration; one in use is replaced, and stays with what was paid through it. */
export const save: Handler<Calls['save']> = (ctx, { body }) =>
  inPlatform(ctx, async (tx) => {
    const { organization_id, type, status } = body
    await advisoryLock(tx, `integrations ${organization_id}`)
    const payer = await tx.maybe<Payer>`select bank_name, bank_code, account_no
      from organizations where id = ${organization_id}`
    if (!payer) return failField('organization_id', say.organizationNotFound)
    const kind = kindFor(ctx, body, payer)
    const bank_code = type === 'bank' ? payer.bank_code : null
    if (status === 'active') {
      await tx.run`update integrations set status = 'inactive' where status = 'active'
        and organization_id = ${organization_id} and type = ${type}`
    }
    const { id } = await addIntegration(tx, ctx, {
      organization_id,
      type: type as PayoutType,
      status,
      bank_code,
      meta: metaOf(body, kind, ctx.today),
      sealed: sealedOf(body),
    })
    return {
      message: 'Bank Integration successfully updated',
      integration: await keptById(ctx, tx, id),
    }
  })

/** Who is to pay, after all that could make it impossible. */
function kindFor({ config }: Ctx, input: IntegrationInput, payer: Payer): ProviderKind {
  const { type, consumer_key, meta } = input
  if (config.paymentsMode === 'production' && simulatorKeys.includes(consumer_key)) {
    failField('consumer_key', say.simulatorKey)
  }
  if (type === 'bank' && (!payer.bank_name || !payer.account_no))
    failField('type', say.noBankAccount)
  const kind = providerFor(type as PayoutType, payer.bank_code)
  if (!kind) return failField('type', say.byBankFile({ bank: payer.bank_name }))
  if (kind.needs.includes('company_code') && !meta.company_code) {
    failField('meta.company_code', say.companyCode)
  }
  if ((meta.company_code?.length ?? 0) > 15) {
    failField('meta.company_code', say.companyCodeLong)
  }
  return kind
}

/** Only what this provider asks for; a password without a day ends in 90 days. */
function metaOf({ meta }: IntegrationInput, kind: ProviderKind, today: string): IntegrationMeta {
  const asks = (name: (typeof kind.needs)[number]) => kind.needs.includes(name)
  const { company_code, initiator_name, short_code, per_second } = meta
  return {
    ...(asks('company_code') && company_code ? { company_code } : {}),
    ...(asks('initiator_name') && initiator_name ? { initiator_name } : {}),
    ...(asks('short_code') && short_code ? { short_code } : {}),
    ...(asks('initiator_password')
      ? { password_expires_on: meta.password_expires_on ?? daysLater(today, passwordDays) }
      : {}),
    ...(per_second ? { per_second } : {}),
  }
}

function sealedOf({ consumer_key, consumer_secret, type, meta }: IntegrationInput): Sealed {
  const { initiator_password } = meta
  const password = type === 'mpesa' && initiator_password ? { initiator_password } : {}
  return { consumer_key, consumer_secret, ...password }
}

interface Added {
  organization_id: string
  type: PayoutType
  bank_code: string | null
  status?: 'active' | 'inactive'
  meta: IntegrationMeta
  sealed: Sealed
}

/** Seals what is secret, for the row it will be in. */
export async function addIntegration(
  tx: PlatformTx,
  { secrets }: Pick<Ctx, 'secrets'>,
  { sealed, ...given }: Added,
) {
  const { organization_id, bank_code, type } = given
  const row = { organization_id, id: randomUUID() }
  const hook_token = await tokenFor(tx, secrets, organization_id, bank_code)
  await tx.insert(integrations).values({
    ...given,
    ...row,
    provider: providerFor(type, bank_code)?.name ?? '',
    sealed: seal(secrets, row, { ...sealed, ...(hook_token ? { hook_token } : {}) }),
    hook_hash: hook_token ? tokenHash(hook_token) : null,
  })
  return row
}

/** The bank was told an address once: new credentials keep it. M-PESA is told one each time. */
async function tokenFor(
  tx: PlatformTx,
  secrets: Secrets,
  organization_id: string,
  bank_code: string | null,
): Promise<string | undefined> {
  if (!bank_code) return undefined
  const last = await tx.maybe<{ organization_id: string; id: string; sealed: Buffer }>`
    select organization_id, id, sealed from integrations
    where organization_id = ${organization_id} and bank_code = ${bank_code}
    order by created_at desc, id limit 1`
  return (last && unseal(secrets, last).hook_token) ?? hookToken()
}

export const changeStatus: Handler<Calls['status']> = (ctx, { params, body }) =>
  inPlatform(ctx, async (tx) => {
    const row = await keptOf(tx, params.id)
    await tx.run`update integrations set status = ${body().status} where id = ${row.id}`
    return keptById(ctx, tx, row.id)
  })
