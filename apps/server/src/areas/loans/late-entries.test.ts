// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { lend, openBorrowing } from '../../test/loans.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What was paid some time ago and is entered only now. */

const { loans } = contract
const world = await openWorld()

const settle = (by: Caller, id: string, amount: number, day: string) =>
  by.call(loans.repay, { params: { id }, body: { amount, day, reference: 'QK1' } as never })
const owedOn = async (by: Caller, id: string, day: string) =>
  (await by.call(loans.settlement, { params: { id }, query: { day } })).body

test('a settlement entered late gives no interest away that payments since have covered', async () => {
  world.setTime('2026-03-10T09:00:00Z')
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  world.setTime('2026-06-20T09:00:00Z')
  const primary = await world.as('primary', office.organization)
  await settle(primary, id, 20_000, '2026-05-20')
  // 38,040 with 5,940 of interest, whose three months had begun by May.
  const day = '2026-03-15'
  expect(await owedOn(primary, id, day)).toMatchObject({
    ...{ day: '2026-05-20', amount: 18_040, rebate: 0 },
  })
  const paid = await settle(primary, id, 14_080, day)
  expect(paid.body).toMatchObject({ state: 'approved', outstanding: 3_960, rebated: 0 })
  expect((await settle(primary, id, 4_000, day)).body.errors).toEqual({
    amount: ['3,960 is all that is owed on 20 May, 2026.'],
  })
  expect((await settle(primary, id, 3_960, day)).body).toMatchObject({
    ...{ state: 'settled', rebated: 0 },
  })
})

describe('a settlement with a day that has passed', () => {
  /** Of 38,040 for three months, of which one had begun then: 34,080 would have settled it. */
  async function lentInMarch() {
    world.setTime('2026-03-10T09:00:00Z')
    const office = await openBorrowing(world)
    const { id } = await lend(office)
    world.setTime('2026-05-20T09:00:00Z')
    const admin = await world.as('admin', office.organization)
    const primary = await world.as('primary', office.organization)
    return { ...office, id, admin, primary, day: '2026-03-15' }
  }

  test('is reckoned as of today', async () => {
    const { id, admin, day } = await lentInMarch()
    expect(await owedOn(admin, id, day)).toMatchObject({
      ...{ day: '2026-05-20', amount: 38_040, rebate: 0 },
    })
    expect((await settle(admin, id, 34_080, day)).body).toMatchObject({
      ...{ state: 'approved', outstanding: 3_960, rebated: 0 },
    })
  })

  test('counts as of its day where a primary user records it', async () => {
    const { id, primary, day } = await lentInMarch()
    expect(await owedOn(primary, id, day)).toMatchObject({ day, amount: 34_080, rebate: 3_960 })
    expect((await settle(primary, id, 34_080, day)).body).toMatchObject({
      ...{ state: 'settled', rebated: 3_960 },
    })
  })

  test('is reckoned as of today for a primary user who borrowed, and recorded by others', async () => {
    const { id, primary, borrower, organization, day } = await lentInMarch()
    await world.rows(
      `update memberships set employee_id = case user_id when $2 then $3::uuid end
       where organization_id = $1 and (user_id = $2 or employee_id = $3)`,
      [organization, primary.id, borrower.id],
    )
    expect(await owedOn(primary, id, day)).toMatchObject({ amount: 38_040, rebate: 0 })
    expect((await settle(primary, id, 34_080, day)).body).toMatchObject({
      message: 'Somebody else must decide on your own loan.',
    })
  })

  test('is held to that by the database, and to the interest of months that had not begun', async () => {
    const { id, admin, primary, organization } = await lentInMarch()
    const rebate = (by: { id: string }, amount: number, day: string) =>
      world.parts.db.inOrg(
        { organization_id: organization, user_id: by.id },
        (tx) =>
          tx.run`insert into loan_entries (loan_id, kind, amount, day)
          values (${id}, 'rebate', ${amount}, ${day})`,
      )
    const refused = { constraint: 'decisions_guarded' }
    await expect(rebate(admin, 3_960, '2026-03-15')).rejects.toMatchObject(refused)
    await expect(rebate(admin, 1, '2026-05-20')).rejects.toMatchObject(refused)
    await expect(rebate(primary, 3_960.01, '2026-03-15')).rejects.toMatchObject(refused)
    // Not without the payment that settles it.
    const alone = { constraint: 'loan_entries_fit' }
    await expect(rebate(primary, 3_960, '2026-03-15')).rejects.toMatchObject(alone)
    await expect(rebate(primary, 1, '2026-05-20')).rejects.toMatchObject(refused)
  })
})
