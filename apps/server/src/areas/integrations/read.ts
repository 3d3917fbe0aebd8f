import type { contract } from '@mshahara/contract'
import type { Integration } from '@mshahara/contract/integrations'
import type { z } from 'zod'
import { type Ctx, inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx, Tx } from '../../foundation/core/db.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { bankHookPath, unseal } from './keep.ts'
import { wireColumns } from './tables.ts'

type Calls = typeof contract.integrations
type OnWire = z.input<Calls['test']['response']>
interface WithAddress extends OnWire {
  sealed: Buffer
}

export const integrationById = (tx: Tx, id: Integration['id']) =>
  tx.one<OnWire>`select ${wireColumns} from integrations i where i.id = ${id}`

/** Until the end of the transaction. */
export const keptOf = (tx: PlatformTx, id: string) =>
  tx.one<{ id: string }>`select id from integrations where id = ${id} for update`

/** KCB sends its callbacks to an address it was given: the operator must be able to see it. */
function withAddress({ config, secrets }: Ctx, { sealed, ...row }: WithAddress) {
  const token = row.bank_code === '01' && unseal(secrets, { ...row, sealed }).hook_token
  return { ...row, callback_url: token ? `${config.publicUrl}${bankHookPath}${token}` : null }
}

export const keptById = async (ctx: Ctx, tx: PlatformTx, id: string) =>
  withAddress(
    ctx,
    await tx.one<WithAddress>`select ${wireColumns}, i.sealed from integrations i where i.id = ${id}`,
  )

export const list: Handler<Calls['list']> = (ctx, { params }) =>
  inPlatform(ctx, async (tx) => {
    await tx.one`select from organizations where id = ${params.id}`
    const rows = await tx.all<WithAddress>`select ${wireColumns}, i.sealed from integrations i
      where i.organization_id = ${params.id} order by i.created_at desc, i.status, i.id`
    return rows.map((row) => withAddress(ctx, row))
  })
