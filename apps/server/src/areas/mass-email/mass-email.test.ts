// @tests long
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { attachmentsOf, messageOf, openSmtp } from '../../test/smtp.ts'
import { type Caller, openWorld, password } from '../../test/world.ts'

/** The operator writes to many: each address once, on a real mail server. */

const { massEmails, auth } = contract
const refused = new Set<string>()
const smtp = await openSmtp((to) =>
  refused.has(to) ? { code: 550, text: 'No such mailbox' } : undefined,
)
afterAll(smtp.close)
const world = await openWorld({ workers: true, env: { SMTP_URL: smtp.url } })

let operator: Caller & { id: string; email: string }
let primary: Caller & { id: string; email: string }

const shared = 'shared@clients.test'
const reached = ['office@new.test', 'one@clients.test', shared, 'two@clients.test']
const closed = 'closed@clients.test'

beforeAll(async () => {
  const organization = (name: string, email: string | null = null, status = 'active') =>
    world.addOrganization(name).then(async (id) => {
      await world.rows('update organizations set email = $2, status = $3 where id = $1', [
        id,
        email,
        status,
      ])
      return id
    })
  const one = await organization('One Ltd', 'office@one.test')
  const two = await organization('Two Ltd')
  const fresh = await organization('New Ltd', 'Office@New.test')
  const gone = await organization('Closed Ltd', 'office@closed.test', 'deactivated')
  const person = (email: string, organization_id: string, given = {}) =>
    world.addPerson({ email, organization_id, role: 'primary', ...given })
  await person('one@clients.test', one)
  const { id } = await person(shared, one)
  await world.rows(
    `insert into memberships (organization_id, user_id, role) values ($1, $2, 'primary')`,
    [two, id],
  )
  await person('two@clients.test', two)
  await person('suspended@clients.test', two, { status: 'inactive' })
  await person('staff@clients.test', two, { role: 'admin' })
  await person('invited@clients.test', fresh, { status: 'invited' })
  await person(closed, gone)
  operator = await world.as('super-admin', one)
  const home = await organization('Home Ltd', 'bad address@home.test')
  primary = await world.as('primary', home)
})

const body = (given: object = {}) => ({
  subject: `Rates from 1/7: v2.5 ${randomUUID()}`,
  message: '<p>Dear <strong>clients</strong>,</p><ul><li>one</li></ul><script>x()</script>',
  ...given,
})
const send = (given: object = {}) => operator.call(massEmails.send, { body: body(given) })
const get = async (id: string) => (await operator.call(massEmails.get, { params: { id } })).body
const finished = (id: string) =>
  vi.waitFor(
    async () => {
      const letter = await get(id)
      expect(letter.finished_at).not.toBeNull()
      return letter
    },
    { timeout: 60_000, interval: 200 },
  )
const lettersNamed = (subject: string) =>
  smtp.received
    .map(({ to, text }) => ({ to, ...messageOf(text) }))
    .filter(({ headers }) => headers.get('subject') === subject)
const tokenIn = (text: string) => /unsubscribe\/([\w-]{43})/.exec(text)?.[1] ?? ''

const linkOf = (to: string) => {
  const texts = smtp.received.filter((one) => one.to === to).map((one) => messageOf(one.text).text)
  return tokenIn(texts.findLast((text) => tokenIn(text)) ?? '')
}

