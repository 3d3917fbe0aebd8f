// @tests story
import { randomUUID } from 'node:crypto'
import { type AreaCalls, contract, type Endpoint, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { type Caller, openWorld, password } from '../../test/world.ts'
import { addMembership } from '../organizations/index.ts'
import { activationHash, addLogin } from '../users/index.ts'

/** A person whom the organisation entered: ID number, one-time password, own password (A6). */

const { login, changePassword, verifyEmail, profile } = contract.auth
const idNumber = '31245678'
const chosen = 'my very own 2026'

const world = await openWorld()
const home = await world.addOrganization('Baraka Foods Ltd')

/** Entered by the organisation, never signed in. */
async function newcomer() {
  const email = `new-${randomUUID().slice(0, 8)}@example.test`
  return world.platform(async (tx) => {
    const { id } = await addLogin(tx, { email, first_name: '', last_name: '' })
    await addMembership(tx, {
      organization_id: home,
      user_id: id,
      role: 'employee',
      status: 'invited',
      invited_as: { first_name: 'Halima', last_name: 'Abdi', email, phone: '0790604506' },
      activation_hash: activationHash(world.parts.secrets, id, idNumber),
    })
    return { id, email }
  })
}

const attempt = (email: string, secret: string, address?: string) =>
  world.caller(undefined, address).call(login, { body: { email, password: secret } })

/** Fetches the one-time password with the ID number. */
async function fetchPassword(email: string) {
  const reply = await attempt(email, idNumber)
  if (reply.status !== 201) throw new Error(`${reply.status} ${reply.body.message}`)
  const first = await world.codeFor(email)
  world.pass(1)
  return first
}

const choose = (caller: Caller, id: string, secret = chosen) =>
  caller.call(changePassword, {
    params: { id },
    body: { password: secret, password_confirmation: secret },
  })

describe('the ID number', () => {
  test('mails a one-time password in the name of the organisation, and signs nobody in', async () => {
    const { email, id } = await newcomer()
    const reply = await attempt(email, ` ${idNumber} `)
    expect(reply).toMatchObject({
      status: 201,
      body: { message: 'First time login. Your password has been sent to your email.' },
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    const [mail] = await world.mails(email)
    expect(mail?.subject).toBe('Your first password')
    expect(mail?.text).toContain('Baraka Foods Ltd')
    expect(await world.codeFor(email)).toMatch(/^[B-Z2-9]{12}$/)
    expect(await world.rows('select from sessions where user_id = $1', [id])).toEqual([])
  })

  test.each(['31 245 678', '31-245-678'])('is known when it is written %s', async (written) => {
    const { email } = await newcomer()
    expect((await attempt(email, written)).status).toBe(201)
  })

  test('wrong five times locks the activation for an hour, from that address only', async () => {
    const { email } = await newcomer()
    const [here, there] = ['10.3.0.1', '10.3.0.2']
    for (let n = 0; n < limits.codeTries; n += 1) {
      expect((await attempt(email, `3000000${n}`, here)).status).toBe(401)
    }
    expect((await attempt(email, idNumber, here)).status).toBe(401)
    expect(await world.mails(email)).toEqual([])
    expect((await attempt(email, idNumber, there)).status).toBe(201)
    world.pass(3599)
    expect((await attempt(email, idNumber, here)).status).toBe(401)
    world.pass(1)
    expect((await attempt(email, idNumber, here)).status).toBe(201)
  })

  test('tried twenty times at once is locked all the same', async () => {
    const { email } = await newcomer()
    const crowd = Array.from({ length: 20 }, (_, n) => attempt(email, `400000${n}`, '10.3.0.3'))
    await Promise.all(crowd)
    world.pass(16 * 60)
    expect((await attempt(email, idNumber, '10.3.0.3')).status).toBe(401)
  })

  test('given twice by a double click mails one password', async () => {
    const { email } = await newcomer()
    const both = await Promise.all([attempt(email, idNumber), attempt(email, idNumber)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(await world.mails(email)).toHaveLength(1)
  })

  test('is worth nothing once the person has a password', async () => {
    const { email, id } = await newcomer()
    const caller = await world.signIn(email, await fetchPassword(email))
    await choose(caller, id)
    expect((await attempt(email, idNumber)).status).toBe(401)
    const [row] = await world.rows('select activation_hash from memberships where user_id = $1', [
      id,
    ])
    expect(row.activation_hash).toBeNull()
  })

  test('of somebody who has been deactivated fetches nothing', async () => {
    const { email, id } = await newcomer()
    await world.rows(`update memberships set status = 'inactive' where user_id = $1`, [id])
    expect((await attempt(email, idNumber)).status).toBe(401)
    expect(await world.mails(email)).toEqual([])
  })

  test('is stored so that the database alone does not give it away', async () => {
    const { id } = await newcomer()
    const other = await newcomer()
    const rows = await world.rows(
      `select encode(activation_hash, 'hex') as hash from memberships where user_id = any ($1)`,
      [[id, other.id]],
    )
    expect(rows[0].hash).toMatch(/^[0-9a-f]{64}$/)
    expect(rows[0].hash).not.toBe(rows[1].hash)
  })
})

describe('the one-time password', () => {
  test('signs in, in small letters too, and asks for a password of one’s own', async () => {
    const { email, id } = await newcomer()
    const caller = await world.signIn(email, (await fetchPassword(email)).toLowerCase())
    const { body } = await caller.call(profile)
    expect(body).toMatchObject({ id, must_change_password: true, organization_id: home })
  })

  test('opens nothing of the organisation until it is changed', async () => {
    const { email, id } = await newcomer()
    await world.rows(`update memberships set role = 'primary' where user_id = $1`, [id])
    const caller = await world.signIn(email, await fetchPassword(email))
    const every = Object.values(contract as Record<string, AreaCalls>).flatMap(Object.values)
    const inside = every.filter(({ needs }: Endpoint) => needs === 'organization') as Endpoint[]
    expect(inside.length).toBeGreaterThan(8)
    for (const endpoint of inside) {
      const reply = await caller.call(endpoint, { params: { id, month: '2026-02', year: 2026 } })
      expect([endpoint.path, reply.status, reply.body.message]).toEqual([
        endpoint.path,
        403,
        'First time login. Change of password required.',
      ])
    }
    const { acceptMembership, declineMembership, switch: switchTo } = contract.auth
    for (const endpoint of [acceptMembership, declineMembership, switchTo]) {
      expect((await caller.call(endpoint, { params: { id: home } })).status).toBe(403)
    }
    expect((await choose(caller, id)).status).toBe(200)
    expect((await caller.call(contract.users.list)).status).toBe(200)
  })

  test('changed, verified: the person is in, and is told by mail', async () => {
    const { email, id } = await newcomer()
    const caller = await world.signIn(email, await fetchPassword(email))
    expect((await choose(caller, id)).body.message).toBe('Password updated successfully')
    expect((await caller.call(verifyEmail, { params: { id } })).status).toBe(200)
    const { body } = await caller.call(profile)
    expect(body.must_change_password).toBe(false)
    const [row] = await world.rows('select * from users where id = $1', [id])
    expect(row.activated_at).not.toBeNull()
    expect(row.email_verified_at).not.toBeNull()
    const subjects = (await world.mails(email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your password was changed')
    world.pass(1)
    await world.signIn(email, chosen)
  })

  test('is dead once people have chosen their own password', async () => {
    const { email, id } = await newcomer()
    const first = await fetchPassword(email)
    await choose(await world.signIn(email, first), id)
    expect((await attempt(email, first)).status).toBe(401)
    expect(await world.rows(`select from codes where user_id = $1`, [id])).toEqual([])
  })

  test('is dead after 72 hours', async () => {
    const { email } = await newcomer()
    const first = await fetchPassword(email)
    world.pass(limits.activationHours * 3600 - 2)
    expect((await attempt(email, first)).status).toBe(200)
    world.pass(1)
    expect((await attempt(email, first)).status).toBe(401)
  })

  test('is replaced by the next one', async () => {
    const { email } = await newcomer()
    const first = await fetchPassword(email)
    world.pass(60)
    const second = await fetchPassword(email)
    expect(second).not.toBe(first)
    expect((await attempt(email, first)).status).toBe(401)
    expect((await attempt(email, second)).status).toBe(200)
  })

  test('cannot be used for somebody else', async () => {
    const [one, two] = [await newcomer(), await newcomer()]
    const first = await fetchPassword(one.email)
    expect((await attempt(two.email, first)).status).toBe(401)
  })
})

describe('a password that others know', () => {
  const sent = /not a code we sent you/
  const refusal = async (reply: Awaited<ReturnType<typeof choose>>) => [
    reply.status,
    ...(reply.body.errors?.password ?? []),
  ]

  test('is refused: the first one, in any case, and the ID number', async () => {
    const primary = await world.as('primary', home)
    const email = `known-${randomUUID().slice(0, 8)}@example.test`
    const id_number = 'AK4471902'
    await employ(primary, { email, id_number })
    await attempt(email, id_number)
    const first = await world.codeFor(email)
    const caller = await world.signIn(email, first)
    const { id } = (await caller.call(profile)).body
    const spelled = [id_number, id_number.toLowerCase(), 'AK 447-1902']
    for (const known of [first, first.toLowerCase(), ...spelled]) {
      const answered = [422, expect.stringMatching(sent)]
      expect(await refusal(await choose(caller, id, known))).toEqual(answered)
    }
    expect((await caller.call(profile)).body.must_change_password).toBe(true)
    expect((await choose(caller, id)).status).toBe(200)
  })

  test('is refused: the one in use, and the code that was mailed to change it', async () => {
    const { email, id } = await world.addPerson({ organization_id: home, role: 'user' })
    const caller = await world.signIn(email)
    const body = { password, password_confirmation: password, current_password: password }
    const same = [422, 'This is already your password. Please choose another one.']
    expect(await refusal(await caller.call(changePassword, { params: { id }, body }))).toEqual(same)
    await world.caller().call(contract.auth.resetPassword, { body: { email } })
    const otp = await world.codeFor(email)
    const reset = (secret: string) =>
      world.caller().call(contract.auth.updatePassword, {
        body: { email, otp, password: secret, password_confirmation: secret },
      })
    expect(await refusal(await reset(password))).toEqual(same)
    expect(await refusal(await reset(otp))).toEqual([422, expect.stringMatching(sent)])
    expect((await reset(chosen)).status).toBe(200)
  })
})

describe("only ever one's own login", () => {
  test('another id is refused and changes nothing', async () => {
    const { email, id } = await newcomer()
    const colleague = await world.addPerson({ organization_id: home, role: 'user' })
    const before = await world.rows('select * from users where id = $1', [colleague.id])
    const newOne = await world.signIn(email, await fetchPassword(email))
    const primary = await world.as('primary', home)
    for (const caller of [newOne, primary]) {
      expect((await choose(caller, colleague.id)).status).toBe(403)
      const verifying = await caller.call(verifyEmail, { params: { id: colleague.id } })
      expect(verifying.status).toBe(403)
    }
    expect(await world.rows('select * from users where id = $1', [colleague.id])).toEqual(before)
    expect((await choose(primary, id)).status).toBe(403)
  })

  test('two different passwords, or a short one, are refused at their field', async () => {
    const { email, id } = await newcomer()
    const caller = await world.signIn(email, await fetchPassword(email))
    const unlike = await caller.call(changePassword, {
      params: { id },
      body: { password: chosen, password_confirmation: `${chosen}!` },
    })
    expect(unlike).toMatchObject({
      status: 422,
      body: { errors: { password_confirmation: ['The two passwords are not the same.'] } },
    })
    expect(Object.keys((await choose(caller, id, 'short')).body.errors ?? {})).toEqual(['password'])
    expect((await caller.call(profile)).body.must_change_password).toBe(true)
  })

  test('a new password ends every other session of the person, and spares this one', async () => {
    const { email, id } = await world.addPerson({ organization_id: home, role: 'user' })
    const old = await world.signIn(email)
    world.pass(1)
    const current = await world.signIn(email)
    const reply = await current.call(changePassword, {
      params: { id },
      body: { password: chosen, password_confirmation: chosen, current_password: password },
    })
    expect(reply.status).toBe(200)
    expect((await old.call(profile)).status).toBe(401)
    expect((await current.call(profile)).status).toBe(200)
  })
})
