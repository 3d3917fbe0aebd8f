import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSession } from '../http/session.ts'
import { employ } from '../test/employed.ts'
import { openSmtp, type Post } from '../test/smtp.ts'
import { makeWorld, type World } from '../test/world.ts'

/** A server killed in the middle of mailing payslips: nobody gets two, nobody is forgotten. */

const people = 130
let world: World
let smtp: Post
let server: ChildProcess | undefined

beforeAll(async () => {
  smtp = await openSmtp(undefined, () => pause(40))
  world = await makeWorld({ env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await world.close()
  await smtp.close()
})

async function startServer() {
  const { dataDir } = world.parts.config
  const env = {
    ...process.env,
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: dataDir,
    SMTP_URL: smtp.url,
  }
  server = fork(new URL('../test/job-server.ts', import.meta.url), { env })
  await once(server, 'message')
}
async function kill() {
  server?.kill('SIGKILL')
  await once(server as ChildProcess, 'exit')
}

async function office() {
  const organization_id = await world.addOrganization()
  const { id } = await world.addPerson({ role: 'primary', organization_id })
  const token = await world.platform((tx) =>
    openSession(tx, {
      user_id: id,
      organization_id,
      now: world.parts.clock.now(),
      address: '10.0.0.1',
      userAgent: undefined,
    }),
  )
  return world.caller(token)
}

const states = async () => {
  const rows = await world.rows('select state, count(*) as n from payslip_mails group by state')
  return Object.fromEntries(rows.map(({ state, n }) => [state, n])) as Record<string, number>
}

test('killed while printing and while handing over, it goes on and sends nothing twice', async () => {
  const primary = await office()
  for (let index = 0; index < people; index += 1) {
    await employ(primary, { email: `person-${index}@people.test` })
  }
  const { body } = await primary.call(contract.payrolls.create, {
    body: { month: 'February', year: 2026 },
  })
  await primary.call(contract.payrolls.confirm, { params: { id: body.id } })
  const listed = async () => (await world.rows('select mail_id from payslip_mails')) as object[]
  await startServer()
  // The list is made; some portions are recorded, others not yet.
  const soon = { timeout: 60_000, interval: 5 }
  await vi.waitFor(async () => expect(await listed()).toHaveLength(people), soon)
  await kill()
  await startServer()
  await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(10), soon)
  await kill()
  const halfway = await world.rows(`select count(*) as n from mails where state = 'sending'`)
  await startServer()
  const settled = { timeout: 110_000, interval: 500 }
  await vi.waitFor(async () => expect((await states()).queued ?? 0).toBe(0), settled)
  const { sent = 0, uncertain = 0, failed = 0 } = await states()
  expect({ total: sent + uncertain, failed }).toEqual({ total: people, failed: 0 })
  expect(uncertain).toBe(halfway[0].n)
  const addresses = smtp.received.map(({ to }) => to)
  expect(new Set(addresses).size).toBe(addresses.length)
  // Whoever is missing in the post is among the uncertain, and nowhere else.
  expect(addresses.length).toBeGreaterThanOrEqual(sent)
  const [mails] = await world.rows('select count(*) as n from mails')
  expect(mails.n).toBe(people)
})
