// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { asEmployee, employ, terminate } from '../../test/office.ts'
import { wordsOf } from '../../test/pdf.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const { payrolls, payslips, payslipTemplates, allowances, organizations } = contract

const world = await openWorld()
let home: string
let primary: Caller & { id: string }

beforeEach(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
})

async function run(month: string, confirm = true): Promise<string> {
  const { body } = await primary.call(payrolls.create, {
    body: { month: month as 'March', year: 2026 },
  })
  if (confirm) {
    const reply = await primary.call(payrolls.confirm, { params: { id: body.id } })
    expect(reply.status).toBe(200)
  }
  return body.id
}
const slipOf = async (payroll: string) => {
  const { body } = await primary.call(payrolls.get, { params: { id: payroll } })
  return body.payslips[0]?.id as string
}
const open = (by: Caller, address: string) =>
  world.app.inject({ url: `/${address}`, headers: { authorization: `Bearer ${by.token}` } })

/** Njeri with a sign-in of her own, and her payslip. */
async function njeri({ confirm = true, month = 'February' } = {}) {
  const person = await employ(primary, { salary: 100_000, email: undefined })
  const payroll = await run(month, confirm)
  const id = await slipOf(payroll)
  return { person, payroll, id, self: await asEmployee(world, home, person.id) }
}

describe('one payslip', () => {
  test('is shown with its figures to the person and to staff', async () => {
    const { id, self, person } = await njeri()
    for (const by of [self, primary, await world.as('finance', home)]) {
      const { status, body } = await by.call(payslips.get, { params: { id } })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id,
        employee: { id: person.id, employee_no: 'TC-0001', first_name: 'Njeri' },
        payroll: { month: 'February', year: '2026', status: 'confirmed' },
        gross: 100_000,
        net: 70_441.65,
        nssf_employer: 6000,
        nita: 50,
        mail: null,
      })
      expect(body.deductions.map(({ name }) => name)).toContain('PAYE')
    }
  })

  test('is a page with everything on it, every word escaped', async () => {
    await world.rows(`update organizations set name = '<b>Home & Sons</b>' where id = $1`, [home])
    const { id, self } = await njeri()
    const { body } = await self.call(payslips.html, { params: { id } })
    expect(body.html).toContain('&#60;b&#62;Home &#38; Sons')
    expect(body.html).not.toMatch(/<b>|<script|onerror|http-equiv/)
    for (const words of ['Njeri Mwangi', '100,000.00', '70,441.65', 'Employer', 'NITA', '50.00']) {
      expect(body.html).toContain(words)
    }
    expect(body.html).toContain(`/verifyPayslip/${id}`)
  })

  test('is in Swahili for who reads it, with the law’s own names, and on paper too', async () => {
    const { id, self } = await njeri()
    await self.call(contract.auth.setLanguage, { body: { language: 'sw' } })
    const swahili = { 'accept-language': 'sw' }
    const { html } = (await self.call(payslips.html, { params: { id } }, swahili)).body
    const { file } = (await self.call(payslips.generate, { params: { id } })).body
    const paper = wordsOf((await open(self, file)).rawPayload).join(' ')
    for (const told of [
      ...['Hati ya malipo', 'Februari 2026', 'Mshahara wa msingi', 'Mshahara halisi'],
      ...['(PAYE)', '(NSSF)', '(SHIF, SHA)', '(Housing Levy)', 'Nafuu ya mtu binafsi'],
    ]) {
      expect(html).toContain(told)
      expect(paper.replace(/\s+/g, '')).toContain(told.replace(/\s+/g, ''))
    }
    for (const english of [/Earnings|Deductions|Net pay|Employee no|Basic salary|Genuine/]) {
      expect(html).not.toMatch(english)
      expect(paper).not.toMatch(english)
    }
    expect(html).toContain('<html lang="sw">')
    // Staff read it in English; the paper is the person's, whoever prints it.
    const { body } = await primary.call(payslips.html, { params: { id } })
    expect(body.html).toContain('Basic salary')
    const printed = await primary.call(payslips.generate, { params: { id } })
    expect(printed.body.file).toBe(file)
  })

  test('counts the year from confirmed payrolls only', async () => {
    const person = await employ(primary, { salary: 100_000 })
    await run('January')
    const march = await run('March')
    const id = await slipOf(march)
    const page = async () => (await primary.call(payslips.html, { params: { id } })).body.html
    expect(await page()).toContain('200,000.00')
    await run('February')
    expect(await page()).toContain('300,000.00')
    await primary.call(payrolls.reverse, { params: { id: march }, body: { reason: 'Mistake' } })
    expect(await page()).toContain('Reversed: this payslip is no longer valid')
    expect(await page()).toContain('200,000.00')
    const { body } = await primary.call(payslips.ofEmployee, { params: { id: person.id } })
    expect(body.map(({ payroll }) => payroll.month)).toEqual(['February', 'January'])
  })

  test('of a colleague is 403, of another organisation 404, of a draft 404 for the person', async () => {
    const { id, self } = await njeri()
    const other = await employ(primary, { first_name: 'Otieno' })
    const colleague = await asEmployee(world, home, other.id)
    const abroad = await world.as('primary', await world.addOrganization())
    const user = await world.as('user', home)
    for (const name of ['get', 'html', 'generate', 'email'] as const) {
      const ask = async (by: Caller) => (await by.call(payslips[name], { params: { id } })).status
      expect(await ask(colleague)).toBe(403)
      expect(await ask(user)).toBe(403)
      expect(await ask(abroad)).toBe(404)
    }
    const draft = await slipOf(await run('March', false))
    for (const name of ['get', 'html', 'generate', 'email'] as const) {
      const reply = await self.call(payslips[name], { params: { id: draft } })
      expect(reply.status).toBe(404)
    }
    expect((await primary.call(payslips.html, { params: { id: draft } })).body.html).toContain(
      'Draft: this payroll is not confirmed yet',
    )
    for (const name of ['generate', 'email'] as const) {
      const reply = await primary.call(payslips[name], { params: { id: draft } })
      expect(reply).toMatchObject({
        status: 422,
        body: { message: 'This payroll is not confirmed yet.' },
      })
    }
  })
})

