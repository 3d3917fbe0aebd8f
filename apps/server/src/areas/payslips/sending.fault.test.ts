// @tests slow
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { longSilent, serverOn } from '../../test/servers.ts'
import { openSmtp } from '../../test/smtp.ts'
import { openWorld } from '../../test/world.ts'

/** A server killed in the middle of mailing payslips: nobody gets two, nobody is forgotten. */

const people = 130
const smtp = await openSmtp(undefined, () => pause(40))
afterAll(smtp.close)
const world = await openWorld({ env: { SMTP_URL: smtp.url } })
const server = serverOn(world, { SMTP_URL: smtp.url })

const states = async () => {
  const rows = await world.rows('select state, count(*) as n from payslip_mails group by state')
  return Object.fromEntries(rows.map(({ state, n }) => [state, n])) as Record<string, number>
}

test('killed while printing and while handing over, it goes on and sends nothing twice', async () => {
  const primary = await world.as('primary', await world.addOrganization())
  for (let index = 0; index < people; index += 1) {
    await employ(primary, { email: `person-${index}@people.test` })
  }
  await runMonth(primary, 'February', 2026)
  const listed = async () => (await world.rows('select mail_id from payslip_mails')) as object[]
  await server.start()
  // The list is made; some portions are recorded, others not yet.
  const soon = { timeout: 60_000, interval: 5 }
  await vi.waitFor(async () => expect(await listed()).toHaveLength(people), soon)
  await server.kill()
  await longSilent(world)
  await server.start()
  await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(10), soon)
  await server.kill()
  const halfway = await world.rows(`select count(*) as n from mails where state = 'sending'`)
  await longSilent(world)
  await server.start()
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
