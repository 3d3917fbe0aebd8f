import { beforeEach, describe, expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { reminders } from './reminders.ts'

const world = await openWorld()
const run = () => world.work(reminders)

beforeEach(() => world.setTime('2026-03-10T09:00:00Z'))

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

const told = async (organization_id: string) =>
  (
    await world.rows(
      'select user_id, title, text, link from notifications where organization_id = $1',
      [organization_id],
    )
  ).map((row) => row as { user_id: string; title: string; text: string; link: string })

describe('the morning reminder', () => {
  test('tells whoever looks after the subscription, by notification and email, once', async () => {
    const id = await organizationOn('basic', '2026-02-13', '2026-03-13')
    const one = await world.addPerson({ organization_id: id, role: 'primary' })
    const two = await world.addPerson({
      organization_id: id,
      role: 'finance',
      extra: ['view billing'],
    })
    await world.addPerson({ organization_id: id, role: 'primary', status: 'inactive' })
    const admin = await world.addPerson({ organization_id: id, role: 'admin' })
    await run()
    const first = await told(id)
    expect(first.map(({ user_id }) => user_id).sort()).toEqual([one.id, two.id].sort())
    expect(first[0]).toMatchObject({
      title: 'Subscription expiring',
      text: 'Your subscription ends on 13 March, 2026.',
      link: '/upgrade',
    })
    await Promise.all([run(), run()])
    world.pass(24 * 3600)
    await run()
    expect(await told(id)).toHaveLength(2)
    for (const { email } of [one, two]) {
      const letters = await world.mails(email)
      expect(letters.map(({ subject }) => subject)).toEqual(['Your subscription ends soon'])
      expect(letters[0]?.text).toContain('ends on 13 March, 2026.')
    }
    expect(await world.mails(admin.email)).toEqual([])
    await world.rows(`update subscriptions set "to" = '2026-03-14' where organization_id = $1`, [
      id,
    ])
    await run()
    expect(await told(id)).toHaveLength(4)
  })

  test.each([
    ['2026-03-18', 0],
    ['2026-03-17', 1],
    ['2026-03-14', 1],
    ['2026-03-13', 1],
    ['2026-03-11', 1],
    ['2026-03-10', 1],
    ['2026-03-01', 0],
  ])('of a period that ends on %s tells %i', async (to, count) => {
    const id = await organizationOn('basic', '2026-02-01', to)
    await world.addPerson({ organization_id: id, role: 'primary' })
    await run()
    expect(await told(id)).toHaveLength(count)
  })

  test('comes 7, 3 and 1 days before the end and on the day', async () => {
    const id = await organizationOn('standard', '2026-02-18', '2026-03-18')
    await world.addPerson({ organization_id: id, role: 'primary' })
    const counts: number[] = []
    for (let day = 10; day <= 20; day += 1) {
      world.setTime(`2026-03-${day}T03:00:00Z`)
      await run()
      counts.push((await told(id)).length)
    }
    //                       10 11 12 13 14 15 16 17 18 19 20
    expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 3, 4, 4, 4])
    expect((await told(id)).map(({ title }) => title)).toEqual([
      ...Array(3).fill('Subscription expiring'),
      'Subscription ended',
    ])
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
