// @tests story
import { contract, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld, password } from '../../test/world.ts'

const { login, verifyOtp, profile, memberships, changePassword } = contract.auth

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')

const begin = (email: string, secret = password, address?: string) =>
  world.caller(undefined, address).call(login, { body: { email, password: secret } })
const finish = (email: string, otp: string, address?: string) =>
  world.caller(undefined, address).call(verifyOtp, { body: { email, otp } })
const somebody = () => world.addPerson({ organization_id: home, role: 'user' })
const deactivate = (user_id: string, organization_id = home) =>
  world.rows(
    `update memberships set status = 'inactive' where user_id = $1 and organization_id = $2`,
    [user_id, organization_id],
  )

describe('password and code', () => {
  test('the right password mails a code, and the code opens a session', async () => {
    const { email, id } = await somebody()
    const begun = await begin(email)
    expect(begun).toMatchObject({ status: 200, body: { message: 'OTP sent to your email' } })
    const [mail] = await world.mails(email)
    expect(mail).toMatchObject({ to: email, subject: 'Your sign-in code' })
    const done = await finish(email, await world.codeFor(email))
    expect(done.status).toBe(200)
    const me = await world.caller(done.body.access_token).call(profile)
    expect(me.body).toMatchObject({ id, email, role: 'user', organization_id: home })
  })

  test('every code is written in the language of whoever waits for it', async () => {
    const { email } = await somebody()
    await world.rows(`update users set language = 'sw' where email = $1`, [email])
    await begin(email)
    await world.caller(undefined).call(contract.auth.resetPassword, { body: { email } })
    const letters = await world.mails(email)
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      'Msimbo wako wa kuingia',
      'Weka nenosiri jipya',
    ])
    for (const { text } of letters) {
      expect(text).toContain('Usimpe mtu yeyote msimbo huu.')
      expect(text).not.toMatch(/\b(your|code|within|hello)\b/i)
    }
  })

  test('the address may be written in capitals and with spaces around', async () => {
    const { email } = await somebody()
    expect((await begin(` ${email.toUpperCase()} `)).status).toBe(200)
    expect((await finish(email.toUpperCase(), ` ${await world.codeFor(email)} `)).status).toBe(200)
  })

  test('the password counts as it was typed, to the last of its characters', async () => {
    const { email, id } = await somebody()
    const me = await world.signIn(email)
    const mine = ` Ndefu É na mpya 🦓 ${'kabisa '.repeat(14)}`
    expect([mine.length > 100, mine.endsWith(' ')]).toEqual([true, true])
    const body = { password: mine, password_confirmation: mine, current_password: password }
    expect((await me.call(changePassword, { params: { id }, body })).status).toBe(200)
    const others = [
      mine.trim(),
      mine.toLowerCase(),
      mine.slice(0, -1),
      mine.slice(0, 72),
      mine.normalize('NFD'),
    ]
    for (const other of others) expect((await begin(email, other)).status).toBe(401)
    expect((await begin(email, mine)).status).toBe(200)
  })

  test('a profile tells nothing secret', async () => {
    const { email } = await somebody()
    const caller = await world.signIn(email)
    const { body } = await caller.call(profile)
    expect(Object.keys(body).filter((name) => /hash|super|last_org/.test(name))).toEqual([])
  })

  test('the code is six digits and is not in the database', async () => {
    const { email } = await somebody()
    await begin(email)
    const code = await world.codeFor(email)
    expect(code).toMatch(/^\d{6}$/)
    const [row] = await world.rows(
      `select encode(code_hash, 'hex') as hash, payload from codes
      where email = $1 and purpose = 'sign-in'`,
      [email],
    )
    expect(row.hash).not.toContain(code)
    expect(row.payload).toBeNull()
  })
})

describe('a refusal tells nothing', () => {
  test('wrong password and unknown address are answered alike, and neither is mailed', async () => {
    const { email } = await somebody()
    const known = await begin(email, 'not the password')
    const unknown = await begin('nobody-at-all@example.test', 'not the password')
    expect(known.status).toBe(401)
    expect(known.body).toMatchObject({ message: 'Invalid email or password.' })
    expect({ ...unknown, headers: {} }).toEqual({ ...known, headers: {} })
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort())
    expect(await world.mails(email)).toEqual([])
    expect(await world.mails('nobody-at-all@example.test')).toEqual([])
  })

  test('however often it is tried, until all are told to wait', { timeout: 20_000 }, async () => {
    const { email } = await somebody()
    const waiting = await world.addPerson({ organization_id: home, role: 'employee' })
    await world.rows('update users set password_hash = null, activated_at = null where id = $1', [
      waiting.id,
    ])
    const answers = async (address: string) => {
      const told: number[] = []
      for (let n = 0; n < 12; n += 1) told.push((await begin(address, `guess ${n}`)).status)
      return told
    }
    const known = await answers(email)
    expect(known).toEqual([...Array(10).fill(401), 429, 429])
    expect(await answers('nobody-else@example.test')).toEqual(known)
    expect(await answers(waiting.email)).toEqual(known)
  })

  test('the wait is for one address only, and ends', async () => {
    const { email } = await somebody()
    for (let n = 0; n < 10; n += 1) await begin(email, 'guess', '10.7.0.1')
    expect((await begin(email, password, '10.7.0.1')).status).toBe(429)
    expect((await begin(email, password, '10.7.0.2')).status).toBe(200)
    world.pass(15 * 60)
    expect((await begin(email, password, '10.7.0.1')).status).toBe(200)
  })

  test('an address that only claims to be another is counted as itself', async () => {
    const { email } = await somebody()
    const from = (n: number) =>
      world
        .caller(undefined, '10.7.0.9')
        .call(login, { body: { email, password: 'guess' } }, { 'x-forwarded-for': `10.8.0.${n}` })
    for (let n = 0; n < 10; n += 1) expect((await from(n)).status).toBe(401)
    expect((await from(11)).status).toBe(429)
  })

  test('a code for an address that nobody is signing in under is simply wrong', async () => {
    const { email } = await somebody()
    const idle = await finish(email, '123456')
    const unknown = await finish('nobody-at-all@example.test', '123456')
    expect(idle).toMatchObject({
      status: 401,
      body: { message: 'The code is not valid or has expired.' },
    })
    expect([unknown.status, unknown.body]).toEqual([idle.status, idle.body])
  })

  test('somebody who never chose a password cannot sign in with an empty or made-up one', async () => {
    const { email, id } = await somebody()
    await world.rows('update users set password_hash = null where id = $1', [id])
    expect((await begin(email, 'null')).status).toBe(401)
    expect((await begin(email, '')).status).toBe(422)
  })
})

