import { randomUUID } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { allow, type Limit } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import type { Balance, PayoutProvider } from '../../foundation/providers/provider.ts'
import { kindNamed } from '../../foundation/providers/registry.ts'
import {
  eventsFor,
  eventsWait,
  expectCallbacks,
  hooksFor,
  noteApplied,
} from '../callbacks/index.ts'
import { openIntegration } from './keep.ts'
import { integrationById } from './read.ts'
import { say } from './sentences.ts'

type Test = (typeof contract.integrations)['test']

/** A wrong password a few times over locks the initiator at M-PESA. */
const limit: Limit = {
  name: 'integration test',
  seconds: 600,
  organization: 5,
  sentence: say.testedOften,
}

interface TriedIntegration {
  organization_id: string
  id: string
  provider: string
}
interface Seen {
  id: string
  test_id: string
  token: string
  opened: PayoutProvider | undefined
}
interface Tried {
  id: string
  test_id: string
  said: Balance
}

/** The operator tests everybody's, an organisation its own. */
async function rowFor(ctx: Ctx, id: string): Promise<TriedIntegration> {
  const user = me(ctx)
  if (user.super_admin) {
    return inPlatform(
      ctx,
      (tx) =>
        tx.one<TriedIntegration>`select organization_id, id, provider from integrations where id = ${id}`,
    )
  }
  if (!user.activated || !user.organization_id) fail(403)
  return ctx.tx.one<TriedIntegration>`select organization_id, id, provider from integrations
    where id = ${id} and organization_id = ${user.organization_id}`
}

/** Nothing is paid: a token, and the balance where the provider tells it. */
export const tryOut: Staged<Test, Seen, Tried> = {
  async look(ctx, { params }) {
    const row = await rowFor(ctx, params.id)
    await allow(ctx, [limit], { organization: row.organization_id })
    const test_id = randomUUID()
    return inPlatform(ctx, async (tx) => {
      // Known before it is asked for: the answer may be quicker than ours.
      await tx.run`update integrations set test_id = ${test_id} where id = ${row.id}`
      const { organization_id, id, provider } = row
      const whose = { organization_id, subject: 'integrations', subject_id: test_id, provider }
      const [token = ''] = await expectCallbacks(tx, [{ ...whose, kind: 'test' }])
      return { id, test_id, token, opened: await openIntegration(tx, ctx, row) }
    })
  },
  async make({ config }, _, { id, test_id, token, opened }) {
    const said: Balance = (await opened?.test(hooksFor(config.publicUrl, token, 'test'))) ?? {
      outcome: 'unknown',
      reason: 'This provider no longer exists.',
    }
    return { id, test_id, said }
  },
  keep: (ctx, _, { id, test_id, said }) =>
    inPlatform(ctx, async (tx) => {
      await note(tx, test_id, said)
      return integrationById(tx, id)
    }),
}

/** What has come meanwhile is not undone: only a test that still waits takes a result. */
async function note(tx: PlatformTx, test_id: string, said: Balance): Promise<number> {
  const available = said.outcome === 'known' ? said.available / 100 : null
  const waits = said.outcome === 'accepted'
  return tx.run`update integrations set tested_at = app_now(), test_result = ${sentenceOf(said)},
      test_id = case when ${waits} then test_id end,
      balance = coalesce(${available}::numeric, balance),
      balance_at = case when ${available}::numeric is null then balance_at else app_now() end
    where test_id = ${test_id}`
}

/** In words; the provider's own code is beside the reason where it said no. */
function sentenceOf(said: Balance): string {
  if (said.outcome === 'known') return 'The credentials are accepted.'
  if (said.outcome === 'refused') return `${said.reason} (${said.code})`
  if (said.outcome === 'accepted') return said.reason
  return `The test could not be finished. ${said.reason}`
}

/** M-PESA's answers to tests come as callbacks, each by the name of its test. */
export const testAnswers = ({ db }: Services): Poller => ({
  name: 'integrations.callbacks',
  every_ms: 5_000,
  looksWhile: () => eventsWait('integrations'),
  async next() {
    await db.inPlatform(async (tx) => {
      const events = await eventsFor(tx, 'integrations', 50)
      const outcomes: string[] = []
      for (const { subject_id, provider, body } of events) {
        const said = balanceIn(provider, body)
        outcomes.push((await note(tx, subject_id, said)) ? said.outcome : 'nobody waits for it')
      }
      if (events.length > 0) await noteApplied(tx, events, outcomes)
    })
    return null
  },
})

function balanceIn(provider: string, body: unknown): Balance {
  const kind = kindNamed(provider)
  const available = kind.parseBalance(body)
  if (available !== null) return { outcome: 'known', available }
  const said = kind.parseCallback('result', body)?.said
  if (said?.outcome === 'failed') return { ...said, outcome: 'refused' }
  return { outcome: 'unknown', reason: 'The provider did not report the balance.' }
}
