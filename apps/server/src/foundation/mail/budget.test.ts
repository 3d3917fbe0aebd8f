// @tests story
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { openWorld, password, type Reply } from '../../test/world.ts'

/** How much mail people can cause, to one recipient and by one organisation (A29). */

const { auth, users, payrolls, payslips } = contract

const world = await openWorld({ workers: true })

const newAddress = () => `reader-${randomUUID().slice(0, 8)}@example.test`
const names = { first_name: 'Neema', last_name: 'Barasa', phone: '0712345678' }
const inviteFrom = async (email: string) => {
  const primary = await world.as('primary', await world.addOrganization())
  return primary.call(users.invite, { body: { ...names, email, role: 'user' } })
}

const reset = (email: string, address: string, cookie = '') =>
  world.caller(undefined, address).call(auth.resetPassword, { body: { email } }, { cookie })
const cookieIn = (reply: Reply<unknown>, name: string) =>
  [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0] as string)
    .find((pair) => pair.startsWith(`${name}=`)) ?? ''

/** Sign-ups and resets for somebody's address, from ever new places, for hours. */
async function strangersSpend(email: string) {
  for (let n = 0; n < 10; n += 1) {
    const body = { ...names, email, password: 'plain-needle-77' }
    await world.caller(undefined, `10.30.${n}.1`).call(auth.signup, { body })
  }
  for (let n = 0; n < 60; n += 1) {
    await reset(email, `10.31.${n}.1`)
    world.pass(n % 9 === 8 ? 3600 : 60)
  }
}

describe('one recipient', { timeout: 60_000 }, () => {
  test('gets a dozen letters an hour from however many organisations, then none', async () => {
    const email = newAddress()
    const told: number[] = []
    for (let n = 0; n < 14; n += 1) told.push((await inviteFrom(email)).status)
    expect(told).toEqual([...Array(12).fill(201), 429, 429])
    expect(await world.mails(email)).toHaveLength(12)
    const [row] = await world.rows(
      'select count(*)::int from memberships m join users u on u.id = m.user_id where email = $1',
      [email],
    )
    expect(row.count).toBe(12)
    world.pass(3600)
    expect((await inviteFrom(email)).status).toBe(201)
  })

  test('whose budget strangers have used up still gets sign-in codes', async () => {
    const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
    for (let n = 0; n < 13; n += 1) await inviteFrom(email)
    await world.signIn(email, password)
    const subjects = (await world.mails(email)).map(({ subject }) => subject)
    expect(subjects[0]).toBe('Your sign-in code')
  })

  test('of resets and sign-ups is answered as ever, and written to no more', async () => {
    const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
    await strangersSpend(email)
    const before = (await world.mails(email)).length
    expect((await reset(email, '10.40.0.1')).status).toBe(200)
    expect(await world.mails(email)).toHaveLength(before)
    // What an organisation writes is another matter.
    expect((await inviteFrom(email)).status).toBe(201)
    expect(await world.mails(email)).toHaveLength(before + 1)
  })

  test('resets the password at a known device, whatever strangers have caused', async () => {
    const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
    const begun = await world.caller().call(auth.login, { body: { email, password } })
    const otp = await world.codeFor(email)
    const cookie = cookieIn(begun, 'mshahara_signin')
    const done = await world.caller().call(auth.verifyOtp, { body: { email, otp } }, { cookie })
    const device = cookieIn(done, 'mshahara_device')
    await strangersSpend(email)
    const before = (await world.mails(email)).length
    await reset(email, '10.41.0.1')
    expect(await world.mails(email)).toHaveLength(before)
    expect((await reset(email, '10.41.0.2', device)).status).toBe(200)
    const [letter, ...others] = await world.mails(email)
    expect(letter?.subject).toBe('Reset your password')
    expect(others).toHaveLength(before)
    const told = others.filter(({ subject }) => subject === 'You already have an account')
    expect(told).toHaveLength(1)
  })

  test('of payslips is spared as well; what is not sent says why', async () => {
    const primary = await world.as('primary', await world.addOrganization())
    const email = newAddress()
    await employ(primary, { email, email_payslip: false })
    const { body } = await primary.call(payrolls.create, {
      body: { month: 'February', year: 2026 },
    })
    await primary.call(payrolls.confirm, { params: { id: body.id } })
    const { body: run } = await primary.call(payrolls.get, { params: { id: body.id } })
    const slip = { params: { id: run.payslips[0]?.id as string } }
    const told: number[] = []
    for (let n = 0; n < 14; n += 1) told.push((await primary.call(payslips.email, slip)).status)
    expect(new Set(told)).toEqual(new Set([200, 429]))
    expect((await world.mails(email)).length).toBeLessThanOrEqual(12)
  })
})

test('names carry no addresses: refused where they are written', async () => {
  const link = 'Win at evil.com now'
  const primary = await world.as('primary', await world.addOrganization())
  const sentence = (label: string) => [`${label} cannot contain a web or email address.`]
  const signingUp = await world.caller().call(auth.signup, {
    body: { ...names, first_name: link, email: newAddress(), password: 'plain-needle-77' },
  })
  expect(signingUp.body.errors).toEqual({ first_name: sentence('First Name') })
  const inviting = await primary.call(users.invite, {
    body: { ...names, last_name: 'http://x.y', email: newAddress(), role: 'user' },
  })
  expect(inviting.body.errors).toEqual({ last_name: sentence('Last Name') })
  const renaming = await primary.call(contract.organizations.update, {
    params: { id: (await primary.call(auth.profile)).body.organization_id as string },
    body: { name: 'me@evil.example' },
  })
  expect(renaming.body.errors).toEqual({ name: sentence('Name') })
})

test('names that were there before lead nowhere in a letter', async () => {
  const organization = await world.addOrganization('Free money at www.evil.com')
  const primary = await world.as('primary', organization)
  const email = newAddress()
  await primary.call(users.invite, { body: { ...names, email, role: 'user' } })
  const [letter] = await world.mails(email)
  expect(letter?.subject).toContain('Free money at www. evil. com invites you to Mshahara')
  expect(`${letter?.text}${letter?.html}`).not.toContain('evil.com')
})
