// @tests story
import { contract, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { makeWorld, openWorld, password, type Reply } from '../../test/world.ts'

/** The mailed sign-in code: tries, whose browser it belongs to, and how often it is sent. */

const { login, verifyOtp, requestOtp, profile } = contract.auth
const elsewhere = '10.99.0.7'

const world = await openWorld()
const home = await world.addOrganization()

const somebody = async () => (await world.addPerson({ organization_id: home, role: 'user' })).email

const cookiesOf = (reply: Reply<unknown>) =>
  [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0] as string)
    .filter((pair) => !pair.endsWith('='))
const ticketOf = (reply: Reply<unknown>) =>
  cookiesOf(reply).find((pair) => pair.startsWith('mshahara_signin=')) ?? ''

const begin = (email: string, cookie = '', address?: string) =>
  world.caller(undefined, address).call(login, { body: { email, password } }, { cookie })
const enter = (email: string, otp: string, cookie = '', address?: string) =>
  world.caller(undefined, address).call(verifyOtp, { body: { email, otp } }, { cookie })
const resend = (email: string, cookie = '', address?: string) =>
  world.caller(undefined, address).call(requestOtp, { body: { email } }, { cookie })
const wrongThan = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, '0')
const mailCount = async (email: string) => (await world.mails(email)).length

