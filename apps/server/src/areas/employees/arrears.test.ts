// @tests long
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, describe, expect, test } from 'vitest'
import { raw } from '../../foundation/core/sql.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A salary with effect from confirmed months: its arrears are seen, saved and paid once. */

const { employees, payrolls, payslips, offCycle } = contract
const world = await openWorld({ workers: true })

let home: string
let primary: Caller & { id: string }
let njeri: string

beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  const given = { salary: 50_000, employment_date: '2024-02-01', pin_no: 'A001234567Z' }
  njeri = (await employ(primary, given)).id
})

const pathOf = (id: string) => ({ params: { id } })
const raise = (salary: number, salary_from: string, by: Caller = primary) =>
  by.call(employees.update, { ...pathOf(njeri), body: { salary, salary_from } })
const ask = (salary: number, from: string, by: Caller = primary) =>
  by.call(employees.arrears, { ...pathOf(njeri), body: { salary, from } })
const reverse = (id: string) =>
  primary.call(payrolls.reverse, { ...pathOf(id), body: { reason: 'A slip of the pen' } })
const draft = (month: MonthName, year: number) => runMonth(primary, month, year, false)
const confirm = (id: string) => primary.call(payrolls.confirm, pathOf(id))
const recalculate = (id: string) => primary.call(payrolls.recalculate, pathOf(id))

async function slipOf(run: string, who = njeri) {
  const { body } = await primary.call(payrolls.get, pathOf(run))
  const id = body.payslips.find(({ employee }) => employee.id === who)?.id as string
  return (await primary.call(payslips.get, pathOf(id))).body
}

/** Arrears lines of the payslip, by name. */
async function arrearsIn(run: string) {
  const slip = await slipOf(run)
  const lines = [...slip.incomes, ...slip.deductions].filter(({ name }) => /arrears/i.test(name))
  return Object.fromEntries(lines.map(({ name, amount }) => [name, amount]))
}

async function confirmedMonths() {
  const runs = []
  for (const [month, year] of [
    ['November', 2025],
    ['December', 2025],
    ['January', 2026],
  ] as const) {
    runs.push((await runMonth(primary, month, year)).id)
  }
  return runs
}

