// @tests slow
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { verifyLog } from '../areas/logs/index.ts'
import {
  asking,
  expectNoneTwice,
  keepWorking,
  payOffice,
  peopleOffice,
} from '../test/mixed-work.ts'
import { openOffice } from '../test/office.ts'
import { serverOn } from '../test/servers.ts'
import { openSmtp } from '../test/smtp.ts'
import { openWorld } from '../test/world.ts'

/** Two servers on one database share the work, and nothing is done by both. */

const seconds = 10
const post = await openSmtp(undefined, () => pause(10))
afterAll(post.close)
const world = await openWorld({ env: { SMTP_URL: post.url } })
world.setTime(new Date().toISOString())
const servers = [1, 2].map(() => serverOn(world, { SMTP_URL: post.url }))
await Promise.all(servers.map(({ start }) => start()))

let turn = 0
const either = () => servers[turn++ % servers.length]?.address ?? ''

/** As the clock does, but on both servers' queues many times over. */
const remindOften = () =>
  world.platform(async (tx) => {
    for (let count = 0; count < 10; count += 1) {
      await world.parts.jobs.send(tx, 'billing.reminders', {})
      await world.parts.jobs.send(tx, 'core.housekeeping', {})
    }
  })

test('mixed work on two servers: everything once', { timeout: 400_000 }, async () => {
  const faults: string[] = []
  const { token: peoples } = await openOffice(world.parts, 'People Ltd')
  const people = peopleOffice(asking(either, peoples, faults))
  const { token } = await openOffice(world.parts, 'Pay Ltd')
  const pay = payOffice(asking(either, token, faults), {
    staff: 310,
    addresses: 30,
    domain: 'pay.test',
  })
  await world.rows(`update subscriptions set "to" = current_date + 3
    where organization_id = (select id from organizations where name = 'Pay Ltd')`)
  await pay.hire()
  const work = keepWorking([...people.work, ...pay.work])
  await remindOften()
  await pause(seconds * 1000)
  await work.stop()
  await pay.settled()
  await people.check()
  const headers = { authorization: `Bearer ${token}` }
  const done = await pay.check((path) => fetch(new URL(path, either()), { headers }))
  expect(done.months).toBeGreaterThan(0)
  expect(faults).toEqual([])
  expectNoneTwice(post)
  expect(post.received.length).toBeGreaterThanOrEqual(done.months * 30)
  const told = await world.rows(
    `select count(*) as n from notifications where title = 'Subscription expiring'`,
  )
  expect(told).toEqual([{ n: 1 }])
  // Nothing was begun by one server after the other had begun it.
  const again = await world.rows(
    `select name, state, retry_count from pgboss.job where retry_count > 0 or state = 'failed'`,
  )
  expect(again).toEqual([])
  await vi.waitFor(async () => {
    const findings = await verifyLog(world.parts.db, world.parts.secrets)
    expect(findings.faults).toEqual([])
  }, 60_000)
  console.log(`two servers: ${done.months} months, ${post.received.length} letters`)
})
