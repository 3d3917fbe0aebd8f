// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** A record with the id of another may come again: taken away past the log it is missed. */

const world = await openWorld()
const { payrolls } = contract

test('a day of payment that is gone is found, though it was once removed and set again', async () => {
  const primary = await world.as('primary', await world.addOrganization())
  await employ(primary)
  const { id } = await runMonth(primary, 'January', 2026)
  for (const paid_on of ['2026-03-09', null, '2026-03-10']) {
    const reply = await primary.call(payrolls.setPayment, { params: { id }, body: { paid_on } })
    expect(reply.status).toBe(200)
  }
  const unlike = () => world.rows('select of_table, subject, what from records_unlike_their_log()')
  expect(await unlike()).toEqual([])
  await world.byHand(`begin; set local session_replication_role = replica;
    delete from payroll_payments where id = '${id}'; commit`)
  expect(await unlike()).toContainEqual({ of_table: 'payroll_payments', subject: id, what: 'gone' })
})