describe('a raise from confirmed months', () => {
  test('is shown before it is saved, and nothing is written', async () => {
    await confirmedMonths()
    const { status, body } = await ask(60_000, '2025-12')
    expect(status).toBe(200)
    expect(body.map(({ month }) => month)).toEqual(['2025-12', '2026-01'])
    expect(body[0]).toEqual({
      month: '2025-12',
      pay: [
        {
          ...{ component: 'Basic pay', amount: 10_000 },
          working: '60,000 for the month, less 50,000 paid',
        },
      ],
      // 30% of what is left of 10,000 after 600 of NSSF, 275 and 150.
      deductions: [
        { name: 'PAYE', amount: 2_692.5 },
        { name: 'NSSF', amount: 600 },
        { name: 'SHIF', amount: 275 },
        { name: 'Housing Levy', amount: 150 },
      ],
      net: 6_282.5,
    })
    expect(await world.rows('select from arrears where organization_id = $1', [home])).toEqual([])
    expect((await ask(60_000, '2026-02')).body).toEqual([])
    const saved = await raise(60_000, '2025-12')
    expect(saved.body.arrears).toEqual(body)
  })

  test('is paid by the next run, with each month in a line', async () => {
    const [november] = await confirmedMonths()
    await raise(60_000, '2025-12')
    const run = await draft('February', 2026)
    const lines = await arrearsIn(run.id)
    expect(lines).toMatchObject({
      'Arrears of December 2025: Basic pay': 10_000,
      'Arrears of January 2026: Basic pay': 10_000,
      'PAYE of arrears, December 2025': 2_692.5,
      'NSSF of arrears, January 2026': 600,
    })
    expect(Object.keys(lines)).toHaveLength(10)
    expect((await confirm(run.id)).status).toBe(200)
    expect((await reverse(november as string)).status).toBe(200)
    // Taken once: March has nothing of it.
    expect(await arrearsIn((await draft('March', 2026)).id)).toEqual({})
  })

  test('shows as a change of a draft that was made before it', async () => {
    await confirmedMonths()
    const run = await draft('February', 2026)
    await raise(60_000, '2025-12')
    expect((await confirm(run.id)).status).toBe(422)
    await recalculate(run.id)
    expect(Object.keys(await arrearsIn(run.id))).toHaveLength(10)
    expect((await confirm(run.id)).status).toBe(200)
  })

  test('and another after it pays what is still due', async () => {
    await confirmedMonths()
    await raise(60_000, '2025-12')
    const february = await runMonth(primary, 'February', 2026)
    await raise(65_000, '2026-01')
    const march = await draft('March', 2026)
    expect(await arrearsIn(march.id)).toMatchObject({
      'Arrears of January 2026: Basic pay': 5_000,
      'Arrears of February 2026: Basic pay': 5_000,
    })
    expect((await confirm(march.id)).status).toBe(200)
    // What March rests on is not reversed beneath it.
    const refused = await reverse(february.id)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining(march.code),
    ])
    expect((await reverse(march.id)).status).toBe(200)
    expect((await reverse(february.id)).status).toBe(200)
    const again = await draft('February', 2026)
    expect(await arrearsIn(again.id)).toMatchObject({
      'Arrears of December 2025: Basic pay': 10_000,
      'Arrears of January 2026: Basic pay': 15_000,
    })
  })

  test('and back again comes to nothing', async () => {
    await confirmedMonths()
    await raise(60_000, '2025-12')
    await raise(50_000, '2025-12')
    expect(await arrearsIn((await draft('February', 2026)).id)).toEqual({})
  })

  test('of a month that is reversed and made again is paid by that month', async () => {
    const [, , january] = await confirmedMonths()
    await raise(60_000, '2026-01')
    expect((await reverse(january as string)).status).toBe(200)
    const again = await runMonth(primary, 'January', 2026)
    expect((await slipOf(again.id)).salary).toBe(60_000)
    expect(await arrearsIn((await draft('February', 2026)).id)).toEqual({})
  })

  test('is due again when the run that took it is reversed or deleted', async () => {
    const [, , january] = await confirmedMonths()
    await raise(60_000, '2025-12')
    const first = await draft('February', 2026)
    await primary.call(payrolls.remove, pathOf(first.id))
    const second = await runMonth(primary, 'February', 2026)
    const refused = await reverse(january as string)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining(second.code),
    ])
    await reverse(second.id)
    const third = await draft('February', 2026)
    expect(Object.keys(await arrearsIn(third.id))).toHaveLength(10)
    expect((await confirm(third.id)).status).toBe(200)
  })

  test('counts with a later extra payroll of the month it is about', async () => {
    await confirmedMonths()
    await raise(60_000, '2026-01')
    await runMonth(primary, 'February', 2026)
    const items = [{ name: 'Bonus', kind: 'one-off' as const }]
    const made = await primary.call(offCycle.create, {
      body: {
        ...{ title: 'Bonus', month: 'January', year: 2026, pay_on: '2026-03-05' },
        ...{ items, employees: [njeri] },
      },
    })
    const path = pathOf(made.body.id)
    const [row] = (await primary.call(offCycle.amounts, path)).body.rows
    const rows = [{ payslip_id: row?.payslip_id as string, amounts: [400_000] }]
    await primary.call(offCycle.save, { ...path, body: { items, rows } })
    expect((await confirm(made.body.id)).status).toBe(200)
    // The bonus moved the top of January into another band: the rest of the tax of its arrears.
    const march = await draft('March', 2026)
    const lines = await arrearsIn(march.id)
    expect(Object.keys(lines).filter((name) => !name.endsWith('January 2026'))).toEqual([])
    expect((await confirm(march.id)).status).toBe(200)
  })
})

describe('a cut from confirmed months', () => {
  test('is taken back by as many runs as leave a third of pay', async () => {
    await confirmedMonths()
    const seen = await ask(15_000, '2025-11')
    const owed = seen.body.reduce((sum, { net }) => sum + net, 0)
    expect(owed).toBeLessThan(-50_000)
    await raise(15_000, '2025-11')
    let taken = 0
    const runs: string[] = []
    for (const [month, year] of [
      ['February', 2026],
      ['March', 2026],
    ] as const) {
      const run = await draft(month, year)
      const slip = await slipOf(run.id)
      expect(slip.net).toBeGreaterThanOrEqual(5_000)
      const lines = await arrearsIn(run.id)
      const sumOf = (test: RegExp) =>
        Object.entries(lines).reduce((sum, [name, n]) => (test.test(name) ? sum + n : sum), 0)
      taken += sumOf(/^Arrears of/) - sumOf(/ of arrears, /)
      expect((await confirm(run.id)).status).toBe(200)
      runs.push(run.id)
    }
    expect(taken).toBeLessThan(0)
    expect(taken).toBeGreaterThan(owed)
    const open = `select from arrears where organization_id = $1 and status = 'draft'`
    expect(await world.rows(open, [home])).not.toEqual([])
    // The last in is the first out, and what it took is owed again.
    expect((await reverse(runs[0] as string)).status).toBe(422)
    expect((await reverse(runs[1] as string)).status).toBe(200)
    expect((await reverse(runs[0] as string)).status).toBe(200)
    const again = await draft('February', 2026)
    expect((await slipOf(again.id)).net).toBeGreaterThanOrEqual(5_000)
    expect((await confirm(again.id)).status).toBe(200)
  })
})

