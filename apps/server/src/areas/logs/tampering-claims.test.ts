// @tests long
import { expect, test } from 'vitest'
import { seedDemo } from '../../demo/demo.ts'
import { openWorld } from '../../test/world.ts'
import { verifyLog } from './index.ts'

const world = await openWorld()
await seedDemo(world.parts)
const faults = async () => (await verifyLog(world.parts.db, world.parts.secrets)).faults

test('unpaid days that are waived past the log are found', async () => {
  await world.byHand(`set session_replication_role = replica;
    create table kept as select * from leave_pay_days;
    update leave_pay_days set status = 'closed', outcome = 'waived', outcome_reason = 'x',
      closed_at = now(), closed_by = 'Amani', payslip_id = null`)
  expect(await faults()).toEqual([
    expect.stringMatching(/^Record \S+ in leave_pay_days .* is not as the log says: outcome\.$/),
  ])
  await world.byHand(`set session_replication_role = replica; delete from leave_pay_days;
    insert into leave_pay_days overriding system value select * from kept; drop table kept`)
  expect(await faults()).toEqual([])
  // As its area does it: the log tells.
  await world.byHand(`begin; alter table leave_pay_days disable trigger user;
    alter table leave_pay_days enable trigger activity;
    update leave_pay_days set status = 'closed', outcome = 'waived', outcome_reason = 'x',
      closed_at = now(), closed_by = 'Amani', payslip_id = null;
    alter table leave_pay_days enable trigger user; commit`)
  expect(await faults()).toEqual([])
})
