// @tests story
import { contract, type Endpoint } from '@mshahara/contract'
import type { ExportAnswer } from '@mshahara/contract/exports'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { bytesOf, fetchFile, staff } from '../../test/exported.ts'
import { asEmployee, employ, runMonth } from '../../test/office.ts'
import { wordsOf } from '../../test/pdf.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Files of many papers, made in the background: payslips of a run, tax cards of a year. */

const { exports, payrolls } = contract
const waiting = { timeout: 60_000, interval: 100 }

const world = await openWorld({ workers: true })
let home: string
let primary: Caller & { id: string }
let ids: string[]
let run: string

beforeAll(async () => {
  home = await world.addOrganization('Home Ltd')
  await world.rows(`update organizations set pin_no = 'P051234567A' where id = $1`, [home])
  primary = await world.as('primary', home)
  ids = []
  const given = { employment_date: '2024-01-01' }
  const email = (name: string) => `${name}@home.test`
  for (const one of [
    { ...staff[0], email: email('njeri') },
    // Two of one name, and one who wants no email.
    { ...staff[2], first_name: 'Kamau', last_name: 'Mwangi', email: email('kamau') },
    { first_name: 'Atieno', last_name: 'Ouma', email: email('atieno'), email_payslip: false },
    { first_name: 'Juma', last_name: 'Said' },
    { ...staff[3], email: email('baraka') },
  ]) {
    ids.push((await employ(primary, { ...one, ...given })).id)
  }
  run = (await runMonth(primary, 'January', 2026)).id
  await runMonth(primary, 'February', 2026)
})

/** Starts a job and waits for what becomes of it. */
async function made<E extends Endpoint>(call: E, given: object, by: Caller = primary) {
  const reply = await by.call(call, given as never)
  expect(reply.status).toBe(200)
  const { job_id } = reply.body as unknown as ExportAnswer
  return vi.waitFor(async () => {
    const params = { id: job_id as string }
    const { body } = await by.call(contract.settings.job, { params })
    expect(body.error).toBeNull()
    expect(body.state).toBe('done')
    return body.result as ExportAnswer
  }, waiting)
}
const pagesIn = (pdf: Uint8Array) =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Type \/Page\n/g),
  ].length

describe('tax cards on paper', () => {
  const card = (employee_id: string, by: Caller = primary) =>
    by.call(exports.p9, { body: { employee_id, year: 2026, extension: 'pdf' } })

  test("one person's is one page across, with the figures of the spreadsheet", async () => {
    const { body } = await card(ids[0] as string)
    expect(body.file).toMatchObject({ name: 'P9-2026-Mwangi.pdf', total: body.total })
    const reply = await fetchFile(world, primary, body.file?.address ?? '')
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(reply.headers['content-disposition']).toBe("inline; filename*=UTF-8''P9-2026-Mwangi.pdf")
    const pdf = reply.rawPayload
    expect(pagesIn(pdf)).toBe(1)
    expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 841.89 595.28]')
    const words = wordsOf(pdf)
    for (const known of ['TAX DEDUCTION CARD YEAR 2026', 'P051234567A', 'A001234567X', 'Mwangi']) {
      expect(words).toContain(known)
    }
    expect(words).toContain(body.total.toLocaleString('en-US', { minimumFractionDigits: 2 }))
    // Printed twice it is the same, and the specified kind of address finds it.
    expect((await card(ids[0] as string)).body.file?.sha256).toBe(body.file?.sha256)
    const known = encodeURI('/storage/byproducts/P9-Njeri Wanjiku Mwangi-2026.pdf')
    expect((await fetchFile(world, primary, known)).statusCode).toBe(200)
  })

  test('are for the person and for whoever may see payrolls', async () => {
    const own = await asEmployee(world, home, ids[3] as string)
    expect((await card(ids[3] as string, own)).status).toBe(200)
    expect((await card(ids[1] as string, own)).status).toBe(403)
    expect((await card('', own)).status).toBe(403)
    expect((await card(ids[4] as string)).body.errors).toEqual({
      employee_id: ['Consultants have no P9 form.'],
    })
  })

  test("everybody's are an archive, two of one name apart", async () => {
    const body = { employee_id: '', year: 2026, extension: 'pdf' }
    const answer = await made(exports.p9, { body })
    expect(answer).toMatchObject({ rows: 4, file: { name: 'P9-2026-All-Employees.zip' } })
    const reply = await fetchFile(world, primary, answer.file?.address ?? '')
    expect(reply.headers['content-type']).toBe('application/zip')
    expect(reply.rawPayload).toHaveLength(answer.file?.bytes ?? 0)
    const files = unzipSync(reply.rawPayload)
    expect(Object.keys(files)).toEqual([
      'P9-2026-Mwangi-TC-0001.pdf',
      'P9-2026-Mwangi-TC-0002.pdf',
      'P9-2026-Ouma-TC-0003.pdf',
      'P9-2026-Said-TC-0004.pdf',
    ])
    expect(wordsOf(files['P9-2026-Mwangi-TC-0002.pdf'] as Uint8Array)).toContain('Kamau')
  })
})

