// @tests long
import { contract } from '@mshahara/contract'
import type { RaisesAsked } from '@mshahara/contract/raises'
import { beforeEach, describe, expect, test } from 'vitest'
import { employ, runMonth, terminate } from '../../test/office.ts'
import { statementsIn } from '../../test/statements.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Raises for many: looked over with their arrears, then recorded all or none. */

const { employees, raises, payrolls, payslips, makerChecker, departments } = contract
const world = await openWorld({ workers: true })

let home: string
let primary: Caller & { id: string }
let njeri: string
let otieno: string
let sales: string

const pathOf = (id: string) => ({ params: { id } })

beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  const given = { salary: 50_000, employment_date: '2024-02-01' }
  const made = await primary.call(departments.create, { body: { name: 'Sales' } })
  sales = made.body.id
  njeri = (await employ(primary, given)).id
  const brian = { first_name: 'Brian', last_name: 'Otieno', salary: 30_000, department_id: sales }
  otieno = (await employ(primary, { ...given, ...brian })).id
})

const five: RaisesAsked['rule'] = { by: { what: 'percent', percent: 5 }, rounding: 'hundred' }
const look = (given: Partial<RaisesAsked> = {}, by: Caller = primary) =>
  by.call(raises.preview, { body: { from: '2026-03', rule: five, ...given } })
type Row = Awaited<ReturnType<typeof look>>['body']['rows'][number]
const asSent = (rows: readonly Row[]) =>
  rows.map(({ employee_id, from, after, seen }) => ({ employee_id, from, amount: after, seen }))
const save = (rows: readonly Row[], by: Caller = primary) =>
  by.call(raises.save, { body: { rows: asSent(rows) } })
const salariesOf = (id: string) =>
  world.rows('select month, amount from salaries where employee_id = $1 order by number', [id])
const confirmed = async () => {
  const runs = []
  for (const [month, year] of [
    ['December', 2025],
    ['January', 2026],
  ] as const) {
    runs.push((await runMonth(primary, month, year)).id)
  }
  return runs
}