describe('a letter', () => {
  test('is counted before it is sent: each address once, offices only without a user', async () => {
    const { body: counted } = await operator.call(massEmails.audience)
    const home = primary.email
    expect(counted.active).toMatchObject({ organizations: 4, unsubscribed: 0 })
    expect(counted.active.addresses).toBe([...reached, home].length)
    expect(counted.all).toMatchObject({ organizations: 5, addresses: reached.length + 2 })
  })

  test('is shown as it will arrive, and sent to its writer alone as a test', async () => {
    const written = body()
    const seen = await operator.call(massEmails.preview, { body: written })
    expect(seen.body.html).toContain('<strong>clients</strong>')
    expect(seen.body.html).toContain('>Unsubscribe</a>')
    expect(seen.body.html).not.toContain('x()')
    expect(seen.body.text).toContain('Dear clients,\n\n- one')
    const reply = await operator.call(massEmails.test, { body: written })
    expect(reply.body.message).toBe(`A test is on its way to ${operator.email}.`)
    const subject = `Test: ${written.subject}`
    await vi.waitFor(() => expect(lettersNamed(subject)).toHaveLength(1), 60_000)
    const [letter] = lettersNamed(subject)
    expect(letter?.to).toBe(operator.email)
    const words = (html = '') => html.replaceAll(/unsubscribe\/[\w-]+/g, '').replace(/\s+/g, ' ')
    const titled = words(seen.body.html).replace('<title>', '<title>Test: ')
    expect(words(letter?.html).trim()).toBe(titled.trim())
    expect((await operator.call(massEmails.list)).body).toEqual([])
  })

  test('reaches everybody once, in both forms, with a link of their own', async () => {
    const written = body({ audience: 'active' })
    const sent = await operator.call(massEmails.send, { body: written })
    expect(sent.status).toBe(201)
    expect(sent.body).toMatchObject({
      message: 'Mass email sent successfully',
      mass_email: { recipients: 5, waiting: 5, sent: 0, kind: 'news', finished_at: null },
    })
    const letter = await finished(sent.body.mass_email.id)
    expect(letter).toMatchObject({ sent: 5, waiting: 0, failed: 0, uncertain: 0, troubled: [] })
    expect(letter.html).toContain('<strong>clients</strong>')
    const received = lettersNamed(written.subject)
    expect(received.map(({ to }) => to).sort()).toEqual([...reached, primary.email].sort())
    const tokens = received.map(({ headers, html, text }) => {
      const address = /^<(http:\S+)>$/.exec(headers.get('list-unsubscribe') ?? '')?.[1]
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(html).toContain(`href="${address}"`)
      expect(text).toContain(`Unsubscribe: ${address}`)
      expect(text).toContain('Dear clients,\n\n- one'.replaceAll('\n', '\r\n'))
      expect(html).not.toContain('x()')
      return tokenIn(text)
    })
    expect(new Set(tokens).size).toBe(5)
    const entries = await world.rows(
      `select * from activity_log where log_name = 'mass-email' and subject_id = $1`,
      [letter.id],
    )
    expect(entries).toMatchObject([
      {
        organization_id: null,
        causer_id: operator.id,
        event: 'created',
        properties: { new: { subject: written.subject, recipients: 5 } },
      },
    ])
    const listed = await operator.call(massEmails.list, { query: { search: written.subject } })
    expect(listed.headers['x-total-count']).toBe('1')
    expect(listed.body).toMatchObject([{ id: letter.id, sent: 5, sent_name: 'Amani Njoroge' }])
  })

  test('has the name of each recipient in its words, and nowhere in its tags', async () => {
    await world.rows(`update users set first_name = 'Wa<b>ta' where email = 'two@clients.test'`)
    const mark = randomUUID()
    const message = '<p>Dear {name}, <a href="https://news.test/?to={name}">read</a> {names}</p>'
    const written = body({ subject: `{name}: ${mark}`, message, kind: 'service' })
    const seen = await operator.call(massEmails.preview, { body: written })
    expect(seen.body.subject).toBe(`Amani: ${mark}`)
    expect(seen.body.text).toContain('Dear Amani, read')
    const sent = await operator.call(massEmails.send, { body: { ...written, audience: 'active' } })
    await finished(sent.body.mass_email.id)
    const got = (to: string, name: string) =>
      lettersNamed(`${name}: ${mark}`).find((letter) => letter.to === to)
    expect(got('one@clients.test', 'Amani')?.text).toContain('Dear Amani, read')
    // Nobody there has a login: the office is called by its organisation.
    expect(got('office@new.test', 'New Ltd')?.html).toContain('Dear New Ltd, <a')
    const hostile = got('two@clients.test', 'Wa<b>ta')
    expect(hostile?.html).toContain('Dear Wa&#60;b&#62;ta, <a')
    expect(hostile?.html).toContain('https://news.test/?to={name}"')
    expect(hostile?.html).toContain('{names}')
    expect((await get(sent.body.mass_email.id)).subject).toBe(`{name}: ${mark}`)
    await world.rows(`update users set first_name = 'Amani' where email = 'two@clients.test'`)
  })
})

