// @tests story
import { read, utils } from '@e965/xlsx'
import { contract } from '@mshahara/contract'
import { monthNames } from '@mshahara/contract/months'
import type { PayrollVariance } from '@mshahara/contract/payroll-variance'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMany, employ, runMonth } from '../../test/office.ts'
import { queriesOf } from '../../test/queries.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const { payrolls, payrollVariances, allowances, incomes, deductions, employees } = contract

const world = await openWorld()
let home: string
let primary: Caller & { id: string }

beforeEach(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
})

const ask = (id: string, query = {}, by: Caller = primary) =>
  by.call(payrollVariances.get, { params: { id }, query })
const varianceOf = async (id: string) => (await ask(id)).body
const add = async (area: typeof allowances | typeof incomes | typeof deductions, body: object) => {
  const reply = await primary.call(area.create as typeof incomes.create, { body: body as never })
  expect(reply.status).toBe(201)
  return reply.body.id
}
const raise = (id: string, salary: number) =>
  primary.call(employees.update, { params: { id }, body: { salary } })

const cents = (shillings: number) => Math.round(shillings * 100)
const told = ({ reasons }: PayrollVariance) =>
  reasons.map(({ kind, name, count, gross, net }) => [kind, name, count, gross, net])

/** Opening and reasons are closing; so are each person's, and the people's are the sums. */
function addsUp({ opening, closing, reasons, people }: PayrollVariance) {
  for (const of of ['gross', 'net'] as const) {
    const sum = (list: { gross: number; net: number }[]) =>
      list.reduce((all, one) => all + cents(one[of]), 0)
    expect(cents(opening?.[of] ?? 0) + sum(reasons), of).toBe(cents(closing[of]))
    expect(sum(people.flatMap((one) => one.reasons))).toBe(sum(reasons))
    for (const { name, before, after, reasons: own } of people) {
      expect(cents(before[of]) + sum(own), `${of} of ${name}`).toBe(cents(after[of]))
    }
  }
}

