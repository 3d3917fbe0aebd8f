import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld } from '../test/world.ts'
import { expiringReminder } from './index.ts'

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

  test('of another organisation is out of sight', async () => {
    await organizationOn('enterprise', '2026-03-09', '2027-01-01')
    const id = await organizationOn('free', '2026-03-01', '2036-03-01')
    const { body } = await (await world.as('primary', id)).call(current)
    expect(body.package.name).toBe('Free')
  })
})

describe('the morning reminder', () => {
  const run = () => world.work(expiringReminder)
  const told = async (organization_id: string) =>
    (
      await world.rows(
        'select user_id, title, text, link from notifications where organization_id = $1',
        [organization_id],
      )
    ).map((row) => row as { user_id: string; title: string; text: string; link: string })

  test('tells every active primary user, once per end date', async () => {
    const id = await organizationOn('basic', '2026-02-13', '2026-03-13')
    const one = await world.addPerson({ organization_id: id, role: 'primary' })
    const two = await world.addPerson({ organization_id: id, role: 'primary' })
    await world.addPerson({ organization_id: id, role: 'primary', status: 'inactive' })
    await world.addPerson({ organization_id: id, role: 'admin' })
    await run()
    const first = await told(id)
    expect(first.map(({ user_id }) => user_id).sort()).toEqual([one.id, two.id].sort())
    expect(first[0]).toMatchObject({ title: 'Subscription expiring', link: '/dashboard' })
    await run()
    world.pass(24 * 3600)
    await run()
    expect(await told(id)).toHaveLength(2)
    await world.rows(`update subscriptions set "to" = '2026-03-14' where organization_id = $1`, [
      id,
    ])
    await run()
    expect(await told(id)).toHaveLength(4)
    world.setTime('2026-03-10T09:00:00Z')
  })

  test.each([
    ['2026-03-10', 0],
    ['2026-03-11', 1],
    ['2026-03-13', 1],
    ['2026-03-14', 0],
    ['2026-03-01', 0],
  ])('of a period that ends on %s tells %i', async (to, count) => {
    const id = await organizationOn('basic', '2026-02-01', to)
    await world.addPerson({ organization_id: id, role: 'primary' })
    await run()
    expect(await told(id)).toHaveLength(count)
  })

  test('says nothing of the free plan, nor of an organisation that is closed', async () => {
    const free = await organizationOn('free', '2026-02-01', '2026-03-12')
    const shut = await organizationOn('basic', '2026-02-01', '2026-03-12')
    for (const id of [free, shut]) await world.addPerson({ organization_id: id, role: 'primary' })
    await world.rows(`update organizations set status = 'deactivated' where id = $1`, [shut])
    await run()
    expect([...(await told(free)), ...(await told(shut))]).toEqual([])
  })

  test('says nothing when the next period is bought already', async () => {
    const id = await organizationOn('basic', '2026-02-12', '2026-03-12')
    await period(id, 'basic', '2026-03-12', '2026-04-12')
    await world.addPerson({ organization_id: id, role: 'primary' })
    await run()
    expect(await told(id)).toEqual([])
  })
})
