import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { mostCharacters } from '@mshahara/contract/mass-email'
import { describe, expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

/** What is no letter, and who may not write one. */

const { massEmails } = contract
const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
await world.as('primary', home)
const operator = await world.as('super-admin', home)

const body = (given: object = {}) => ({
  subject: `Rates from 1/7: v2.5 ${randomUUID()}`,
  message: '<p>Dear clients</p>',
  ...given,
})
const letters = () => world.rows('select id, recipients from mass_emails order by number')

describe('fields', () => {
  const refusals: [name: string, given: object, field: string, sentence: RegExp][] = [
    ['no subject', { subject: ' ' }, 'subject', /^Email Subject is required/],
    ['a long subject', { subject: 'x'.repeat(151) }, 'subject', /at most 150 characters/],
    ['a header', { subject: 'Hi\r\nBcc: all@clients.test' }, 'subject', /not allowed/],
    ['a line of its own', { subject: 'Hi\u2028there' }, 'subject', /not allowed/],
    ['text that turns round', { subject: 'Hi \u202eoffer' }, 'subject', /not allowed/],
    ['no message', { message: '' }, 'message', /^Message is required/],
    ['only tags', { message: '<p></p><ul><li> </li></ul>' }, 'message', /^Message is required/],
    ['only a script', { message: '<script>x</script>' }, 'message', /^Message is required/],
    ['a huge message', { message: 'x'.repeat(mostCharacters + 1) }, 'message', /60,000/],
    ['half a character', { message: '<p>a\ud800b</p>' }, 'message', /not allowed/],
    ['another audience', { audience: 'everybody' }, 'audience', /All Clients/],
    ['another kind', { kind: 'secret' }, 'kind', /kind of letter/],
  ]
  test.each(refusals)('%s', async (_name, given, field, sentence) => {
    for (const call of [massEmails.send, massEmails.test, massEmails.preview]) {
      const reply = await operator.call(call, { body: body(given) as never })
      expect(reply.status).toBe(422)
      expect(reply.body.errors?.[field]?.[0]).toMatch(sentence)
    }
    expect(await letters()).toEqual([])
  })

  test('more than anybody could write', async () => {
    const reply = await operator.call(massEmails.send, {
      body: body({ message: 'x'.repeat(20_000_000) }),
    })
    expect(reply).toMatchObject({ status: 422, body: { message: 'What you sent is too large.' } })
  })
})

test('nobody but the operator, whatever their role', async () => {
  const other = await world.addOrganization()
  const guarded = Object.values(massEmails).filter(({ access }) => access !== 'public')
  expect(guarded).toHaveLength(8)
  for (const role of ['primary', 'admin', 'finance', 'user', 'employee'] as const) {
    const caller = await world.as(role, other)
    for (const call of guarded) {
      const reply = await caller.call(call, { params: { id: home }, body: body() } as never)
      expect(reply.status).toBe(403)
    }
  }
})

test('a letter that nobody would get', async () => {
  const close = (status: string) => world.rows('update organizations set status = $1', [status])
  await close('deactivated')
  const reply = await operator.call(massEmails.send, { body: body({ audience: 'active' }) })
  expect(reply.body.errors?.audience).toEqual(['This letter has no recipients.'])
  expect(await letters()).toEqual([])
  await close('active')
})

test('the same twice, or twenty times at once, is one letter', async () => {
  const written = body({ audience: 'active' })
  const headers = { 'idempotency-key': randomUUID() }
  const once = () => operator.call(massEmails.send, { body: written }, headers)
  const replies = await Promise.all(Array.from({ length: 20 }, once))
  const made = replies.filter(({ status }) => status === 201)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(new Set(made.map((reply) => reply.body.mass_email.id)).size).toBe(1)
  expect((await once()).body).toEqual(made[0]?.body)
  // From other windows, each with a key of its own.
  const other = () => operator.call(massEmails.send, { body: written })
  for (const reply of await Promise.all(Array.from({ length: 20 }, other))) {
    expect(reply.body.message).toBe('The same letter was sent less than an hour ago.')
  }
  expect(await letters()).toMatchObject([{ recipients: 2 }])
  world.pass(3601)
  expect((await other()).status).toBe(201)
})

test('tests of a letter have a limit', async () => {
  const send = () => operator.call(massEmails.test, { body: body() })
  for (let count = 0; count < 30; count += 1) expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
})

test('an organisation does not write to many, and nothing of a letter changes afterwards', async () => {
  const write = world.parts.db.inOrg({ organization_id: home }, (tx) =>
    world.parts.mail.send(tx, home, { to: 'a@b.test', subject: 'x', paragraphs: [], toMany: true }),
  )
  await expect(write).rejects.toThrow(/does not write to many/)
  await expect(world.rows('delete from mass_emails')).rejects.toThrow(/permission denied/)
  const change = world.rows(`update mass_emails set message = 'another'`)
  await expect(change).rejects.toThrow(/permission denied/)
})
