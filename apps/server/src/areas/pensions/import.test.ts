// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, filledIn, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** "Upload Members", for many employees at once. */

const { pensionMembers, pensionSchemes } = contract

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const finance = await world.as('finance', home)
const amani = await employ(primary, { first_name: 'Amani' })
const baraka = await employ(primary, { first_name: 'Baraka' })
const scheme = async (body: object) =>
  (await primary.call(pensionSchemes.create, { body: body as never })).body
await scheme({ name: 'Staff Pension', own_percent: 5, employer_percent: 10 })
await scheme({ name: 'Provident', kind: 'provident', own_amount: 1000 })

const headings = [
  ...['Employee No', 'Scheme', 'From Month', 'Last Month', 'Member No'],
  ...['Employee %', 'Employee Amount', 'Employer %', 'Employer Amount'],
]
const send = (bytes: Uint8Array, dry = false, caller: Caller = finance) =>
  caller.call(pensionMembers.upload, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(bytes) },
  })
const sheet = (...rows: unknown[][]) => xlsx([headings, ...rows])
const membershipsOf = async ({ id }: { id: string }) =>
  (await primary.call(pensionMembers.list, { params: { id } })).body
const stored = async (person: { id: string }) =>
  (await membershipsOf(person)).map(({ scheme: name, from, to, member_no }) =>
    [name, from, to ?? '', member_no ?? ''].join(' '),
  )
const faultsOf = async (...rows: unknown[][]) =>
  (await send(sheet(...rows), true)).body.faults.map(
    ({ row, column, reason }) => `${row}, ${column}: ${reason}`,
  )

const no = amani.employee_no
const hers = [no, 'Staff Pension', 'March 2026', '', 'SP/1']
const his = [baraka.employee_no, 'staff pension', '2026-03', '', '', 7.5, '', '', 2000]

test('a sheet adds and changes, and what it leaves empty stays as it was', async () => {
  const dry = await send(sheet(hers, his), true)
  expect(dry.body).toMatchObject({ message: '2 memberships to add.', created: 2, fault_count: 0 })
  expect(await stored(amani)).toEqual([])
  expect((await send(sheet(hers, his))).body).toMatchObject({
    ...{ message: 'Members uploaded successfully', created: 2 },
  })
  expect(await stored(amani)).toEqual(['Staff Pension 2026-03  SP/1'])
  expect(await membershipsOf(baraka)).toMatchObject([
    {
      ...{ own_percent: 7.5, own_amount: null, employer_percent: null, employer_amount: 2000 },
      taken: { base: 'basic', own_percent: 7.5, employer_amount: 2000, employer_percent: null },
    },
  ])
  expect((await send(sheet(hers, his))).body).toMatchObject({ created: 0, unchanged: 2 })
  const numbered = [baraka.employee_no, 'Staff Pension', 'Mar 2026', '', 'SP/2', '', 1500]
  expect((await send(sheet(numbered))).body).toMatchObject({ created: 0, updated: 1 })
  expect(await membershipsOf(baraka)).toMatchObject([
    { member_no: 'SP/2', own_percent: null, own_amount: 1500, employer_amount: 2000 },
  ])
  // One ends and the next begins, in whatever order of rows.
  const next = [no, 'Staff Pension', 'July 2026', '', 'SP/1', 6]
  const ended = [no, 'Staff Pension', 'March 2026', 'June 2026']
  expect((await send(sheet(next, ended))).body).toMatchObject({ created: 1, updated: 1 })
  expect(await stored(amani)).toEqual([
    'Staff Pension 2026-07  SP/1',
    'Staff Pension 2026-03 2026-06 SP/1',
  ])
})

