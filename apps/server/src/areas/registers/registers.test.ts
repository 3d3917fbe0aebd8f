// @tests story
import { contract } from '@mshahara/contract'
import type { ColumnsChosen } from '@mshahara/contract/registers'
import { beforeAll, expect, test } from 'vitest'
import { addMany, employ, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** The register of the old system beside a draft of ours (B34). */

const { payrolls, registers, deductions } = contract
const world = await openWorld({ workers: true })
let primary: Caller
let run: Awaited<ReturnType<typeof runMonth>>
/** As the old system would have printed it. */
let rows: (string | number)[][]

const headings = [
  'Payroll No',
  'Names',
  'Basic Pay',
  'Gross',
  'P.A.Y.E',
  'NSSF',
  'SHA',
  'AHL',
  'Net',
]

beforeAll(async () => {
  primary = await world.as('primary', await world.addOrganization('Home Ltd'))
  const amani = await employ(primary, { first_name: 'Amani', salary: 45_000 })
  await employ(primary, { first_name: 'Baraka', salary: 90_000, pin_no: 'A001234567B' })
  const body = { employee_id: amani.id, name: 'Stima SACCO', amount: 2500, from: '2024-01-01' }
  await primary.call(deductions.create, { body })
  run = await runMonth(primary, 'February', 2026, false)
  const found = await world.rows(
    `select person ->> 'employee_no' as no, person ->> 'first_name' as name, salary, gross, paye,
       nssf, health, housing, net from payslips where payroll_id = $1 order by 1`,
    [run.id],
  )
  rows = found.map((row) => {
    const { no, name, ...amounts } = row as Record<string, string>
    return [no ?? '', name ?? '', ...Object.values(amounts).map(Number)]
  })
})

const slips = () => rows
const compare = (given: unknown[][], top: string[] = headings, columns: ColumnsChosen = {}) =>
  primary.call(registers.compare, {
    params: { id: run.id },
    body: { file: dataUrl(xlsx([top, ...given])), columns },
  })

test('the same register is equal, whatever its columns are called', async () => {
  const total = ['TOTAL', '', ...Array(7).fill(1_000_000)]
  const { body } = await compare([...slips(), total])
  expect(body).toMatchObject({ equal: true, people_count: 2, equal_count: 2, faults: [] })
  expect(body.columns).toMatchObject({ paye: 'P.A.Y.E', housing: 'AHL', taxable: null })
  const gross = body.totals.find(({ figure }) => figure === 'gross')
  expect(gross).toEqual({ figure: 'gross', here: 135_000, there: 135_000 })
})

test('what differs is told person by person with its cause', async () => {
  const [amani = [], baraka = []] = slips()
  const other = [...amani]
  other[4] = Number(other[4]) + 100
  other[8] = Number(other[8]) - 100
  const { body } = await compare([other, ['TC-99', 'Somebody Else', 1, 1, 0, 0, 0, 0, 1], baraka])
  expect(body).toMatchObject({ equal: false, people_count: 2, equal_count: 1, only_here: [] })
  expect(body.people).toMatchObject([
    {
      employee_no: amani[0],
      differences: [
        { figure: 'paye', there: other[4], cause: 'law' },
        { figure: 'net', there: other[8], cause: 'law' },
      ],
    },
  ])
  expect(body.only_there).toEqual([{ row: 3, employee_no: 'TC-99', name: 'Somebody Else', net: 1 }])
  const { body: fewer } = await compare([amani])
  expect(fewer.only_here).toMatchObject([{ employee_no: baraka[0] }])
  expect(fewer.equal).toBe(false)
})

test('people are found by PIN, and columns chosen by hand are taken', async () => {
  const [, baraka = []] = slips()
  const top = ['Tax Number', 'Take-home', 'Net', 'PAYE']
  const own = [['A001234567B', baraka[8], 1, baraka[4]]]
  const { body } = await compare(own, top, { pin_no: 'Tax Number', net: 'Take-home', paye: null })
  expect(body).toMatchObject({ people_count: 1, equal_count: 1, equal: false })
  expect(body.headings).toEqual(top)
  expect(body.totals.map(({ figure }) => figure)).toEqual(['net'])
  expect(body.only_here).toHaveLength(1)
  const twice = await compare(own, top, { net: 'Take-home', gross: 'Take-home' })
  expect(twice.status).toBe(422)
})

test('a number of somebody with another PIN is not theirs, and a dash is no PIN', async () => {
  const [amani = [], baraka = []] = slips()
  const top = ['Staff No', 'KRA PIN', 'Net Pay']
  const dashes = await compare(
    [amani, baraka].map((row) => [row[0], '-', row[8]]),
    top,
  )
  expect(dashes.body).toMatchObject({ equal: true, people_count: 2 })
  const { body } = await compare([[baraka[0], 'A009999999Z', baraka[8]]], top)
  expect(body).toMatchObject({ people_count: 0, faults: [{ row: 2 }] })
})

test('cells that are no amounts, rows of nobody and rows twice are told', async () => {
  const [amani = [], baraka = []] = slips()
  const odd = [...baraka]
  odd[8] = 'soon'
  odd[7] = '-'
  const nobody = ['', 'Chebet', ...Array(7).fill(5)]
  const { body } = await compare([amani, odd, amani, nobody, ['', '', ...Array(7).fill(9)]])
  expect(body.faults.map(({ row, column, reason }) => `${row} ${column}: ${reason}`)).toEqual([
    '3 Net Pay: "soon" is not an amount.',
    '5 : The row does not say whose it is.',
    '4 : Row 2 is about the same person.',
  ])
  expect(body.people).toMatchObject([{ differences: [{ figure: 'housing', there: 0 }] }])
  expect(body.equal).toBe(false)
})

test('is for whoever sees payrolls, of their own organisation', async () => {
  const file = dataUrl(xlsx([headings, ...slips()]))
  const asked = { params: { id: run.id }, body: { file } }
  const other = await world.as('primary', await world.addOrganization())
  expect((await other.call(registers.compare, asked)).status).toBe(404)
  const user = await world.as('user', await world.addOrganization())
  expect((await user.call(registers.compare, asked)).status).toBe(403)
  const bad = await primary.call(registers.compare, {
    params: { id: run.id },
    body: { file: dataUrl(xlsx([['Colour'], ['red']])) },
  })
  expect(bad.status).toBe(422)
})

test('2,000 people are compared in one go', async () => {
  const many = await world.addOrganization('Many Ltd')
  await addMany(world, many, 2000)
  const owner = await world.as('primary', many)
  const { body: created } = await owner.call(payrolls.create, {
    body: { month: 'February', year: 2026 },
  })
  const id = created.id
  await expect
    .poll(
      async () =>
        (await owner.call(payrolls.get, { params: { id }, query: { limit: 1 } as never })).body
          .calculated,
      { timeout: 60_000 },
    )
    .toBe(true)
  const people = (await world.rows(
    `select person ->> 'employee_no' as no, gross, net from payslips where payroll_id = $1`,
    [id],
  )) as { no: string; gross: string; net: string }[]
  const { body } = await owner.call(registers.compare, {
    params: { id },
    body: {
      file: dataUrl(
        xlsx([
          ['Employee No', 'Gross Pay', 'Net Pay'],
          ...people.map(({ no, gross, net }) => [no, Number(gross), Number(net)]),
        ]),
      ),
    },
  })
  expect(body).toMatchObject({ equal: true, people_count: 2000 })
})

test('gross pay with benefits in it is read as it fits taxable pay, and so it is told', async () => {
  const by = await world.as('primary', await world.addOrganization('Cars Ltd'))
  const [amani] = [await employ(by, { salary: 90_000 }), await employ(by, { salary: 40_000 })]
  const car = { employee_id: amani.id, kind: 'leased car', amount: 30_000, from: '2024-01-01' }
  expect((await by.call(contract.benefits.create, { body: car as never })).status).toBe(201)
  const { id } = await runMonth(by, 'February', 2026, false)
  const found = await world.rows(
    `select person ->> 'employee_no' as no, gross, taxable, paye, net from payslips
     where payroll_id = $1 order by 1`,
    [id],
  )
  const register = (more: number, top = ['Staff No', 'Gross', 'Taxable', 'PAYE', 'Net']) => {
    const given = found.map(({ no, gross, ...row }, place) => {
      const amounts = [Number(gross) + (place === 0 ? more : 0), ...Object.values(row).map(Number)]
      return [no, ...amounts].filter((_, at) => top[at] !== '')
    })
    const file = dataUrl(xlsx([top.filter(Boolean), ...given]))
    return by.call(registers.compare, { params: { id }, body: { file, columns: {} } })
  }
  expect((await register(0)).body).toMatchObject({ equal: true, gross_is: 'cash' })
  const { body } = await register(30_000)
  expect(body).toMatchObject({ equal: true, gross_is: 'with benefits' })
  expect(body.totals[0]).toEqual({ figure: 'gross', here: 160_000, there: 160_000 })
  // Nothing tells: it is cash, as before.
  const untold = (await register(30_000, ['Staff No', 'Gross', '', 'PAYE', 'Net'])).body
  expect(untold).toMatchObject({ equal: false, gross_is: null, equal_count: 1 })
  const another = (await register(25_000)).body
  expect(another).toMatchObject({ equal: false, gross_is: 'with benefits' })
  expect(another.people[0]?.differences).toMatchObject([
    { figure: 'gross', here: 120_000, there: 115_000, cause: 'input' },
  ])
})
