// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, rowsOf, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A salary that is agreed net: its gross follows the law of each month, and the net stays. */

const { employees, raises, payrolls, payslips, makerChecker } = contract
const world = await openWorld({ workers: true })

let home: string
let primary: Caller & { id: string }
let njeri: string

/** By the law of January and of February 2026, whose NSSF has other limits. */
const [january, february] = [112_506.29, 114_762.17]

beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  const given = { employment_date: '2026-01-01', pin_no: 'A001234567Z' }
  njeri = (await employ(primary, { ...given, agreed_net: 80_000, salary: null })).id
})

const pathOf = (id: string) => ({ params: { id } })
const record = async (id = njeri) => (await primary.call(employees.get, pathOf(id))).body
const change = (body: object, by: Caller = primary) =>
  by.call(employees.update, { ...pathOf(njeri), body: body as never })
const salaries = () =>
  world.rows(
    'select month, amount, agreed_net from salaries where employee_id = $1 order by number',
    [njeri],
  )
async function slipOf(run: string) {
  const { body } = await primary.call(payrolls.get, pathOf(run))
  const id = body.payslips.find(({ employee }) => employee.id === njeri)?.id as string
  return (await primary.call(payslips.get, pathOf(id))).body
}

describe('recorded', () => {
  test('with the gross of its first month beside it', async () => {
    expect(await record()).toMatchObject({ salary: january, agreed_net: 80_000 })
    expect((await record()).salaries[0]).toMatchObject({ amount: january, agreed_net: 80_000 })
  })
  test('what it comes to is told before it is saved, by how somebody is taxed', async () => {
    const ask = async (given: object) =>
      (await primary.call(employees.gross, { body: { agreed_net: 80_000, ...given } as never }))
        .body
    expect(await ask({ month: '2026-02' })).toEqual({ gross: february, net: 80_000 })
    const free = { paye: false, nhif: false, nssf: false, housing: false }
    expect(await ask({ month: '2026-02', ...free })).toEqual({ gross: 80_000, net: 80_000 })
    const old = (await ask({ month: '2026-02', dob: '1960-01-01' })) as { gross: number }
    expect(old.gross).toBeLessThan(february)
    // Before the law that is known here, by today's.
    expect(await ask({ month: '2015-02' })).toEqual({ gross: february, net: 80_000 })
  })
  test('saved again as it is, it is no change', async () => {
    expect((await change({ salary: january, agreed_net: 80_000 })).status).toBe(200)
    expect((await change({ salary: january })).status).toBe(200)
    expect(await salaries()).toHaveLength(1)
    expect((await change({ salary: january, agreed_net: null })).status).toBe(200)
    expect(await salaries()).toMatchObject([
      { agreed_net: '80000.00' },
      { month: '2026-01', amount: '112506.29', agreed_net: null },
    ])
  })
  test('said again from a month of another law, the same net has the gross of that month', async () => {
    const again = () => change({ agreed_net: 80_000, salary_from: '2026-02' })
    expect((await again()).body.arrears).toEqual([])
    expect((await again()).status).toBe(200)
    expect(await salaries()).toMatchObject([
      { month: '2026-01', amount: '112506.29', agreed_net: '80000.00' },
      { month: '2026-02', amount: '114762.17', agreed_net: '80000.00' },
    ])
  })
  test('nonsense, and what is no net, is refused', async () => {
    for (const agreed_net of [0, -1, 'much', 80_000.001]) {
      const { status } = await change({ agreed_net })
      expect({ agreed_net, status }).toEqual({ agreed_net, status: 422 })
    }
    const fee = await change({ tos: 'Consultant' })
    expect(fee).toMatchObject({
      status: 422,
      body: { errors: { agreed_net: [expect.stringContaining('consultant')] } },
    })
    expect((await change({ tos: 'Consultant', salary: 90_000 })).status).toBe(200)
    expect((await change({ agreed_net: 90_000 })).status).toBe(422)
    const nothing = await primary.call(employees.create, {
      body: {
        first_name: 'A',
        last_name: 'B',
        id_number: '12345678',
        employment_date: '2026-01-01',
      },
    })
    expect(nothing).toMatchObject({
      status: 422,
      body: { errors: { salary: ['Salary is required.'] } },
    })
  })
  test('by whoever may edit people, and nobody else', async () => {
    const body = { agreed_net: 90_000 }
    expect((await change(body, await world.as('employee', home))).status).toBe(403)
    const asked = { body: { agreed_net: 90_000, month: '2026-02' } }
    const other = await world.as('employee', home)
    expect((await other.call(employees.gross, asked)).status).toBe(403)
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await change(body, stranger)).status).toBe(404)
  })
})

