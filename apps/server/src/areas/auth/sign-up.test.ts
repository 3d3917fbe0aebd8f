// @tests story
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld, type Reply, password as signInPassword } from '../../test/world.ts'

const { signup, verifyOtp, requestOtp, login, profile } = contract.auth
const secret = 'plain-text-needle-77'
const person = { first_name: 'Wanjiku', last_name: 'Kamau', phone: '+254 722 104501' }

const world = await openWorld()

const newAddress = () => `sign-up-${randomUUID().slice(0, 8)}@example.test`
const ticketOf = (reply: Reply<unknown>) =>
  String([reply.headers['set-cookie'] ?? ''].flat()[0]).split(';')[0] as string

const begin = (email: string, password = secret, cookie = '', address?: string) =>
  world
    .caller(undefined, address)
    .call(signup, { body: { ...person, email, password } }, { cookie })
const finish = (email: string, otp: string, cookie = '', address?: string) =>
  world.caller(undefined, address).call(verifyOtp, { body: { email, otp } }, { cookie })
const loginsOf = (email: string) => world.rows('select * from users where email = $1', [email])

describe('opening an account', () => {
  test('nothing exists before the code comes back', async () => {
    const email = newAddress()
    const begun = await begin(email)
    expect(begun).toMatchObject({ status: 200, body: { message: 'OTP sent to your email' } })
    expect(await loginsOf(email)).toEqual([])
    const body = { email, password: secret }
    expect((await world.caller().call(login, { body })).status).toBe(401)
    expect((await finish(email, '000000')).status).toBe(401)
    expect(await loginsOf(email)).toEqual([])
  })

  test('the code is mailed in the language of the screen', async () => {
    const email = newAddress()
    const body = { ...person, email, password: secret }
    await world.caller().call(signup, { body }, { 'accept-language': 'sw' })
    const [letter] = await world.mails(email)
    expect(letter?.subject).toBe('Karibu Mshahara: msimbo wako')
    expect(letter?.text).toContain('Habari Wanjiku,')
    expect(letter?.text).not.toMatch(/\b(your|code|hello)\b/i)
  })

  test('the code opens it: signed in, activated, verified, with no organisation yet', async () => {
    const email = newAddress()
    await begin(email)
    const done = await finish(email, await world.codeFor(email))
    expect(done.status).toBe(200)
    const me = await world.caller(done.body.access_token).call(profile)
    expect(me.body).toMatchObject({
      email,
      first_name: 'Wanjiku',
      phone: '0722104501',
      role: 'employee',
      organization_id: null,
      permissionNames: [],
      must_change_password: false,
    })
    const [row] = await loginsOf(email)
    expect(row).toMatchObject({ super_admin: false })
    expect(row.email_verified_at).not.toBeNull()
    world.pass(1)
    await world.signIn(email, secret)
  })

  test('a double click opens one account', async () => {
    const email = newAddress()
    await begin(email)
    const code = await world.codeFor(email)
    const both = await Promise.all([finish(email, code), finish(email, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await loginsOf(email)).toHaveLength(1)
  })

  test('the code can be sent again, with everything that was filled in', async () => {
    const email = newAddress()
    await begin(email)
    world.pass(60)
    await world.caller().call(requestOtp, { body: { email } })
    expect(await world.mails(email)).toHaveLength(2)
    const done = await finish(email, await world.codeFor(email))
    expect(done.status).toBe(200)
    expect(await loginsOf(email)).toMatchObject([{ first_name: 'Wanjiku' }])
    world.pass(1)
    await world.signIn(email, secret)
  })

  test('more is not taken than is asked: nobody signs up as operator or activated', async () => {
    const email = newAddress()
    const body = { ...person, email, password: secret, super_admin: true, role: 'primary' }
    await world.caller().call(signup, { body })
    await finish(email, await world.codeFor(email))
    expect(await loginsOf(email)).toMatchObject([{ super_admin: false }])
  })

  test.each([
    [{ email: 'not an address' }, 'email'],
    [{ phone: '12' }, 'phone'],
    [{ first_name: '  ' }, 'first_name'],
    [{ password: 'short' }, 'password'],
  ])('%o is refused at its field', async (wrong, field) => {
    const body = { ...person, email: newAddress(), password: secret, ...wrong }
    const reply = await world.caller().call(signup, { body })
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]])
  })

  test('five times an hour from one address, known or not', async () => {
    const { email: known } = await world.addPerson()
    for (const email of [newAddress(), known]) {
      const told: number[] = []
      for (let n = 0; n < 6; n += 1) told.push((await begin(email)).status)
      expect(told).toEqual([200, 200, 200, 200, 200, 429])
    }
  })
})

