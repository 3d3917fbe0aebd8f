// @tests long
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { expect, it } from 'vitest'
import { openNetwork } from '../../foundation/providers/network.ts'
import type { PayoutProvider } from '../../foundation/providers/provider.ts'
import { openShelf } from '../../foundation/providers/shelf.ts'
import { actsOf, confirmedRun, openPayday, openPayer, orderShown } from '../../test/payday.ts'
import type { LogEntry } from '../../test/providers.ts'
import { openIntegration } from '../integrations/index.ts'

/** Daraja ends the last token when it gives a new one: no payment fails or is made twice by it. */

const { payouts } = contract
const payday = await openPayday({ workers: false })
const { work, alone, statusesOf } = actsOf(payday)

const logSince = async (since: number) => {
  const log = await payday.simulator.log(since)
  const to = (part: string) => log.filter(({ url }) => url?.includes(part))
  const keyOf = ({ body }: LogEntry) => (body as Record<string, string>).OriginatorConversationID
  return { granted: to('oauth').length, sent: to('paymentrequest'), keyOf }
}
const now = async () => (await payday.simulator.log()).at(-1)?.id ?? 0

it('a token that has become invalid is replaced, and the same instruction accepted once', async () => {
  const payer = await openPayer(payday)
  await alone(payer)
  const { id } = await confirmedRun(payday, payer.primary, [
    { phone: '0712001181' },
    { phone: 'none' },
  ])
  await payer.finance.call(payouts.make, { params: { id } })
  await work()
  // The first has left its token behind, which then ends.
  await payday.simulator.revoke()
  await payday.rows(
    "update employees set phone = '0712001182' where organization_id = $1 and phone = 'none'",
    [payer.organization_id],
  )
  await orderShown(payer.finance, id)
  const since = await now()
  await work()
  const { sent, keyOf } = await logSince(since)
  expect(sent.map(({ status }) => status)).toEqual([404, 200])
  expect(new Set(sent.map(keyOf)).size).toBe(1)
  expect(await statusesOf(payer, id)).toEqual(['paid', 'paid'])
  const { movements } = await payday.simulator.ledger()
  expect(movements.filter(({ party }) => /118[12]$/.test(party))).toHaveLength(2)
})

it('two servers share one token, and neither ends the other’s', async () => {
  const { organization_id } = await openPayer(payday)
  const { config, clock, db, secrets } = payday.parts
  const [row] = await payday.rows(
    "select organization_id, id from integrations where organization_id = $1 and type = 'mpesa'",
    [organization_id],
  )
  const server = async () => {
    const network = openNetwork(config, clock, { shelf: openShelf(db, secrets) })
    return payday.platform((tx) => openIntegration(tx, { secrets, network }, row))
  }
  const servers = [await server(), await server()]
  const hook = `${config.publicUrl}/hooks/r/${'0'.repeat(32)}`
  const submit = (provider: PayoutProvider | undefined, at: number) =>
    provider?.submit({
      key: randomUUID(),
      amount: 100_000,
      name: 'Njeri',
      account: `2547140${String(at).padStart(3, '0')}77`,
      bank_code: null,
      narration: 'Salary',
      hooks: { result: hook, timeout: hook },
      provider_ref: null,
    })
  const since = await now()
  for (let turn = 0; turn < 5; turn += 1) {
    const all = await Promise.all(
      servers.flatMap((one) => Array.from({ length: 20 }, (_, at) => submit(one, at))),
    )
    expect(new Set(all.map((answer) => answer?.outcome))).toEqual(new Set(['accepted']))
  }
  const { granted, sent, keyOf } = await logSince(since)
  const accepted = sent.filter(({ status }) => status === 200)
  expect(accepted).toHaveLength(200)
  expect(new Set(accepted.map(keyOf)).size).toBe(200)
  // Both may ask at the same moment, at first; afterwards they find each other's.
  expect(granted).toBeLessThanOrEqual(4)
  const kept = JSON.stringify(await payday.byHand('select * from provider_tokens'))
  const tokens = (await payday.simulator.log(since)).flatMap(({ answer }) => {
    const { access_token } = (answer ?? {}) as { access_token?: string }
    return access_token ? [access_token] : []
  })
  expect(tokens.length).toBe(granted)
  for (const token of tokens) {
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(Buffer.from(token).toString('hex'))
  }
})
