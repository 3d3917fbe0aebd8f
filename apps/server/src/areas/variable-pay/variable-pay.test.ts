// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { addMany, employ, runMonth, terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** A month's overtime, bonuses, absence and deductions, set for many people at once. */

const { variablePay, payrolls, revenues, commissionRates } = contract
const month = '2026-03'

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const finance = await world.as('finance', home)
const amani = await employ(primary, { first_name: 'Amani', salary: 45_000 })
const baraka = await employ(primary, { first_name: 'Baraka', salary: 90_000 })
const leaver = await employ(primary, { first_name: 'Chebet' })
await terminate(primary, leaver.id, '2026-01-31')
const { id: retail } = (
  await primary.call(commissionRates.create, {
    body: { name: 'Retail', display_name: 'Retail commission', amount: 100_000, rate: 2 },
  })
).body

const save = (people: object[], when = month) =>
  finance.call(variablePay.save, { body: { month: when, people: people as never } })
const list = async (query: object = {}, when = month) =>
  (await finance.call(variablePay.list, { query: { month: when, ...query } as never })).body
const of = async ({ id }: { id: string }, when = month) =>
  (await list({}, when)).people.find(({ employee_id }) => employee_id === id)

describe('the month of a few people', () => {
  test('is set, and set again to the same changes nothing', async () => {
    expect(await of(amani)).toMatchObject({ usual_rate: 200, bonus: 0, paid: false })
    expect(await of(leaver)).toBeUndefined()
    const people = [
      { employee_id: amani.id, overtime_hours: 10, rest_hours: 2.5, bonus: 5000 },
      {
        employee_id: baraka.id,
        absence_days: 1.5,
        deduction_name: 'Uniform',
        deduction: 1200.5,
        revenue: 250_000,
        commission_rate_id: retail,
      },
    ]
    expect(await save(people)).toMatchObject({
      status: 200,
      body: { message: 'Variable pay saved successfully', changed: 2, unchanged: 0 },
    })
    const entries = await world.rows('select count(*) as n from activity_log')
    expect((await save(people)).body).toMatchObject({ message: 'Nothing changed', changed: 0 })
    expect(await world.rows('select count(*) as n from activity_log')).toEqual(entries)
    expect(await of(baraka)).toMatchObject({ deduction: 1200.5, revenue: 250_000 })
    expect((await list()).totals).toEqual({
      people: 2,
      overtime_hours: 10,
      rest_hours: 2.5,
      bonus: 5000,
      absence_days: 1.5,
      deduction: 1200.5,
      revenue: 250_000,
      days_away: 0,
    })
    const { body } = await finance.call(revenues.list, { params: { id: baraka.id } })
    expect(body).toMatchObject([{ amount: 250_000, rate: 2, commission: 3000, status: 'draft' }])
  })

  test('cells that are not named stay, and nothing removes what was there', async () => {
    await save([{ employee_id: baraka.id, bonus: 100 }])
    expect(await of(baraka)).toMatchObject({ bonus: 100, absence_days: 1.5, deduction: 1200.5 })
    const none = { bonus: 0, absence_days: 0, deduction: 0, revenue: 0 }
    await save([{ employee_id: baraka.id, ...none }])
    expect(await world.rows('select employee_id from variable_pay')).toEqual([
      { employee_id: amani.id },
    ])
    expect(await world.rows('select id from employee_revenues')).toEqual([])
    await save([{ employee_id: baraka.id, absence_days: 2, revenue: 200_000 }])
  })

  test('hours and days are taken as people write them', async () => {
    const typed = { employee_id: baraka.id, overtime_hours: '12', absence_days: '1.5' }
    expect((await save([typed])).status).toBe(200)
    expect(await of(baraka)).toMatchObject({ overtime_hours: 12, absence_days: 1.5 })
    await save([{ employee_id: baraka.id, overtime_hours: 0, absence_days: 2 }])
  })

  test('finds people by name or number, and those with something recorded', async () => {
    expect((await list({ search: 'amANI' })).people.map(({ name }) => name)).toEqual([
      'Amani Mwangi',
    ])
    expect((await list({ search: baraka.employee_no })).count).toBe(1)
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({ count: 2, people: [{}] })
    expect((await list({ filled: '1' }, '2026-04')).count).toBe(0)
  })
})