describe('tries', () => {
  test('after five wrong codes the right one is refused, until a new one is sent', async () => {
    const email = await somebody()
    await begin(email)
    const code = await world.codeFor(email)
    for (let n = 1; n <= limits.codeTries; n += 1) {
      expect((await enter(email, wrongThan(code, n))).status).toBe(401)
    }
    const late = await enter(email, code)
    expect(late).toMatchObject({
      status: 401,
      body: { message: 'The code is not valid or has expired.' },
    })
    world.pass(1)
    await begin(email)
    expect((await enter(email, await world.codeFor(email))).status).toBe(200)
  })

  test('four wrong codes and then the right one is fine', async () => {
    const email = await somebody()
    await begin(email)
    const code = await world.codeFor(email)
    for (let n = 1; n < limits.codeTries; n += 1) await enter(email, wrongThan(code, n))
    expect((await enter(email, code)).status).toBe(200)
  })

  test('twenty wrong codes at once count as five tries, and none is free', async () => {
    const email = await somebody()
    await begin(email)
    const code = await world.codeFor(email)
    const crowd = Array.from({ length: 20 }, (_, n) => enter(email, wrongThan(code, n + 1)))
    expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([401]))
    const [row] = await world.rows(`select tries from codes where email = $1`, [email])
    expect(row.tries).toBe(limits.codeTries)
    expect((await enter(email, code)).status).toBe(401)
  })

  test('the right code in the middle of a crowd of wrong ones is at best let in once', async () => {
    const email = await somebody()
    await begin(email)
    const code = await world.codeFor(email)
    const crowd = Array.from({ length: 20 }, (_, n) =>
      enter(email, n === 12 ? code : wrongThan(code, n + 1)),
    )
    const opened = (await Promise.all(crowd)).filter(({ status }) => status === 200)
    expect(opened.length).toBeLessThanOrEqual(1)
    const sessions = await world.rows(
      'select from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    )
    expect(sessions).toHaveLength(opened.length)
  })

  test('two right codes at once open one session', async () => {
    const email = await somebody()
    await begin(email)
    const code = await world.codeFor(email)
    const both = await Promise.all([enter(email, code), enter(email, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('a code works once', async () => {
    const email = await somebody()
    await begin(email)
    const code = await world.codeFor(email)
    expect((await enter(email, code)).status).toBe(200)
    expect((await enter(email, code)).status).toBe(401)
  })
})

describe('the code belongs to the browser that asked', () => {
  test('from another address it is refused and costs the owner no try', async () => {
    const email = await somebody()
    const ticket = ticketOf(await begin(email))
    const code = await world.codeFor(email)
    for (let n = 0; n < 8; n += 1) {
      expect((await enter(email, wrongThan(code, n), '', elsewhere)).status).toBe(401)
    }
    expect((await enter(email, code, '', elsewhere)).status).toBe(401)
    expect((await enter(email, code, ticket)).status).toBe(200)
  })

  test('from another address with the ticket of the browser it is accepted', async () => {
    const email = await somebody()
    const ticket = ticketOf(await begin(email))
    expect(ticket).not.toBe('')
    expect((await enter(email, await world.codeFor(email), ticket, elsewhere)).status).toBe(200)
  })

  test('from the same address with the ticket of another browser it is refused', async () => {
    const email = await somebody()
    const colleague = await somebody()
    const ticket = ticketOf(await begin(colleague))
    await begin(email)
    const code = await world.codeFor(email)
    expect((await enter(email, code, ticket)).status).toBe(401)
    expect((await enter(email, code)).status).toBe(200)
  })

  test('where a page asked, the address alone is nothing', async () => {
    for (const name of ['x-page', 'sec-fetch-site']) {
      const email = await somebody()
      const begun = await world
        .caller()
        .call(login, { body: { email, password } }, { [name]: 'same-origin' })
      const code = await world.codeFor(email)
      expect((await enter(email, code)).status).toBe(401)
      await resend(email)
      expect(await world.codeFor(email)).toBe(code)
      expect((await enter(email, code, ticketOf(begun))).status).toBe(200)
    }
  })

  test('another browser without the ticket cannot have it sent again', async () => {
    const email = await somebody()
    await begin(email)
    world.pass(120)
    expect((await resend(email, '', elsewhere)).status).toBe(200)
    expect(await mailCount(email)).toBe(1)
  })

  test('the ticket is a cookie that no script can read and that signing in removes', async () => {
    const email = await somebody()
    const begun = await begin(email)
    const line = String([begun.headers['set-cookie']].flat()[0])
    expect(line).toMatch(/^mshahara_signin=[\w-]{43};.*HttpOnly.*SameSite=Strict/)
    const done = await enter(email, await world.codeFor(email), ticketOf(begun))
    expect([done.headers['set-cookie']].flat().join('\n')).toMatch(/mshahara_signin=;/)
  })
})

describe('sending again', () => {
  test('once a minute, not sooner', async () => {
    const email = await somebody()
    await begin(email)
    world.pass(50)
    expect((await resend(email)).body.message).toBe(
      'OTP successfully sent. Please check your email.',
    )
    expect(await mailCount(email)).toBe(1)
    world.pass(10)
    expect((await resend(email)).status).toBe(200)
    expect(await mailCount(email)).toBe(2)
  })

  test('five codes an hour, then a wait; a success clears the count', async () => {
    const email = await somebody()
    await begin(email)
    for (let n = 0; n < 4; n += 1) {
      world.pass(60)
      expect((await resend(email)).status).toBe(200)
    }
    expect(await mailCount(email)).toBe(5)
    world.pass(60)
    expect(await resend(email)).toMatchObject({
      status: 429,
      body: { message: 'Too many codes were requested. Please try again in an hour.' },
    })
    expect(await mailCount(email)).toBe(5)
    expect((await enter(email, await world.codeFor(email))).status).toBe(200)
    expect((await begin(email)).status).toBe(200)
    expect(await mailCount(email)).toBe(6)
  })

  test('five codes an hour, even when each comes from signing in again', async () => {
    const email = await somebody()
    for (let n = 0; n < 5; n += 1) {
      expect((await begin(email)).status).toBe(200)
      world.pass(60)
    }
    expect((await begin(email)).status).toBe(429)
    expect(await mailCount(email)).toBe(5)
    world.pass(3600)
    expect((await begin(email)).status).toBe(200)
  })

  test('a new code ends the one before', async () => {
    const email = await somebody()
    await begin(email)
    const first = await world.codeFor(email)
    world.pass(60)
    await resend(email)
    const second = await world.codeFor(email)
    if (first !== second) expect((await enter(email, first)).status).toBe(401)
    expect((await enter(email, second)).status).toBe(200)
  })

  test('is answered alike for an address nobody knows, and mails nothing', async () => {
    const known = await somebody()
    await begin(known)
    const told = await resend(known)
    const unknown = await resend('nobody@example.test')
    expect([unknown.status, unknown.body]).toEqual([told.status, told.body])
    expect(await mailCount('nobody@example.test')).toBe(0)
  })

  test('without a sign-in under way mails nothing', async () => {
    const email = await somebody()
    expect((await resend(email)).status).toBe(200)
    expect(await mailCount(email)).toBe(0)
  })

  test('a double click on Sign In sends one message, one after the other or at once', async () => {
    const [slow, quick] = [await somebody(), await somebody()]
    await begin(slow)
    await begin(slow)
    expect(await mailCount(slow)).toBe(1)
    const both = await Promise.all([begin(quick), begin(quick), begin(quick)])
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await mailCount(quick)).toBe(1)
    const ticket = both.map(ticketOf).find(Boolean)
    expect((await enter(quick, await world.codeFor(quick), ticket, elsewhere)).status).toBe(200)
  })

  test('a double click on Resend sends one message', async () => {
    const email = await somebody()
    await begin(email)
    world.pass(60)
    await Promise.all([resend(email), resend(email), resend(email)])
    expect(await mailCount(email)).toBe(2)
  })
})

test('behind a proxy that is trusted, people are told apart by what the proxy says', async () => {
  const proxied = await makeWorld({ settings: { trustProxy: 1 } })
  try {
    const organization_id = await proxied.addOrganization()
    const { email } = await proxied.addPerson({ organization_id, role: 'user' })
    const from = (forwarded: string) => ({ 'x-forwarded-for': forwarded })
    const proxy = proxied.caller(undefined, '10.0.0.254')
    await proxy.call(login, { body: { email, password } }, from('197.1.1.1'))
    const otp = await proxied.codeFor(email)
    // A client may write what it likes in front; only the proxy's own word, the last, counts.
    const liar = await proxy.call(verifyOtp, { body: { email, otp } }, from('197.1.1.1, 41.2.2.2'))
    expect(liar.status).toBe(401)
    const owner = await proxy.call(verifyOtp, { body: { email, otp } }, from('197.1.1.1'))
    expect(owner.status).toBe(200)
    const me = await proxied.caller(owner.body.access_token).call(profile)
    expect(me.body.email).toBe(email)
  } finally {
    await proxied.close()
  }
})