describe('paid', () => {
  test('the law changes, and the net does not', async () => {
    for (const [month, gross] of [
      ['January', january],
      ['February', february],
    ] as const) {
      const slip = await slipOf((await runMonth(primary, month, 2026)).id)
      expect(slip).toMatchObject({ net: 80_000, gross })
    }
    const [row] = await world.rows(
      `select input -> 'agreedNet' as kept from payslips where employee_id = $1 and month = '2026-02'`,
      [njeri],
    )
    expect(row?.kept).toEqual({ net: 8_000_000, gross: 11_476_217, reached: 8_000_000 })
  })
  test('another net from confirmed months comes with its arrears, by the law of each', async () => {
    await runMonth(primary, 'January', 2026)
    await runMonth(primary, 'February', 2026)
    const body = { agreed_net: 90_000, from: '2026-01' }
    const asked = await primary.call(employees.arrears, { ...pathOf(njeri), body })
    expect(asked.body).toMatchObject([
      { month: '2026-01', net: 10_000 },
      { month: '2026-02', net: 10_000 },
    ])
    const saved = await change({ agreed_net: 90_000, salary_from: '2026-01' })
    expect(saved.body.arrears.map(({ net }) => net)).toEqual([10_000, 10_000])
    const march = await runMonth(primary, 'March', 2026)
    expect((await slipOf(march.id)).net).toBe(110_000)
  })
  test('from a gross to a net, and back', async () => {
    await change({ salary: 100_000, agreed_net: null, salary_from: '2026-01' })
    const before = (await slipOf((await runMonth(primary, 'January', 2026)).id)).net
    const { body } = await change({ agreed_net: 80_000, salary_from: '2026-01' })
    expect(body.arrears).toMatchObject([{ month: '2026-01' }])
    expect(body.arrears[0]?.net).toBeCloseTo(80_000 - before, 2)
    const back = await change({ salary: 100_000, agreed_net: null, salary_from: '2026-01' })
    expect(back.body.arrears).toEqual([])
  })
})

describe('a second person', () => {
  test('sees net and gross, before and after, and agrees to both', async () => {
    const finance = await world.as('finance', home)
    await primary.call(makerChecker.changeSettings, { body: { salary: true } })
    const { status, body } = await change({ agreed_net: 90_000, salary_from: '2026-02' }, finance)
    expect(status).toBe(202)
    const { proposal_id: id } = body as unknown as { proposal_id: string }
    const seen = (await primary.call(makerChecker.get, pathOf(id))).body
    expect(seen.shown[0]).toMatchObject({
      before: '80,000.00 net (gross 112,506.29)',
      after: expect.stringMatching(/^90,000.00 net \(gross 1\d\d,\d{3}\.\d\d\)$/),
    })
    const agree = { ...pathOf(id), body: { digest: seen.digest } }
    expect((await primary.call(makerChecker.agree, agree)).status).toBe(200)
    expect((await salaries()).at(-1)).toMatchObject({ month: '2026-02', agreed_net: '90000.00' })
  })
  test('agrees to the end of a net, with the gross that stays', async () => {
    const finance = await world.as('finance', home)
    await primary.call(makerChecker.changeSettings, { body: { salary: true } })
    const { status, body } = await change({ agreed_net: null }, finance)
    expect(status).toBe(202)
    const { proposal_id: id } = body as unknown as { proposal_id: string }
    const seen = (await primary.call(makerChecker.get, pathOf(id))).body
    expect(seen.shown[0]).toMatchObject({
      before: '80,000.00 net (gross 112,506.29)',
      after: '112,506.29',
    })
    const agree = { ...pathOf(id), body: { digest: seen.digest } }
    expect((await primary.call(makerChecker.agree, agree)).status).toBe(200)
    expect((await salaries()).at(-1)).toMatchObject({ amount: '112506.29', agreed_net: null })
  })
})