describe('what is refused, at its cell', () => {
  test.each([
    [{ bonus: -1 }, 'bonus', 'Bonus cannot be negative.'],
    [{ bonus: 'many' }, 'bonus', 'Bonus must be a number.'],
    [{ overtime_hours: 745 }, 'overtime_hours', /at most 744/],
    [{ overtime_hours: 700, rest_hours: 100 }, 'overtime_hours', /do not fit into 31 days/],
    [{ absence_days: 1.3 }, 'absence_days', /whole or half days/],
    [{ absence_days: 32 }, 'absence_days', /at most 31 days/],
    [{ days_away: 2 }, 'per_diem', 'Please give the per diem of a day away.'],
    [{ per_diem: 2000 }, 'days_away', 'Please say for how many days the per diem is.'],
    [{ days_away: 1.5, per_diem: 2000 }, 'days_away', 'Days Away are whole days.'],
    [{ days_away: 32, per_diem: 2000 }, 'days_away', /at most 31 days/],
    [{ deduction: 5 }, 'deduction_name', /what the deduction is for/],
    [{ deduction_name: 'P.A.Y.E.', deduction: 5 }, 'deduction_name', /already has a line/],
    [{ deduction_name: 'Loan' }, 'deduction', /Amount is required/],
    [{ revenue: 5, commission_rate_id: null }, 'commission_rate_id', /choose the commission rate/],
  ])('%j', async (cells, key, sentence) => {
    const reply = await save([{ employee_id: amani.id, ...cells }])
    expect(reply.status).toBe(422)
    const { errors } = reply.body as unknown as { errors: Record<string, string[]> }
    expect(errors[`people.0.${key}`]?.join()).toMatch(sentence)
  })

  test('leavers, people twice, people elsewhere and months too early', async () => {
    const told = async (people: object[], when = month) =>
      Object.values((await save(people, when)).body as never as { errors: object })
    const other = await world.as('primary', await world.addOrganization())
    const stranger = await employ(other)
    const one = { employee_id: amani.id, bonus: 1 }
    expect(JSON.stringify(await save([{ ...one, employee_id: leaver.id }]))).toContain(
      'left on 31 January, 2026',
    )
    expect(JSON.stringify(await save([one, one]))).toContain('listed twice')
    expect(JSON.stringify(await save([{ ...one, employee_id: stranger.id }]))).toContain(
      'not found',
    )
    expect(JSON.stringify(await save([one], '2020-12'))).toContain('January 2021')
    expect(JSON.stringify(await save([one], '2099-01'))).toContain(
      'January 2099 is more than a year ahead.',
    )
    expect(await told([])).toBeDefined()
    expect((await of(amani))?.bonus).toBe(5000)
  })

  test('whoever may not edit employees, and hours by whoever may not edit the organisation', async () => {
    const user = await world.as('user', home)
    const query = { month }
    expect((await user.call(variablePay.list, { query })).status).toBe(403)
    const body = { month_hours: 240 }
    expect((await finance.call(variablePay.changeHours, { body })).status).toBe(403)
    expect((await primary.call(variablePay.changeHours, { body })).status).toBe(200)
    expect(await of(amani)).toMatchObject({ usual_rate: 187.5 })
    await primary.call(variablePay.changeHours, { body: { month_hours: 225 } })
    const far = { body: { month_hours: 20 } }
    expect((await primary.call(variablePay.changeHours, far)).status).toBe(422)
  })
})

describe('what is far from usual', () => {
  const near = '2026-04'
  const doubts = async (cells: object, dry = true) => {
    const reply = await finance.call(variablePay.save, {
      query: dry ? { dry: '1' } : {},
      body: { month: near, people: [{ employee_id: amani.id, ...cells }] },
    })
    expect(reply.status).toBe(200)
    return reply.body.warnings.map(({ name, field, sentence }) => `${name} ${field}: ${sentence}`)
  }

  test.each([
    [{ bonus: 4000 }, undefined],
    [{ bonus: 50_000 }, 'A bonus of 50,000 is far from 5,000, usual here for bonus.'],
    [{ bonus: 500 }, 'A bonus of 500 is far from 5,000, usual here for bonus.'],
    [{ bonus: 450_000 }, 'A bonus of 450,000 is 10 times the salary.'],
    [
      { hourly_rate: 2000 },
      'An hourly rate of 2,000 is far from 200, what the salary comes to by the hour.',
    ],
    [
      { hourly_rate: 20 },
      'An hourly rate of 20 is far from 200, what the salary comes to by the hour.',
    ],
    [
      { deduction: 45_000, deduction_name: 'Loan' },
      'A deduction of 45,000 is as much as the salary.',
    ],
    [
      { deduction: 50_000, deduction_name: 'Loan' },
      'A deduction of 50,000 is more than the salary.',
    ],
    [
      { revenue: 20_000, commission_rate_id: retail },
      'A revenue of 20,000 is far from 200,000, usual here for revenue.',
    ],
    [{ overtime_hours: 121 }, '121 hours of overtime in a month.'],
  ])('%j is told and, in a dry run, not saved', async (cells, sentence) => {
    const told = await doubts(cells)
    const [field] = Object.keys(cells)
    expect(told).toEqual(sentence ? [`Amani Mwangi ${field}: ${sentence}`] : [])
    expect((await list({ filled: '1' }, near)).count).toBe(0)
  })

  test('what was agreed to once is not told again', async () => {
    expect(await doubts({ bonus: 50_000 }, false)).toHaveLength(1)
    expect(await doubts({ bonus: 50_000 })).toEqual([])
    expect(await doubts({ overtime_hours: 3 })).toEqual([])
    expect(await doubts({ bonus: 5000 })).toEqual([
      'Amani Mwangi bonus: A bonus of 5,000 is far from 50,000, the amount so far.',
    ])
    await save([{ employee_id: amani.id, bonus: 0 }], near)
  })
})

