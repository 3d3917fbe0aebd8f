// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { asEmployee, employ, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const { dashboard, employees, departments, designations, payrolls, registers } = contract

const world = await openWorld()
let home: string
let primary: Caller & { id: string }

beforeEach(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
})

const complete = {
  pin_no: 'A001234567X',
  nssf_no: '123456789',
  nhif_no: 'SHA-1',
  bank_name: 'KCB Bank Kenya Limited',
  account_no: '1122334455',
}
const seen = async (by: Caller = primary) => (await by.call(dashboard.get)).body
const titles = async (by?: Caller) => (await seen(by)).waiting.map(({ title }) => title)

describe('the way in of a new organisation', () => {
  const steps = async (by?: Caller) => (await seen(by)).steps
  const ticked = async (by?: Caller) =>
    (await steps(by))?.map(({ step, done }) => `${step}${done ? ' done' : ''}`) ?? null
  const told = async (wanted: string) => (await steps())?.find(({ step }) => step === wanted)

  test('ticks itself off, and is gone with the first confirmed payroll', async () => {
    expect(await ticked()).toEqual([
      ...['organization', 'structure', 'people', 'items', 'opening', 'payroll', 'compare'],
    ])
    expect(await told('organization')).toMatchObject({ there: null, missing: 'KRA PIN, address' })
    await world.rows(
      `update organizations set pin_no = 'P051234567X', address = 'Kenyatta Ave' where id = $1`,
      [home],
    )
    expect((await ticked())?.[0]).toBe('organization done')
    await primary.call(departments.create, { body: { name: 'Sales' } })
    expect(await told('structure')).toEqual({
      ...{ step: 'structure', done: false, link: '/designations' },
      ...{ there: '1 department', missing: 'designations' },
    })
    await primary.call(designations.create, { body: { name: 'Clerk' } })
    const njeri = await employ(primary)
    expect(await told('people')).toMatchObject({ there: '1 person', missing: 'KRA PIN of 1' })
    const body = { employee_id: njeri.id, name: 'SACCO', amount: 2500, from: '2024-01-01' }
    await primary.call(contract.deductions.create, { body })
    expect(await told('items')).toMatchObject({
      ...{ done: true, there: '1 deduction', missing: 'allowances, leave balances, loans' },
    })
    const missing = 'pay of 2026: January of 1 person'
    const { id } = await runMonth(primary, 'February', 2026, false)
    expect(await told('opening')).toMatchObject({ done: false, there: null, missing })
    expect(await told('payroll')).toMatchObject({
      ...{ done: true, there: 'February 2026, 1 payslip', link: `/payroll/${id}` },
    })
    expect(await told('compare')).toMatchObject({ done: false, link: `/payrollRegister/${id}` })
    await primary.call(payrolls.confirm, { params: { id } })
    expect(await ticked()).toBeNull()
  })

  test('ends with the old register: equal, and no longer when the draft changes', async () => {
    const { id: employee_id, employee_no } = await employ(primary, { salary: 45_000 })
    const { id, payslips } = await runMonth(primary, 'January', 2026, false)
    expect(await told('opening')).toMatchObject({ done: true, missing: null })
    const net = payslips[0]?.net ?? 0
    const compare = (gross: number, ...more: number[]) =>
      primary.call(registers.compare, {
        params: { id },
        body: {
          file: dataUrl(
            xlsx([
              ['Staff No', 'Gross Pay', ...more.map(() => 'Net Pay')],
              [employee_no, gross, ...more],
            ]),
          ),
        },
      })
    await compare(44_000, net)
    expect(await told('compare')).toMatchObject({ done: false, missing: 'the others' })
    await compare(45_000)
    const lacking = 'net pay: the register had no such column'
    expect(await told('compare')).toMatchObject({ done: false, missing: lacking })
    await compare(45_000, net)
    expect(await told('compare')).toMatchObject({
      ...{ done: true, there: 'equal, 1 person, 10 March, 2026', missing: null },
    })
    const raised = { salary: 46_000, salary_from: '2026-01' } as never
    await primary.call(employees.update, { params: { id: employee_id }, body: raised })
    await primary.call(payrolls.recalculate, { params: { id } })
    expect(await told('compare')).toMatchObject({
      ...{ done: false, missing: 'a new comparison: the payroll has changed since' },
    })
  })

  test('is for those who can take a step of it', async () => {
    expect(await ticked(await world.as('finance', home))).toEqual([
      ...['structure', 'people', 'items', 'opening', 'payroll', 'compare'],
    ])
    expect(await ticked(await world.as('user', home))).toBeNull()
  })
})

