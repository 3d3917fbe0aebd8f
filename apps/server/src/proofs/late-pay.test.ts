// @tests long
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, describe, expect, test } from 'vitest'
import { leavingActs } from '../test/leaving.ts'
import { employ, runMonth } from '../test/office.ts'
import { type Caller, openWorld } from '../test/world.ts'

/**
 * Three roads pay what a month should have paid: the arrears of a salary, a correction, and final
 * dues. Whichever come together, in whatever order: nothing twice, nothing lost.
 */

const { corrections, employees, finalClaims, leaving, payrolls, payslips } = contract
const world = await openWorld({ workers: true })
const { confirm } = leavingActs(world)

let primary: Caller & { id: string }
let njeri: string

beforeEach(async () => {
  world.setTime('2026-06-20T09:00:00Z')
  primary = await world.as('primary', await world.addOrganization())
  const given = { salary: 100_000, employment_date: '2024-02-01', pin_no: 'A001234567Z' }
  njeri = (await employ(primary, { first_name: 'Njeri', ...given })).id
})

const path = (id: string) => ({ params: { id } })
const month = (name: MonthName) => runMonth(primary, name, 2026)
const raise = (salary: number, salary_from: string) =>
  primary.call(employees.update, { ...path(njeri), body: { salary, salary_from } })
const arrearsOf = async (salary: number, from: string) =>
  (await primary.call(employees.arrears, { ...path(njeri), body: { salary, from } })).body

async function slipIdOf(run: string) {
  const { body } = await primary.call(payrolls.get, path(run))
  return body.payslips.find(({ employee }) => employee.id === njeri)?.id as string
}

/** The basic pay of a month's payslip, corrected to this. */
async function correct(run: string, due: number) {
  const body = {
    lines: [{ side: 'salary' as const, key: 'salary', due }],
    ...{ reason: 'It was agreed otherwise', pay_on: '2026-06-25' },
  }
  const made = await primary.call(corrections.create, { ...path(await slipIdOf(run)), body })
  expect(made.status).toBe(201)
  expect((await primary.call(payrolls.confirm, path(made.body.id))).status).toBe(200)
  return made.body.id
}

/** Everything that confirmed payslips of these months paid and took, in cents. */
async function sums() {
  const [row] = await world.rows(
    `select sum(gross) * 100 as gross, sum(net) * 100 as net, sum(paye) * 100 as paye,
       sum(nssf) * 100 as nssf, sum(health) * 100 as health, sum(housing) * 100 as housing,
       coalesce(sum((input ->> 'owed')::numeric), 0) as owed
     from payslips where employee_id = $1 and frozen and not void`,
    [njeri],
  )
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}

/** What somebody is paid who had the salaries from the beginning. */
async function clean(salaries: readonly [string, number][], names: readonly MonthName[]) {
  const mine = njeri
  const given = { salary: 100_000, employment_date: '2024-02-01', pin_no: 'A001234567Z' }
  primary = await world.as('primary', await world.addOrganization())
  njeri = (await employ(primary, given)).id
  for (const [from, salary] of salaries) await raise(salary, from)
  for (const name of names) await month(name)
  const due = await sums()
  njeri = mine
  return due
}

describe('a month that was corrected', () => {
  test('has no arrears where the salary that is recorded later is what it was corrected to', async () => {
    const february = await month('February')
    await correct(february.id, 110_000)
    expect(await arrearsOf(110_000, '2026-02')).toEqual([])
    await raise(110_000, '2026-02')
    await month('March')
    const all = await sums()
    expect(all).toEqual(await clean([['2026-02', 110_000]], ['February', 'March']))
  })

  test('has those that are left where the salary is another', async () => {
    const february = await month('February')
    await correct(february.id, 110_000)
    await raise(125_000, '2026-02')
    await month('March')
    const all = await sums()
    expect(all).toEqual(await clean([['2026-02', 125_000]], ['February', 'March']))
  })

  test('down, and agreed so later, gives nothing back twice', async () => {
    const february = await month('February')
    await correct(february.id, 90_000)
    await raise(90_000, '2026-02')
    await month('March')
    await month('April')
    const { owed, ...all } = await sums()
    const due = await clean([['2026-02', 90_000]], ['February', 'March', 'April'])
    expect({ ...all, owed: 0 }).toEqual(due)
    expect(owed).toBeGreaterThan(0)
  })
})

