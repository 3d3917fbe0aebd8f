// @tests story
import { beforeAll, describe, expect, test } from 'vitest'
import { isStopped } from '../../foundation/mail/numbers.ts'
import { recordText } from '../../foundation/mail/texts.ts'
import { type Checkout, checkOf, newCustomer, openCheckout, order } from '../../test/checkout.ts'
import { incomingTextsPath } from './incoming-texts.ts'

/** However many organisations write to a number, it is left alone; and its owner can say stop. */

let shop: Checkout
beforeAll(async () => {
  shop = await openCheckout()
})

const post = (path: string, form: Record<string, string>, remoteAddress = '10.9.0.1') =>
  shop.app.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
const stopped = (number: string) => shop.platform((tx) => isStopped(tx, number))
const write = async (to: string) => {
  const { organization_id } = await newCustomer(shop)
  return shop.platform((tx) => recordText(tx, shop.parts, organization_id, { to, text: 'Hello' }))
}
const prompt = async (phone: string) => order((await newCustomer(shop)).primary, { phone })
/** As the owner of the phone reads it. */
const codeOn = async (phone: string) => {
  const [row] = await shop.rows(
    `select body from mails where recipient = $1 and organization_id is null
     order by number desc limit 1`,
    [phone],
  )
  return row && /^([\d ]+) stops/.exec(JSON.parse(shop.parts.secrets.decrypt(row.body)).text)?.[1]
}

describe('of all organisations together', () => {
  test('a number that never answered is asked four times an hour and eight times a day', async () => {
    const phone = '0790009999'
    for (let n = 0; n < 4; n += 1) expect((await prompt(phone)).status).toBe(201)
    const refused = await prompt(phone)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many requests have gone to this number. Please use another, or try again tomorrow.',
    ])
    shop.pass(3601)
    for (let n = 0; n < 4; n += 1) expect((await prompt(phone)).status).toBe(201)
    shop.pass(3601)
    expect((await prompt(phone)).status).toBe(429)
    shop.pass(24 * 3600)
    expect((await prompt(phone)).status).toBe(201)
  })

  test('at the same time as well, on whichever server', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => newCustomer(shop)))
    const all = await Promise.all(
      buyers.map(({ primary }) => order(primary, { phone: '0791009999' })),
    )
    expect(all.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(all.filter(({ status }) => status === 429 || status === 422)).toHaveLength(4)
  })

  test('one that has paid before is asked more often', async () => {
    const phone = '0792009999'
    const { primary } = await newCustomer(shop)
    const { body } = await order(primary, { phone })
    await shop.settle()
    expect((await checkOf(primary, body.id)).status).toBe('Completed')
    for (let n = 0; n < 9; n += 1) expect((await prompt(phone)).status).toBe(201)
    expect((await prompt(phone)).status).toBe(429)
  })

  test('five texts a day go to a number, twelve where a code from there was entered', async () => {
    for (let n = 0; n < 5; n += 1) expect(await write('0793009999')).toBe(true)
    expect(await write('0793009999')).toBe(false)
    expect(await write('+254793009999')).toBe(false)
    await shop.rows(`insert into phone_numbers (digits, agreed_at) values ('793009999', now())`)
    for (let n = 0; n < 7; n += 1) expect(await write('0793009999')).toBe(true)
    expect(await write('0793009999')).toBe(false)
  })

  test('and no road goes round the database', async () => {
    const { organization_id } = await newCustomer(shop)
    await shop.rows(`insert into phone_numbers (digits, stopped_at, stopped_by)
      values ('794009999', now(), 'operator')`)
    const record = `select record_mail(gen_random_uuid(), $1, '+254794009999', 'Text message',
      'x'::bytea, 'queued', 'texts')`
    await expect(shop.rows(record, [organization_id])).rejects.toThrow('takes no more text now')
    await expect(shop.rows(record, [null])).rejects.toThrow('takes no more text now')
    expect(await write('0794009999')).toBe(false)
    const asked = await prompt('0794009999')
    expect(asked.status).toBe(422)
    expect(asked.body.errors?.phone?.[0]).toContain('has asked us not to message it')
  })
})

