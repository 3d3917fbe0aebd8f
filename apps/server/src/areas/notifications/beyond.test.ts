// @tests story
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { authorization, publicKeyOf } from '../../foundation/providers/push.ts'
import { approveLeave, giveDays, openLeaveOffice } from '../../test/leave.ts'
import { lend, openBorrowing } from '../../test/loans.ts'
import { asEmployee, employ, runMonth } from '../../test/office.ts'
import { byHand } from '../../test/pollers.ts'
import { startSimulator } from '../../test/providers.ts'
import { sessionOf } from '../../test/session.ts'
import { openWorld } from '../../test/world.ts'
import { payslips } from '../payslips/index.ts'
import { pusher } from './devices.ts'
import { notify } from './index.ts'

/** News that reach somebody who is not looking: on their devices, and by text message. */

const simulator = await startSimulator()
const world = await openWorld({ env: simulator.env, workers: false })
const { parts } = world
const { allowPush, stopPush, pushKey, list } = contract.notifications

// ---------------------------------------------------------------- devices

/** A browser: its push service keeps what arrives, and it alone can read that. */
function openBrowser(endpoint: string) {
  const keys = createECDH('prime256v1')
  const secret = Buffer.alloc(16, endpoint.length)
  const point = keys.generateKeys()
  const device = {
    endpoint,
    public_key: point.toString('base64url'),
    secret: secret.toString('base64url'),
  }
  const derive = (key: Buffer, salt: Buffer, what: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, what, length))
  function read(body: Buffer) {
    const salt = body.subarray(0, 16)
    const theirs = body.subarray(21, 21 + 65)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, theirs])
    const shared = derive(keys.computeSecret(theirs), secret, info, 32)
    const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
    const sealed = body.subarray(86)
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    expect(plain.at(-1), 'the mark of the last record').toBe(2)
    return JSON.parse(plain.subarray(0, -1).toString())
  }
  return { device, read }
}

interface Arrived {
  url: string
  headers: Record<string, string>
  body: Buffer
}

/** The services of the makers: they answer with what is wanted. */
function openServices(status = 201) {
  const arrived: Arrived[] = []
  const answering = { status }
  const fetch = (async (url: string, { headers, body }: Arrived) => {
    arrived.push({ url, headers, body })
    return new Response(null, { status: answering.status })
  }) as unknown as typeof globalThis.fetch
  return { arrived, answering, goOut: () => byHand([pusher(parts, fetch)]) }
}

const tell = (organization: string, user_id: string, title = 'Leave request approved') =>
  world.platform((tx) =>
    notify(tx, organization, [user_id], {
      key: null,
      title,
      text: 'Sick Leave',
      link: '/my-leaves',
    }),
  )

/** As the push service checks who sends: RFC 8292. */
function isSignedBy(key: string, authorization: string, audience: string) {
  const [, token = '', named] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((b) => b.toString('base64url'))
  const known = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
  expect(named).toBe(key)
  expect(said.aud).toBe(audience)
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: known, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}

test('news ring on the device that was allowed, readable there alone, without their details', async () => {
  const home = await world.addOrganization('Baraka Foods Ltd')
  const person = await world.as('employee', home)
  const { device, read } = openBrowser('https://fcm.googleapis.com/fcm/send/abc')
  const makers = openServices()
  await tell(home, person.id)
  expect(await makers.goOut(), 'nothing was allowed yet').toBe(0)
  const { key } = (await person.call(pushKey)).body
  expect((await person.call(allowPush, { body: device })).status).toBe(200)
  await tell(home, person.id)
  await makers.goOut()
  const [one] = makers.arrived
  expect(makers.arrived).toHaveLength(1)
  expect(read(one?.body as Buffer)).toEqual({
    title: 'Leave request approved',
    body: 'Baraka Foods Ltd',
    link: '/my-leaves',
  })
  expect(one?.url).toBe(device.endpoint)
  const { authorization = '', 'content-encoding': encoding } = one?.headers ?? {}
  expect(encoding).toBe('aes128gcm')
  expect(isSignedBy(key, authorization, 'https://fcm.googleapis.com')).toBe(true)
  // Once, and no more after it was stopped.
  expect(await makers.goOut()).toBe(0)
  await person.call(stopPush, { body: { endpoint: device.endpoint } })
  await tell(home, person.id)
  expect(await makers.goOut()).toBe(0)
})