describe('unsubscribing', () => {
  const click = (token: string, payload?: string, type = 'application/x-www-form-urlencoded') =>
    world.app.inject({
      method: 'POST',
      url: `/unsubscribe/${token}`,
      ...(payload ? { headers: { 'content-type': type }, payload } : {}),
    })
  const oneClick = 'List-Unsubscribe=One-Click'
  const state = async (token: string) =>
    (await world.caller().call(massEmails.subscription, { params: { token } })).body

  test('looking at the link changes nothing; one click does, and it can be undone', async () => {
    const token = linkOf(shared)
    await world.app.inject({ method: 'GET', url: `/unsubscribe/${token}` })
    expect(await state(token)).toEqual({ email: 's***@clients.test', subscribed: true })
    expect((await click(token)).statusCode).toBe(422)
    expect((await click(token, 'something=else')).statusCode).toBe(422)
    expect((await state(token)).subscribed).toBe(true)
    expect((await click(token, oneClick)).statusCode).toBe(200)
    expect((await click(token, oneClick)).statusCode).toBe(200)
    expect((await state(token)).subscribed).toBe(false)
    const again = await world
      .caller()
      .call(massEmails.subscribe, { params: { token }, body: { subscribed: true } })
    expect(again.body).toEqual({ email: 's***@clients.test', subscribed: true })
    const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click'
    expect((await click(token, parts, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
    expect((await state(token)).subscribed).toBe(false)
  })

  test('nobody is found by a link that was never sent', async () => {
    for (const token of ['x'.repeat(43), 'preview', "x' or 1=1"]) {
      expect((await click(token, oneClick)).statusCode).toBe(404)
      const looked = await world.caller().call(massEmails.subscription, { params: { token } })
      expect(looked.status).toBe(404)
    }
  })

  test('news leave them out and say how many; a notice about the contract goes to all', async () => {
    const { body: counted } = await operator.call(massEmails.audience)
    expect(counted.active.unsubscribed).toBe(1)
    const news = await send({ audience: 'active' })
    expect(news.body.mass_email).toMatchObject({ recipients: 4, unsubscribed: 1 })
    const written = body({ kind: 'service', audience: 'all' })
    const notice = await operator.call(massEmails.send, { body: written })
    expect(notice.body.mass_email).toMatchObject({ recipients: 6, unsubscribed: 0 })
    await finished(notice.body.mass_email.id)
    const received = lettersNamed(written.subject)
    expect(received.map(({ to }) => to)).toEqual(expect.arrayContaining([shared, closed]))
    for (const { headers, html, text } of received) {
      expect(headers.has('list-unsubscribe')).toBe(false)
      expect(html + text).not.toContain('/unsubscribe/')
      expect(text).toContain('it concerns your contract')
    }
    expect(await finished(news.body.mass_email.id)).toMatchObject({ sent: 4, unsubscribed: 1 })
  })
})

describe('what goes wrong', () => {
  test('a refused address is named, and sent again when somebody says so', async () => {
    refused.add('one@clients.test')
    const { mass_email } = (await send({ audience: 'active' })).body
    const letter = await finished(mass_email.id)
    expect(letter).toMatchObject({
      sent: 3,
      failed: 1,
      troubled: [
        { email: 'one@clients.test', state: 'failed', error: expect.stringContaining('mailbox') },
      ],
    })
    refused.clear()
    const params = { id: letter.id }
    const none = await operator.call(massEmails.resend, { params, body: { state: 'uncertain' } })
    expect(none.body.message).toBe('There is no uncertain message to send again.')
    const again = await operator.call(massEmails.resend, { params, body: { state: 'failed' } })
    expect(again.body).toEqual({ message: '1 letter is on the way again.', count: 1 })
    expect(await finished(letter.id)).toMatchObject({ sent: 4, failed: 0, troubled: [] })
    const received = lettersNamed(letter.subject).map(({ to }) => to)
    expect(new Set(received).size).toBe(received.length)
  })

  test('whoever unsubscribes while it goes out gets no more of it', async () => {
    const late = 'two@clients.test'
    const [full] = await world.rows(
      `insert into mass_emails (audience, kind, subject, message, recipients, unsubscribed,
         sent_name) values ('all', 'news', 'x', 'x', 40, 0, 'x') returning id`,
    )
    await world.rows(
      `insert into mass_email_recipients (mass_email_id, email, state)
       select $1, 'full-' || n, 'queued' from generate_series(1, 40) n`,
      [full.id],
    )
    const { mass_email } = (await send({ audience: 'active' })).body
    const token = linkOf(late)
    await world
      .caller()
      .call(massEmails.subscribe, { params: { token }, body: { subscribed: false } })
    expect((await get(mass_email.id)).waiting).toBe(4)
    await world.rows(`update mass_email_recipients set state = 'sent' where email like 'full-%'`)
    expect(await finished(mass_email.id)).toMatchObject({ recipients: 4, sent: 3, waiting: 0 })
    const received = lettersNamed(mass_email.subject).map(({ to }) => to)
    expect(received).toHaveLength(3)
    expect(received).not.toContain(late)
  })

  test('it can be stopped half-way, once, and later sent to those left out', async () => {
    const sent = (await send({ audience: 'active' })).body.mass_email
    await world.rows(
      `insert into mass_email_recipients (mass_email_id, email)
       select $1, 'late-' || n || '@clients.test' from generate_series(1, 60) n`,
      [sent.id],
    )
    await world.rows('update mass_emails set finished_at = null where id = $1', [sent.id])
    const params = { id: sent.id }
    await vi.waitFor(async () => expect((await get(sent.id)).sent).toBeGreaterThan(2), 60_000)
    const stop = () => operator.call(massEmails.stop, { params })
    const replies = await Promise.all(Array.from({ length: 20 }, stop))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const letter = await finished(sent.id)
    expect(letter).toMatchObject({ waiting: 0, failed: 0, stopped_name: 'Amani Njoroge' })
    expect(letter.stopped).toBeGreaterThan(20)
    expect(lettersNamed(letter.subject)).toHaveLength(letter.sent)
    expect((await stop()).body.message).toBe('This letter has already gone out.')
    expect((await primary.call(massEmails.stop, { params })).status).toBe(403)
    await world.rows(
      `update mass_email_recipients set state = 'failed' where mass_email_id = $1
         and state = 'stopped' and email not like 'late-6%'`,
      [sent.id],
    )
    const on = await operator.call(massEmails.resend, { params, body: { state: 'stopped' } })
    expect(on.body.count).toBeGreaterThan(0)
    const after = await finished(sent.id)
    expect(after).toMatchObject({ stopped: 0, stopped_at: null })
    const received = lettersNamed(letter.subject).map(({ to }) => to)
    expect(new Set(received).size).toBe(received.length)
    expect(received).toHaveLength(after.sent)
  })

  test('a code does not wait for a letter to thousands', async () => {
    const { mass_email } = (await send({ audience: 'active' })).body
    await world.rows(
      `insert into mass_email_recipients (mass_email_id, email)
       select $1, 'many-' || n || '@clients.test' from generate_series(1, 60) n`,
      [mass_email.id],
    )
    await world.rows('update mass_emails set finished_at = null where id = $1', [mass_email.id])
    await vi.waitFor(async () => expect((await get(mass_email.id)).sent).toBeGreaterThan(5), {
      timeout: 60_000,
      interval: 50,
    })
    const { email } = primary
    await world.caller().call(auth.login, { body: { email, password } })
    const isCode = () => smtp.received.some(({ to, text }) => to === email && /code/i.test(text))
    await vi.waitFor(() => expect(isCode()).toBe(true), 60_000)
    expect((await get(mass_email.id)).waiting).toBeGreaterThan(0)
    await world.rows(`update mass_email_recipients set state = 'failed' where state = 'waiting'`)
    await finished(mass_email.id)
  })
})

describe('what goes along', () => {
  const pdf = `data:application/pdf;base64,${Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF').toString('base64')}`
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const files = [
    { filename: 'new/office.png', file: `data:image/png;base64,${dot}` },
    { filename: 'Price list.pdf', file: pdf },
  ]
  const stored = async () => {
    const names: string[] = []
    for await (const key of world.parts.files.list()) {
      if (/^(mass-email|mail)\//.test(key)) names.push(key)
    }
    return names
  }

  test('reaches everybody, the picture in the letter, and is stored once', async () => {
    const before = await stored()
    const subject = `With files ${randomUUID()}`
    const { body: sent } = await send({ subject, audience: 'active', files })
    const letter = await finished(sent.mass_email.id)
    expect(letter.files).toEqual(['new office.jpg', 'Price list.pdf'])
    expect(letter.html).toMatch(/<img src="data:image\/jpeg;base64,/)
    const received = smtp.received.filter(({ text }) => text.includes(subject))
    expect(received.length).toBeGreaterThan(1)
    for (const { text } of received) {
      const names = attachmentsOf(text).map(({ bytes }) => bytes.subarray(0, 5).toString('latin1'))
      expect(names).toContain('%PDF-')
      const [, cid] = /Content-I[dD]: <([^>]+)>/.exec(text) ?? []
      expect(cid).toMatch(/\.jpg$/)
      expect(text.replace(/=\r\n/g, '')).toContain(`cid:${cid}`)
    }
    expect((await stored()).length - before.length).toBe(2)
  })

  test('comes with a test, and leaves nothing behind; a preview shows it', async () => {
    const before = await stored()
    const given = { body: body({ files }) }
    const seen = (await operator.call(massEmails.preview, given)).body
    expect(seen.html).toContain(`<img src="data:image/png;base64,${dot}"`)
    expect((await operator.call(massEmails.test, given)).status).toBe(200)
    await vi.waitFor(
      () => {
        const mine = smtp.received.filter(({ to }) => to === operator.email)
        expect(mine.some(({ text }) => text.includes('Price list.pdf'))).toBe(true)
      },
      { timeout: 20_000 },
    )
    await vi.waitFor(async () => expect(await stored()).toEqual(before), { timeout: 10_000 })
  })

  test('is refused where it is neither, is too much, or hides another kind', async () => {
    const before = await stored()
    const html = `data:image/png;base64,${Buffer.from('<script>').toString('base64')}`
    const { status, body: told } = await send({
      files: [files[0], { filename: 'x.png', file: html }],
    })
    expect([status, JSON.stringify(told)]).toEqual([
      422,
      expect.stringContaining('Please choose a JPEG, PNG or PDF file.'),
    ])
    expect((await send({ files: [...files, ...files] })).status).toBe(422)
    expect(await stored(), 'nothing is left of what was refused').toEqual(before)
  })
})
