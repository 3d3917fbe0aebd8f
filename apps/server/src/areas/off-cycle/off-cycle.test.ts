// @tests story
import { type Call, contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeAll, describe, expect, test } from 'vitest'
import { bytesOf } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Extra payrolls beside the month's: whatever their order, the month's tax is that of one run. */

const { offCycle, payrolls, payslips, returns, exports, analytics } = contract
const world = await openWorld({ workers: true })

type Primary = Caller & { id: string }
let home: string
let primary: Primary
let njeri: string
let otieno: string

async function openHome(name: string) {
  home = await world.addOrganization(name)
  primary = await world.as('primary', home)
  const person = { employment_date: '2024-02-01', salary: 100_000 }
  const bank = { bank_name: 'Equity Bank (Kenya) Limited', account_no: '0123456789' }
  njeri = (await employ(primary, { ...person, ...bank, pin_no: 'A001234567Z' })).id
  const other = { first_name: 'Brian', last_name: 'Otieno', pin_no: 'A007654321Z' }
  otieno = (await employ(primary, { ...person, ...other })).id
}

const bonus = { name: 'Bonus', kind: 'one-off' as const }
type Body = NonNullable<Call<typeof offCycle.create>['body']>

const create = (given: Partial<Body> = {}, by: Caller = primary) =>
  by.call(offCycle.create, {
    body: {
      ...{ title: 'Performance bonus', month: 'February' as MonthName, year: 2026 },
      ...{ pay_on: '2026-02-14', items: [bonus], employees: [njeri] },
      ...given,
    },
  })

const pathOf = (id: string) => ({ params: { id } })
const confirm = (id: string) => primary.call(payrolls.confirm, pathOf(id))
const get = async (id: string) => (await primary.call(payrolls.get, pathOf(id))).body
const recalculate = (id: string) => primary.call(payrolls.recalculate, pathOf(id))
const reverse = (id: string) =>
  primary.call(payrolls.reverse, { ...pathOf(id), body: { reason: 'A slip of the pen' } })

/** So much for each, in the order of the staff list. */
async function pay(id: string, ...amounts: number[]) {
  const { rows } = (await primary.call(offCycle.amounts, pathOf(id))).body
  const filled = rows.map(({ payslip_id }, place) => {
    return { payslip_id, amounts: [amounts[place] ?? 0] }
  })
  return primary.call(offCycle.save, { ...pathOf(id), body: { items: [bonus], rows: filled } })
}

async function bonusOf(amount: number, given: Partial<Body> = {}) {
  const { body } = await create(given)
  expect((await pay(body.id, amount)).status).toBe(200)
  return body.id
}

const slipOf = async (id: string, who: string) => {
  const { payslips: rows } = await get(id)
  return rows.find(({ employee }) => employee.id === who) as (typeof rows)[number]
}

/** What the law took of somebody, and what is left. */
async function figuresOf(id: string, who = njeri) {
  const { body } = await primary.call(payslips.get, pathOf((await slipOf(id, who)).id))
  const taken = (code: string) => body.deductions.find((line) => line.id === code)?.amount ?? 0
  return {
    ...{ paye: taken('paye'), nssf: taken('nssf'), health: taken('health') },
    ...{ housing: taken('housing'), gross: body.gross, net: body.net },
  }
}

/** Worked by hand in the engine's tests: 100,000 and a bonus of 50,000. */
const alone = { paye: 19_308.35, nssf: 6000, health: 2750, housing: 1500 }
const together = { paye: 34_164.35, nssf: 6480, health: 2750, housing: 1500 }