describe('stop', () => {
  test('on the page: by a code that is sent to the number', async () => {
    const page = await shop.app.inject('/stop')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('name="phone"')
    expect((await post('/stop', { phone: '12' })).statusCode).toBe(422)
    const phone = '0795009999'
    expect((await post('/stop', { phone: '+254 795 009 999' })).body).toContain('name="code"')
    expect((await post('/stop', { phone, code: '000000x' })).statusCode).toBe(422)
    expect(await stopped(phone)).toBe(false)
    const done = await post('/stop', { phone, code: (await codeOn(phone)) as string })
    expect([done.statusCode, done.body.includes('Done.')]).toEqual([200, true])
    expect(await stopped(phone)).toBe(true)
    expect(await write(phone)).toBe(false)
    expect((await prompt(phone)).status).toBe(422)
  })

  test('is not a way to flood somebody', async () => {
    const phone = '0796009999'
    for (let n = 0; n < 4; n += 1) await post('/stop', { phone })
    const sent = await shop.rows('select from mails where recipient = $1', [phone])
    expect(sent).toHaveLength(2)
    for (let n = 0; n < 20; n += 1) await post('/stop', { phone: `07970${10_000 + n}` })
    const refused = await post('/stop', { phone: '0798009999' })
    expect(refused.statusCode).toBe(429)
    // Their own code may be on the phone already: it can be entered from such a network too.
    expect(refused.body).toContain('name="code"')
    expect(await codeOn('0798009999')).toBeUndefined()
  })

  test('is kept from nobody by the wrong codes of others, however many and from wherever', async () => {
    const phone = '0789009999'
    const owner = '10.9.1.1'
    await post('/stop', { phone }, owner)
    for (let n = 0; n < 300; n += 1) {
      const stranger = n % 3 ? owner : `10.8.${n}.1`
      const tried = await post('/stop', { phone, code: `${100_000 + n}` }, stranger)
      expect(tried.statusCode).toBe(422)
    }
    const code = (await codeOn(phone)) as string
    expect((await post('/stop', { phone: '0788009999', code }, owner)).statusCode).toBe(422)
    expect(await stopped(phone)).toBe(false)
    expect((await post('/stop', { phone, code }, owner)).statusCode).toBe(200)
    expect(await stopped(phone)).toBe(true)
  })

  test('has a code that nobody guesses, for a day and the next', async () => {
    const phone = '0787009999'
    await post('/stop', { phone }, '10.9.1.2')
    const code = (await codeOn(phone)) as string
    expect(code).toMatch(/^\d{4} \d{4} \d{4}$/)
    shop.pass(2 * 24 * 3600)
    expect((await post('/stop', { phone, code }, '10.9.1.2')).statusCode).toBe(422)
    await post('/stop', { phone }, '10.9.1.2')
    const next = (await codeOn(phone)) as string
    shop.pass(24 * 3600)
    const typed = next.replaceAll(' ', '')
    expect((await post('/stop', { phone, code: typed }, '10.9.1.2')).statusCode).toBe(200)
  })

  test('also reaches a number that has had too many texts already', async () => {
    const phone = '0799009999'
    for (let n = 0; n < 5; n += 1) await write(phone)
    shop.pass(3601)
    await post('/stop', { phone })
    expect(await codeOn(phone)).toMatch(/^[\d ]+$/)
  })

  test('by a reply that the gateway passes on, or when it tells who has left', async () => {
    const path = incomingTextsPath(shop.parts.secrets)
    await post(path, { from: '+254780009999', to: '22123', text: 'Hello' })
    expect(await stopped('0780009999')).toBe(false)
    await post(path, { from: '+254780009999', to: '22123', text: ' Stop. ' })
    expect(await stopped('0780009999')).toBe(true)
    await post(path, { phoneNumber: '+254781009999', senderId: 'Mshahara' })
    expect(await stopped('0781009999')).toBe(true)
    const guess = await post(`/hooks/s/${'a'.repeat(32)}`, { phoneNumber: '+254782009999' })
    expect(guess.statusCode).toBe(404)
    expect(await stopped('0782009999')).toBe(false)
    expect((await post(path, { phoneNumber: 'x' })).statusCode).toBe(200)
  })

  test('holds for a prompt that waits already', async () => {
    const phone = '0783009999'
    const { primary } = await newCustomer(shop)
    const { body } = await order(primary, { phone })
    await post(incomingTextsPath(shop.parts.secrets), { phoneNumber: phone.replace(/^0/, '+254') })
    await shop.settle()
    const after = await checkOf(primary, body.id)
    expect(after.status).not.toBe('Completed')
    const [push] = await shop.rows(
      'select state, reason, checkout_id from payment_pushes where phone = $1',
      [phone],
    )
    expect(push).toEqual({
      state: 'failed',
      reason: 'The owner of this number has asked us not to send it prompts.',
      checkout_id: null,
    })
  })
})
