import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

const { current } = contract.subscriptions

const world = await openWorld()

const period = (organization_id: string, package_id: string, from: string, to: string) =>
  world.rows(
    `insert into subscriptions (organization_id, package_id, price, employees, "from", "to")
     select $1, id, price, employees, $3, $4 from packages where id = $2`,
    [organization_id, package_id, from, to],
  )

/** An organisation whose only period is this one. */
async function organizationOn(package_id: string, from: string, to: string) {
  const id = await world.addOrganization()
  await world.rows('delete from subscriptions where organization_id = $1', [id])
  await period(id, package_id, from, to)
  return id
}

describe('the subscription in force', () => {
  test('tells package, limits, period and price', async () => {
    const id = await organizationOn('standard', '2026-03-01', '2026-06-01')
    const { body } = await (await world.as('primary', id)).call(current)
    expect(body).toMatchObject({
      package: { id: 'standard', name: 'Standard', casuals: 100 },
      employees: 100,
      price: 7500,
      from: '2026-03-01',
      to: '2026-06-01',
    })
  })

  test('hides the price from an employee, and nothing else', async () => {
    const id = await organizationOn('basic', '2026-03-01', '2026-06-01')
    const { body } = await (await world.as('employee', id)).call(current)
    expect(body).toMatchObject({ price: null, employees: 25, to: '2026-06-01' })
  })

  test('is the newest that has begun, not one still to come', async () => {
    const id = await organizationOn('trial', '2026-01-01', '2026-03-01')
    await period(id, 'basic', '2026-03-01', '2026-04-01')
    await period(id, 'enterprise', '2026-04-01', '2026-05-01')
    const me = await world.as('primary', id)
    expect((await me.call(current)).body.package.name).toBe('Basic')
    world.setTime('2026-03-31T21:00:00Z') // midnight in Nairobi
    world.pass(-1)
    expect((await (await world.as('user', id)).call(current)).body.package.name).toBe('Basic')
    world.pass(1)
    expect((await (await world.as('user', id)).call(current)).body.package.name).toBe('Enterprise')
    world.setTime('2026-03-10T09:00:00Z')
  })

  test('is not one that another plan has replaced, and ends with what follows it', async () => {
    const id = await organizationOn('basic', '2026-03-01', '2026-04-01')
    await period(id, 'basic', '2026-04-01', '2026-09-01')
    const me = await world.as('primary', id)
    expect((await me.call(current)).body).toMatchObject({ from: '2026-03-01', to: '2026-09-01' })
    await world.rows(
      `update subscriptions set ended_on = '2026-03-10' where organization_id = $1`,
      [id],
    )
    await period(id, 'standard', '2026-03-10', '2026-04-10')
    expect((await me.call(current)).body).toMatchObject({
      package: { name: 'Standard' },
      from: '2026-03-10',
      to: '2026-04-10',
    })
  })

  test('of another organisation is out of sight', async () => {
    await organizationOn('enterprise', '2026-03-09', '2027-01-01')
    const id = await organizationOn('free', '2026-03-01', '2036-03-01')
    const { body } = await (await world.as('primary', id)).call(current)
    expect(body.package.name).toBe('Free')
  })
})
