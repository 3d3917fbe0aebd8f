// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { addStaff } from '../../demo/staff.ts'
import { employ } from '../../test/office.ts'
import { queriesOf } from '../../test/queries.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const { payrolls, allowances, incomes, deductions, revenues, commissionRates, employees } = contract

const world = await openWorld()
let home: string
let primary: Caller & { id: string }

beforeEach(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
})

const run = (month: string, year = 2026, by: Caller = primary) =>
  by.call(payrolls.create, { body: { month: month as 'March', year } })
const details = async (id: string) => (await primary.call(payrolls.get, { params: { id } })).body
const act = (endpoint: keyof typeof payrolls, id: string, by: Caller = primary) =>
  by.call(payrolls[endpoint] as (typeof payrolls)['confirm'], { params: { id } })

describe('creating a run', () => {
  test('works out every figure by the law of its month', async () => {
    const person = await employ(primary, { salary: 100_000 })
    const reply = await run('February')
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      code: 'PR-TC-0001',
      month: 'February',
      year: '2026',
      status: 'draft',
      calculated: true,
      count: 1,
      gross: 100_000,
      net: 70_441.65,
    })
    const payroll = await details(reply.body.id)
    expect(payroll.deductionNames).toEqual(['PAYE', 'NSSF', 'SHIF', 'Housing Levy'])
    const [slip] = payroll.payslips
    expect(slip).toMatchObject({
      employee: { id: person.id, employee_no: 'TC-0001' },
      salary: 100_000,
      gross: 100_000,
      taxable: 89_750,
      income_tax: 21_708.35,
      tax_relief: 2400,
      nhif_relief: 0,
      housing_relief: 0,
      total_deductions: 29_558.35,
      net: 70_441.65,
      days: null,
    })
    expect(slip?.sortedDeductions.map(({ amount }) => amount)).toEqual([
      19_308.35, 6000, 2750, 1500,
    ])
    expect(payroll.totals).toMatchObject({
      net: 70_441.65,
      nssf_employer: 6000,
      housing_employer: 1500,
      nita: 50,
    })
  })

  test('takes in allowances, incomes, deductions and commission, each by its rule', async () => {
    const { id: employee_id } = await employ(primary, { salary: 50_000 })
    const add = async (endpoint: never, body: object) => {
      const reply = await primary.call(endpoint, { body: { employee_id, ...body } } as never)
      expect((reply as { status: number }).status).toBe(201)
    }
    await add(allowances.create as never, {
      name: 'House Allowance',
      amount: 10_000,
      type: 'house',
    })
    await add(incomes.create as never, {
      name: 'Bonus',
      amount: 5000,
      one_off: true,
      from: '2026-03-01',
      to: '2026-03-31',
    })
    await add(incomes.create as never, {
      name: 'Travel',
      amount: 2000,
      taxable: 0,
      from: '2026-01-01',
    })
    await add(incomes.create as never, { name: 'Later', amount: 9000, from: '2026-04-01' })
    await add(deductions.create as never, { name: 'SACCO', amount: 3000, from: '2026-01-01' })
    await add(deductions.create as never, {
      name: 'Pension',
      amount: 4000,
      kind: 'pension',
      from: '2026-01-01',
    })
    const { body: rate } = await primary.call(commissionRates.create, {
      body: { name: 'Retail', display_name: 'Commission', amount: 100_000, rate: 5 },
    })
    await add(revenues.create as never, {
      month: 'February',
      year: 2026,
      commission_rate_id: rate.id,
      amount: 120_000,
    })
    const { body } = await run('March')
    const payroll = await details(body.id)
    expect(payroll.incomeNames).toEqual([
      'Bonus',
      'Commission (February 2026)',
      'House Allowance',
      'Travel',
    ])
    expect(payroll.deductionNames).toEqual([
      'PAYE',
      'NSSF',
      'SHIF',
      'Housing Levy',
      'Pension',
      'SACCO',
    ])
    const [slip] = payroll.payslips
    expect(slip?.sortedIncomes.map(({ amount }) => amount)).toEqual([5000, 1000, 10_000, 2000])
    // Regular 61,000 (salary, house, commission); with the bonus 66,000; travel outside everything.
    // NSSF 6% of 66,000 = 3,960; SHIF 2.75% and levy 1.5% of 61,000; pension 4,000 before tax.
    const taxable = 66_000 - 3960 - 1677.5 - 915 - 4000
    expect(slip).toMatchObject({ gross: 68_000, taxable })
    const tax = 2400 + 8333 * 0.25 + (taxable - 32_333) * 0.3
    expect(slip?.income_tax).toBeCloseTo(tax, 2)
    expect(slip?.net).toBeCloseTo(68_000 - (tax - 2400) - 3960 - 1677.5 - 915 - 4000 - 3000, 2)
  })

  test('is refused when everybody has a payslip, and picks up those left out', async () => {
    await employ(primary)
    await run('February')
    const again = await run('February')
    expect(again.status).toBe(422)
    expect(again.body.message).toBe(
      'All active employees already have a payslip for February 2026.',
    )
    await employ(primary)
    const second = await run('February')
    expect(second.body).toMatchObject({ count: 1, code: 'PR-TC-0002' })
  })

  test('two at once put nobody on two payslips', async () => {
    for (let count = 0; count < 3; count += 1) await employ(primary)
    const replies = await Promise.all([run('February'), run('February'), run('February')])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const [{ n }] = (await world.rows(
      'select count(*) as n from payslips where organization_id = $1',
      [home],
    )) as [{ n: number }]
    expect(n).toBe(3)
  })

  test('asks the database as often for sixty people as for two', async () => {
    const staffed = async (count: number) => {
      const organization_id = await world.addOrganization()
      const adding = { organization_id, today: '2026-03-10', secrets: world.parts.secrets }
      await world.parts.db.inOrg({ organization_id }, (tx) => addStaff(tx, adding, count))
      return world.as('primary', organization_id)
    }
    const [few, many] = [await staffed(2), await staffed(60)]
    const creating = (caller: Caller) => queriesOf(world, () => run('March', 2026, caller))
    expect(await creating(many)).toBe(await creating(few))
    const looking = async (caller: Caller) => {
      const { body } = await caller.call(payrolls.list)
      const params = { id: body[0]?.id ?? '' }
      return queriesOf(world, async () => {
        await caller.call(payrolls.get, { params })
        await caller.call(payrolls.checks, { params })
      })
    }
    expect(await looking(many)).toBe(await looking(few))
  })

  test('knows who was employed in the month', async () => {
    await employ(primary, { first_name: 'Later', employment_date: '2026-03-01' })
    await employ(primary, { first_name: 'Joiner', employment_date: '2026-02-15' })
    const leaver = await employ(primary, { first_name: 'Leaver' })
    const idle = await employ(primary, { first_name: 'Idle' })
    const gone = await employ(primary, { first_name: 'Gone' })
    const status = (id: string, body: object) =>
      primary.call(employees.status, { params: { id }, body: body as never })
    await status(leaver.id, { status: 'terminated', termination_date: '2026-02-07' })
    await status(gone.id, { status: 'terminated', termination_date: '2026-01-31' })
    await status(idle.id, { status: 'suspended' })
    const { body } = await run('February')
    const { payslips } = await details(body.id)
    expect(payslips.map(({ employee, days }) => [employee.first_name, days])).toEqual([
      ['Joiner', '14 of 28 days'],
      ['Leaver', '7 of 28 days'],
    ])
    expect(payslips.map(({ salary }) => salary)).toEqual([25_000, 12_500])
  })

  test('refuses months the law does not reach', async () => {
    await employ(primary)
    expect((await run('December', 2020)).body.errors).toHaveProperty('year')
    expect((await run('May')).body.errors).toHaveProperty('month')
    expect((await run('April')).status).toBe(201)
  })
})