describe('people without an organisation', () => {
  const nowhere = { organization_id: null, permissionNames: [] }

  test('because their every membership has ended sign in, and see nothing of it', async () => {
    const { email, id } = await somebody()
    await deactivate(id)
    expect((await begin(email, 'wrong one')).body.message).toBe('Invalid email or password.')
    const caller = await world.signIn(email)
    expect((await caller.call(profile)).body).toMatchObject(nowhere)
    expect((await caller.call(contract.auth.memberships)).body).toEqual([])
    expect((await caller.call(contract.organizations.get)).status).toBe(403)
  })

  test('because they were deactivated between password and code have no session there', async () => {
    const { email, id } = await somebody()
    await begin(email)
    await deactivate(id)
    const done = await finish(email, await world.codeFor(email))
    expect(done.status).toBe(200)
    const sessions = await world.rows('select organization_id from sessions where user_id = $1', [
      id,
    ])
    expect(sessions).toEqual([{ organization_id: null }])
  })

  test('because it is deactivated sign in too', async () => {
    const shut = await world.addOrganization('Shut Ltd')
    const { email } = await world.addPerson({ organization_id: shut, role: 'primary' })
    await world.rows(`update organizations set status = 'deactivated' where id = $1`, [shut])
    expect((await (await world.signIn(email)).call(profile)).body).toMatchObject(nowhere)
  })

  test('because they have none yet sign in', async () => {
    const { email } = await world.addPerson()
    const caller = await world.signIn(email)
    const { body } = await caller.call(profile)
    expect(body).toMatchObject({ organization_id: null, permissionNames: [] })
  })
})

describe('where and when', () => {
  test('signing in lands in the organisation used last, or the first that is open', async () => {
    const other = await world.addOrganization('Other Ltd')
    const { email, id } = await somebody()
    world.pass(1)
    await world.rows(
      `insert into memberships (organization_id, user_id, role) values ($1, $2, 'user')`,
      [other, id],
    )
    const enter = () => {
      world.pass(1)
      return world.signIn(email)
    }
    const landed = async () => (await (await enter()).call(profile)).body.organization_id
    expect(await landed()).toBe(home)
    await (await enter()).call(contract.auth.switch, { params: { id: other } })
    expect(await landed()).toBe(other)
    await deactivate(id, other)
    expect(await landed()).toBe(home)
    const caller = await enter()
    expect((await caller.call(memberships)).body.map((m) => m.organization_id)).toEqual([home])
  })

  test('the last login shown is the one before this', async () => {
    const { email } = await somebody()
    const shown = async () =>
      (await (await world.signIn(email)).call(profile)).body.updated_at as string | null
    world.setTime('2026-03-11T06:00:00Z')
    expect(await shown()).toBeNull()
    world.setTime('2026-03-11T07:00:00Z')
    expect(await shown()).toBe('2026-03-11T06:00:00.000Z')
    world.setTime('2026-03-11T08:00:00Z')
    expect(await shown()).toBe('2026-03-11T07:00:00.000Z')
  })

  test('the code is good for ten minutes to the second', async () => {
    const [early, late] = [await somebody(), await somebody()]
    await begin(early.email)
    await begin(late.email)
    world.pass(limits.otpMinutes * 60 - 1)
    expect((await finish(early.email, await world.codeFor(early.email))).status).toBe(200)
    world.pass(1)
    expect((await finish(late.email, await world.codeFor(late.email))).status).toBe(401)
  })
})

test('sign-ins, sign-outs and failures are written into the log', async () => {
  const { email, id } = await somebody()
  await begin(email, 'wrong one')
  await begin(email)
  const code = await world.codeFor(email)
  await finish(email, code === '000000' ? '000001' : '000000')
  const done = await finish(email, code)
  await world.caller(done.body.access_token).call(contract.auth.logout)
  const rows = await world.rows(
    `select event, description, organization_id, properties from activity_log
     where causer_id = $1 and log_name = 'auth' order by id`,
    [id],
  )
  const address = '10.0.0.1'
  const who = { description: 'Amani Njoroge', organization_id: home }
  expect(rows).toEqual([
    { ...who, event: 'failed login', properties: { address, reason: 'wrong password' } },
    { ...who, event: 'failed login', properties: { address, reason: 'wrong code' } },
    { ...who, event: 'login', properties: { address } },
    { ...who, event: 'logout', properties: { address } },
  ])
})

test('a failure under an unknown address is logged without the address', async () => {
  await begin('halima.unknown@example.test', 'guess')
  const [row] = await world.rows('select * from activity_log order by id desc limit 1')
  expect(row).toMatchObject({ event: 'failed login', organization_id: null, description: 'ha…' })
  expect(JSON.stringify(row)).not.toContain('halima')
})
