// @tests story
import { createHash } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { openSession } from '../../foundation/http/session.ts'
import { asEmployee, employ } from '../../test/office.ts'
import { attachmentsOf, openSmtp } from '../../test/smtp.ts'
import { type Caller, makeWorld, type World } from '../../test/world.ts'

const { payrolls, payslips } = contract

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function office(url?: string) {
  const world = await makeWorld({ workers: true, env: url ? { SMTP_URL: url } : {} })
  closing.push(() => world.close())
  const home = await world.addOrganization('Home Ltd')
  // Signed in without a letter: where SMTP is real, codes cannot be read.
  const primary = url ? await byToken(world, home) : await world.as('primary', home)
  return { world, home, primary }
}

async function byToken(world: World, home: string): Promise<Caller> {
  const { id } = await world.addPerson({ role: 'primary', organization_id: home })
  const opening = { now: world.parts.clock.now(), address: '10.0.0.1', userAgent: undefined }
  const token = await world.platform((tx) =>
    openSession(tx, { user_id: id, organization_id: home, ...opening }),
  )
  return world.caller(token)
}

async function confirmed(primary: Caller, month = 'February') {
  const { body } = await primary.call(payrolls.create, {
    body: { month: month as 'March', year: 2026 },
  })
  expect((await primary.call(payrolls.confirm, { params: { id: body.id } })).status).toBe(200)
  return body.id
}
const mails = async (primary: Caller, id: string) =>
  (await primary.call(payslips.mails, { params: { id } })).body
const wait = { timeout: 60_000, interval: 100 }

test('those who want it get their payslip on confirmation, as a PDF, once', async () => {
  const smtp = await openSmtp()
  closing.push(smtp.close)
  const { world, primary } = await office(smtp.url)
  await employ(primary, { email: 'njeri@people.test' })
  await employ(primary, { first_name: 'Otieno', email: 'otieno@people.test', email_payslip: false })
  const amina = await employ(primary, { first_name: 'Amina' })
  const id = await confirmed(primary)
  // As it was told before confirming, whoever asks.
  expect((await primary.call(payslips.recipients, { params: { id } })).body).toEqual({
    count: 1,
    no_address: 1,
    people: [{ employee_id: amina.id, name: 'Amina Mwangi', employee_no: amina.employee_no }],
  })
  await vi.waitFor(async () => expect(await mails(primary, id)).toMatchObject({ sent: 1 }), wait)
  expect(smtp.received.map(({ to }) => to)).toEqual(['njeri@people.test'])
  const [letter] = smtp.received
  expect(letter?.text).toContain('Subject: Payslip for February 2026')
  const [file] = attachmentsOf(letter?.text ?? '')
  expect(file?.name).toBe('Payslip-February-2026.pdf')
  expect(file?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file?.bytes.toString('latin1')).not.toContain('/Encrypt')
  expect(await mails(primary, id)).toMatchObject({
    no_address: 1,
    queued: 0,
    failed: 0,
    people: [{ name: 'Njeri Mwangi', recipient: 'njeri@people.test', state: 'sent', error: null }],
  })
  // Confirming again sends nothing again, and no file is left behind.
  await primary.call(payrolls.confirm, { params: { id } })
  const left = []
  for await (const key of world.parts.files.list()) left.push(key)
  expect(left.filter((key) => key.startsWith('mail/'))).toEqual([])
  expect(smtp.received).toHaveLength(1)
})

test('with the setting on, the file opens only with the ID number', async () => {
  const smtp = await openSmtp()
  closing.push(smtp.close)
  const { primary } = await office(smtp.url)
  await primary.call(payrolls.changeSettings, { body: { pdf_password: true } })
  const person = await employ(primary, { email: 'njeri@people.test', id_number: '31415926' })
  await confirmed(primary)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), wait)
  expect(smtp.received[0]?.text).toContain('opens with your ID number')
  const [file] = attachmentsOf(smtp.received[0]?.text ?? '')
  const text = file?.bytes.toString('latin1') ?? ''
  expect(text).toContain('/Encrypt')
  expect(text).toContain('/AESV3')
  expect(text).not.toContain(person.id_number)
  expect(opens(file?.bytes as Buffer, '')).toBe(false)
  expect(opens(file?.bytes as Buffer, '31415927')).toBe(false)
  expect(opens(file?.bytes as Buffer, '31415926')).toBe(true)
})

