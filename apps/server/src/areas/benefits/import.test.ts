// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, filledIn, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** "Upload Benefits", for many employees at once. */

const { benefits } = contract

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const finance = await world.as('finance', home)
const amani = await employ(primary, { first_name: 'Amani' })
const baraka = await employ(primary, { first_name: 'Baraka' })

const headings = [
  ...['Employee No', 'Benefit', 'Amount', 'Market Value', 'Engine CC', 'Car Type'],
  ...['House Is', 'Rent Recovered', 'From', 'To', 'Description'],
]
const send = (bytes: Uint8Array, dry = false, caller: Caller = finance) =>
  caller.call(benefits.upload, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(bytes) },
  })
const sheet = (...rows: unknown[][]) => xlsx([headings, ...rows])
const stored = async ({ id }: { id: string }) =>
  (await primary.call(benefits.list, { params: { id } })).body.map(({ kind, amount, from, to }) => [
    kind,
    amount,
    from,
    to,
  ])
const faultsOf = async (...rows: unknown[][]) =>
  (await send(sheet(...rows), true)).body.faults.map(
    ({ row, column, reason }) => `${row}, ${column}: ${reason}`,
  )

const first = '2026-01-01'
const car = [amani.employee_no, 'Company car', 2_000_000, '', 1800, 'Saloon', '', '', first]
const home1 = [baraka.employee_no, 'House', 30_000, '', '', '', 'Rented', 5000, first]

test('a sheet adds and changes, and uploaded again changes nothing', async () => {
  const dry = await send(sheet(car, home1), true)
  expect(dry.body).toMatchObject({ message: '2 benefits to add.', created: 2, fault_count: 0 })
  expect(await stored(amani)).toEqual([])
  expect((await send(sheet(car, home1))).body).toMatchObject({
    message: 'Benefits uploaded successfully',
    created: 2,
  })
  expect(await stored(amani)).toEqual([['car', 2_000_000, first, null]])
  expect(await stored(baraka)).toEqual([['house', 30_000, first, null]])
  expect((await send(sheet(car, home1))).body).toMatchObject({ created: 0, unchanged: 2 })
  // One house ends and the next begins, in whatever order of rows.
  const ended = [...home1, '2026-03-31']
  const next = [baraka.employee_no, 'House', '', 45_000, '', '', 'Own', '', '2026-04-01']
  expect((await send(sheet(next, ended))).body).toMatchObject({ created: 1, updated: 1 })
  expect(await stored(baraka)).toEqual([
    ['house', 30_000, first, '2026-03-31'],
    ['house', null, '2026-04-01', null],
  ])
})

test('the template becomes a sheet when filled in', async () => {
  const { body } = await finance.call(benefits.template)
  expect(body.name).toBe('benefits-template.xlsx')
  const bytes = filledIn(body.file, [
    { 'Employee No': amani.employee_no, Benefit: 'Meals', Amount: 7000, From: '2026-05-01' },
  ])
  expect((await send(bytes)).body).toMatchObject({ created: 1 })
  expect(await stored(amani)).toContainEqual(['meals', 7000, '2026-05-01', null])
})

test('faults are told by row and column, and keep all rows out', async () => {
  const no = amani.employee_no
  const faults = await faultsOf(
    ['XX-9', 'Meals', 1, '', '', '', '', '', first],
    [no, 'Yacht', 1, '', '', '', '', '', first],
    [no, 'Meals', '', '', 1800, '', '', '', first],
    [no, 'Company car', 5, '', '', 'Boat', '', '', first],
    [no, 'House', '', '', '', '', 'Rented', '', first],
    [no, 'Club fees', 5, '', '', '', '', '', first, '2025-01-01'],
    [no, 'Domestic servants', 5, '', '', '', '', '', ''],
    [no, 'School fees', 5, '', '', '', '', '', first],
    [no, 'School fees', 6, '', '', '', '', '', first],
    [baraka.employee_no, 'House', 9, '', '', '', 'Rented', '', '2026-03-01', '2026-03-31', 'Two'],
  )
  expect(faults).toEqual([
    '2, Employee No: There is no employee with this number.',
    '3, Benefit: Please choose a benefit.',
    '4, Amount: Amount is required.',
    '4, Engine CC: Meals has nothing in this column.',
    '5, Car Type: Please choose the kind of car.',
    '6, Amount: Please give the rent of the house.',
    '7, To: To Date cannot be before the From Date.',
    '8, From: From Date is required, such as 28 February, 2026.',
    '10, Benefit: Row 9 has the same benefit of this employee from the same day.',
    '11, From: This person has another house from the employer in these days. Please end that first.',
  ])
  const before = await stored(amani)
  const reply = await send(sheet([no, 'Meals', 1, '', '', '', '', '', first], [no, 'Meals', '']))
  expect(reply.status).toBe(422)
  expect(await stored(amani)).toEqual(before)
})

test('what comes too late for confirmed payslips is taken with a warning', async () => {
  await runMonth(primary, 'January', 2026)
  const row = [amani.employee_no, 'Club fees', 8000, '', '', '', '', '', first]
  const { warnings, fault_count } = (await send(sheet(row), true)).body
  expect(fault_count).toBe(0)
  expect(warnings).toMatchObject([{ row: 2, column: 'From' }])
  expect(warnings[0]?.reason).toMatch(/^The payslips of January 2026 are confirmed and stay/)
})

test('it takes the right to edit employees, in one’s own organisation', async () => {
  const user = await world.as('user', home)
  expect((await send(sheet(car), false, user)).status).toBe(403)
  const abroad = await world.as('primary', await world.addOrganization('Abroad Ltd'))
  const { body } = await send(sheet(car), true, abroad)
  expect(body.faults).toMatchObject([{ reason: 'There is no employee with this number.' }])
})

test('two sheets at once leave each benefit once', async () => {
  const row = [amani.employee_no, 'Insurance premiums', 900, '', '', '', '', '', first]
  const replies = await Promise.all([send(sheet(row)), send(sheet(row), false, primary)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies.map(({ body }) => body.created).sort()).toEqual([0, 1])
})
