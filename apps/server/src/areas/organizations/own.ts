import type { contract } from '@mshahara/contract'
import type { TemplateChoice } from '@mshahara/contract/payslips'
import type { z } from 'zod'
import { type Ctx, holds, inPlatform, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { PlatformTx, Tx } from '../../foundation/core/db.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { found } from '../../foundation/core/fail.ts'
import { pictureIn } from '../../foundation/core/pictures.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { endSessionsIn } from '../../foundation/http/session.ts'
import { integrationsOf } from '../integrations/tables.ts'
import { placeOf } from './banks.ts'
import { organizations as table } from './tables.ts'

type Organizations = typeof contract.organizations
type OnWire = z.input<Organizations['get']['response']>
type OrganizationRow = typeof table.$inferSelect & TemplateChoice & Pick<OnWire, 'integrations'>

/** Bank data are for those who may look at the organisation (A12). */
const hiddenBank = {
  bank_name: null,
  branch_name: null,
  account_no: null,
  bank_code: null,
  branch_code: null,
}
/** That there is a way to pay shows with the bank; how it is set up, to who looks after it. */
const hiddenSetup = {
  test_open: false,
  meta: {},
  test_result: null,
  tested_at: null,
  balance: null,
  balance_at: null,
}

const wireOf = (ctx: Ctx, row: OrganizationRow) => ({
  ...row,
  ...(holds(ctx, 'view organization') ? {} : { ...hiddenBank, integrations: [] }),
  ...(holds(ctx, 'view organization') && !holds(ctx, 'view integrations')
    ? { integrations: row.integrations.map((one) => ({ ...one, ...hiddenSetup })) }
    : {}),
})

/** With how its payslips look; other organisations cannot be read. */
export const organizationOf = (tx: Tx, id: string, lock: Sql = sql``) =>
  tx.one<OrganizationRow>`select o.*, s.template_id, s.light_color, s.dark_color,
      ${integrationsOf} as integrations
    from organizations o join payslip_settings s on s.organization_id = o.id
    where o.id = ${id} ${lock}`

export const get: Handler<Organizations['get']> = async (ctx) =>
  wireOf(ctx, await organizationOf(ctx.tx, myOrganization(ctx)))

/** Until the end of the transaction. */
const lockedRow = (ctx: Ctx, id: string) => organizationOf(ctx.tx, id, sql`for update of o`)

async function save(
  ctx: Ctx,
  row: OrganizationRow,
  change: Partial<OrganizationRow>,
  tx: Tx = ctx.tx,
) {
  if (Object.keys(change).length === 0) return wireOf(ctx, row)
  const [saved] = await tx.update(table).set(change).where(eq(table.id, row.id)).returning()
  return wireOf(ctx, { ...row, ...found(saved) })
}

type Change = z.output<Organizations['update']['body'] & object>

const withPlace = (row: OrganizationRow, change: Change): Partial<OrganizationRow> => {
  const { bank_name, branch_name } = { ...row, ...change }
  const bankChanges = 'bank_name' in change || 'branch_name' in change
  return { ...change, ...(bankChanges && placeOf(bank_name, branch_name)) }
}

export const update: Handler<Organizations['update']> = async (ctx, input) => {
  if (me(ctx).super_admin) return inPlatform(ctx, (tx) => updateAny(tx, ctx, input))
  const row = await lockedRow(ctx, input.params.id)
  const { status: _, ...change } = input.body()
  return save(ctx, row, withPlace(row, change))
}

/** The operator changes any organisation, and whether it may be used. */
async function updateAny(
  tx: PlatformTx,
  ctx: Ctx,
  input: Parameters<Handler<Organizations['update']>>[1],
) {
  const row = await organizationOf(tx, input.params.id, sql`for update of o`)
  const change = input.body()
  if (change.status === undefined || change.status === row.status) {
    return save(ctx, row, withPlace(row, change), tx)
  }
  const status_at = ctx.now.toISOString()
  const saved = await save(ctx, row, { ...withPlace(row, change), status_at }, tx)
  // Its work is parked as it comes up, and its post waits.
  if (change.status === 'deactivated') await endSessionsIn(tx, row.id)
  else await tx.run`select wake_work(${row.id})`
  return saved
}

export const logo: Staged<Organizations['logo'], void, string> = {
  ...pictureIn('organization'),
  look: async () => {},
  async keep(ctx, _, name) {
    const row = await lockedRow(ctx, myOrganization(ctx))
    if (row.logo) await ctx.later('files.remove', { folder: 'organization', name: row.logo })
    return save(ctx, row, { logo: name })
  },
}
