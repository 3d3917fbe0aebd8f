import type { contract } from '@mshahara/contract'
import { allow, type Limit } from '../core/attempts.ts'
import { type Ctx, inPlatform, me } from '../core/ctx.ts'
import { fail } from '../core/fail.ts'
import { tokenHash } from '../core/secrets.ts'
import type { Staged } from '../http/bind.ts'
import type { Balance, PayoutProvider } from '../providers/provider.ts'
import { hookToken, openIntegration } from './keep.ts'
import { shownById } from './read.ts'

type Test = (typeof contract.integrations)['test']

/** A wrong password a few times over locks the initiator at M-PESA. */
const limit: Limit = {
  name: 'integration test',
  seconds: 600,
  organization: 5,
  sentence: 'This integration was tested several times just now. Please wait ten minutes.',
}

/** Where the answer to a test comes, if it does not come at once. */
export const testHookPath = '/hooks/i/'

interface Row {
  organization_id: string
  id: string
}
interface Seen extends Row {
  provider: PayoutProvider | undefined
}
interface Tried extends Row {
  said: Balance
  token: string
}

/** The operator tests everybody's, an organisation its own. */
async function rowFor(ctx: Ctx, id: string): Promise<Row> {
  const user = me(ctx)
  if (user.super_admin) {
    return inPlatform(
      ctx,
      (tx) => tx.one<Row>`select organization_id, id from integrations where id = ${id}`,
    )
  }
  if (!user.activated || !user.organization_id) fail(403)
  return ctx.tx.one<Row>`select organization_id, id from integrations
    where id = ${id} and organization_id = ${user.organization_id}`
}

/** Nothing is paid: a token, and the balance where the provider tells it. */
export const tryOut: Staged<Test, Seen, Tried> = {
  async look(ctx, { params }) {
    const row = await rowFor(ctx, params.id)
    await allow(ctx, [limit], { organization: row.organization_id })
    return inPlatform(ctx, async (tx) => ({
      ...row,
      provider: await openIntegration(tx, ctx, row),
    }))
  },
  async make({ config }, _, { provider, ...row }) {
    const token = hookToken()
    const address = `${config.publicUrl}${testHookPath}${token}`
    const said: Balance = (await provider?.test({ result: address, timeout: address })) ?? {
      outcome: 'unknown',
      reason: 'There is no such provider any more.',
    }
    return { ...row, said, token }
  },
  keep: (ctx, _, { said, token, ...row }) =>
    inPlatform(ctx, async (tx) => {
      const available = said.outcome === 'known' ? said.available / 100 : null
      await tx.run`update integrations set tested_at = app_now(), test_result = ${sentenceOf(said)},
          test_hash = ${tokenHash(token)}, balance = coalesce(${available}, balance),
          balance_at = case when ${available}::numeric is null then balance_at else app_now() end
        where organization_id = ${row.organization_id} and id = ${row.id}`
      return shownById(tx, row.id)
    }),
}

/** In words; the provider's own code is beside the reason where it said no. */
export function sentenceOf(said: Balance): string {
  if (said.outcome === 'known') return 'The credentials are accepted.'
  if (said.outcome === 'refused') return `${said.reason} (${said.code})`
  if (said.outcome === 'accepted') return said.reason
  return `The test could not be finished. ${said.reason}`
}