test('what is corrected after its arrears were paid comes back with the next month', async () => {
  const february = await month('February')
  await raise(110_000, '2026-02')
  await month('March')
  await correct(february.id, 110_000)
  await month('April')
  const all = await sums()
  expect(all).toEqual(await clean([['2026-02', 110_000]], ['February', 'March', 'April']))
})

test('a correction that left no arrears is missed once it is reversed', async () => {
  const february = await month('February')
  const correction = await correct(february.id, 110_000)
  await raise(110_000, '2026-02')
  await month('March')
  const body = { reason: 'It was paid otherwise' }
  expect((await primary.call(payrolls.reverse, { ...path(correction), body })).status).toBe(200)
  await month('April')
  const all = await sums()
  expect(all).toEqual(await clean([['2026-02', 110_000]], ['February', 'March', 'April']))
})

describe('somebody who has left', () => {
  const leave = async (leave_days: number) => {
    const terms = { last_day: '2026-03-31', reason: 'resigned', notice: 'served', leave_days }
    expect(
      (await primary.call(leaving.record, { ...path(njeri), body: terms as never })).status,
    ).toBe(200)
  }
  const open = (name: MonthName) =>
    primary.call(leaving.run, {
      ...path(njeri),
      body: { month: name, year: 2026, pay_on: '2026-06-25' },
    })
  const finalRun = async (name: MonthName) => {
    const { body, status } = await open(name)
    expect({ status, body }).toMatchObject({ status: 201 })
    expect(await confirm(primary, body.id)).toMatchObject({ status: 200 })
    return body
  }

  test('is paid the arrears of a raise that was agreed afterwards, with final dues', async () => {
    await month('February')
    await month('March')
    await leave(0)
    await raise(110_000, '2026-02')
    await finalRun('April')
    const all = await sums()
    expect(all).toEqual(await clean([['2026-02', 110_000]], ['February', 'March']))
  })

  test('and whose raise reaches into the last month is named, with the amount and what to do', async () => {
    await month('February')
    await month('March')
    await leave(0)
    const [, march] = await arrearsOf(110_000, '2026-02')
    await raise(110_000, '2026-02')
    const { body: run } = await open('March')
    const { body: found } = await primary.call(payrolls.checks, path(run.id))
    const behind = found.find(({ kind }) => kind === 'arrears behind')
    expect(march?.month).toBe('2026-03')
    expect(march?.net).toBe(6_366.5)
    expect(behind).toMatchObject({ blocks: false, count: 1 })
    expect(behind?.people[0]?.detail).toBe(
      '6,366.50 of arrears for March 2026, after deductions: a final payroll of April 2026 pays it. ' +
        'Delete this one and open it with that month',
    )
    // As it says.
    expect((await primary.call(payrolls.remove, path(run.id))).status).toBe(200)
    const later = await finalRun('April')
    const { body: then } = await primary.call(payrolls.checks, path(later.id))
    expect(then.map(({ kind }) => kind)).not.toContain('arrears behind')
    const all = await sums()
    expect(all).toEqual(await clean([['2026-02', 110_000]], ['February', 'March']))
  })

  /** What the checks of a draft say of arrears that it does not pay or take. */
  const behindIn = async (run: string) => {
    const { body } = await primary.call(payrolls.checks, path(run))
    return body
      .filter(({ kind }) => kind === 'owed behind')
      .flatMap(({ people }) => people.map(({ name, detail }) => `${name}: ${detail}`))
  }

  test('and whose raise comes after final dues is named by every month, until it is corrected', async () => {
    await month('February')
    const march = await month('March')
    await leave(0)
    await raise(102_000, '2026-02')
    await finalRun('April')
    const [, late] = await arrearsOf(104_000, '2026-03')
    expect(late).toBeUndefined()
    await raise(104_000, '2026-03')
    await employ(primary, { first_name: 'Stays', employment_date: '2026-01-01' })
    const draft = await runMonth(primary, 'April', 2026, false)
    expect(await behindIn(draft.id)).toEqual([
      'Njeri Mwangi: 1,256.50 of arrears for March 2026, after deductions: final dues are paid. ' +
        'Correct the payslip of that month to pay it',
    ])
    // As it says: half of it was paid as arrears.
    await correct(march.id, 102_000)
    expect(await behindIn(draft.id)).toEqual([])
  })

  test('and who came back and left again has no final dues of this leaving yet', async () => {
    await month('February')
    await month('March')
    await leave(0)
    await finalRun('April')
    const move = (status: 'active' | 'terminated', termination_date?: string) =>
      primary.call(employees.status, {
        ...path(njeri),
        body: { status, termination_date } as never,
      })
    expect((await move('active')).status).toBe(200)
    expect((await move('terminated', '2026-06-25')).status).toBe(200)
    await month('June')
    await raise(104_000, '2026-03')
    await employ(primary, { first_name: 'Stays', employment_date: '2026-01-01' })
    const draft = await runMonth(primary, 'July', 2026, false)
    const [told] = await behindIn(draft.id)
    expect(told).toMatch(/for March 2026, June 2026, after deductions: a final payroll pays it$/)
  })

  test('and who was paid too much owes what their final dues cannot take back', async () => {
    await month('February')
    await month('March')
    await leave(1)
    const due = await arrearsOf(60_000, '2026-02')
    await raise(60_000, '2026-02')
    const { body: run } = await open('April')
    const [february, march, ...more] = await behindIn(run.id)
    expect(february).toMatch(
      /^Njeri Mwangi: [\d,.]+ too much paid for February 2026 that this pay cannot give back: once/,
    )
    expect(march).toContain('too much paid for March 2026 that this pay cannot give back')
    expect(more).toEqual([])
    expect((await confirm(primary, run.id)).status).toBe(200)
    const { body: slip } = await primary.call(payslips.get, path(await slipIdOf(run.id)))
    expect(slip.deductions.slice(-2)).toMatchObject([
      { name: 'Too much paid for February 2026', amount: 0 },
      { name: 'Too much paid for March 2026', amount: 0 },
    ])
    // What was taken is in the final dues already: all of it together is what was paid too much.
    const claimed = async () => (await primary.call(finalClaims.list)).body
    const taken = [...slip.incomes, ...slip.deductions]
      .filter(({ name }) => /arrears/i.test(name))
      .reduce((sum, { name, amount }) => sum + (/^Arrears/.test(name) ? amount : -amount), 0)
    const whole = due.reduce((sum, { net }) => sum + net, 0)
    const [claim] = await claimed()
    expect(claim?.left).toBeCloseTo(taken - whole, 2)
    await employ(primary, { first_name: 'Stays', employment_date: '2026-01-01' })
    const draft = await runMonth(primary, 'April', 2026, false)
    expect(await behindIn(draft.id)).toEqual([])
    // A raise that comes later is due by itself, and what is claimed is not asked for again.
    await raise(61_000, '2026-03')
    const [told] = await behindIn(draft.id)
    expect(told).toMatch(/^Njeri Mwangi: 6\d\d\.\d\d of arrears for March 2026, after deductions/)
    await primary.call(payrolls.remove, path(draft.id))
    const body = { reason: 'It was agreed otherwise' }
    expect((await primary.call(payrolls.reverse, { ...path(run.id), body })).status).toBe(200)
    expect(await claimed()).toEqual([])
  })

  test('gives back with final dues what a correction left owed', async () => {
    const february = await month('February')
    await month('March')
    await correct(february.id, 90_000)
    await leave(20)
    const run = await finalRun('April')
    const slip = await primary.call(payslips.get, path(await slipIdOf(run.id)))
    expect(slip.body.deductions.map(({ name }) => name)).toContain('Overpayment taken back')
    const refused = await primary.call(corrections.of, path(await slipIdOf(run.id)))
    expect(refused.body).toMatchObject({ message: expect.stringMatching(/^Final dues are not/) })
  })
})

describe('what a correction leaves alone', () => {
  test('is the arrears that a payslip paid', async () => {
    await month('February')
    await raise(110_000, '2026-02')
    const march = await month('March')
    const { body } = await primary.call(corrections.of, path(await slipIdOf(march.id)))
    expect(body.lines.map(({ name }) => name)).toEqual(['Basic pay'])
    expect(body.left_out).toMatchObject([{ name: 'Arrears of February 2026: Basic pay' }])
  })

  test('and those that a later payslip paid of its month, with the amount', async () => {
    const february = await month('February')
    await raise(110_000, '2026-02')
    await month('March')
    const { body } = await primary.call(corrections.of, path(await slipIdOf(february.id)))
    expect(body.lines).toMatchObject([{ name: 'Basic pay', paid: 100_000 }])
    expect(body.left_out).toEqual([
      {
        name: 'Arrears of February 2026, 10,000',
        why: 'Paid with a later payroll, beside what is shown here: leave them out.',
      },
    ])
  })
})
