import type { contract } from '@mshahara/contract'
import type { FastifyInstance } from 'fastify'
import { allow, type Limit } from '../core/attempts.ts'
import { type Ctx, inPlatform, me } from '../core/ctx.ts'
import type { PlatformTx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import { tokenHash } from '../core/secrets.ts'
import type { Staged } from '../http/bind.ts'
import type { House } from '../http/house.ts'
import type { Balance, PayoutProvider, ProviderKind } from '../providers/provider.ts'
import { type PayoutType, providerFor } from '../providers/registry.ts'
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
const hookPath = '/hooks/i/'

interface Row {
  organization_id: string
  id: string
}
interface Seen extends Row {
  provider: PayoutProvider | undefined
  token: string
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
    const token = hookToken()
    return inPlatform(ctx, async (tx) => {
      // Known before it is asked for: the answer may be quicker than ours.
      await tx.run`update integrations set test_hash = ${tokenHash(token)} where id = ${row.id}`
      return { ...row, token, provider: await openIntegration(tx, ctx, row) }
    })
  },
  async make({ config }, _, { provider, ...rest }) {
    const address = `${config.publicUrl}${hookPath}${rest.token}`
    const said: Balance = (await provider?.test({ result: address, timeout: address })) ?? {
      outcome: 'unknown',
      reason: 'There is no such provider any more.',
    }
    return { ...rest, said }
  },
  keep: (ctx, _, { said, token, id }) =>
    inPlatform(ctx, async (tx) => {
      await note(tx, token, said)
      return shownById(tx, id)
    }),
}

/** What has come meanwhile is not undone: only a token that still waits takes a result. */
async function note(tx: PlatformTx, token: string, said: Balance): Promise<number> {
  const available = said.outcome === 'known' ? said.available / 100 : null
  const waits = said.outcome === 'accepted'
  return tx.run`update integrations set tested_at = app_now(), test_result = ${sentenceOf(said)},
      test_hash = case when ${waits} then test_hash end,
      balance = coalesce(${available}::numeric, balance),
      balance_at = case when ${available}::numeric is null then balance_at else app_now() end
    where test_hash = ${tokenHash(token)}`
}

/** In words; the provider's own code is beside the reason where it said no. */
function sentenceOf(said: Balance): string {
  if (said.outcome === 'known') return 'The credentials are accepted.'
  if (said.outcome === 'refused') return `${said.reason} (${said.code})`
  if (said.outcome === 'accepted') return said.reason
  return `The test could not be finished. ${said.reason}`
}

/** M-PESA's answer to a test. Whoever does not know the address learns nothing here. */
export function testAnswers(app: FastifyInstance, { db }: House) {
  app.post<{ Params: { token: string } }>(
    `${hookPath}:token`,
    { bodyLimit: 64 * 1024 },
    async ({ params, body }) => {
      const known = await db.inPlatform(async (tx) => {
        const row = await tx.maybe<{ type: PayoutType; bank_code: string | null }>`
          select type, bank_code from integrations where test_hash = ${tokenHash(params.token)}`
        const kind = row && providerFor(row.type, row.bank_code)
        return kind ? note(tx, params.token, balanceIn(kind, body)) : 0
      })
      if (!known) fail(404, 'This address does not exist.')
      return { ResultCode: 0, ResultDesc: 'Accepted' }
    },
  )
}

function balanceIn(kind: ProviderKind, body: unknown): Balance {
  const available = kind.hearBalance(body)
  if (available !== null) return { outcome: 'known', available }
  const said = kind.hear('result', body)?.said
  if (said?.outcome === 'failed') return { ...said, outcome: 'refused' }
  return { outcome: 'unknown', reason: 'The provider did not tell the balance.' }
}
