// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addCasual, casualRun, draftCasuals, rolled } from '../../test/casuals.ts'
import { openLeaveOffice } from '../../test/leave.ts'
import { openWorld } from '../../test/world.ts'

/** Whoever was gone for some days and came back is paid for those in between by the roll alone. */

const world = await openWorld()

test('the days between leaving and coming back', async () => {
  world.setTime('2026-03-04T09:00:00Z')
  const office = await openLeaveOffice(world)
  const { id } = await addCasual(office.primary)
  const set = (by: typeof office.primary, body: object) =>
    by.call(contract.casuals.status, { params: { id }, body } as never)
  await set(office.primary, { status: 'terminated', termination_date: '2026-03-04' })
  world.setTime('2026-03-20T09:00:00Z')
  const back = await office.renewed(office.primary)
  expect((await set(back, { status: 'active' })).status).toBe(200)
  world.setTime('2026-03-22T09:00:00Z')
  const primary = await office.renewed(back)
  const paid = async () => {
    const draft = await draftCasuals(primary, '2026-03-09', '2026-03-22')
    const [slip] = (await casualRun(primary, draft.id)).payslips
    await primary.call(contract.casualPayrolls.remove, { params: { id: draft.id } })
    return slip?.net
  }
  // Three days of 850 since the 20th; on the roll of that week, the one that it has seen.
  expect(await paid()).toBe(2550)
  await rolled(primary, '2026-03-16', { [id]: 'F' })
  expect(await paid()).toBe(850)
})