describe('from one month to the next', () => {
  test('through everybody who came, went, was raised, or was paid something else', async () => {
    const amina = await employ(primary, { first_name: 'Amina', salary: 100_000 })
    const brian = await employ(primary, { first_name: 'Brian', salary: 60_000 })
    await employ(primary, { first_name: 'Chebet', salary: 40_000, employment_date: '2026-03-16' })
    const gone = { status: 'terminated', termination_date: '2026-03-31' } as const
    const daudi = await employ(primary, { first_name: 'Daudi', salary: 30_000 })
    const house = { employee_id: amina.id, name: 'House', amount: 20_000 }
    const allowance = await add(allowances, house)
    await add(incomes, {
      ...{ employee_id: brian.id, name: 'Gift', amount: 5000, one_off: true },
      ...{ from: '2026-03-01', to: '2026-03-31' },
    })
    const march = await runMonth(primary, 'March', 2026)
    await raise(brian.id, 65_000)
    await primary.call(employees.status, { params: { id: daudi.id }, body: gone })
    await primary.call(allowances.remove, { params: { id: allowance } })
    await add(deductions, {
      ...{ employee_id: amina.id, name: 'SACCO', amount: 1500, from: '2026-04-01' },
    })
    await employ(primary, { first_name: 'Eunice', salary: 45_000, employment_date: '2026-04-01' })
    const april = await runMonth(primary, 'April', 2026, false)

    const found = await varianceOf(april.id)
    expect(found.opening).toEqual({
      ...{ month: 'March', year: 2026, codes: [march.code], count: 4 },
      ...{ gross: march.totals.gross, net: march.totals.net },
    })
    expect(found.closing).toMatchObject({
      ...{ month: 'April', year: 2026, codes: [april.code], count: 4 },
      ...{ gross: april.totals.gross, net: april.totals.net },
    })
    const [joined, left, ...others] = told(found)
    expect(joined?.slice(0, 4)).toEqual(['joined', '', 1, 45_000])
    expect(left?.slice(0, 4)).toEqual(['left', '', 1, -30_000])
    expect(others.filter(([kind]) => kind !== 'statutory')).toEqual([
      ['salary', '', 1, 5000, 5000],
      ['days', '', 1, 19_354.84, 19_354.84],
      ['item', 'House', 1, -20_000, -20_000],
      ['one-off', 'Gift', 1, -5000, -5000],
      ['deduction', 'SACCO', 1, 0, -1500],
    ])
    const names = others.filter(([kind]) => kind === 'statutory').map(([, name]) => name)
    expect(names).toEqual(['Housing Levy', 'NSSF', 'PAYE', 'SHIF'])
    addsUp(found)
    const detail = (who: string) =>
      found.people.find(({ name }) => name.startsWith(who))?.reasons[0]?.detail
    expect(detail('Eunice')).toBe('Employed since 01 April, 2026')
    const checks = (await primary.call(payrolls.checks, { params: { id: april.id } })).body
    const joiners = checks.find(({ kind }) => kind === 'joined')?.people
    expect(joiners).toMatchObject([{ detail: 'Employed since 01 April, 2026' }])
    expect(detail('Daudi')).toBe('Last day 31 March, 2026')
    expect(detail('Chebet')).toBe('16 of 31 days → whole month')
    expect(found.people_count).toBe(5)

    const raises = (await ask(april.id, { kind: 'salary' })).body
    expect(raises.people.map(({ name }) => name)).toEqual(['Brian Mwangi'])
    expect(raises.reasons).toEqual(found.reasons)
    const slice = (await ask(april.id, { offset: 1, limit: 2 })).body
    expect(slice.people).toEqual(found.people.slice(1, 3))
    expect(slice.people_count).toBe(5)
  })

  test('the payroll itself tells the difference of its headline figures', async () => {
    await employ(primary, { salary: 100_000 })
    const first = await runMonth(primary, 'March', 2026)
    expect(first.compared).toBeNull()
    expect(cents(first.totals.employer_cost)).toBe(
      cents(100_000) + cents(first.totals.nssf_employer) + cents(1500) + cents(50),
    )
    await employ(primary, { salary: 50_000 })
    const second = await runMonth(primary, 'April', 2026, false)
    const change = (of: 'gross' | 'total_deductions' | 'net' | 'employer_cost') =>
      (cents(second.totals[of]) - cents(first.totals[of])) / 100
    expect(second.compared).toEqual({
      ...{ month: 'March', year: 2026, with: [] },
      change: {
        count: 1,
        gross: change('gross'),
        total_deductions: change('total_deductions'),
        net: change('net'),
        employer_cost: change('employer_cost'),
      },
    })
  })

  test('of two drafts in a month, neither says that the people of the other have left', async () => {
    await employ(primary, { first_name: 'Amina', salary: 100_000 })
    await runMonth(primary, 'January', 2026)
    const first = await runMonth(primary, 'February', 2026, false)
    await employ(primary, { first_name: 'Late', salary: 20_000, employment_date: '2026-02-01' })
    const second = await runMonth(primary, 'February', 2026, false)
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const found = await varianceOf(one.id)
      expect(found.closing).toMatchObject({ count: 2, gross: 120_000 })
      expect(found.closing.codes).toContain(`${other.code} (draft)`)
      expect(found.reasons.map(({ kind }) => kind)).not.toContain('left')
      addsUp(found)
    }
    expect(second.compared).toMatchObject({
      with: [`${first.code} (draft)`],
      change: { count: 1, gross: 20_000 },
    })
  })

  test('a second run of a month counts with the first; a reversed one stands alone', async () => {
    await employ(primary, { salary: 100_000 })
    const january = await runMonth(primary, 'January', 2026)
    const wrong = await runMonth(primary, 'February', 2026)
    await primary.call(payrolls.reverse, { params: { id: wrong.id }, body: { reason: 'Wrong' } })
    const february = await runMonth(primary, 'February', 2026)
    await employ(primary, { first_name: 'Late', salary: 20_000, employment_date: '2026-02-01' })
    const late = await runMonth(primary, 'February', 2026, false)
    expect(late.compared).toMatchObject({
      with: [february.code],
      change: { count: 1, gross: 20_000 },
    })
    const found = await varianceOf(late.id)
    expect(found.closing).toMatchObject({ codes: [february.code, late.code], count: 2 })
    expect(told(found).filter(([kind]) => kind !== 'statutory')).toHaveLength(1)
    addsUp(found)
    const reversed = await varianceOf(wrong.id)
    expect(reversed.opening?.codes).toEqual([january.code])
    expect(reversed.closing).toMatchObject({ codes: [wrong.code], count: 1 })
    addsUp(reversed)
    // Neither a draft nor what was reversed is anything to compare with.
    await runMonth(primary, 'March', 2026, false)
    const april = await runMonth(primary, 'April', 2026, false)
    expect(april.compared).toMatchObject({ month: 'February', change: { count: 1 } })
  })

  test('a filtered run is compared with the same department', async () => {
    const { body: bakery } = await primary.call(contract.departments.create, {
      body: { name: 'Bakery' },
    })
    const { id } = await employ(primary, { salary: 30_000, department_id: bakery.id })
    await employ(primary, { salary: 70_000 })
    await runMonth(primary, 'March', 2026)
    await raise(id, 31_000)
    const april = await runMonth(primary, 'April', 2026, false)
    const { body } = await primary.call(payrolls.filter, {
      params: { id: april.id },
      body: { department_id: bakery.id },
    })
    expect(body.compared?.change).toMatchObject({ count: 0, gross: 1000 })
  })

  test('random months: whatever happens in an office, it adds up', {
    timeout: 60_000,
  }, async () => {
    const staff: string[] = []
    for (let one = 0; one < 6; one += 1) staff.push((await employ(primary)).id)
    const acts = fc.sample(
      fc.record({
        who: fc.nat(5),
        what: fc.constantFrom('raise', 'allowance', 'one-off', 'deduction', 'joiner', 'leaver'),
        amount: fc.integer({ min: 1, max: 9_999_999 }).map((one) => one / 100),
        day: fc.integer({ min: 10, max: 28 }),
      }),
      { numRuns: 24, seed: 11 },
    )
    const left = new Set<string>()
    for (const [at, month] of monthNames.slice(0, 4).entries()) {
      const of = `2026-0${at + 1}`
      for (const [nth, { who, what, amount, day }] of acts.slice(at * 6, at * 6 + 6).entries()) {
        const employee_id = staff[who] as string
        const item = { employee_id, name: `${what} ${at} ${nth}`, amount, from: `${of}-01` }
        if (what === 'raise') await raise(employee_id, 50_000 + amount)
        if (what === 'allowance') await add(allowances, item)
        // Nobody who has left is paid one.
        if (what === 'one-off' && !left.has(employee_id)) {
          await add(incomes, { ...item, one_off: true, to: `${of}-28` })
        }
        if (what === 'deduction')
          await add(deductions, { ...item, amount: Math.round(amount) / 100 })
        if (what === 'joiner') {
          const employment_date = `${of}-${day}`
          staff.push((await employ(primary, { salary: 20_000 + amount, employment_date })).id)
        }
        if (what === 'leaver') {
          left.add(employee_id)
          const body = { status: 'terminated', termination_date: `${of}-${day}` } as const
          await primary.call(employees.status, { params: { id: employee_id }, body })
        }
      }
      const run = await runMonth(primary, month, 2026)
      const found = await varianceOf(run.id)
      expect([found.closing.gross, found.closing.net]).toEqual([run.totals.gross, run.totals.net])
      if (at > 0) addsUp(found)
      else expect([found.opening, found.reasons, found.people]).toEqual([null, [], []])
    }
  })
})