describe('what waits', () => {
  test('nothing, and nothing of another organisation', async () => {
    const other = await world.as('primary', await world.addOrganization('Other Ltd'))
    await employ(other)
    await runMonth(other, 'February', 2026, false)
    expect(await titles()).toEqual([])
  })

  test('the draft, in the words of who may confirm it and who may not', async () => {
    await employ(primary, complete)
    const { id } = await runMonth(primary, 'February', 2026, false)
    const [line] = (await seen()).waiting
    expect(line).toMatchObject({
      title: 'The payroll for February 2026 is a draft',
      text: 'Check it, then confirm it.',
      link: `/payroll/${id}`,
    })
    const [theirs] = (await seen(await world.as('admin', home))).waiting
    expect(theirs?.text).toBe('Waiting for someone who can confirm it.')
    await primary.call(payrolls.confirm, { params: { id } })
    expect(await titles()).toContain('No payroll for March 2026 yet')
    expect(await titles()).not.toContain('The payroll for February 2026 is a draft')
  })

  test('people who lack a number, and the list leads to them', async () => {
    const njeri = await employ(primary, { ...complete, pin_no: null })
    await employ(primary, { ...complete, first_name: 'Otieno' })
    await employ(primary, {
      first_name: 'Consultant',
      tos: 'Consultant',
      ...complete,
      pin_no: null,
    })
    const past60 = { dob: '1966-02-28', nssf_no: null }
    await employ(primary, { first_name: 'Mzee', ...complete, ...past60 })
    const [line] = (await seen()).waiting
    expect(line).toMatchObject({
      title: '1 person lacks a number',
      text: '1 without KRA PIN.',
      link: '/employees?lacking=numbers',
    })
    const { body, headers } = await primary.call(employees.list, { query: { lacking: 'numbers' } })
    expect(body.map(({ id }) => id)).toEqual([njeri.id])
    expect(headers['x-total-count']).toBe('1')
    const bad = await primary.call(employees.list, { query: { lacking: 'hope' as 'numbers' } })
    expect(bad.status).toBe(422)
  })

  test('payslips that did not arrive', async () => {
    await employ(primary, { ...complete, email: 'njeri@example.test' })
    const { id, payslips } = await runMonth(primary, 'February', 2026)
    await world.rows(
      `insert into payslip_mails (organization_id, payslip_id, recipient, state)
       values ($1, $2, 'njeri@example.test', 'failed')
       on conflict (organization_id, payslip_id) do update set state = 'failed'`,
      [home, payslips[0]?.id],
    )
    const lines = (await seen()).waiting
    expect(lines.find(({ key }) => key.startsWith('mails'))).toMatchObject({
      title: '1 payslip email of February 2026 did not arrive',
      link: `/payroll/${id}`,
    })
  })

  test('returns without a file, by their day, until the file is made', async () => {
    await employ(primary, complete)
    await runMonth(primary, 'February', 2026)
    const returns = async () => (await seen()).waiting.find(({ key }) => key.startsWith('returns'))
    // The world's day is 10 March: what was due on the 9th is late.
    expect(await returns()).toMatchObject({
      title: 'Returns for February 2026',
      text: 'No file yet for PAYE, NSSF, SHIF, Housing Levy, NITA.',
      link: '/returns',
      urgency: 'late',
      due: '2026-03-09',
    })
    const body = { type: 'SEC_B', name: '', extension: 'csv' } as const
    await primary.call(contract.returns.make, { params: { month: '2026-02' }, body })
    expect((await returns())?.text).not.toContain('PAYE')
    expect(await titles(await world.as('user', home))).toEqual([])
  })

  test('the subscription, for whoever pays for it, and what is late comes first', async () => {
    await employ(primary, { ...complete, pin_no: null })
    await world.rows(`update subscriptions set "to" = '2026-03-13' where organization_id = $1`, [
      home,
    ])
    expect((await seen()).waiting[0]).toMatchObject({
      title: 'Your subscription ends soon',
      urgency: 'soon',
      due: '2026-03-13',
    })
    await world.rows(`update subscriptions set "to" = '2026-03-09' where organization_id = $1`, [
      home,
    ])
    expect((await titles())[0]).toBe('Your subscription has ended')
    expect(await titles(await world.as('admin', home))).toEqual(['1 person lacks a number'])
  })

  test('for a user and an employee: what is theirs, and no more', async () => {
    const { id } = await employ(primary)
    await runMonth(primary, 'February', 2026, false)
    expect(await titles(await world.as('user', home))).toEqual([])
    expect(await titles(await asEmployee(world, home, id))).toEqual([])
  })
})

describe("the employee's home", () => {
  test('has the newest pay, why it changed, and what the areas show', async () => {
    const njeri = await employ(primary, { salary: 50_000 })
    const own = await asEmployee(world, home, njeri.id)
    expect((await own.call(dashboard.home)).body).toMatchObject({
      pay: null,
      cards: [{ key: 'leave' }],
    })
    await runMonth(primary, 'January', 2026)
    const first = (await own.call(dashboard.home)).body.pay
    expect(first).toMatchObject({
      ...{ month: '2026-01', before: null, changes: [], next_pay_day: '2026-02-28', p9_year: null },
    })
    const bonus = { employee_id: njeri.id, name: 'Bonus', amount: 10_000, one_off: 1 as const }
    await primary.call(contract.incomes.create, { body: { ...bonus, from: '2026-02-01' } })
    await runMonth(primary, 'February', 2026)
    const { pay } = (await own.call(dashboard.home)).body
    expect(pay?.before).toEqual({ month: '2026-01', net: first?.net })
    expect(pay?.changes.find(({ name }) => name === 'Bonus')).toMatchObject({
      ...{ kind: 'one-off', detail: 'This month', net: 10_000 },
    })
    const inSwahili = await own.call(dashboard.home, {}, { 'accept-language': 'sw' })
    expect(inSwahili.body.pay?.changes.find(({ name }) => name === 'Bonus')?.detail).toBe(
      'Mwezi huu',
    )
    const explained = pay?.changes.reduce((sum, { net }) => sum + net, 0) ?? 0
    expect(explained).toBeCloseTo((pay?.net ?? 0) - (first?.net ?? 0), 2)
  })

  test('is nobody else’s, and ends with the employment but for the pay', async () => {
    const njeri = await employ(primary)
    const own = await asEmployee(world, home, njeri.id)
    await runMonth(primary, 'February', 2026)
    expect((await primary.call(dashboard.home)).body).toEqual({ pay: null, cards: [] })
    // Past the application, which would end the session too.
    await world.rows(
      `update employees set status = 'terminated', termination_date = '2026-03-09' where id = $1`,
      [njeri.id],
    )
    const { pay, cards } = (await own.call(dashboard.home)).body
    expect(pay?.month).toBe('2026-02')
    expect(cards).toEqual([])
  })
})