describe('all payslips of a run', () => {
  test('are one document to print, in the order of the staff list', async () => {
    const answer = await made(exports.payslips, { params: { id: run }, body: { extension: 'pdf' } })
    const { body } = await primary.call(payrolls.get, { params: { id: run } })
    expect(answer).toMatchObject({
      message: 'Payslips successfully exported',
      rows: 5,
      total: body.totals.net,
      file: { name: `Payslips-January-2026-${body.code}.pdf`, state: 'confirmed' },
    })
    const pdf = await bytesOf(world, primary, answer)
    expect(pagesIn(pdf)).toBe(5)
    const words = wordsOf(pdf).join(' ')
    const places = ['Njeri Wanjiku Mwangi', 'Kamau Mwangi', 'Atieno Ouma', 'Juma Said'].map(
      (name) => words.indexOf(name),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    const known = `/storage/byproducts/payslips-${run}.pdf`
    expect((await fetchFile(world, primary, known)).statusCode).toBe(200)
  })

  test('or an archive, each under a name of its own', async () => {
    const answer = await made(exports.payslips, { params: { id: run }, body: { extension: 'zip' } })
    const files = unzipSync(await bytesOf(world, primary, answer))
    expect(Object.keys(files)[0]).toBe('Payslip-Mwangi-TC-0001-January-2026.pdf')
    expect(Object.keys(files)).toHaveLength(5)
    for (const pdf of Object.values(files)) expect(pagesIn(pdf)).toBe(1)
  })

  test('are refused of a draft, without the right, in another format and elsewhere', async () => {
    const draft = await runMonth(primary, 'March', 2026, false)
    const ask = (id: string, extension = 'pdf', by: Caller = primary) =>
      by.call(exports.payslips, { params: { id }, body: { extension: extension as 'pdf' } })
    expect((await ask(draft.id)).body.message).toBe('This payroll is not confirmed yet.')
    expect((await ask(run, 'doc')).body.errors).toEqual({ extension: ['Please choose a format.'] })
    expect((await ask(run, 'pdf', await world.as('user', home))).status).toBe(403)
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await ask(run, 'pdf', stranger)).status).toBe(404)
    await primary.call(payrolls.remove, { params: { id: draft.id } })
  })

  test('one payslip is saved under a name a person understands', async () => {
    const [slip] = await world.rows(
      'select id from payslips where payroll_id = $1 and employee_id = $2',
      [run, ids[2]],
    )
    const { body } = await primary.call(contract.payslips.generate, { params: { id: slip.id } })
    const names = [`/${body.file}`, `/storage/payslips/Atieno-Payroll-January-${slip.id}.pdf`]
    for (const address of names) {
      const reply = await fetchFile(world, primary, address)
      expect(reply.headers['content-disposition']).toBe(
        "inline; filename*=UTF-8''Payslip-Ouma-January-2026.pdf",
      )
    }
  })
})

describe('tax cards by email', () => {
  const send = (employee_id: string, by: Caller = primary) =>
    by.call(exports.mailCards, { body: { employee_id, year: 2026 } })
  const cards = async (name: string) =>
    (await world.mails(`${name}@home.test`)).filter(({ subject }) => subject.startsWith('P9'))

  test('reach whoever wants email, once, however often it is asked', async () => {
    const { status, body } = await send('')
    expect({ status, ...body }).toMatchObject({
      status: 200,
      message: '2 P9 forms are on the way.',
      count: 2,
    })
    await vi.waitFor(async () => {
      const states = await world.rows('select state from card_mails')
      expect(states).toEqual([{ state: 'sent' }, { state: 'sent' }])
    }, waiting)
    const [mail] = await cards('njeri')
    expect(mail).toMatchObject({ subject: 'P9 form for 2026' })
    expect(mail?.text).toContain('Your P9 form (tax deduction card) for 2026 is attached.')
    const [paper] = mail?.attachments ?? []
    expect(paper?.filename).toBe('P9-2026-Mwangi.pdf')
    const pdf = await world.parts.files.get(paper?.folder ?? '', paper?.name ?? '')
    expect(wordsOf(pdf as Uint8Array)).toContain('A001234567X')
    expect(await cards('atieno')).toEqual([])
    // A consultant has none.
    expect(await cards('baraka')).toEqual([])
    const again = await send('')
    expect(again.status).toBe(422)
    expect(again.body.message).toBe(
      'Everyone who receives email has already been sent the P9 form for 2026.',
    )
    expect(await cards('njeri')).toHaveLength(1)
  })

  test('one person is sent it on purpose, and asked twice at once gets one', async () => {
    // She has signed in before, and chosen her language.
    await world.rows(
      `with chosen as (update users set language = 'sw' where email = $1 returning id)
      update memberships m set status = 'active' from chosen where m.user_id = chosen.id`,
      ['atieno@home.test'],
    )
    const both = await Promise.all([send(ids[2] as string), send(ids[2] as string)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const written = async () =>
      (await world.mails('atieno@home.test')).filter(({ subject }) => subject.includes('P9'))
    await vi.waitFor(async () => expect(await written()).toHaveLength(1), waiting)
    const [letter] = await written()
    expect(letter?.subject).toBe('Fomu ya P9 ya 2026')
    expect(letter?.text).toContain('(kadi ya makato ya ushuru) ya 2026 imeambatishwa.')
    expect(letter?.text).not.toMatch(/\b(your|form|please)\b/i)
    expect((await send(ids[3] as string)).body.message).toBe(
      'This employee has no email address, or the P9 form is already on its way.',
    )
  })

  test('are refused without the right, of strangers and of years without pay', async () => {
    expect((await send('', await world.as('user', home))).status).toBe(403)
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await send(ids[0] as string, stranger)).body.errors).toEqual({
      employee_id: ['This employee was not found.'],
    })
    const { body } = await primary.call(exports.mailCards, {
      body: { employee_id: '', year: 2022 },
    })
    expect(body.errors).toEqual({ year: ['There is no confirmed payroll in 2022.'] })
  })
})
