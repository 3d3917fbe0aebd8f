import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { type News, notify } from './index.ts'

const { list, read } = contract.notifications

const world = await openWorld()
const home = await world.addOrganization()

const news = (title: string, key: string | null = null): News => ({
  key,
  title,
  text: `${title} has happened.`,
  link: '/users',
})
const tell = (user_ids: string[], item: News, organization_id = home) =>
  world.platform((tx) => notify(tx, organization_id, user_ids, item))

test('people see their own news, newest first', async () => {
  const [me, other] = [await world.as('user', home), await world.as('employee', home)]
  await tell([me.id], news('Earlier'))
  world.pass(60)
  await tell([me.id, other.id], news('Later'))
  const { body } = await me.call(list)
  expect(body.unread).toBe(2)
  expect(body.data.map(({ title }) => title)).toEqual(['Later', 'Earlier'])
  expect(body.data[0]).toMatchObject({ text: 'Later has happened.', link: '/users', read_at: null })
  expect((await other.call(list)).body.data.map(({ title }) => title)).toEqual(['Later'])
})

test('each is told in the language they read, which is theirs to choose', async () => {
  const [juma, amina] = [await world.as('employee', home), await world.as('employee', home)]
  const { setLanguage, profile } = contract.auth
  expect((await juma.call(profile)).body.language).toBe('en')
  expect((await juma.call(setLanguage, { body: { language: 'sw' } })).body.language).toBe('sw')
  const unknown = await juma.call(setLanguage, { body: { language: 'fr' as 'sw' } })
  expect(unknown.status).toBe(422)
  expect((await amina.call(profile)).body.language).toBe('en')
  const said = { en: 'New payslip', sw: 'Hati mpya ya malipo' }
  await world.platform((tx) =>
    notify(tx, home, [juma.id, amina.id], { key: null, title: said, text: said, link: null }),
  )
  const titles = [juma, amina].map(async (who) => (await who.call(list)).body.data[0]?.title)
  expect(await Promise.all(titles)).toEqual([said.sw, said.en])
})

test('marking all as read touches one’s own and says when', async () => {
  const [me, other] = [await world.as('user', home), await world.as('user', home)]
  await tell([me.id, other.id], news('One'))
  await tell([me.id, other.id], news('Two'))
  expect((await me.call(read)).status).toBe(200)
  const mine = (await me.call(list)).body
  expect(mine.unread).toBe(0)
  const now = world.parts.clock.now().toISOString()
  expect(mine.data.map(({ read_at }) => read_at)).toEqual([now, now])
  expect((await other.call(list)).body.unread).toBe(2)
  world.pass(60)
  await me.call(read)
  expect((await me.call(list)).body.data[0]?.read_at).toBe(now)
})

test('news of another organisation of the same person stays there', async () => {
  const other = await world.addOrganization()
  const me = await world.as('user', home)
  await world.rows(
    `insert into memberships (organization_id, user_id, role) values ($1, $2, 'user')`,
    [other, me.id],
  )
  await tell([me.id], news('Over there'), other)
  expect((await me.call(list)).body).toEqual({ unread: 0, data: [] })
  await me.call(read)
  const { token } = (await me.call(contract.auth.switch, { params: { id: other } })).body
  expect((await world.caller(token).call(list)).body.unread).toBe(1)
})

test('the newest fifty are told, and how many are unread in all', async () => {
  const me = await world.as('user', home)
  for (let n = 0; n < 55; n += 1) await tell([me.id], news(`News ${n}`))
  const { body } = await me.call(list)
  expect(body.data).toHaveLength(50)
  expect(body.unread).toBe(55)
})

test('the same news is told once to each', async () => {
  const [me, other] = [await world.as('user', home), await world.as('user', home)]
  await tell([me.id], news('Once', 'key'))
  await tell([me.id, other.id], news('Once', 'key'))
  expect((await me.call(list)).body.data).toHaveLength(1)
  expect((await other.call(list)).body.data).toHaveLength(1)
})

test('nobody is told anything in an organisation they do not belong to', async () => {
  const stranger = await world.as('user', await world.addOrganization())
  await expect(tell([stranger.id], news('Foreign'))).rejects.toThrow(/foreign key/)
})
