// @tests long
import { contract } from '@mshahara/contract'
import { beforeAll, expect, it } from 'vitest'
import {
  confirmedRun,
  openPayday,
  openPayer,
  type Payday,
  type Payee,
  payAlone,
  pollersOf,
} from '../../test/payday.ts'

/** Everything that can happen on a provider's wire, and how it must end. */

let payday: Payday
let work: ReturnType<typeof pollersOf>

beforeAll(async () => {
  payday = await openPayday({ workers: false })
  // A bank that takes money back does so after it was asked, not while.
  await payday.simulator.rules({ delays: { result: 20, later: 2000, late: 2200 } })
  work = pollersOf(payday)
})

type Ending = [suffix: string, status: string, alarm?: true]

const byPhone: Ending[] = [
  ['9999', 'paid'],
  ['0001', 'failed'],
  ['0002', 'failed'],
  ['0003', 'failed'],
  // The result is lost; asked, the provider says that it was paid.
  ['0005', 'paid'],
  ['0006', 'paid'],
  ['0007', 'paid'],
  ['0008', 'paid'],
  // Nothing arrived, but M-PESA's word for that is not enough: somebody looks it up.
  ['0009', 'review', true],
  ['0010', 'paid'],
  ['0011', 'failed'],
  ['0012', 'paid', true],
  ['0013', 'review', true],
  // "Internal failure" is no certain failure: it is asked about, and was paid after all.
  ['0014', 'paid'],
  ['0015', 'failed', true],
]
const throughKcb: Ending[] = [
  ['9999', 'paid'],
  ['0001', 'failed'],
  ['0002', 'failed'],
  ['0005', 'paid'],
  ['0006', 'paid'],
  ['0007', 'paid'],
  ['0008', 'paid'],
  ['0009', 'review', true],
  ['0010', 'review', true],
  ['0012', 'paid', true],
  ['0013', 'review', true],
  ['0014', 'paid', true],
  ['0015', 'failed', true],
]
/** Its "no such payment" can be trusted. */
const throughCoop: Ending[] = throughKcb.map(([suffix, status, alarm]) =>
  ['0009', '0013'].includes(suffix)
    ? [suffix, 'failed']
    : ([suffix, status, ...(alarm ? [alarm] : [])] as Ending),
)

it.each([
  ['M-PESA', 'kcb', byPhone, (suffix: string): Payee => ({ phone: `071200${suffix}` })],
  ['KCB', 'kcb', throughKcb, (suffix: string): Payee => ({ account: `130000${suffix}` })],
  [
    'Co-op',
    'coop',
    throughCoop,
    (suffix: string): Payee => ({ account: `0110000000${suffix}`, bank_code: '11' }),
  ],
] as const)('%s ends each as it must', async (_, bank, endings, payee) => {
  const payer = await openPayer(payday, bank)
  const people = endings.map(([suffix]) => ({ ...payee(suffix), name: `No${suffix}` }))
  const { id } = await confirmedRun(payday, payer.primary, people)
  await payAlone(payday, payer.organization_id)
  const made = await payer.finance.call(contract.payouts.make, { params: { id } })
  expect(made.status, made.body.message).toBe(200)
  await work(2500)
  for (const seconds of [130, 200, 700, 700, 1000, 4000, 90_000, 4000]) {
    payday.pass(seconds)
    await work()
  }
  // Sessions have ended meanwhile.
  const reader = await payday.as('primary', payer.organization_id)
  const rows = (await reader.call(contract.payouts.list, { params: { id } })).body
  const ended = rows.map(({ name, status, alarm }) => [
    name.slice(2, 6),
    status,
    ...(alarm ? [true] : []),
  ])
  expect(ended).toEqual(endings.map((ending) => [...ending]))
  await agreesWithLedger(rows)
  const summary = (await reader.call(contract.payouts.summary, { params: { id } })).body
  const { net, paid, failed, review, unpaid, rounding, submitted, processing } = summary
  const parts = [paid, failed, review, unpaid, submitted, processing]
  const sum = parts.reduce((total, part) => total + part.amount, rounding)
  expect(sum).toBeCloseTo(net, 2)
})

/** What we call paid was paid, once; what we call failed was not. */
async function agreesWithLedger(
  rows: { status: string; meta: Record<string, string>; amount: number }[],
) {
  const { movements } = await payday.simulator.ledger()
  for (const { status, meta, amount } of rows) {
    const mine = movements.filter(({ key }) => key === meta['Our reference'])
    const paid = mine.filter(({ state }) => state === 'paid' || state === 'reversed')
    if (status === 'paid') {
      expect(paid.map((one) => one.amount / 100)).toEqual([amount])
    } else if (status === 'failed') expect(paid).toEqual([])
  }
}

it('nothing is sent for an organisation that is switched off, until it is taken back', async () => {
  const payer = await openPayer(payday)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712449999' }])
  await payAlone(payday, payer.organization_id)
  await payer.finance.call(contract.payouts.make, { params: { id } })
  const turn = async (status: 'active' | 'deactivated') => {
    const operator = await payday.as('super-admin', payer.organization_id)
    const params = { id: payer.organization_id }
    return operator.call(contract.organizations.update, { params, body: { status } })
  }
  const states = async () =>
    (
      await payday.rows('select state from payout_attempts where organization_id = $1', [
        payer.organization_id,
      ])
    ).map(({ state }) => state)
  const arrived = async () =>
    (await payday.simulator.ledger()).movements.filter(({ party }) => party.endsWith('449999'))
  expect((await turn('deactivated')).status).toBe(200)
  await work()
  expect([await states(), await arrived()]).toEqual([['created'], []])
  expect((await turn('active')).status).toBe(200)
  await work(500)
  expect(await states()).toEqual(['paid'])
  expect(await arrived()).toHaveLength(1)
})