describe('as a file', () => {
  test('its columns run from opening to closing, in both formats', async () => {
    const { id: employee_id } = await employ(primary, { first_name: '=1+1', salary: 80_000 })
    await runMonth(primary, 'March', 2026)
    await raise(employee_id, 90_000)
    const { id, code } = await runMonth(primary, 'April', 2026, false)
    const file = async (extension: 'xlsx' | 'csv') => {
      const call = { params: { id }, query: { extension } }
      const { status, body } = await primary.call(payrollVariances.sheet, call)
      expect(status).toBe(200)
      expect(body.name).toBe(`Reconciliation-2026-04-${code}.${extension}`)
      return Buffer.from(body.file.split(',')[1] ?? '', 'base64')
    }
    const book = read(await file('xlsx'))
    expect(book.SheetNames).toEqual(['By person', 'In sum'])
    for (const name of book.SheetNames) {
      const sheet = book.Sheets[name] as never
      const rows = utils.sheet_to_json<Record<string, number>>(sheet)
      for (const column of ['Gross', 'Net']) {
        const amounts = rows.map((row) => cents(row[column] ?? 0))
        const closing = amounts.pop()
        expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(closing)
      }
    }
    const csv = (await file('csv')).toString('utf8')
    expect(csv).toContain('Opening: March 2026')
    expect(csv).toContain('\'=1+1 Mwangi,Salary changes,,"80,000 → 90,000",10000.00,10000.00')
    const none = { params: { id }, query: { extension: 'pdf' as 'csv' } }
    expect((await primary.call(payrollVariances.sheet, none)).status).toBe(422)
  })
})

describe('refusals', () => {
  test('a run without figures, a nonsense slice, people without the right', async () => {
    await employ(primary)
    const { id } = await runMonth(primary, 'March', 2026, false)
    expect((await ask(id, { limit: 0 })).status).toBe(422)
    expect((await ask(id, { kind: 'weather' })).status).toBe(422)
    expect((await ask(id, {}, await world.as('user', home))).status).toBe(403)
    expect((await ask(id, {}, await world.as('employee', home))).status).toBe(403)
    await world.rows('update payrolls set calculated_at = null where id = $1', [id])
    const { status, body } = await ask(id)
    expect(status).toBe(422)
    expect(body).toMatchObject({ message: expect.stringContaining('could not be worked out') })
  })
})

test('the number of queries does not grow with people', async () => {
  const count = async () => {
    const { id } = await varying()
    return queriesOf(world, () => ask(id))
  }
  let month = 0
  const varying = () => runMonth(primary, monthNames[month++] as string, 2026)
  await addMany(world, home, 5)
  await varying()
  const few = await count()
  await addMany(world, home, 100)
  expect(await count()).toBe(few)
})
