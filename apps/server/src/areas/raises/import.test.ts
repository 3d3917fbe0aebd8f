// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, rowsOf, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** New salaries by a sheet: looked over like others, and saved by the same act. */

const { raises, makerChecker, employees } = contract
const world = await openWorld()

let home: string
let primary: Caller
let njeri: Awaited<ReturnType<typeof employ>>
let otieno: Awaited<ReturnType<typeof employ>>

beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  const given = { salary: 50_000, employment_date: '2024-02-01' }
  njeri = await employ(primary, given)
  const brian = { first_name: 'Brian', last_name: 'Otieno', salary: 30_000 }
  otieno = await employ(primary, { ...given, ...brian })
})

const headings = ['Employee No', 'Employee Name', 'Salary So Far', 'New Salary', 'From Month']
const send = (rows: unknown[][], dry = true, by: Caller = primary) =>
  by.call(raises.upload, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(xlsx([headings, ...rows])) },
  })
const rowOf = (
  person: typeof njeri,
  amount: unknown,
  from = 'March 2026',
  before: unknown = '',
) => [person.employee_no, `${person.first_name} ${person.last_name}`, before, amount, from]
const salaries = async (id: string) =>
  (await primary.call(employees.get, { params: { id } })).body.salaries.map(({ month, amount }) => [
    month,
    amount,
  ])

test('the template has everybody with their salary, and changes nothing as it is', async () => {
  const { body } = await primary.call(raises.template, { query: { from: '2026-03' } })
  expect(body.name).toBe('raises-2026-03.xlsx')
  const rows = rowsOf(body.file, 'Raises')
  expect(rows.slice(1)).toEqual([
    [njeri.employee_no, 'Njeri Mwangi', 50_000, undefined, 'March 2026'],
    [otieno.employee_no, 'Brian Otieno', 30_000, undefined, 'March 2026'],
  ])
  const dry = await primary.call(raises.upload, { query: { dry: '1' }, body: { file: body.file } })
  expect(dry.body).toMatchObject({
    ...{ fault_count: 0, unchanged: 2, updated: 0, proposed: [] },
    message: 'Nothing changes: these are the salaries on record.',
  })
})

test('a good sheet is looked over with its arrears, then saved', async () => {
  await runMonth(primary, 'January', 2026)
  const rows = [rowOf(njeri, '55,000', 'January 2026', 50_000), rowOf(otieno, '')]
  const dry = await send(rows)
  expect(dry.body).toMatchObject({ message: '1 salary to change, 1 salary as before.' })
  expect(dry.body.warnings.map(({ row, reason }) => [row, reason])).toEqual([
    [2, expect.stringMatching(/^Arrears of January 2026: [\d,.]+ net\.$/)],
  ])
  expect(dry.body.proposed).toMatchObject([
    { name: 'Njeri Mwangi', from: '2026-01', before: 50_000, after: 55_000 },
  ])
  expect(await salaries(njeri.id)).toHaveLength(1)
  // The same as it would be shown for the same people on the screen, and saved there.
  const own = [{ employee_id: njeri.id, from: '2026-01', amount: 55_000 }]
  const { body } = await primary.call(raises.preview, { body: { from: '2026-03', own } })
  expect(body.rows).toEqual(dry.body.proposed)
  expect((await send(rows, false)).body).toMatchObject({
    ...{ message: 'Salaries changed successfully', updated: 1, unchanged: 1 },
  })
  expect(await salaries(njeri.id)).toEqual([
    ['2026-01', 55_000],
    ['2024-02', 50_000],
  ])
  expect((await send([rowOf(njeri, 55_000, 'January 2026')], false)).body.message).toContain(
    'Nothing changed',
  )
})

test('what cannot be taken is told by row and column, and nothing of the sheet is saved', async () => {
  const rows = [
    rowOf(njeri, 55_000, 'soon'),
    rowOf(otieno, -1),
    ['TC-9999', '', '', 1, 'March 2026'],
    rowOf(otieno, 31_000, 'March 2026', 29_000),
    rowOf(otieno, 31_000),
    rowOf(njeri, 60_000, 'January 2024'),
    ['', '', '', 5, 'March 2026'],
    rowOf(njeri, 60_000, 'June 2028'),
  ]
  const { body } = await send(rows)
  expect(body.faults.map(({ row, column, reason }) => `${row}, ${column}: ${reason}`)).toEqual([
    '2, From Month: Please give a month, such as November 2026.',
    '3, New Salary: Salary cannot be negative.',
    '4, Employee No: There is no employee with this number.',
    '5, Salary So Far: 30,000 is on record for this month by now.',
    '6, Employee No: Row 5 is about the same employee.',
    '7, From Month: Employed from 01 February, 2024 only.',
    '8, Employee No: Employee No is required.',
    '9, From Month: A salary can be recorded for two years ahead at most.',
  ])
  expect(body.proposed).toEqual([])
  expect((await send(rows, false)).status).toBe(422)
  expect(await salaries(otieno.id)).toHaveLength(1)
})

test('a second person agrees to the whole of it', async () => {
  await primary.call(makerChecker.changeSettings, { body: { salary: true } })
  const finance = await world.as('finance', home)
  const rows = [rowOf(njeri, 55_000), rowOf(otieno, 33_000)]
  const reply = await send(rows, false, finance)
  expect(reply.status).toBe(202)
  const { proposal_id: id } = reply.body as unknown as { proposal_id: string }
  const { body } = await primary.call(makerChecker.get, { params: { id } })
  expect(body.title).toBe('Change the salaries of 2 people')
  expect(await salaries(njeri.id)).toHaveLength(1)
  const agreed = await primary.call(makerChecker.agree, {
    ...{ params: { id }, body: { digest: body.digest } },
  })
  expect(agreed.status).toBe(200)
  expect(await salaries(otieno.id)).toHaveLength(2)
  expect((await send(rows, true, await world.as('user', home))).status).toBe(403)
})

test('a number with the name of somebody else is pointed out by row, and is no fault', async () => {
  const swapped = [otieno.employee_no, 'Njeri Mwangi', 30_000, '33,000', 'March 2026']
  const turned = [njeri.employee_no, 'MWANGI, Njeri', 50_000, '55,000', 'March 2026']
  const { body } = await send([turned, swapped])
  expect(body.warnings.map(({ row, reason }) => [row, reason])).toEqual([
    [3, "This number is Brian Otieno's."],
  ])
  expect([body.fault_count, body.updated]).toEqual([0, 2])
})