describe('the file', () => {
  test('is ready with the answer, and stored once while nothing changes', async () => {
    const { id, self } = await njeri()
    const first = await self.call(payslips.generate, { params: { id } })
    expect(first).toMatchObject({ status: 200, body: { available: 'true' } })
    expect(first.body.file).toMatch(/^storage\/payslips\/[0-9a-f-]{36}\.pdf$/)
    const file = await open(self, first.body.file)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const again = await primary.call(payslips.generate, { params: { id } })
    expect(again.body.file).toBe(first.body.file)
    await primary.call(payslipTemplates.apply, { params: { id: 'ledger' } })
    const anew = await primary.call(payslips.generate, { params: { id } })
    expect(anew.body.file).not.toBe(first.body.file)
    const known = await open(self, `storage/payslips/Njeri-Payroll-February-${id}.pdf`)
    expect(known.headers.etag).toBe(`"${anew.body.file.split('/').pop()}"`)
  })

  test('is closed to colleagues and other organisations, by either name', async () => {
    const { id } = await njeri()
    const { body } = await primary.call(payslips.generate, { params: { id } })
    const names = [body.file, `storage/payslips/Njeri-Payroll-February-${id}.pdf`]
    const other = await employ(primary, { first_name: 'Otieno' })
    const colleague = await asEmployee(world, home, other.id)
    const abroad = await world.as('primary', await world.addOrganization())
    for (const name of names) {
      expect((await open(colleague, name)).statusCode).toBe(403)
      expect((await open(await world.as('user', home), name)).statusCode).toBe(403)
      expect((await open(abroad, name)).statusCode).toBe(404)
      expect((await world.app.inject(`/${name}`)).statusCode).toBe(401)
    }
    const missing = 'storage/payslips/Njeri-Payroll-May-7c9e6679-7425-40de-944b-e07fc1f90ae7.pdf'
    expect((await open(primary, missing)).statusCode).toBe(404)
  })

  test('stays open for those who have left, and closes for the person when reversed', async () => {
    const { id, person, payroll, self: employed } = await njeri()
    await terminate(primary, person.id, '2026-03-01')
    const self = await world.signIn(employed.email)
    const { body, status } = await self.call(payslips.generate, { params: { id } })
    expect(status).toBe(200)
    expect((await open(self, body.file)).statusCode).toBe(200)
    await primary.call(payrolls.reverse, { params: { id: payroll }, body: { reason: 'Mistake' } })
    expect((await open(self, body.file)).statusCode).toBe(404)
    expect((await open(primary, body.file)).statusCode).toBe(200)
    const again = await primary.call(payslips.generate, { params: { id } })
    expect(again).toMatchObject({ status: 422, body: { message: 'This payroll was reversed.' } })
  })
})

