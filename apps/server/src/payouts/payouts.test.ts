import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { confirmedRun, openPayday, openPayer, type Payday, until } from '../test/payday.ts'

const { payouts, payrolls } = contract
let payday: Payday

beforeAll(async () => {
  payday = await openPayday()
})

type Payer = Awaited<ReturnType<typeof openPayer>>

/** Ordered by one, agreed to by the other. */
async function pay({ primary, finance }: Payer, id: string) {
  const asked = await finance.call(payouts.make, { params: { id } })
  expect(asked.body, asked.body.message).toMatchObject({ waits: true })
  const { request } = (await primary.call(payouts.preview, { params: { id } })).body
  const done = await primary.call(payouts.approve, { params: { id: request?.id ?? '' } })
  expect(done.status, done.body.message).toBe(200)
}

const summaryOf = async ({ primary }: Payer, id: string) =>
  (await primary.call(payouts.summary, { params: { id } })).body
const settled = (payer: Payer, id: string) =>
  until(
    () => summaryOf(payer, id),
    ({ moving }) => !moving,
  )

describe('a run that goes well', () => {
  it('pays by bank and by M-PESA, once, and everything adds up', async () => {
    const payer = await openPayer(payday)
    const run = await confirmedRun(payday, payer.primary, [
      { phone: '0712009901' },
      { account: '1300009902' },
      { account: '0100009903', bank_code: '68' },
    ])
    const before = (await payer.primary.call(payouts.preview, { params: { id: run.id } })).body
    expect(before).toMatchObject({ count: 3, left_out: [], second_person: true })
    expect(before.ways.map(({ method, count }) => [method, count])).toEqual([
      ['bank', 2],
      ['mpesa', 1],
    ])
    await pay(payer, run.id)
    const after = await settled(payer, run.id)
    expect(after.paid.count).toBe(3)
    expect(after.paid.amount + after.rounding).toBeCloseTo(after.net, 2)
    const { movements } = await payday.simulator.ledger()
    const mine = movements.filter(({ party }) => /990[123]$/.test(party))
    expect(mine.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
    const rows = (await payer.primary.call(payouts.list, { params: { id: run.id } })).body
    expect(rows.map(({ status, reference }) => [status, !!reference])).toEqual([
      ['paid', true],
      ['paid', true],
      ['paid', true],
    ])
    const shown = (await payer.primary.call(payrolls.get, { params: { id: run.id } })).body
    expect(shown.payout).toMatchObject({ count: 3, paid: 3 })
    const reversed = await payer.primary.call(payrolls.reverse, {
      params: { id: run.id },
      body: { reason: 'Wrong month' },
    })
    expect(reversed.body.message).toContain('cannot be reversed')
  })
})