describe('a raise for everybody', () => {
  test('is worked out person by person, and nothing is written', async () => {
    const { status, body } = await look()
    expect(status).toBe(200)
    expect(body.told).toBe('5% more, rounded to 100')
    expect(body.refused).toEqual([])
    expect(
      body.rows.map(({ name, before, after, arrears }) => [name, before, after, arrears]),
    ).toEqual([
      ['Njeri Mwangi', 50_000, 52_500, []],
      ['Brian Otieno', 30_000, 31_500, []],
    ])
    expect(await salariesOf(njeri)).toHaveLength(1)
  })

  test('is recorded in one act, with an entry in the log for each and one for all', async () => {
    const { rows } = (await look()).body
    const saved = await save(rows)
    expect([saved.status, saved.body]).toEqual([
      200,
      { message: '2 salaries were changed.', changed: 2 },
    ])
    expect(await salariesOf(otieno)).toEqual([
      { month: '2024-02', amount: '30000.00' },
      { month: '2026-03', amount: '31500.00' },
    ])
    const log = await world.rows(
      `select description, event, properties -> 'new' as new from activity_log
        where organization_id = $1 and subject_id = 'raises from March 2026'`,
      [home],
    )
    expect(log).toEqual([
      {
        ...{ description: expect.any(String), event: 'updated' },
        new: { people: 2, salaries_before: 80_000, salaries_after: 84_000, arrears_net: 0 },
      },
    ])
  })

  test('shows its arrears by month, as the form would, and the next draft pays them', async () => {
    await confirmed()
    const { rows } = (await look({ from: '2025-12' })).body
    const own = rows.find(({ employee_id }) => employee_id === njeri) as Row
    const form = await primary.call(employees.arrears, {
      ...pathOf(njeri),
      body: { salary: 52_500, from: '2025-12' },
    })
    expect(own.arrears).toEqual(
      form.body.map(({ month, pay, net }) => ({ month, pay: pay[0]?.amount, net })),
    )
    expect(own.arrears.map(({ month, pay }) => [month, pay])).toEqual([
      ['2025-12', 2_500],
      ['2026-01', 2_500],
    ])
    expect((await save(rows)).status).toBe(200)
    const run = await runMonth(primary, 'February', 2026, false)
    const { body } = await primary.call(payrolls.get, pathOf(run.id))
    const slip = body.payslips.find(({ employee }) => employee.id === njeri)
    const { incomes, salary } = (await primary.call(payslips.get, pathOf(slip?.id as string))).body
    expect(salary).toBe(52_500)
    expect(incomes.filter(({ name }) => name.startsWith('Arrears'))).toMatchObject([
      { name: 'Arrears of December 2025: Basic pay', amount: 2_500 },
      { name: 'Arrears of January 2026: Basic pay', amount: 2_500 },
    ])
  })

  test('may be for some, by one rule or another, or by hand', async () => {
    const names = async (given: Partial<RaisesAsked>) =>
      (await look(given)).body.rows.map(({ name, after }) => [name, after])
    expect(await names({ whom: { departments: [sales] } })).toEqual([['Brian Otieno', 31_500]])
    expect(await names({ whom: { employees: [njeri], terms: ['Permanent'] } })).toEqual([
      ['Njeri Mwangi', 52_500],
    ])
    const least = { by: { what: 'percent' as const, percent: 5 }, least: 2_000 }
    expect(await names({ rule: least })).toEqual([
      ['Njeri Mwangi', 52_500],
      ['Brian Otieno', 32_000],
    ])
    const own = [{ employee_id: otieno, amount: 40_000 }]
    expect(await names({ own })).toEqual([
      ['Njeri Mwangi', 52_500],
      ['Brian Otieno', 40_000],
    ])
    expect(await names({ rule: null, own })).toEqual([['Brian Otieno', 40_000]])
    expect((await look({ whom: { terms: ['Consultant'] } })).status).toBe(422)
  })

  test('raises the fee of a consultant as it is agreed, VAT and all', async () => {
    const given = { tos: 'Consultant' as const, vat_registered: true, salary: 116_000 }
    await employ(primary, { ...given, first_name: 'Amina', employment_date: '2024-02-01' })
    await confirmed()
    const { rows } = (await look({ from: '2026-01', whom: { terms: ['Consultant'] } })).body
    expect(rows.map(({ name, after }) => [name, after])).toEqual([['Amina Mwangi', 121_800]])
    // 5,000 of fee and 800 of VAT; withholding tax is 5% of the fee.
    expect(rows[0]?.arrears).toEqual([{ month: '2026-01', pay: 5_800, net: 5_550 }])
    expect((await save(rows)).status).toBe(200)
  })

  test('takes back what a cut reaches back to', async () => {
    await confirmed()
    const rule = { by: { what: 'percent' as const, percent: -10 } }
    const { rows } = (await look({ from: '2026-01', rule })).body
    expect(rows.map(({ after, arrears }) => [after, arrears[0]?.pay])).toEqual([
      [45_000, -5_000],
      [27_000, -3_000],
    ])
  })

  test('names those who cannot have it', async () => {
    await terminate(primary, njeri, '2026-02-28')
    const late = { first_name: 'Amina', employment_date: '2026-04-06' }
    await employ(primary, late)
    await primary.call(employees.update, {
      ...pathOf(otieno),
      body: { salary: 45_000, salary_from: '2026-06' },
    })
    const everybody = await look({ whom: { employees: [njeri, otieno] } })
    expect(everybody.body.rows).toEqual([])
    expect(everybody.body.refused.map(({ name, reason }) => [name, reason])).toEqual([
      ['Njeri Mwangi', 'Has left: the last day was 28 February, 2026.'],
      ['Brian Otieno', expect.stringContaining('45,000 is recorded from June 2026 already')],
    ])
    const { refused } = (await look()).body
    expect(refused.map(({ name }) => name)).toEqual(['Brian Otieno', 'Amina Mwangi'])
    expect(refused[1]?.reason).toBe('Employed from 06 April, 2026 only.')
    expect((await look({ from: '2028-04' })).status).toBe(422)
  })
})

