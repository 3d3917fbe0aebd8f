// @tests story
import { setTimeout as passed } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A run is reversed or has a day of payment, whoever comes first: never both (B13). */

const world = await openWorld()
const { payrolls } = contract

let home: string
let primary: Caller
let id: string
beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  await employ(primary)
  id = (await runMonth(primary, 'February', 2026)).id
})

const reverse = () => primary.call(payrolls.reverse, { params: { id }, body: { reason: 'Wrong' } })
const pay = (paid_on = '2026-02-27') =>
  primary.call(payrolls.setPayment, { params: { id }, body: { paid_on } })

const stands = async () => {
  const [row] = await world.rows(
    `select p.status, d.paid_on is not null as paid from payrolls p
     left join payroll_payments d on d.id = p.id where p.id = $1`,
    [id],
  )
  return [row.status, row.paid]
}

/** Both wait for the run, in this order, and go on together. */
async function atOnce<A, B>(first: () => Promise<A>, second: () => Promise<B>) {
  let both: [Promise<A>, Promise<B>] | undefined
  await world.parts.db.inOrg({ organization_id: home }, async (tx) => {
    await tx.run`select from payrolls where id = ${id} for update`
    const one = first()
    await passed(150)
    both = [one, second()]
    await passed(150)
  })
  return Promise.all(both as [Promise<A>, Promise<B>])
}

test('recorded as paid first, it is not reversed', async () => {
  const [paid, reversed] = await atOnce(pay, reverse)
  expect([paid.status, reversed.status]).toEqual([200, 422])
  expect(reversed.body.message).toContain('This payroll was paid on 27 February, 2026.')
  expect(await stands()).toEqual(['confirmed', true])
})

test('reversed first, it is not recorded as paid', async () => {
  const [reversed, paid] = await atOnce(reverse, pay)
  expect([reversed.status, paid.status]).toEqual([200, 422])
  expect(await stands()).toEqual(['reversed', false])
})

test('six times both at once, one of the two has an effect', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const [paid, reversed] = await Promise.all([pay(), reverse()])
    expect([paid.status, reversed.status].sort()).toEqual([200, 422])
    expect(await stands()).toEqual(paid.status === 200 ? ['confirmed', true] : ['reversed', false])
    if (paid.status === 200) await pay('')
    if (reversed.status !== 200) await reverse()
    id = (await runMonth(primary, 'February', 2026)).id
  }
})

test('a day to come holds it as well', async () => {
  await pay('2026-12-31')
  expect((await reverse()).body.message).toContain('is to be paid on 31 December, 2026')
})

test('a statement by hand does neither', async () => {
  await pay()
  const reversal = `update payrolls set status = 'reversed', reversed_at = app_now(),
    reversed_by = 'X', reversal_reason = 'X' where id = $1`
  await expect(world.rows(reversal, [id])).rejects.toMatchObject({
    constraint: 'payrolls_recorded',
  })
  await pay('')
  expect((await reverse()).status).toBe(200)
  const recorded = `insert into payroll_payments (organization_id, id, paid_on)
    values ($2, $1, '2026-02-27')`
  await expect(world.rows(recorded, [id, home])).rejects.toMatchObject({
    constraint: 'payroll_payments_of_confirmed',
  })
})
