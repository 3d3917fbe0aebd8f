// @tests story
import { contract } from '@mshahara/contract'
import { expect, it } from 'vitest'
import { secondsLater } from '../../foundation/core/clock.ts'
import { actsOf, confirmedRun, openPayday, openPayer, pollersOf } from '../../test/payday.ts'

/** What is due is planned and picked by one clock, the database's, whatever a server's own says. */

const payday = await openPayday({ workers: false })
const { alone, statusesOf } = actsOf(payday)

it.each([
  ['fast', 3600, '0712870005'],
  ['slow', -3600, '0712880005'],
])('a server whose clock is an hour %s asks no later', async (_, skew, phone) => {
  const clock = { now: () => secondsLater(payday.parts.clock.now(), skew), set: false }
  const work = pollersOf({ ...payday, parts: { ...payday.parts, clock } })
  const payer = await openPayer(payday)
  await alone(payer)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone }])
  await payer.finance.call(contract.payouts.make, { params: { id } })
  await work()
  expect(await statusesOf(payer, id)).toEqual(['processing'])
  // No result in time: it is asked about, and was paid.
  payday.pass(125)
  await work()
  expect(await statusesOf(payer, id)).toEqual(['paid'])
})