describe('a bonus after the monthly run', () => {
  let month: string
  let extra: string

  const returnsOnOffer = async () =>
    (await primary.call(exports.byproducts, pathOf(month))).body.filter(
      ({ type }) => type === 'SEC_B',
    )

  beforeAll(async () => {
    await openHome('After Ltd')
    month = (await runMonth(primary, 'February', 2026)).id
    extra = await bonusOf(50_000)
    // Made of the one payroll there was: on offer until another counts with it.
    const body = { type: 'SEC_B', extension: 'csv', filter: {} }
    expect((await primary.call(exports.make, { ...pathOf(month), body } as never)).status).toBe(200)
    expect(await returnsOnOffer()).toHaveLength(1)
  })

  test('takes what one run would have taken more', async () => {
    expect(await figuresOf(month)).toMatchObject(alone)
    expect(await figuresOf(extra)).toEqual({
      ...{ paye: 14_856, nssf: 480, health: 0, housing: 0, gross: 50_000, net: 34_664 },
    })
    expect(await get(extra)).toMatchObject({
      ...{ kind: 'off_cycle', title: 'Performance bonus', pay_on: '2026-02-14', compared: null },
      code: expect.stringMatching(/^OC-\w+-0001$/),
    })
    expect(
      (await primary.call(payrolls.checks, pathOf(extra))).body.filter((c) => c.blocks),
    ).toEqual([])
    expect((await confirm(extra)).status).toBe(200)
    const { body } = await primary.call(payrolls.working, pathOf((await slipOf(extra, njeri)).id))
    expect(body.find(({ code }) => code === 'paye')?.working).toContain('less 19,308.35 in PR-')
  })

  test('is one line of the returns, of the card and of the figures of the month', async () => {
    const [one] = (await primary.call(returns.list)).body
    expect(one).toMatchObject({ people: 2, runs: [{ id: month }, { id: extra }] })
    const due = Object.fromEntries(one?.items.map(({ type, ...item }) => [type, item]) ?? [])
    expect(due.SEC_B).toMatchObject({ people: 2, amount: together.paye + alone.paye })
    expect(due.nssf).toMatchObject({ people: 2, amount: 2 * (together.nssf + alone.nssf) })
    const asked = { params: { month: '2026-02' }, body: { type: 'SEC_B', extension: 'csv' } }
    const made = (await primary.call(returns.make, asked as never)).body
    const lines = (await bytesOf(world, primary, made)).toString('utf8').trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    const cells = lines[0]?.split(',') ?? []
    expect([cells[6], cells[14], cells[15], cells[19], cells[21], cells[24]].map(Number)).toEqual([
      ...[150_000, 2750, 6480, 1500, 2400, together.paye],
    ])
    const card = { employee_id: njeri, year: 2026, extension: 'xlsx' as const }
    expect((await primary.call(exports.p9, { body: card as never })).body.total).toBe(together.paye)
    const range = { employee_id: null, from: '2026-02-01', to: '2026-02-01' }
    const { body } = await primary.call(analytics.monthly, { body: range as never })
    expect(JSON.stringify(body)).toContain(String(together.paye + alone.paye))
  })

  test('is paid by bank, and declared with its month alone', async () => {
    const file = (type: string, id = extra) =>
      primary.call(exports.make, {
        ...pathOf(id),
        body: { type, extension: 'csv', filter: {} },
      } as never)
    // By itself either has taken too little: the month's own no less than the extra one.
    for (const id of [extra, month]) {
      expect((await file('nssf', id)).body).toMatchObject({
        message: expect.stringContaining(
          'Please make its returns under Returns, which include both',
        ),
      })
    }
    expect(await returnsOnOffer()).toEqual([])
    expect((await file('all')).status).toBe(200)
    expect((await file('bank')).body.total).toBe(34_664)
    const kept = (await primary.call(exports.byproducts, pathOf(extra))).body
    const made = kept.find(({ type }) => type === 'bank')
    const used = await primary.call(exports.notUsed, pathOf(made?.id ?? ''))
    expect(used.status).toBe(200)
  })

  test('bears its name on the payslip, which verifies', async () => {
    const { id } = await slipOf(extra, njeri)
    const { body } = await primary.call(payslips.html, pathOf(id))
    expect(body.html).toContain('Performance bonus, February 2026')
    expect(body.html).not.toMatch(/basic salary/i)
    const own = await primary.call(payslips.html, pathOf((await slipOf(month, njeri)).id))
    expect(own.body.html).toMatch(/basic salary/i)
    expect((await primary.call(payslips.verify, pathOf(id))).status).toBe(200)
    const list = (await primary.call(payslips.ofEmployee, pathOf(njeri))).body
    expect(list.map(({ payroll }) => payroll.title)).toEqual(['Performance bonus', null])
  })

  test('keeps the monthly run from being reversed beneath it, in the database too', async () => {
    const said = await reverse(month)
    expect(said.status).toBe(422)
    expect(said.body).toMatchObject({ message: expect.stringMatching(/OC-.*Reverse that/) })
    await expect(
      world.byHand(`update payrolls set status = 'reversed', reversed_at = now(),
        reversed_by = 'X', reversal_reason = 'X' where id = '${month}'`),
    ).rejects.toThrow('a later payroll of the month rests on it')
    expect((await reverse(extra)).status).toBe(200)
    expect((await reverse(month)).status).toBe(200)
  })
})

