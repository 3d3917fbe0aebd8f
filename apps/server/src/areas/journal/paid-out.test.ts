// @tests long
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { balanced, drilled, leftOf } from '../../test/journal.ts'
import { actsOf, confirmedRun, openPayday, openPayer, type Payer } from '../../test/payday.ts'

/** Net pay leaves the books as a provider pays it: once, however often it is sent or reported. */

const { journal, payouts } = contract
const payday = await openPayday({ workers: false })
const { work, pay, listOf, summaryOf, untilReview } = actsOf(payday)
const path = (id: string) => ({ params: { id } })
const paidLines = (left: Record<string, number>) =>
  Object.fromEntries(Object.entries(left).filter(([line]) => /^(net|money):|^rounding/.test(line)))
const cents = (amount: number) => Math.round(amount * 100)

async function booksOf({ organization_id }: Payer) {
  const lines = await balanced(payday, organization_id)
  return { lines, left: paidLines(leftOf(lines)) }
}
const netsOf = async ({ organization_id }: Payer) => {
  const rows = await payday.rows(
    `select person ->> 'phone' as phone, coalesce(person ->> 'pay_by', 'bank') as by, net
     from payslips where organization_id = $1`,
    [organization_id],
  )
  return rows.map(({ phone, by, net }) => ({ phone, by, net: cents(Number(net)) }))
}

test('what fails stays owed, and what is paid at the second try is paid once', async () => {
  const payer = await openPayer(payday)
  await payday.simulator.rules({ overrides: [{ kind: 'b2c', scenario: '0002' }] })
  const { id } = await confirmedRun(payday, payer.primary, [
    { phone: '0712009901', salary: 50_000.55 },
    { account: '1300009902', salary: 60_000 },
  ])
  const [mobile, bank] = (await netsOf(payer)).sort((a, b) => (a.by < b.by ? 1 : -1))
  await pay(payer, id)
  expect(await summaryOf(payer, id)).toMatchObject({ failed: { count: 1 }, paid: { count: 1 } })
  const first = await booksOf(payer)
  const owed = 0 - (mobile?.net ?? 0)
  expect(first.left).toEqual({ 'net:mpesa': owed, 'money:bank': 0 - (bank?.net ?? 0) })

  await payday.simulator.rules({ overrides: [] })
  const again = () => payer.finance.call(payouts.retryAll, path(id))
  await Promise.all([again(), again(), again()])
  await work(500)
  expect(await summaryOf(payer, id)).toMatchObject({ paid: { count: 2 }, moving: false })
  const { lines, left } = await booksOf(payer)
  // M-PESA pays whole shillings: the cents are kept.
  const whole = Math.floor((mobile?.net ?? 0) / 100) * 100
  const rounding = whole - (mobile?.net ?? 0)
  expect(left).toEqual({
    ...{ 'money:bank': 0 - (bank?.net ?? 0), 'money:mpesa': 0 - whole },
    ...(rounding === 0 ? {} : { rounding }),
  })
  expect(rounding).toBeLessThan(0)
  await drilled(payer.primary, lines)

  // One entry for the run and the day, which is in no file before the day is over.
  const month = lines.find(({ kind }) => kind === 'payout')?.day.slice(0, 7) ?? ''
  const entries = async () => {
    const by = await payday.as('primary', payer.organization_id)
    const { body } = await by.call(journal.month, { params: { month } })
    return body.entries.filter(({ kind }) => kind === 'payout')
  }
  expect(await entries()).toMatchObject([{ growing: true, mirrors: null }])
  payday.pass(24 * 3600)
  expect(await entries()).toMatchObject([{ growing: false }])
  // Nothing that a provider says afterwards books it again.
  await work(500)
  expect((await booksOf(payer)).left).toEqual(left)
})

test('in doubt it stays owed until somebody decides, whichever way', async () => {
  const payer = await openPayer(payday)
  // Nobody hears of either, whoever asks.
  const { id } = await confirmedRun(payday, payer.primary, [
    { phone: '0712000009' },
    { phone: '0713000009', salary: 70_000 },
  ])
  const nets = await netsOf(payer)
  const owed = 0 - nets.reduce((sum, { net }) => sum + net, 0)
  await pay(payer, id)
  await untilReview()
  const rows = await listOf(payer, id)
  expect(rows.map(({ status }) => status)).toEqual(['review', 'review'])
  expect((await booksOf(payer)).left).toEqual({ 'net:mpesa': owed })

  const decided = (by: Payer['primary'], slip: string | undefined, paid: boolean) =>
    by.call(payouts.decide, {
      ...path(slip ?? ''),
      body: { paid, reference: 'Statement of 10 March', reason: 'Read off the statement.' },
    })
  const [came, never] = rows
  for (const [row, paid] of [
    [came, true],
    [never, false],
  ] as const) {
    expect((await decided(payer.finance, row?.id, paid)).body).toMatchObject({ waits: true })
    const both = [1, 2].map(() => decided(payer.primary, row?.id, paid))
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  }
  const paidOne = cents((came?.amount ?? 0) + (came?.rounding ?? 0))
  const { left } = await booksOf(payer)
  expect(left['net:mpesa']).toBe(owed + paidOne)
  expect(left['money:mpesa']).toBe(0 - cents(came?.amount ?? 0))
})
