import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { askFor, openLeaveOffice } from '../../test/leave.ts'
import { openWorld } from '../../test/world.ts'
import { digests } from './digests.ts'

/** Beyond the budget of letters nothing is dropped: the rest follows in one. */

const world = await openWorld()

test('twelve letters in an hour, and one digest of the others', async () => {
  const office = await openLeaveOffice(world)
  const unpaid = office.typeOf('Unpaid Leave')
  const boss = await office.join()
  await office.primary.call(contract.leaveApprovers.create, {
    body: { user_id: boss.id, level: 2 },
  })
  const me = await office.join({ first_name: 'Wanjiku', last_name: 'Kamau' })
  for (let day = 13; day <= 30; day += 1) {
    const date = `2026-04-${day}`
    await askFor(me, { leave_type_id: unpaid, start_date: date, end_date: date })
  }
  const letters = async () => (await world.mails(boss.email)).map(({ subject }) => subject)
  expect(await letters()).toHaveLength(12)
  const look = () => digests(world.parts as never).next()
  await look()
  expect(await letters()).toHaveLength(12)
  world.pass(3700)
  await look()
  await look()
  const [digest, ...others] = await world.mails(boss.email)
  expect(others).toHaveLength(12)
  // Fourteen working days in all.
  expect(digest?.subject).toBe('2 more messages about leave')
  expect(digest?.text).toContain('Wanjiku Kamau requests Unpaid Leave from 29 April, 2026: 1 day.')
  expect(digest?.text).toContain('from 30 April, 2026')
  expect(digest?.text).toContain('/leave-approvals')
})