describe('a bonus before the monthly run', () => {
  beforeAll(() => openHome('Before Ltd'))

  test('leaves the rest of the tax to it', async () => {
    const extra = await bonusOf(50_000)
    expect(await figuresOf(extra)).toMatchObject({ paye: 6483.35, nssf: 3000 })
    const month = (await runMonth(primary, 'February', 2026, false)).id
    // As a draft the bonus has taken nothing yet.
    expect(await figuresOf(month)).toMatchObject(alone)
    expect((await confirm(extra)).status).toBe(200)
    expect((await slipOf(month, njeri)).changed).toBe(true)
    expect((await slipOf(month, otieno)).changed).toBe(false)
    expect((await confirm(month)).status).toBe(422)
    await recalculate(month)
    expect(await figuresOf(month)).toEqual({
      ...{ paye: 27_681, nssf: 3480, health: 2750, housing: 1500, gross: 100_000, net: 64_589 },
    })
    expect((await confirm(month)).status).toBe(200)
    // Taken back, the bonus would leave the month's tax wrong.
    expect((await reverse(extra)).status).toBe(422)
    expect((await reverse(month)).status).toBe(200)
    expect((await reverse(extra)).status).toBe(200)
  })

  test('can be several, and a reversed one counts no more', async () => {
    const first = await bonusOf(30_000, { title: 'First' })
    expect((await confirm(first)).status).toBe(200)
    const second = await bonusOf(20_000, { title: 'Second' })
    expect(await figuresOf(second)).toMatchObject({ paye: 5433.35, nssf: 1200 })
    expect((await reverse(first)).status).toBe(200)
    expect((await slipOf(second, njeri)).changed).toBe(true)
    expect((await confirm(second)).status).toBe(422)
    await recalculate(second)
    expect((await confirm(second)).status).toBe(200)
    const month = (await runMonth(primary, 'February', 2026)).id
    const [extra, own] = [await figuresOf(second), await figuresOf(month)]
    // 120,000 together: NSSF 6,480; 120,000 − 6,480 − 2,750 − 1,500 = 109,270.
    expect(extra.nssf + own.nssf).toBe(6480)
    expect(extra.paye + own.paye).toBeCloseTo(25_164.35, 6)
  })
})