describe('no road goes round it', () => {
  test('a salary that SQL writes has its arrears', async () => {
    await confirmedMonths()
    await world.parts.db.inOrg(
      { organization_id: home },
      (tx) =>
        tx.run`insert into salaries (employee_id, month, amount)
          values (${njeri}, '2025-12', 60000)`,
    )
    const marked = 'select month, status from arrears where organization_id = $1 order by month'
    expect(await world.rows(marked, [home])).toEqual([
      { month: '2025-12', status: 'draft' },
      { month: '2026-01', status: 'draft' },
    ])
    const run = await draft('February', 2026)
    expect(Object.keys(await arrearsIn(run.id))).toHaveLength(10)
  })

  test.each([
    `delete from arrears`,
    `insert into arrears (employee_id, month) select employee_id, '2025-11' from arrears`,
    `update arrears set month = '2025-11'`,
    `update arrears set status = 'paid'`,
  ])('%s is refused', async (statement) => {
    await confirmedMonths()
    await raise(60_000, '2026-01')

    await expect(
      world.parts.db.inOrg({ organization_id: home }, (tx) => tx.run`${raw(statement)}`),
    ).rejects.toThrow()
  })

  test('a second person agrees to the salary with what it comes to', async () => {
    const runs = await confirmedMonths()
    const { makerChecker } = contract
    await primary.call(makerChecker.changeSettings, { body: { salary: true } })
    const finance = await world.as('finance', home)
    const asked = async (salary: number) => {
      const reply = await raise(salary, '2025-12', finance)
      expect(reply.status).toBe(202)
      const { proposal_id: id } = reply.body as unknown as { proposal_id: string }
      return (await primary.call(makerChecker.get, pathOf(id))).body
    }
    const agree = ({ id, digest }: { id: string; digest: string }) =>
      primary.call(makerChecker.agree, { ...pathOf(id), body: { digest } })
    const first = await asked(60_000)
    expect(first.shown).toContainEqual({
      label: 'Arrears, net, of December 2025, January 2026',
      before: null,
      after: '12,565.00',
    })
    expect(await world.rows('select from arrears where organization_id = $1', [home])).toEqual([])
    // One month less to pay for: that is not what was asked about.
    await reverse(runs[2] as string)
    expect((await agree(first)).status).toBe(409)
    expect((await agree(await asked(60_000))).status).toBe(200)
    const marked = 'select month from arrears where organization_id = $1'
    expect(await world.rows(marked, [home])).toEqual([{ month: '2025-12' }])
  })

  test('a raise while its month is being confirmed is in the month or in its arrears', async () => {
    await confirmedMonths()
    let salary = 50_000
    for (const month of ['February', 'March', 'April'] as const) {
      const run = await draft(month, 2026)
      const number = { February: '02', March: '03', April: '04' }[month]
      const was = salary
      salary += 10_000
      const [confirmed, raised] = await Promise.all([
        confirm(run.id),
        raise(salary, `2026-${number}`),
      ])
      expect(raised.status).toBe(200)
      const marked = await world.rows(
        `select from arrears where organization_id = $1 and month = $2`,
        [home, `2026-${number}`],
      )
      expect(marked).toHaveLength(confirmed.status === 200 ? 1 : 0)
      if (confirmed.status === 200) expect((await slipOf(run.id)).salary).toBe(was)
      else {
        await recalculate(run.id)
        expect((await confirm(run.id)).status).toBe(200)
        expect((await slipOf(run.id)).salary).toBe(salary)
      }
    }
  })

  test('asking takes the right to edit employees, of the own organisation', async () => {
    await confirmedMonths()
    const user = await world.as('user', home)
    expect((await ask(60_000, '2025-12', user)).status).toBe(403)
    const abroad = await world.as('primary', await world.addOrganization())
    expect((await ask(60_000, '2025-12', abroad)).status).toBe(404)
    for (const [salary, from] of [
      [-1, '2025-12'],
      [1e15, '2025-12'],
      ['much', '2025-12'],
      [1, 'May'],
      [1, '2023-01'],
    ] as const) {
      expect([salary, from, (await ask(salary as number, from)).status]).toEqual([
        salary,
        from,
        422,
      ])
    }
  })
})