describe('an address that has an account', () => {
  test('gets the same answer and another letter', async () => {
    const { email, id } = await world.addPerson()
    const before = await world.rows('select * from users where id = $1', [id])
    const known = await begin(email)
    const unknown = await begin(newAddress())
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(Object.keys(known.headers).sort()).toEqual(Object.keys(unknown.headers).sort())
    const letters = await world.mails(email)
    expect(letters.map(({ subject }) => subject)).toEqual(['You already have an account'])
    expect(letters[0]?.text).not.toMatch(/^ {4}\S+$/m)
    expect(await world.rows('select * from users where id = $1', [id])).toEqual(before)
  })

  test('which came into being after the form was sent is not taken over', async () => {
    const email = newAddress()
    await begin(email)
    const code = await world.codeFor(email)
    const { id } = await world.addPerson({ email })
    expect((await finish(email, code)).status).toBe(401)
    expect((await loginsOf(email)).map((row) => row.id)).toEqual([id])
    world.pass(1)
    await world.signIn(email)
  })
})

describe('somebody else fills in my address', () => {
  const mine = 'my own secret 55'
  const theirs = 'the password of a thief'

  test('from elsewhere: my code does not complete their sign-up', async () => {
    const email = newAddress()
    const ticket = ticketOf(await begin(email, mine))
    world.pass(1)
    await begin(email, theirs, '', '10.66.0.1')
    expect((await finish(email, await world.codeFor(email), ticket)).status).toBe(401)
    expect((await finish(email, await world.codeFor(email))).status).toBe(401)
    expect(await loginsOf(email)).toEqual([])
  })

  test('from the same office: my code in my browser does not complete their sign-up', async () => {
    const email = newAddress()
    const ticket = ticketOf(await begin(email, mine))
    world.pass(60)
    await begin(email, theirs)
    expect((await finish(email, await world.codeFor(email), ticket)).status).toBe(401)
    expect(await loginsOf(email)).toEqual([])
    world.pass(60)
    const again = ticketOf(await begin(email, mine, ticket))
    expect((await finish(email, await world.codeFor(email), again)).status).toBe(200)
    world.pass(1)
    await world.signIn(email, mine)
    const stolen = await world.caller().call(login, { body: { email, password: theirs } })
    expect(stolen.status).toBe(401)
  })

  test('and tries to have the code sent again: only their own browser could use it', async () => {
    const email = newAddress()
    const ticket = ticketOf(await begin(email, mine))
    world.pass(60)
    const other = world.caller(undefined, '10.66.0.2')
    expect((await other.call(requestOtp, { body: { email } })).status).toBe(200)
    expect(await world.mails(email)).toHaveLength(1)
    expect((await finish(email, await world.codeFor(email), ticket)).status).toBe(200)
  })
})

test('the password is nowhere in the database in plain text, nor is the code', async () => {
  const email = newAddress()
  await begin(email)
  const { email: other } = await world.addPerson()
  await world.caller().call(contract.auth.resetPassword, { body: { email: other } })
  const reset = await world.codeFor(other)
  const me = await world.as('primary', await world.addOrganization())
  await me.call(contract.auth.changePassword, {
    params: { id: me.id },
    body: { password: secret, password_confirmation: secret, current_password: signInPassword },
  })
  const tables = await world.rows(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
       and has_table_privilege(format('%I.%I', table_schema, table_name), 'select')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  const pending = await world.rows('select payload::text from codes where email = $1', [email])
  expect(pending[0].payload).toContain('$argon2id$')
  for (const { name } of tables) {
    const rows = await world.rows(`select t::text as words from ${name} t`)
    const words = rows.map((row) => row.words).join('\n')
    for (const needle of [secret, Buffer.from(secret).toString('hex'), reset]) {
      expect({ name, found: words.includes(needle) }).toEqual({ name, found: false })
    }
  }
})
