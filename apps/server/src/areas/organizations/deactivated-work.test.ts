// @tests story
import { contract } from '@mshahara/contract'
import { afterAll, expect, test, vi } from 'vitest'
import type { JobDefinition } from '../../foundation/core/job.ts'
import { openSmtp } from '../../test/smtp.ts'
import { openWorld } from '../../test/world.ts'

/** The work and the post of an organisation that is switched off. */

const done: string[] = []
const note: JobDefinition = {
  name: 'test.note',
  byRequest: true,
  async work(_, { word }: { word: string }) {
    done.push(word)
  },
}
const smtp = await openSmtp()
afterAll(smtp.close)
const world = await openWorld({ workers: true, env: { SMTP_URL: smtp.url }, extraJobs: [note] })
const home = await world.addOrganization('Zima Ltd')
async function turn(status: 'active' | 'deactivated') {
  const operator = await world.as('super-admin', home)
  return operator.call(contract.organizations.update, { params: { id: home }, body: { status } })
}

test('work is parked and post waits until the organisation is taken back', async () => {
  await turn('deactivated')
  const acting = { organization_id: home, actor: 'Somebody' }
  const send = (word: string) =>
    world.parts.db.inOrg(acting, (tx) => world.parts.jobs.send(tx, 'test.note', { word }))
  await send('parked')
  // One that was in the queue before: put back by whoever takes it up.
  await world.rows(
    `update pgboss.job set start_after = now() where name = 'test.note' and state = 'created'`,
  )
  const letter = { to: 'somebody@zima.test', subject: 'Later', greeting: '', paragraphs: ['x'] }
  await world.platform((tx) => world.parts.mail.send(tx, home, letter))
  const elsewhere = await world.addOrganization('Jirani Ltd')
  await world.parts.db.inOrg({ ...acting, organization_id: elsewhere }, (tx) =>
    world.parts.jobs.send(tx, 'test.note', { word: 'elsewhere' }),
  )
  await world.platform((tx) =>
    world.parts.mail.send(tx, elsewhere, { ...letter, to: 'other@jirani.test' }),
  )
  const parked = () =>
    world.rows(`select from pgboss.job where name = 'test.note' and start_after = 'infinity'`)
  await vi.waitFor(async () => {
    expect(done).toEqual(['elsewhere'])
    expect(await parked()).toHaveLength(1)
    expect(smtp.received.some(({ to }) => to.includes('other@jirani.test'))).toBe(true)
  }, 9_000)
  // Two days on it has not been given up.
  world.pass(2 * 24 * 3600)
  const state = async () =>
    (await world.rows(`select state from mails where recipient = 'somebody@zima.test'`))[0]?.state
  expect(await state()).toBe('queued')
  await turn('active')
  await vi.waitFor(async () => {
    expect(done).toEqual(['elsewhere', 'parked'])
    expect(await state()).toBe('sent')
  }, 9_000)
})
