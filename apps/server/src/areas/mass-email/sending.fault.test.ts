// @tests slow
import { contract } from '@mshahara/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { longSilent, serverOn } from '../../test/servers.ts'
import { openSmtp } from '../../test/smtp.ts'
import { openWorld } from '../../test/world.ts'

/** A server killed in the middle of a letter to many: nobody gets two, nobody is forgotten. */

const { massEmails } = contract
/** More than are in the outbox at once. */
const people = 50
/** From here on nothing is answered, so that whoever is killed cannot know what became of it. */
const takenBefore = 15
const held = Promise.withResolvers<void>()
const smtp = await openSmtp(undefined, async (count) => {
  if (count > takenBefore) await held.promise
})
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
  const underWay = () => world.rows(`select recipient from mails where state = 'sending'`)
  await vi.waitFor(() => expect(smtp.received.length).toBe(takenBefore + 2), soon)
  await server.kill()
  const halfway = (await underWay()).map(({ recipient }) => recipient).sort()
  expect(halfway).toHaveLength(2)
  held.resolve()
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