describe('a draft', () => {
  test('notices what changed since, and is worked out again', async () => {
    const person = await employ(primary, { salary: 60_000 })
    const other = await employ(primary)
    const { body } = await run('February')
    expect((await act('checks', body.id)).body).not.toContainEqual(
      expect.objectContaining({ kind: 'inputs changed' }),
    )
    await primary.call(employees.update, {
      params: { id: person.id },
      body: { salary: 70_000, salary_from: '2026-02' },
    })
    const checks = (await primary.call(payrolls.checks, { params: { id: body.id } })).body
    expect(checks.find(({ kind }) => kind === 'inputs changed')).toMatchObject({
      blocks: true,
      count: 1,
      people: [{ employee_id: person.id }],
    })
    const refused = await act('confirm', body.id)
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.payroll?.[0]).toMatch(/recalculate first: Njeri Mwangi/)
    const slips = (await details(body.id)).payslips
    const slip = slips.find(({ employee }) => employee.id === person.id)
    const params = { id: body.id }
    const query = { offset: 0, limit: 10 }
    for (const { body: shown } of [
      await primary.call(payrolls.get, { params }),
      await primary.call(payrolls.get, { params, query }),
      await primary.call(payrolls.filter, { params, body: {} }),
      await primary.call(payrolls.filter, { params, query, body: {} }),
    ]) {
      const changed = shown.payslips.filter((one) => one.changed)
      expect(changed.map(({ employee }) => employee.id)).toEqual([person.id])
    }
    await act('recalculatePayslip', slip?.id ?? '')
    expect((await details(body.id)).payslips.map(({ salary }) => salary)).toEqual([70_000, 50_000])
    await primary.call(employees.update, { params: { id: other.id }, body: { nssf: false } })
    expect((await act('recalculate', body.id)).status).toBe(200)
    expect((await act('confirm', body.id)).body.status).toBe('confirmed')
  })

  test('loses a payslip, and goes as a whole', async () => {
    await employ(primary)
    await employ(primary)
    const { body } = await run('February')
    const [slip] = (await details(body.id)).payslips
    expect((await act('removePayslip', slip?.id ?? '')).body.message).toBe(
      'Payslip deleted successfully',
    )
    expect((await details(body.id)).count).toBe(1)
    expect((await act('remove', body.id)).body.message).toBe('Payroll deleted successfully')
    expect((await act('remove', body.id)).status).toBe(404)
    expect((await run('February')).body.count).toBe(2)
  })

  test('is narrowed by the server', async () => {
    const { body: one } = await primary.call(contract.departments.create, { body: { name: 'One' } })
    await employ(primary, { department_id: one.id })
    await employ(primary)
    const { body } = await run('February')
    const narrowed = await primary.call(payrolls.filter, {
      params: { id: body.id },
      body: { department_id: one.id, designation_id: '', work_station_id: '' },
    })
    expect(narrowed.body).toMatchObject({ count: 1, totals: { gross: 50_000 } })
    const slice = await primary.call(payrolls.get, {
      params: { id: body.id },
      query: { offset: 1, limit: 1 },
    })
    expect(slice.body.payslips).toHaveLength(1)
    expect(slice.body).toMatchObject({ count: 2, totals: { gross: 100_000 } })
  })
})