test('only the services of browsers are called, and only with keys that hold', async () => {
  const person = await world.as('employee', await world.addOrganization())
  const good = openBrowser('https://updates.push.services.mozilla.com/wpush/v2/x').device
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://evilpush.apple.com.test/x',
    'https://fcm.googleapis.com:8443/x',
    'https://a@fcm.googleapis.com/x',
  ]) {
    const { status, body } = await person.call(allowPush, { body: { ...good, endpoint } })
    expect([endpoint, status]).toEqual([endpoint, 422])
    expect(JSON.stringify(body)).toContain('We cannot send notifications to this browser.')
  }
  const noPoint = { ...good, public_key: 'A'.repeat(87) }
  expect((await person.call(allowPush, { body: noPoint })).status).toBe(422)
  expect((await person.call(allowPush, { body: good })).status).toBe(200)
})

test('an address that came into the table by another way is not called, and is forgotten', async () => {
  const home = await world.addOrganization()
  const person = await world.as('employee', home)
  await person.call(allowPush, { body: openBrowser('https://web.push.apple.com/moved').device })
  await world.rows(
    `update push_subscriptions set endpoint = 'https://169.254.169.254/x' where user_id = $1`,
    [person.id],
  )
  const makers = openServices()
  await tell(home, person.id)
  await makers.goOut()
  expect(makers.arrived).toEqual([])
  const left = await world.rows('select from push_subscriptions where user_id = $1', [person.id])
  expect(left).toEqual([])
})

test('a device is that of whoever allowed it last, and is forgotten when it is gone', async () => {
  const home = await world.addOrganization()
  const [first, second] = [await world.as('employee', home), await world.as('employee', home)]
  const { device } = openBrowser('https://web.push.apple.com/shared')
  await first.call(allowPush, { body: device })
  await second.call(allowPush, { body: device })
  const makers = openServices(503)
  await tell(home, first.id)
  expect(await makers.goOut(), 'not theirs any more').toBe(0)
  await tell(home, second.id)
  await makers.goOut()
  await world.rows('update push_messages set try_at = now()')
  makers.answering.status = 410
  await makers.goOut()
  expect(makers.arrived).toHaveLength(2)
  const left = await world.rows('select from push_subscriptions where endpoint = $1', [
    device.endpoint,
  ])
  expect(left).toEqual([])
})

// ---------------------------------------------------------------- paid, and approved

const textsTo = async (phone: string) => {
  const rows = await world.rows(
    `select body from mails where lane = 'texts' and recipient = $1 order by number`,
    [phone],
  )
  return rows.map(({ body }) => JSON.parse(parts.secrets.decrypt(body)).text as string)
}
/** A plan, from credit that the operator has entered: it needs no phone. */
async function paysForTexts(organization_id: string) {
  const { billing } = contract
  const operator = await world.as('super-admin', organization_id)
  const reference = organization_id.slice(0, 8)
  const money = { amount: 2500, method: 'Bank', reference, reason: 'Paid at the bank' } as const
  await operator.call(billing.addCredit, { body: { organization_id, ...money } })
  const primary = await world.as('primary', organization_id)
  const plan = { package_id: 'basic', type: 'upgrade', duration: 1, amount: 0 } as const
  expect((await primary.call(billing.init, { body: plan })).status).toBe(201)
}
const { settings, changeSettings, setPayment, reverse } = contract.payrolls
const tellPaid = () => byHand(payslips.pollers?.(parts) ?? [])

test('whoever is paid hears of it once, on the day, in their language, by text where it is paid for', async () => {
  const home = await world.addOrganization('Baraka Foods Ltd')
  const primary = await world.as('primary', home)
  const { id } = await employ(primary, { phone: '0722000501' })
  const { id: without } = await employ(primary, { phone: '0722000502' })
  const person = await asEmployee(world, home, id)
  await person.call(contract.auth.setLanguage, { body: { language: 'sw' } })
  const on = { body: { text_news: true } }
  const refused = await primary.call(changeSettings, on)
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('organizations on a paid plan')
  await paysForTexts(home)
  expect((await primary.call(changeSettings, on)).status).toBe(200)
  expect((await primary.call(settings)).body.text_news).toBe(true)

  const run = await runMonth(primary, 'January', 2026)
  const [today, tomorrow] = ['2026-03-10', '2026-03-11']
  world.setTime(`${today}T09:00:00Z`)
  await primary.call(setPayment, { params: { id: run.id }, body: { paid_on: tomorrow } })
  await tellPaid()
  expect(await textsTo('0722000501'), 'the day is not there yet').toEqual([])
  world.setTime(`${tomorrow}T05:00:00Z`)
  await tellPaid()
  await tellPaid()
  expect(await textsTo('0722000501')).toEqual([
    expect.stringMatching(/^Baraka Foods Ltd: mshahara wako wa Januari 2026 umelipwa\. STOP: /),
  ])
  expect(await textsTo('0722000502')).toEqual([
    expect.stringMatching(/^Baraka Foods Ltd: your pay for January 2026 was paid\. STOP: /),
  ])
  expect(without).not.toBe(id)
  const again = world.caller(await sessionOf(parts, person.id, home))
  const titles = (await again.call(list)).body.data.map(({ title }) => title)
  expect(titles.filter((title) => title === 'Umelipwa mshahara')).toHaveLength(1)

  // The plan is over: no more texts, and nobody had to switch them off.
  world.setTime('2026-05-01T09:00:00Z')
  const later = world.caller(await sessionOf(parts, primary.id, home))
  const february = await runMonth(later, 'February', 2026)
  const settled = { params: { id: february.id }, body: { paid_on: '2026-05-01' } }
  expect((await later.call(setPayment, settled)).status).toBe(200)
  await tellPaid()
  expect(await textsTo('0722000502')).toHaveLength(1)
  world.setTime('2026-03-11T05:00:00Z')
})