describe('two runs of a month that are confirmed at once', () => {
  test('are worked out one on the other, or not confirmed', async () => {
    await openHome('Parallel Ltd')
    const extra = await bonusOf(50_000)
    const month = (await runMonth(primary, 'February', 2026, false)).id
    const said = await Promise.all([confirm(extra), confirm(month)])
    expect(said.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('cannot be confirmed past that by a statement either', async () => {
    await openHome('Statement Ltd')
    const extra = await bonusOf(50_000)
    await runMonth(primary, 'February', 2026)
    await expect(
      world.byHand(`begin; update payslips set frozen = true where payroll_id = '${extra}';
        update payrolls set status = 'confirmed', confirmed_at = now(), confirmed_by = 'X',
          count = 1, gross = 50000, net = 1 where id = '${extra}'; commit`),
    ).rejects.toThrow('another payroll of the month came first')
  })
})

describe('is refused', () => {
  beforeAll(() => openHome('Refused Ltd'))

  test('for people who are not employed in the month, and for none', async () => {
    const late = await employ(primary, { last_name: 'Late', employment_date: '2026-03-02' })
    const { status, body } = await create({ employees: [njeri, late.id] })
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: { employees: [expect.stringContaining('Njeri Late')] } },
    })
    expect((await create({ employees: [] })).status).toBe(422)
    expect((await create({ title: ' ' })).status).toBe(422)
    expect((await create({ pay_on: '2026-01-31' })).body).toMatchObject({
      errors: { pay_on: [expect.any(String)] },
    })
    expect((await create({ items: [bonus, { ...bonus, name: 'bonus' }] })).status).toBe(422)
  })

  test('without an amount, and when confirmed', async () => {
    const { body } = await create({ employees: [njeri, otieno] })
    await pay(body.id, 10_000)
    const said = await confirm(body.id)
    expect(said.status).toBe(422)
    expect(said.body).toMatchObject({
      errors: { payroll: [expect.stringContaining('Brian Otieno')] },
    })
    const out = (await slipOf(body.id, otieno)).id
    expect((await primary.call(payrolls.removePayslip, pathOf(out))).status).toBe(200)
    const added = { ...pathOf(body.id), body: { employees: [njeri, otieno] } }
    expect((await primary.call(offCycle.add, added)).body.message).toBe('1 person added')
    expect((await pay(body.id, 10_000, 5_000)).status).toBe(200)
    expect((await confirm(body.id)).status).toBe(200)
    expect((await pay(body.id, 20_000, 5_000)).status).toBe(422)
    // The same once more is worth a look, and prevents nothing.
    const twin = await bonusOf(7_000, { title: 'performance BONUS' })
    const found = (await primary.call(payrolls.checks, pathOf(twin))).body
    expect(found.find(({ kind }) => kind === 'extra twice')).toMatchObject({
      ...{ blocks: false, count: 1 },
      people: [{ name: 'Njeri Mwangi', detail: expect.stringContaining('10,000.00') }],
    })
    expect((await primary.call(payrolls.remove, pathOf(twin))).status).toBe(200)
    expect((await primary.call(offCycle.add, added)).status).toBe(422)
    await expect(
      world.byHand(`delete from off_cycle_amounts where payslip_id in
        (select id from payslips where payroll_id = '${body.id}')`),
    ).rejects.toThrow('payroll is not an extra draft')
  })

  test('to whoever may not make payrolls, and for those of others', async () => {
    const other = await world.as('primary', await world.addOrganization('Other Ltd'))
    const { body } = await create()
    expect((await other.call(offCycle.amounts, pathOf(body.id))).status).toBe(404)
    expect((await create({}, other)).status).toBe(422)
    const employee = await world.as('employee', home)
    expect((await create({}, employee)).status).toBe(403)
    expect((await primary.call(payrolls.remove, pathOf(body.id))).status).toBe(200)
    expect((await primary.call(offCycle.amounts, pathOf(body.id))).status).toBe(404)
  })
})

test('a grid knows basic pay and months served', async () => {
  await openHome('Grid Ltd')
  await employ(primary, { last_name: 'New', employment_date: '2026-02-10', salary: 60_000 })
  const { body } = await primary.call(offCycle.people, { query: { month: '2026-02' } })
  expect(body.map(({ name, salary, months }) => ({ name, salary, months }))).toEqual([
    { name: 'Njeri Mwangi', salary: 100_000, months: 2 },
    { name: 'Brian Otieno', salary: 100_000, months: 2 },
    { name: 'Njeri New', salary: 60_000, months: 1 },
  ])
})