describe('a run takes it in', () => {
  const checks = async (id: string) =>
    (await finance.call(payrolls.checks, { params: { id } })).body.map(({ kind }) => kind)
  const slipOf = (run: Awaited<ReturnType<typeof runMonth>>, { id }: { id: string }) =>
    run.payslips.find(({ employee }) => employee.id === id)

  test('once, says when it changed, pays it, and sets it free when reversed', async () => {
    const run = await runMonth(primary, 'March', 2026, false)
    const first = slipOf(run, amani)
    // 10 × 200 × 1.5 and 2.5 × 200 × 2, and the bonus.
    expect(first?.gross).toBe(45_000 + 3000 + 1000 + 5000)
    // 90,000 less 2 of 31 days, and 2% of what was sold above 100,000.
    expect(slipOf(run, baraka)?.gross).toBeCloseTo(90_000 - 5806.45 + 2000, 2)
    const working = await finance.call(payrolls.working, { params: { id: first?.id as string } })
    expect(working.body).toContainEqual(
      expect.objectContaining({
        label: 'Overtime (10 hours)',
        working: '10 hours × 200 × 1.5, an hour being 45,000 ÷ 225 hours a month',
      }),
    )
    await save([{ employee_id: amani.id, overtime_hours: 1 }])
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    const one = await finance.call(payrolls.get, { params: { id: run.id } })
    const slip = one.body.payslips.find(({ employee }) => employee.id === amani.id)?.id as string
    const alone = (await finance.call(payrolls.working, { params: { id: slip } })).body
    expect(alone.find(({ label }) => label === 'Overtime (1 hour)')?.working).toMatch(
      /^1 hour × 200/,
    )
    await save([{ employee_id: amani.id, overtime_hours: 10 }])
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    expect(await checks(run.id)).not.toContain('inputs changed')
    await save([{ employee_id: amani.id, bonus: 6000 }])
    expect(await checks(run.id)).toContain('inputs changed')
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    expect(await checks(run.id)).not.toContain('inputs changed')
    // So does a revenue, which a run takes in otherwise.
    await save([{ employee_id: amani.id, revenue: 100_000, commission_rate_id: retail }])
    expect(await checks(run.id)).toContain('inputs changed')
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    expect(await checks(run.id)).not.toContain('inputs changed')
    const confirmed = await primary.call(payrolls.confirm, { params: { id: run.id } })
    expect(confirmed.status).toBe(200)
    expect(await of(amani)).toMatchObject({ paid: true, bonus: 6000 })
    const refused = await save([{ employee_id: amani.id, bonus: 1 }])
    expect(JSON.stringify(refused.body)).toContain('March 2026 is already confirmed for')
    expect((await save([{ employee_id: amani.id, bonus: 6000 }])).body.changed).toBe(0)
    await expect(
      world.rows("update variable_pay set bonus = 1 where status = 'paid'"),
    ).rejects.toThrow(/variable pay is paid/)
    const reason = { reason: 'Wrong bank file' }
    await primary.call(payrolls.reverse, { params: { id: run.id }, body: reason })
    expect(await of(amani)).toMatchObject({ paid: false, bonus: 6000 })
    expect((await save([{ employee_id: amani.id, bonus: 7000 }])).body.changed).toBe(1)
    const again = await runMonth(primary, 'March', 2026)
    expect(slipOf(again, amani)?.gross).toBe(45_000 + 4000 + 7000)
  })
})

test('a month of 2,000 people is saved in a bounded number of statements', async () => {
  const many = await world.addOrganization('Many Ltd')
  await addMany(world, many, 2000)
  const owner = await world.as('primary', many)
  const query = { month, limit: '1000' } as never
  const first = await owner.call(variablePay.list, { query })
  expect(first.body).toMatchObject({ count: 2000 })
  const people = first.body.people.map(({ employee_id }) => ({ employee_id, overtime_hours: 8 }))
  const started = performance.now()
  const reply = await owner.call(variablePay.save, { body: { month, people } })
  expect(reply.body).toMatchObject({ changed: 1000 })
  expect(performance.now() - started).toBeLessThan(60_000)
})