test('a day of payment speaks of those it pays, and of no long gone day', async () => {
  const home = await world.addOrganization()
  const primary = await world.as('primary', home)
  const byBank = await employ(primary)
  const byPhone = await employ(primary, { pay_by: 'mpesa', phone: '0722000503' })
  const run = await runMonth(primary, 'January', 2026)
  await primary.call(setPayment, { params: { id: run.id }, body: { paid_on: '2026-03-10' } })
  const news = () =>
    world.rows(
      `select s.employee_id from pay_news n join payslips s on s.id = n.id
       where n.organization_id = $1`,
      [home],
    )
  expect(await news()).toEqual([{ employee_id: byBank.id }])
  expect(byPhone.id).not.toBe(byBank.id)
  const old = await runMonth(primary, 'December', 2025)
  await primary.call(setPayment, { params: { id: old.id }, body: { paid_on: '2025-12-31' } })
  expect(await news()).toHaveLength(1)
})

test('a message is signed also with a key that begins with a zero', () => {
  const secrets = (first: number) => ({ digest: () => Buffer.alloc(32, 7).fill(first, 0, 1) })
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  for (const first of [0, 1]) {
    const said = { endpoint, contact: 'mailto:x@example.test', now: new Date() }
    const signed = authorization(secrets(first), said)
    expect(isSignedBy(publicKeyOf(secrets(first)), signed, 'https://fcm.googleapis.com')).toBe(true)
  }
})

test('a day of payment that is removed before it comes is nobody’s news', async () => {
  const home = await world.addOrganization()
  const primary = await world.as('primary', home)
  const { id } = await employ(primary)
  const person = await asEmployee(world, home, id)
  const run = await runMonth(primary, 'January', 2026)
  const params = { id: run.id }
  await primary.call(setPayment, { params, body: { paid_on: '2026-12-24' } })
  await primary.call(setPayment, { params, body: { paid_on: null } })
  expect((await primary.call(reverse, { params, body: { reason: 'Wrong' } })).status).toBe(200)
  expect(await world.rows('select from pay_news where organization_id = $1', [home])).toEqual([])
  expect((await person.call(list)).body.data.map(({ title }) => title)).not.toContain(
    'You have been paid',
  )
})

test('leave and loans that were approved are told by text, without the kind or the amount', async () => {
  const office = await openLeaveOffice(world)
  const someone = await office.join({ phone: '0722000601' })
  const annual = office.typeOf('Annual Leave')
  await giveDays(world, office, someone.employee_id, annual, 21)
  const asked = { leave_type_id: annual, employee_id: someone.employee_id }
  await approveLeave(office.primary, { ...asked, start_date: '2026-04-13' })
  expect(await textsTo('0722000601'), 'not asked for').toEqual([])
  await paysForTexts(office.organization)
  await office.primary.call(changeSettings, { body: { text_news: true } })
  const later = { start_date: '2026-04-20', end_date: '2026-04-21' }
  await approveLeave(office.primary, { ...asked, ...later })
  expect(await textsTo('0722000601')).toEqual([
    expect.stringContaining('your leave of 20 April, 2026 to 21 April, 2026 was approved.'),
  ])
  expect((await textsTo('0722000601')).join('').length).toBeLessThanOrEqual(160)

  const lending = await openBorrowing(world)
  const organization = lending.organization
  await paysForTexts(organization)
  await lending.primary.call(changeSettings, { body: { text_news: true } })
  await world.rows(`update employees set phone = '0722000602' where id = $1`, [lending.borrower.id])
  await lend(lending)
  expect(await textsTo('0722000602')).toEqual([
    expect.stringContaining('your loan application was approved.'),
  ])
})