describe('payslips of an employee', () => {
  test('are the confirmed ones, newest first, and the last of them', async () => {
    const { person, self } = await njeri({ month: 'January' })
    await run('February')
    await run('March', false)
    const list = await self.call(payslips.ofEmployee, { params: { id: person.id } })
    expect(list.body).toMatchObject([
      { payroll: { code: 'PR-TC-0002', month: 'February', year: '2026' }, net: 70_441.65 },
      { payroll: { month: 'January' }, gross: 100_000 },
    ])
    const last = await self.call(payslips.last, { params: { id: person.id } })
    expect(last.body).toMatchObject({ net: 70_441.65, payroll: { month: 'February' } })
  })

  test('are nobody else’s business, and there may be none', async () => {
    const { self } = await njeri()
    const other = await employ(primary, { first_name: 'Otieno' })
    const abroad = await world.as('primary', await world.addOrganization())
    for (const endpoint of [payslips.ofEmployee, payslips.last]) {
      const ask = (by: Caller) => by.call(endpoint as typeof payslips.last, byId(other.id))
      expect((await ask(self)).status).toBe(403)
      expect((await ask(abroad)).status).toBe(404)
    }
    expect((await primary.call(payslips.ofEmployee, byId(other.id))).body).toEqual([])
    expect((await primary.call(payslips.last, byId(other.id))).status).toBe(404)
  })
})
const byId = (id: string) => ({ params: { id } })

describe('verification', () => {
  const ask = (id: string, address = '10.9.0.1') =>
    world.caller(undefined, address).call(payslips.verify, { params: { id } })

  test('gives the name and the last three digits, to anybody', async () => {
    const { id, person } = await njeri()
    const reply = await ask(id)
    expect(reply).toMatchObject({ status: 200, body: { name: 'Njeri Mwangi' } })
    expect(reply.body.id_number).toBe(`*****${person.id_number.slice(-3)}`)
    expect(Object.keys(reply.body)).toEqual(['name', 'id_number', 'corrects', 'corrected_by'])
  })

  test('knows no draft, no reversed payslip and no invented one', async () => {
    const { id, payroll } = await njeri({ confirm: false })
    expect((await ask(id, '10.9.0.2')).status).toBe(404)
    await primary.call(payrolls.confirm, { params: { id: payroll } })
    expect((await ask(id, '10.9.0.2')).status).toBe(200)
    await primary.call(payrolls.reverse, { params: { id: payroll }, body: { reason: 'Mistake' } })
    expect((await ask(id, '10.9.0.2')).status).toBe(404)
    expect((await ask('7c9e6679-7425-40de-944b-e07fc1f90ae7', '10.9.0.2')).status).toBe(404)
    expect((await ask('nonsense', '10.9.0.2')).status).toBe(404)
  })

  test('answers twenty times a minute to one address', async () => {
    const { id } = await njeri()
    for (let turn = 0; turn < 20; turn += 1) expect((await ask(id, '10.9.0.3')).status).toBe(200)
    expect((await ask(id, '10.9.0.3')).status).toBe(429)
    expect((await ask(id, '10.9.0.4')).status).toBe(200)
    world.pass(61)
    expect((await ask(id, '10.9.0.3')).status).toBe(200)
  })
})