describe('what has changed since', () => {
  test('is refused by name, and nobody has the new salary', async () => {
    const { rows } = (await look()).body
    await primary.call(employees.update, {
      ...pathOf(otieno),
      body: { salary: 33_000, salary_from: '2026-03' },
    })
    const stale = await save(rows)
    expect([stale.status, stale.body.message]).toEqual([
      409,
      expect.stringContaining('Brian Otieno'),
    ])
    expect(stale.body.message).not.toContain('Njeri')
    expect(await salariesOf(njeri)).toHaveLength(1)
  })

  test('a month that is confirmed since has arrears that nobody saw', async () => {
    await runMonth(primary, 'February', 2026)
    const { rows } = (await look()).body
    await runMonth(primary, 'March', 2026)
    expect((await save(rows)).status).toBe(409)
    const again = (await look()).body.rows
    expect(again[0]?.arrears.map(({ month }) => month)).toEqual(['2026-03'])
    expect((await save(again)).status).toBe(200)
  })

  test('amounts that were never looked at are not taken', async () => {
    const { rows } = (await look()).body
    const dearer = rows.map((row) => ({ ...row, after: row.after + 1 }))
    expect((await save(dearer)).status).toBe(409)
    const [one] = asSent(rows)
    const twice = await primary.call(raises.save, { body: { rows: [one, one] as never } })
    expect(twice.status).toBe(422)
    expect((await primary.call(raises.save, { body: { rows: [] } })).status).toBe(422)
  })

  test('of two who save at the same time one is refused', async () => {
    const { rows } = (await look()).body
    const replies = await Promise.all([save(rows), save(rows)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await salariesOf(njeri)).toHaveLength(2)
  })

  test('a run that is confirmed at the same time is in the month or in what was seen', async () => {
    await runMonth(primary, 'February', 2026)
    const run = await runMonth(primary, 'March', 2026, false)
    const { rows } = (await look()).body
    const [done, saved] = await Promise.all([
      primary.call(payrolls.confirm, pathOf(run.id)),
      save(rows),
    ])
    // The draft was made before: confirmed before the raise, or refused because of it.
    expect([done.status, saved.status]).toEqual(saved.status === 200 ? [422, 200] : [200, 409])
  })
})

describe('who may', () => {
  test('those who edit employees, of their own organisation', async () => {
    const { rows } = (await look()).body
    const user = await world.as('user', home)
    expect((await look({}, user)).status).toBe(403)
    expect((await save(rows, user)).status).toBe(403)
    const abroad = await world.as('primary', await world.addOrganization())
    expect((await look({ whom: { employees: [njeri] } }, abroad)).status).toBe(422)
    expect((await save(rows, abroad)).status).toBe(409)
  })

  async function asked(by: Caller, rows: readonly Row[]) {
    const reply = await save(rows, by)
    expect(reply.status).toBe(202)
    const { proposal_id: id } = reply.body as unknown as { proposal_id: string }
    return (await primary.call(makerChecker.get, pathOf(id))).body
  }
  const agree = ({ id, digest }: { id: string; digest: string }, by: Caller = primary) =>
    by.call(makerChecker.agree, { ...pathOf(id), body: { digest } })

  test('a second person agrees to all of it, with what it comes to', async () => {
    await confirmed()
    await primary.call(makerChecker.changeSettings, { body: { salary: true } })
    const finance = await world.as('finance', home)
    const { rows } = (await look({ from: '2026-01' })).body
    const proposal = await asked(finance, rows)
    expect(proposal.title).toBe('Change the salaries of 2 people')
    expect(proposal.shown).toContainEqual({
      ...{ label: 'Basic salaries of a month', before: '80,000.00', after: '84,000.00' },
    })
    expect(proposal.shown.map(({ label }) => label)).toContain('Arrears, net, of January 2026')
    expect(proposal.shown[0]).toMatchObject({ before: '50,000.00', after: '52,500.00' })
    expect(await salariesOf(njeri)).toHaveLength(1)
    expect((await agree(proposal, finance)).status).toBe(403)
    expect((await agree(proposal)).status).toBe(200)
    expect(await salariesOf(njeri)).toHaveLength(2)
    expect(await salariesOf(otieno)).toHaveLength(2)
    expect((await agree(proposal)).status).toBe(409)
  })

  test('and to nothing that has changed since, told by name', async () => {
    await primary.call(makerChecker.changeSettings, { body: { salary: true } })
    const finance = await world.as('finance', home)
    const proposal = await asked(finance, (await look()).body.rows)
    const single = await finance.call(employees.update, {
      ...pathOf(otieno),
      body: { salary: 33_000, salary_from: '2026-03' },
    })
    const { proposal_id } = single.body as unknown as { proposal_id: string }
    expect(
      (await agree((await primary.call(makerChecker.get, pathOf(proposal_id))).body)).status,
    ).toBe(200)
    const refused = await agree(proposal)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Brian Otieno'),
    ])
    expect(await salariesOf(njeri)).toHaveLength(1)
    const after = await primary.call(makerChecker.get, pathOf(proposal.id))
    expect(after.body.state).toBe('void')
  })

  test('what was agreed to is written, and nothing else', async () => {
    await primary.call(makerChecker.changeSettings, { body: { salary: true } })
    const finance = await world.as('finance', home)
    const { id } = await asked(finance, (await look()).body.rows)
    const { inside } = statementsIn(world, primary)
    const written = (employee: string, amount: number, month = '2026-03', proposal?: string) =>
      inside(
        async (client) => {
          if (proposal) await client.query(agreeTo, [proposal])
          await client.query(write, [employee, month, amount])
          return 'written'
        },
        'rollback',
        primary,
      ).catch((error) => error.code as string)
    expect(await written(njeri, 52_500)).toBe('42501')
    expect(await written(njeri, 52_500, '2026-03', id)).toBe('written')
    expect(await written(njeri, 52_501, '2026-03', id)).toBe('42501')
    expect(await written(njeri, 52_500, '2026-02', id)).toBe('42501')
    expect(await written(otieno, 52_500, '2026-03', id)).toBe('42501')
    // Nor by a list with something unknown in it.
    const forged = `insert into proposals (call, input, acts, needs, title, shown, digest, link, made_by,
        maker, lapses_at)
      values ('raises.save', '{"body": {"rows": [{"from": null}]}}', '{salary}', 'edit employees', 'x',
        '[]', 'x', '/x', app_user(), 'x', app_now() + interval '1 day') returning id`
    const made = await statementsIn(world, finance).inside(
      async (client) => (await client.query(forged)).rows[0].id as string,
      'commit',
      finance,
    )
    expect(await written(njeri, 999_999, '2026-03', made)).toBe('42501')
  })
})

const write = 'insert into salaries (employee_id, month, amount) values ($1, $2, $3)'
const agreeTo = `update proposals set state = 'agreed', checked_by = app_user(), checker = 'x',
  decided_at = app_now() where id = $1`
