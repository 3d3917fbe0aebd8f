import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { lend, openBorrowing } from '../test/loans.ts'
import { openWorld } from '../test/world.ts'

/** What was paid some time ago and is entered only now. */

const { loans } = contract
const world = await openWorld()

test('a settlement entered late gives no interest away that payments since have covered', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  world.setTime('2026-06-20T09:00:00Z')
  const admin = await world.as('admin', office.organization)
  const repay = (amount: number, day: string) =>
    admin.call(loans.repay, {
      params: { id },
      body: { amount, day, reference: 'QK1' } as never,
    })
  await repay(20_000, '2026-05-20')
  // 38,040 with 5,940 of interest, whose three months had begun by May.
  const day = '2026-03-15'
  const asked = await admin.call(loans.settlement, { params: { id }, query: { day } })
  expect(asked.body).toMatchObject({ amount: 18_040, rebate: 0 })
  const paid = await repay(14_080, day)
  expect(paid.body).toMatchObject({ state: 'approved', outstanding: 3_960, rebated: 0 })
  expect((await repay(4_000, day)).body.errors).toEqual({
    amount: ['3,960 is all that is owed on 20 May, 2026.'],
  })
  expect((await repay(3_960, day)).body).toMatchObject({ state: 'settled', rebated: 0 })
})