describe('templates', () => {
  test('are six, with a picture each in the colours of the organisation', async () => {
    await primary.call(payslipTemplates.colors, {
      body: { light_color: '#ffeeaa', dark_color: '#112233' },
    })
    const { body } = await primary.call(payslipTemplates.list)
    expect(body.map(({ id }) => id)).toEqual([
      'classic',
      'banner',
      'panel',
      'ledger',
      'cards',
      'compact',
    ])
    for (const { image } of body) {
      const picture = await world.app.inject(image)
      expect(picture.statusCode).toBe(200)
      expect(picture.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
      for (const rule of ["base-uri 'none'", "frame-ancestors 'none'", 'sandbox']) {
        expect(picture.headers['content-security-policy']).toContain(rule)
      }
      expect(picture.body).toContain('#112233')
    }
    expect((await world.app.inject('/api/template-image/none.svg')).statusCode).toBe(404)
    const crooked = '/api/template-image/classic.svg?light=%22%3E%3Cs&dark=000000'
    expect((await world.app.inject(crooked)).statusCode).toBe(404)
  })

  test('show the newest confirmed payslip; before the first there is nothing', async () => {
    const look = (id: 'cards') => primary.call(payslipTemplates.preview, { params: { id } })
    expect((await look('cards')).status).toBe(404)
    await njeri({ confirm: false })
    expect((await look('cards')).status).toBe(404)
    await njeri({ month: 'January' })
    const { status, body } = await look('cards')
    expect(status).toBe(200)
    expect(body.html).toContain('Njeri Mwangi')
    expect((await look('none' as 'cards')).status).toBe(404)
  })

  test('are applied, with colours, by whoever may', async () => {
    const { id } = await njeri()
    const chosen = await primary.call(payslipTemplates.apply, { params: { id: 'banner' } })
    expect(chosen).toMatchObject({ status: 200, body: { template_id: 'banner' } })
    const painted = await primary.call(payslipTemplates.colors, {
      body: { light_color: '#FFF0F0', dark_color: '#802020' },
    })
    expect(painted.body).toMatchObject({ light_color: '#FFF0F0', dark_color: '#802020' })
    const { body } = await primary.call(organizations.get)
    expect(body).toMatchObject({ template_id: 'banner', dark_color: '#802020' })
    expect((await primary.call(payslips.html, { params: { id } })).body.html).toContain('#802020')
    for (const role of ['admin', 'finance', 'user'] as const) {
      const by = await world.as(role, home)
      expect((await by.call(payslipTemplates.list)).status).toBe(403)
      expect((await by.call(payslipTemplates.apply, { params: { id: 'panel' } })).status).toBe(403)
    }
    const wrong = await primary.call(payslipTemplates.colors, {
      body: { light_color: 'red', dark_color: '#12345' },
    })
    expect(wrong.status).toBe(422)
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(['light_color', 'dark_color'])
  })
})

test('many lines go on to a second page, and nothing is lost', async () => {
  const person = await employ(primary, { salary: 50_000 })
  for (let index = 0; index < 60; index += 1) {
    await primary.call(allowances.create, {
      body: { employee_id: person.id, name: `Allowance ${index}`, amount: 100 },
    })
  }
  const id = await slipOf(await run('March'))
  const { body } = await primary.call(payslips.generate, { params: { id } })
  const { rawPayload } = await open(primary, body.file)
  expect(rawPayload.toString('latin1')).toMatch(/\/Count [2-4]\b/)
})
