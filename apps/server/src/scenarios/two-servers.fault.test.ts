import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyLog } from '../logs/index.ts'
import {
  asking,
  expectNoneTwice,
  keepWorking,
  openOffice,
  payOffice,
  peopleOffice,
} from '../test/mixed-work.ts'
import { forkServer, type Running } from '../test/servers.ts'
import { openSmtp, type Post } from '../test/smtp.ts'
import { makeWorld, type World } from '../test/world.ts'

/** Two servers on one database share the work, and nothing is done by both. */

const seconds = 20
let world: World
let post: Post
let servers: Running[] = []

beforeAll(async () => {
  post = await openSmtp(undefined, () => pause(10))
  world = await makeWorld({ env: { SMTP_URL: post.url } })
  world.setTime(new Date().toISOString())
  const { dataDir } = world.parts.config
  const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, SMTP_URL: post.url }
  servers = await Promise.all([forkServer(env), forkServer(env)])
})
afterAll(async () => {
  for (const server of servers) await server.kill()
  await world.close()
  await post.close()
})

let turn = 0
const either = () => servers[turn++ % servers.length]?.address ?? ''

/** As the clock does, but on both servers' queues many times over. */
const remindOften = () =>
  world.platform(async (tx) => {
    for (let count = 0; count < 10; count += 1) {
      await world.parts.jobs.send(tx, 'subscriptions.expiring', {})
      await world.parts.jobs.send(tx, 'core.housekeeping', {})
    }
  })

test('mixed work on two servers: everything once', { timeout: 400_000 }, async () => {
  const faults: string[] = []
  const people = peopleOffice(asking(either, await openOffice(world.parts, 'People Ltd'), faults))
  const token = await openOffice(world.parts, 'Pay Ltd')
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
  }, 30_000)
  console.log(`two servers: ${done.months} months, ${post.received.length} letters`)
})
