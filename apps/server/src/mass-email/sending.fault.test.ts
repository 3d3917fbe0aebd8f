import { contract } from '@mshahara/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { longSilent, serverOn } from '../test/servers.ts'
import { openSmtp } from '../test/smtp.ts'
import { openWorld } from '../test/world.ts'

/** A server killed in the middle of a letter to many: nobody gets two, nobody is forgotten. */

const { massEmails } = contract
const people = 70
/** Not taken while held: whoever is killed then cannot know what became of these. */
let held: Promise<void> | undefined
const smtp = await openSmtp(undefined, async () => held)
afterAll(smtp.close)
const world = await openWorld({ env: { SMTP_URL: smtp.url } })
const server = serverOn(world, { SMTP_URL: smtp.url })

const soon = { timeout: 60_000, interval: 20 }

test('killed while handing over, it goes on; what is uncertain is told and left to a person', async () => {
  const home = await world.addOrganization()
  for (let index = 0; index < people; index += 1) {
    await world.addPerson({
      organization_id: home,
      role: 'primary',
      email: `person-${index}@people.test`,
    })
  }
  const operator = await world.as('super-admin', home)
  const body = { subject: 'News', message: '<p>Karibu</p>', audience: 'active' as const }
  const sent = await operator.call(massEmails.send, { body })
  const { id } = sent.body.mass_email
  const letter = async () => (await operator.call(massEmails.get, { params: { id } })).body
  await server.start()
  await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(15), soon)
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  const underWay = () => world.rows(`select recipient from mails where state = 'sending'`)
  await vi.waitFor(async () => expect(await underWay()).toHaveLength(2), soon)
  await server.kill()
  const halfway = (await underWay()).map(({ recipient }) => recipient).sort()
  held = undefined
  release()
  await longSilent(world)
  await server.start()
  await vi.waitFor(async () => expect((await letter()).finished_at).not.toBeNull(), soon)

  const after = await letter()
  expect(after).toMatchObject({ sent: people - 2, uncertain: 2, failed: 0, waiting: 0 })
  expect(after.troubled.map(({ email }) => email)).toEqual(halfway)
  const addresses = smtp.received.map(({ to }) => to)
  expect(new Set(addresses).size).toBe(addresses.length)
  const settled = addresses.filter((to) => !halfway.includes(to))
  expect(settled).toHaveLength(people - 2)

  const again = { params: { id }, body: { state: 'uncertain' as const } }
  expect((await operator.call(massEmails.resend, again)).body.count).toBe(2)
  await vi.waitFor(async () => expect((await letter()).sent).toBe(people), soon)
  await server.kill()
})