test('what was refused is told with its reason, and goes out again to the corrected address', async () => {
  const smtp = await openSmtp((to) =>
    to.startsWith('wrong') ? { code: 550, text: 'no such mailbox' } : undefined,
  )
  closing.push(smtp.close)
  const { world, primary } = await office(smtp.url)
  const person = await employ(primary, { email: 'wrong@people.test' })
  await employ(primary, { first_name: 'Otieno', email: 'otieno@people.test' })
  const id = await confirmed(primary)
  const settled = { sent: 1, failed: 1 }
  await vi.waitFor(async () => expect(await mails(primary, id)).toMatchObject(settled), wait)
  const [first] = (await mails(primary, id)).people
  expect(first).toMatchObject({ state: 'failed', recipient: 'wrong@people.test' })
  expect(first?.error).toContain('no such mailbox')
  await world.rows(`update employees set email = 'right@people.test' where id = $1`, [person.id])
  const again = await primary.call(payslips.resend, { params: { id } })
  expect(again).toMatchObject({ status: 200, body: { count: 1 } })
  await vi.waitFor(async () => expect(await mails(primary, id)).toMatchObject({ sent: 2 }), wait)
  expect(smtp.received.map(({ to }) => to).sort()).toEqual([
    'otieno@people.test',
    'right@people.test',
  ])
  const nothing = await primary.call(payslips.resend, { params: { id } })
  expect(nothing).toMatchObject({
    status: 422,
    body: { message: 'There is no failed message to send again.' },
  })
})

test('a server that is down loses nothing: queued with the reason', async () => {
  const gone = await openSmtp()
  await gone.close()
  const { primary } = await office(gone.url)
  await employ(primary, { email: 'njeri@people.test' })
  const id = await confirmed(primary)
  await vi.waitFor(async () => {
    const { people } = await mails(primary, id)
    expect(people[0]).toMatchObject({ state: 'queued', error: expect.stringContaining('ECONN') })
  }, wait)
  // On its way already: nobody gets two because somebody was impatient.
  const { people } = await mails(primary, id)
  const reply = await primary.call(payslips.email, {
    params: { id: people[0]?.payslip_id as string },
  })
  expect(reply).toMatchObject({
    status: 422,
    body: { message: 'This payslip is already on its way.' },
  })
})

test('one payslip is sent when asked, by the person too, and to nobody without an address', async () => {
  const { world, home, primary } = await office()
  const person = await employ(primary, { email_payslip: false })
  const id = await confirmed(primary)
  const { body } = await primary.call(payrolls.get, { params: { id } })
  const slip = { params: { id: body.payslips[0]?.id as string } }
  const self = await asEmployee(world, home, person.id)
  expect(await self.call(payslips.email, slip)).toMatchObject({
    status: 422,
    body: { message: 'This employee has no email address.' },
  })
  await world.rows(`update employees set email = 'njeri@people.test' where id = $1`, [person.id])
  expect(await self.call(payslips.email, slip)).toMatchObject({
    status: 200,
    body: { message: 'Payslip sent to email successfully' },
  })
  const [mail] = await world.mails('njeri@people.test')
  expect(mail).toMatchObject({ subject: 'Payslip for February 2026' })
  expect(mail?.attachments).toMatchObject([{ filename: 'Payslip-February-2026.pdf' }])
  expect((await primary.call(payslips.get, slip)).body.mail).toBe('sent')
  expect((await primary.call(payslips.email, slip)).status).toBe(200)
  expect(await world.mails('njeri@people.test')).toHaveLength(2)
})

test('who may see and resend, and of which payroll', async () => {
  const { world, home, primary } = await office()
  await employ(primary)
  const id = await confirmed(primary)
  for (const role of ['user', 'employee'] as const) {
    const by = await world.as(role, home)
    expect((await by.call(payslips.mails, { params: { id } })).status).toBe(403)
    expect((await by.call(payslips.resend, { params: { id } })).status).toBe(403)
  }
  const abroad = await world.as('primary', await world.addOrganization())
  expect((await abroad.call(payslips.mails, { params: { id } })).status).toBe(404)
  expect((await abroad.call(payslips.resend, { params: { id } })).status).toBe(404)
  await primary.call(payrolls.reverse, { params: { id }, body: { reason: 'Mistake' } })
  expect(await primary.call(payslips.resend, { params: { id } })).toMatchObject({
    status: 422,
    body: { message: 'This payroll is reversed.' },
  })
})

/** Whether the password opens the file: the reader's own test (PDF 1.7 extension level 3). */
function opens(pdf: Buffer, password: string): boolean {
  const entry = Buffer.from(/\/U <([0-9a-f]+)>/.exec(pdf.toString('latin1'))?.[1] ?? '', 'hex')
  const [hash, salt] = [entry.subarray(0, 32), entry.subarray(32, 40)]
  const tried = createHash('sha256').update(password).update(salt).digest()
  return entry.length === 48 && tried.equals(hash)
}
