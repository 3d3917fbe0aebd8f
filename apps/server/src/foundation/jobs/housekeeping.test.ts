import { contract, limits } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { endSessionsAt } from '../http/session.ts'
import { housekeeping } from './housekeeping.ts'

/** What goes by itself, and when: the table in docs/data-protection.md. */

const world = await openWorld()
const organization = await world.addOrganization()
const person = await world.addPerson({ organization_id: organization, role: 'user' })

const day = 86_400
const counts = async () => {
  const [row] = await world.rows(
    `select (select count(*) from mails) as mails,
       (select count(*) from mails where body is not null) as words,
       (select count(*) from jobs) as jobs, (select count(*) from notifications) as news`,
  )
  return row
}
const sweep = () => world.work(housekeeping)

test('words of mails go after a week, mails and jobs after 90 days, news after a year', async () => {
  const at = world.parts.clock.now()
  const mail = `insert into mails (recipient, subject, body, state, created_at)
    values ('a@example.test', 'News', 'x', $2, $1)`
  for (const state of ['failed', 'uncertain', 'kept', 'queued']) await world.rows(mail, [at, state])
  const job = `insert into jobs (organization_id, user_id, name, state, created_at)
    values ($2, $3, 'x', $4, $1)`
  for (const state of ['done', 'failed', 'running']) {
    await world.rows(job, [at, organization, person.id, state])
  }
  await world.rows(
    `insert into notifications (organization_id, user_id, title, text, created_at)
     values ($2, $3, 'News', 'Words', $1)`,
    [at, organization, person.id],
  )
  world.pass(7 * day - 60)
  await sweep()
  expect(await counts()).toEqual({ mails: 4, words: 4, jobs: 3, news: 1 })
  world.pass(120)
  await sweep()
  expect(await counts()).toEqual({ mails: 4, words: 1, jobs: 3, news: 1 })
  world.pass(83 * day)
  await sweep()
  expect(await counts()).toEqual({ mails: 1, words: 1, jobs: 1, news: 1 })
  world.pass(300 * day)
  await sweep()
  expect(await counts()).toEqual({ mails: 1, words: 1, jobs: 1, news: 0 })
})

test('a session that was ended early goes with its cookie, after eight hours', async () => {
  const { id: user_id, call } = await world.as('user', organization)
  await world.platform((tx) => endSessionsAt(tx, { user_id, organization_id: organization }))
  await world.rows(`update memberships set status = 'inactive' where user_id = $1`, [user_id])
  world.pass(limits.sessionHours * 3600 - 60)
  await sweep()
  expect((await call(contract.auth.profile)).body).toMatchObject({ code: 'removed' })
  world.pass(60)
  await sweep()
  expect(await world.rows('select from sessions where user_id = $1', [user_id])).toEqual([])
})