test('roles: who may run, confirm, delete', async () => {
  await employ(primary)
  const { body } = await run('February')
  const [admin, user] = [await world.as('admin', home), await world.as('user', home)]
  expect((await user.call(payrolls.list)).status).toBe(403)
  expect((await admin.call(payrolls.list)).status).toBe(200)
  expect((await act('confirm', body.id, admin)).status).toBe(403)
  const stranger = await world.as('primary', await world.addOrganization())
  for (const endpoint of ['get', 'confirm', 'remove', 'checks', 'recalculate'] as const) {
    expect((await act(endpoint, body.id, stranger)).status).toBe(404)
  }
  expect((await act('remove', body.id, admin)).status).toBe(200)
})

test('every figure can be explained', async () => {
  await employ(primary, { salary: 100_000 })
  const { body } = await run('February')
  const [slip] = (await details(body.id)).payslips
  const { body: lines } = await primary.call(payrolls.working, { params: { id: slip?.id ?? '' } })
  expect(lines.find(({ code }) => code === 'paye')).toMatchObject({ amount: 19_308.35 })
  expect(lines.find(({ code }) => code === 'nssfEmployee')?.source).toBeTruthy()
})

test('checks: only what needs a look', async () => {
  const plain = await employ(primary, {
    pin_no: 'A001234567B',
    nssf_no: '1',
    nhif_no: '2',
    bank_name: 'Equity Bank',
    account_no: '123',
    salary: 0,
  })
  const { body } = await run('February')
  const { body: checks } = await primary.call(payrolls.checks, { params: { id: body.id } })
  expect(checks.map(({ kind }) => kind)).toEqual(['no salary', 'months missing'])
  expect(checks[0]?.people[0]?.employee_id).toBe(plain.id)
})
