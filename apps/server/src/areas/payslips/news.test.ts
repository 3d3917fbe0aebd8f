// @tests story
import { contract } from '@mshahara/contract'
import { templateIds } from '@mshahara/contract/payslips'
import { describe, expect, test, vi } from 'vitest'
import { asEmployee, employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** What a payslip says besides its amounts, and what people hear of it. */

const { payrolls, payslips, payslipTemplates, notifications } = contract
const world = await openWorld({ workers: true })
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const njeri = await employ(primary, { salary: 100_000, email_payslip: true })
const otieno = await employ(primary, { first_name: 'Otieno', email: undefined })
const self = await asEmployee(world, home, njeri.id)
await world.rows(`update employees set email = 'njeri@home.test' where id = $1`, [njeri.id])
const run = await runMonth(primary, 'February', 2026)
const id = run.payslips.find(({ employee }) => employee.id === njeri.id)?.id as string
const htmlOf = async () => (await primary.call(payslips.html, { params: { id } })).body.html

const lettersTo = (to: string) =>
  world.rows('select subject from mails where recipient = $1 order by number', [to])
const bell = async () =>
  (await self.call(notifications.list)).body.data.map(({ title, text, link }) => [
    title,
    text,
    link,
  ])

test('a new payslip rings the bell of its employee, once', async () => {
  await vi.waitFor(async () => expect(await bell()).toHaveLength(1), 60_000)
  expect(await bell()).toEqual([
    ['New payslip', 'Your payslip for February 2026 is ready.', '/my-payslips'],
  ])
})

describe('how gross becomes taxable', () => {
  test.each(templateIds)('stands on the template %s', async (template) => {
    await primary.call(payslipTemplates.apply, { params: { id: template } })
    const text = (await htmlOf()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(text).toMatch(
      new RegExp(
        'Gross pay 100,000.00 NSSF and pension −6,000.00 SHIF −2,750.00 ' +
          'Housing Levy −1,500.00 Taxable pay 89,750.00',
      ),
    )
  })
})

describe('the day of payment', () => {
  const set = (paid_on: string | null, by = primary) =>
    by.call(payrolls.setPayment, { params: { id: run.id }, body: { paid_on } as never })

  test('is recorded by whoever may pay, and shown on the payslip', async () => {
    expect(await htmlOf()).not.toContain('Paid on')
    const admin = await world.as('admin', home)
    expect((await set('2026-02-27', admin)).status).toBe(403)
    expect((await set('2026-02-27')).body.message).toBe('Day of payment saved successfully')
    expect(await htmlOf()).toMatch(/Paid on.*27 February 2026/s)
    const { body } = await self.call(payslips.get, { params: { id } })
    expect(body.paid_on).toBe('2026-02-27')
    expect((await primary.call(payrolls.get, { params: { id: run.id } })).body.paid_on).toBe(
      '2026-02-27',
    )
  })

  test.each(['2026-01-31', '2031-01-01', 'tomorrow'])('%s is refused', async (day) => {
    const reply = await set(day)
    expect([reply.status, Object.keys((reply.body as never as { errors: object }).errors)]).toEqual(
      [422, ['paid_on']],
    )
  })

  test('of a draft is refused, and elsewhere it is not found', async () => {
    const draft = await runMonth(primary, 'March', 2026, false)
    const body = { paid_on: '2026-03-28' }
    const reply = await primary.call(payrolls.setPayment, { params: { id: draft.id }, body })
    expect(reply).toMatchObject({ status: 422, body: { message: /not confirmed/ } })
    await primary.call(payrolls.remove, { params: { id: draft.id } })
    const other = await world.as('primary', await world.addOrganization())
    expect((await set('2026-02-28', other)).status).toBe(404)
  })
})

describe('checking the amount', () => {
  const visitor = world.caller()
  const check = (net: number, of = id, by = visitor) =>
    by.call(payslips.verifyNet, { params: { id: of }, body: { net } })

  test('tells more only to whoever knows the net pay', async () => {
    expect((await check(90_441.65)).body).toEqual({
      matches: false,
      month: null,
      employer: null,
      net: null,
    })
    expect((await check(70_441.65)).body).toEqual({
      matches: true,
      month: 'February 2026',
      employer: 'Home Ltd',
      net: '**,***.**',
    })
    const plain = await visitor.call(payslips.verify, { params: { id } })
    expect(Object.keys(plain.body)).toEqual(['name', 'id_number', 'corrects', 'corrected_by'])
    const unknown = await check(1, '00000000-0000-4000-8000-000000000000')
    expect(unknown.status).toBe(404)
  })

  test('is no way to find it out by trying', async () => {
    const tries = []
    for (let count = 0; count < 12; count += 1) tries.push((await check(1000 + count)).status)
    expect(tries.at(-1)).toBe(429)
    expect(tries.filter((status) => status === 200).length).toBeLessThan(10)
  })

  test('is still possible for a bank when a stranger has used up his tries', async () => {
    expect((await check(70_441.65)).status).toBe(429)
    const bank = world.caller(undefined, '203.0.113.80')
    const told = []
    for (let count = 0; count < 20; count += 1) told.push((await check(70_441.65, id, bank)).body)
    expect(told.every(({ matches }) => matches)).toBe(true)
  })

  test('has a bound for all addresses together', async () => {
    const counts = async (n: number) => {
      const by = world.caller(undefined, `203.0.${n}.1`)
      const tries = []
      for (let count = 0; count < 8; count += 1) tries.push((await check(9, id, by)).status)
      return tries.filter((status) => status === 200).length
    }
    let all = 0
    for (let n = 0; n < 14; n += 1) all += await counts(n)
    expect(all).toBeGreaterThan(80)
    expect(all).toBeLessThan(100)
  })
})

describe('a reversal', () => {
  const reverse = () =>
    primary.call(payrolls.reverse, { params: { id: run.id }, body: { reason: 'Wrong month' } })

  test('is refused while the day of payment says that people were paid', async () => {
    expect(await reverse()).toMatchObject({
      status: 422,
      body: { message: /paid on 27 February, 2026/ },
    })
    const body = { paid_on: null as never }
    await primary.call(payrolls.setPayment, { params: { id: run.id }, body })
  })

  test('tells those who had received the payslip, and nobody else', async () => {
    await vi.waitFor(async () => expect(await lettersTo('njeri@home.test')).toHaveLength(1), 60_000)
    await world.rows(`update employees set email = 'late@home.test' where id = $1`, [otieno.id])
    expect((await reverse()).status).toBe(200)
    const takenBack = [
      'Payslip no longer valid',
      'Your payslip for February 2026 was withdrawn. You will receive a new one.',
      '/my-payslips',
    ]
    await vi.waitFor(async () => expect(await bell()).toContainEqual(takenBack), 60_000)
    expect(await lettersTo('njeri@home.test')).toEqual([
      { subject: 'Payslip for February 2026' },
      { subject: 'Payslip for February 2026 no longer valid' },
    ])
    expect(await lettersTo('late@home.test')).toEqual([])
  })
})