test('the template becomes a sheet when filled in', async () => {
  const { body } = await finance.call(pensionMembers.template)
  expect(body.name).toBe('pension-members-template.xlsx')
  const bytes = filledIn(body.file, [
    { 'Employee No': no, Scheme: 'Provident', 'From Month': 'May 2026', 'Last Month': '2026-06' },
  ])
  expect((await send(bytes)).body).toMatchObject({ created: 1 })
  expect(await stored(amani)).toContain('Provident 2026-05 2026-06 ')
})

test('faults are told by row and column, and keep all rows out', async () => {
  const fee = await employ(primary, { tos: 'Consultant' })
  const faults = await faultsOf(
    ['XX-9', 'Staff Pension', 'May 2026'],
    [no, 'Elsewhere', 'May 2026'],
    [no, 'Provident', 'Mai'],
    [no, 'Provident', 'July 2026', 'May 2026'],
    [baraka.employee_no, 'Provident', 'July 2026', '', '', 5, 100, 101],
    [fee.employee_no, 'Provident', 'July 2026'],
    [no, 'Staff Pension', 'June 2026'],
    [no, 'Provident', 'August 2026'],
    [no, 'Provident', '2026-08'],
    [no, 'Provident', '2026-09'],
  )
  expect(faults).toEqual([
    '2, Employee No: There is no employee with this number.',
    '3, Scheme: There is no pension scheme of this name.',
    '4, From Month: Please give a month, such as March 2026.',
    '5, Last Month: The last month cannot be before the first.',
    "6, Employer %: Employer's Percentage can be at most 100%.",
    '6, Employee Amount: Please give a percentage or an amount, not both.',
    '7, Employee No: A consultant is paid a fee and is in no pension scheme of the employer.',
    '8, From Month: This person is in the scheme from March 2026 already. Please give that month to change it, or end it first.',
    '10, From Month: Row 9 has the same employee in this scheme from the same month.',
    '11, From Month: This person is in the scheme from August 2026 already. Please give that month to change it, or end it first.',
  ])
  const before = await stored(baraka)
  const sound = [baraka.employee_no, 'Provident', 'July 2026']
  expect((await send(sheet(sound, [no, 'Elsewhere', 'May 2026']))).status).toBe(422)
  expect(await stored(baraka)).toEqual(before)
})

test('months that are confirmed are named, row by row', async () => {
  await runMonth(primary, 'March', 2026)
  await runMonth(primary, 'April', 2026)
  const clara = await employ(primary, { first_name: 'Clara', employment_date: '2026-04-01' })
  expect(
    await faultsOf(
      [baraka.employee_no, 'Provident', 'March 2026'],
      [baraka.employee_no, 'Staff Pension', 'March 2026', 'March 2026'],
      [clara.employee_no, 'Provident', 'April 2026'],
    ),
  ).toEqual([
    '2, From Month: March 2026 and April 2026 are confirmed without this membership. Please choose months that are still to be paid.',
    '3, Last Month: April 2026 is confirmed with this membership, which has to include what is paid.',
  ])
  const later = [baraka.employee_no, 'Staff Pension', 'March 2026', 'April 2026', 'SP/22']
  expect((await send(sheet(later))).body).toMatchObject({ updated: 1 })
  expect(await stored(baraka)).toEqual(['Staff Pension 2026-03 2026-04 SP/22'])
})

test('it takes the right to edit employees, in one’s own organisation', async () => {
  const user = await world.as('user', home)
  expect((await send(sheet(hers), false, user)).status).toBe(403)
  const abroad = await world.as('primary', await world.addOrganization('Abroad Ltd'))
  const { body } = await send(sheet(hers), true, abroad)
  expect(body.faults.map(({ reason }) => reason)).toEqual([
    'There is no employee with this number.',
    'There is no pension scheme of this name.',
  ])
})

test('two sheets at once leave each membership once', async () => {
  const row = [baraka.employee_no, 'Provident', 'October 2026']
  const replies = await Promise.all([send(sheet(row)), send(sheet(row), false, primary)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies.map(({ body }) => body.created).sort()).toEqual([0, 1])
})