describe('by a sheet', () => {
  const headings = ['First Name', 'Last Name', 'ID Number', 'Employment Date']
  const send = (rows: unknown[][], more = ['Salary', 'Agreed Net']) =>
    primary.call(employees.upload, {
      body: { file: dataUrl(xlsx([[...headings, ...more], ...rows])) },
    })
  const person = (id: string, ...more: unknown[]) => ['Amani', 'Otieno', id, '2026-01-05', ...more]
  test('new people are added by their net', async () => {
    const rows = [person('20000001', '', '80,000'), person('20000002', 50_000, '')]
    expect((await send(rows)).body).toMatchObject({ created: 2, fault_count: 0 })
    expect((await send([person('20000003', 80_000)], ['Agreed Net'])).status).toBe(200)
    const found = await world.rows(
      `select s.amount, s.agreed_net from salaries s join employees e on e.id = s.employee_id
        where e.organization_id = $1 and e.last_name = 'Otieno' order by e.id_number`,
      [home],
    )
    expect(found).toEqual([
      { amount: '112506.29', agreed_net: '80000.00' },
      { amount: '50000.00', agreed_net: null },
      { amount: '112506.29', agreed_net: '80000.00' },
    ])
  })
  test('with what is wrong said by row', async () => {
    const more = ['Salary', 'Agreed Net', 'Employment Terms']
    const rows = [
      person('20000004', 50_000, 80_000, ''),
      person('20000005', '', 0, ''),
      person('20000006', '', 80_000, 'Consultant'),
      person('20000007', '', '', ''),
    ]
    const { status, body } = await send(rows, more)
    expect(status).toBe(422)
    expect((body as unknown as { errors: unknown }).errors).toEqual({
      file: [
        'Row 2, Agreed Net: Give the salary or the agreed net, not both.',
        'Row 3, Agreed Net: The agreed net must be more than nothing.',
        "Row 4, Agreed Net: A consultant's fee is agreed as it is invoiced, not net.",
        'Row 5, Salary: Salary is required.',
      ],
    })
  })
  test('raises take a net in place of a salary', async () => {
    const { body } = await primary.call(raises.template, { query: { from: '2026-02' } })
    const [head = [], row = []] = rowsOf(body.file, 'Raises')
    expect(row).toEqual([row[0], 'Njeri Mwangi', january, undefined, 'February 2026', 80_000])
    const filled = [[...row.slice(0, 6), '88,000']]
    const upload = (rows: unknown[][], dry: boolean) =>
      primary.call(raises.upload, {
        ...(dry ? { query: { dry: '1' } } : {}),
        body: { file: dataUrl(xlsx([head, ...rows])) },
      })
    const dry = await upload(filled, true)
    expect(dry.body.proposed).toMatchObject([{ net_before: 80_000, net_after: 88_000 }])
    const both = await upload([[...row.slice(0, 3), 100_000, row[4], 79_000, 88_000]], true)
    expect(both.body.faults.map(({ reason }) => reason)).toEqual([
      'Give a new salary or a new net, not both.',
    ])
    const old = await upload([[...row.slice(0, 5), 79_000, 88_000]], true)
    expect(old.body.faults.map(({ column }) => column)).toEqual(['Net So Far'])
    expect((await upload(filled, false)).status).toBe(200)
    expect((await salaries()).at(-1)).toMatchObject({ month: '2026-02', agreed_net: '88000.00' })
  })
})

describe('raises', () => {
  const look = async (rule: object, by: Caller = primary) =>
    (await by.call(raises.preview, { body: { from: '2026-02', rule: rule as never } })).body
  test('by percent raise the net, and are saved as they were seen', async () => {
    const { rows } = await look({ by: { what: 'percent', percent: 5 }, rounding: 'hundred' })
    expect(rows).toMatchObject([{ net_before: 80_000, net_after: 84_000, before: february }])
    const sent = rows.map(({ employee_id, from, after: amount, net_after, seen }) => {
      return { employee_id, from, amount, agreed_net: net_after, seen }
    })
    const tampered = sent.map((row) => ({ ...row, amount: row.amount + 1 }))
    expect((await primary.call(raises.save, { body: { rows: tampered } })).status).toBe(409)
    expect((await primary.call(raises.save, { body: { rows: sent } })).status).toBe(200)
    expect((await salaries()).at(-1)).toMatchObject({ month: '2026-02', agreed_net: '84000.00' })
  })
  test('to an agreed net make a net of any salary, but of no fee', async () => {
    await employ(primary, { tos: 'Consultant', salary: 60_000, first_name: 'Esther' })
    await employ(primary, { salary: 60_000, first_name: 'Brian' })
    const { rows, refused, told } = await look({ by: { what: 'net', amount: 85_000 } })
    expect(told).toBe('an agreed net of 85,000')
    expect(rows.map(({ net_before, net_after }) => [net_before, net_after])).toEqual([
      [80_000, 85_000],
      [null, 85_000],
    ])
    expect(refused).toMatchObject([{ reason: expect.stringContaining('not agreed net') }])
  })
  test('to a new salary end the net, which is said', async () => {
    const { rows } = await look({ by: { what: 'to', amount: 120_000 } })
    expect(rows).toMatchObject([{ net_after: null, after: 120_000 }])
    expect(rows[0]?.doubt).toContain('80,000 net was agreed')
  })
  test('a least salary is asked of the gross', async () => {
    const rule = { by: { what: 'percent', percent: 1 }, floor: 90_000 }
    expect((await look(rule)).rows).toMatchObject([{ net_after: 80_800 }])
  })
})
