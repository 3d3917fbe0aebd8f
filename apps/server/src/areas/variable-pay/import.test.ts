// @tests long
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { monthIn } from '../../foundation/sheets/month-cell.ts'
import { addMany, employ, runMonth } from '../../test/office.ts'
import { dataUrl, rowsOf, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** The month in one sheet, with everybody in it already. */

const { variablePay } = contract
const month = '2026-03'
const world = await openWorld({ workers: true })
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const finance = await world.as('finance', home)
const amani = await employ(primary, { first_name: 'Amani', salary: 45_000 })
const odd = 'Baraka "B" <b>&'
const baraka = await employ(primary, { first_name: odd, salary: 90_000 })
await primary.call(contract.commissionRates.create, {
  body: { name: 'Retail', display_name: '', amount: 100_000, rate: 2 },
})

const headings = ['Employee No', 'Month', 'Overtime Hours', 'Bonus']
const send = (caller: Caller, bytes: Uint8Array, dry = false) =>
  caller.call(variablePay.upload, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(bytes) },
  })
const of = async ({ id }: { id: string }) =>
  (await finance.call(variablePay.list, { query: { month } })).body.people.find(
    ({ employee_id }) => employee_id === id,
  )
const faultsOf = async (rows: unknown[][], top = headings) => {
  const { body } = await send(finance, xlsx([top, ...rows]), true)
  return body.faults.map(({ row, column, reason }) => `${row}, ${column}: ${reason}`)
}
async function template(caller = finance) {
  const { body } = await caller.call(variablePay.template, { query: { month } })
  const bytes = Buffer.from(body.file.split(',')[1] as string, 'base64')
  return { name: body.name, rows: rowsOf(body.file, 'Variable Pay'), bytes }
}

const none = (count: number) => Array(count).fill(undefined)

test.each([
  ['2026-03', '2026-03'],
  ['March 2026', '2026-03'],
  ['Mar 2026', '2026-03'],
  ['3/2026', '2026-03'],
  ['46082', '2026-03'],
  ['2026-03-31', '2026-03'],
  ['soon', null],
  ['13/2026', null],
  [undefined, null],
])('%s is the month %s', (cell, expected) => {
  expect(monthIn(cell)).toBe(expected)
})

describe('the template', () => {
  test('has everybody with what is recorded, and changes nothing as it is', async () => {
    const people = [
      { employee_id: amani.id, overtime_hours: 7.5, deduction: 10, deduction_name: 'A' },
    ]
    await finance.call(variablePay.save, { body: { month, people } })
    const { name, rows, bytes } = await template()
    expect(name).toBe('variable-pay-2026-03.xlsx')
    expect(rows.slice(1)).toEqual([
      [
        amani.employee_no,
        'Amani Mwangi',
        'March 2026',
        7.5,
        ...none(4),
        'A',
        10,
        ...none(1),
        'Retail',
      ],
      [baraka.employee_no, `${odd} Mwangi`, 'March 2026', ...none(8), 'Retail'],
    ])
    const dry = await send(finance, bytes, true)
    expect(dry.body).toMatchObject({
      fault_count: 0,
      unchanged: 2,
      message: 'Nothing changes: everything is recorded already.',
    })
  })
})

describe('a good sheet', () => {
  const rows = [
    [amani.employee_no, 'March 2026', 12, '5,000.00'],
    [baraka.employee_no.toLowerCase(), '2026-03', '', 'Ksh 2,500'],
  ]

  test('is told with its control totals, then set; twice changes nothing', async () => {
    const dry = await send(finance, xlsx([headings, ...rows]), true)
    expect(dry.body).toMatchObject({ message: '1 person to add, 1 person to change.' })
    expect(dry.body.totals).toEqual([
      { column: 'Overtime Hours', sum: 12, rows: 1 },
      { column: 'Bonus', sum: 7500, rows: 2 },
    ])
    expect((await of(amani))?.bonus).toBe(0)
    const reply = await send(finance, xlsx([headings, ...rows]))
    expect(reply.body).toMatchObject({ message: 'Variable pay uploaded successfully', updated: 1 })
    // A column that is not in the sheet is left as it is.
    expect(await of(amani)).toMatchObject({ overtime_hours: 12, bonus: 5000, deduction: 10 })
    const again = await send(finance, xlsx([headings, ...rows]))
    expect(again.body).toMatchObject({
      ...{ created: 0, updated: 0, unchanged: 2 },
      message: 'Nothing changed: everything was recorded already.',
    })
  })

  test('removes what its cell no longer has', async () => {
    await send(finance, xlsx([headings, [amani.employee_no, month, '', '']]))
    expect(await of(amani)).toMatchObject({ overtime_hours: 0, bonus: 0, deduction: 10 })
  })

  test('says what is far from usual', async () => {
    const { body } = await send(
      finance,
      xlsx([
        headings,
        [amani.employee_no, month, 130, ''],
        [baraka.employee_no, month, '', 900_000],
      ]),
      true,
    )
    expect(body.fault_count).toBe(0)
    expect(body.warnings).toMatchObject([
      { row: 2, column: 'Overtime Hours', reason: '130 hours of overtime in a month.' },
      { row: 3, column: 'Bonus', reason: 'A bonus of 900,000 is 10 times the salary.' },
    ])
  })
})

test('a name that is not of the number, and what an empty cell takes away, are told', async () => {
  await send(finance, xlsx([headings, [amani.employee_no, month, '', 1500.5]]))
  const named = ['Employee No', 'Employee Name', 'Month', 'Bonus']
  const rows = [
    [amani.employee_no, 'Amani Mwangi', month, ''],
    [baraka.employee_no, 'Otieno Ochieng', month, 2000],
  ]
  const { body } = await send(finance, xlsx([named, ...rows]), true)
  expect(body.warnings).toMatchObject([
    { row: 2, column: 'Bonus', reason: '1,500.5 is recorded and would be removed.' },
    { row: 3, column: 'Employee Name', reason: expect.stringContaining('Baraka') },
  ])
  await send(finance, xlsx([headings, [amani.employee_no, month, '', '']]))
})

describe('what is wrong is told by row and column', () => {
  test('numbers, people, months', async () => {
    const found = await faultsOf([
      [amani.employee_no, month, 'ten', -5],
      ['TC-9999', month, 1, 1],
      [baraka.employee_no, 'someday', 1, 1],
      [baraka.employee_no, '2026-04', 1, 1],
      [baraka.employee_no, month, 800, ''],
      ['', month, 1, ''],
      [baraka.employee_no, month, '', '12.500'],
    ])
    expect(found).toEqual([
      '2, Overtime Hours: Overtime Hours must be a number.',
      '2, Bonus: Bonus cannot be negative.',
      '3, Employee No: There is no employee with this number.',
      '4, Month: Please give a month, such as November 2026.',
      '5, Month: Row 3 is for March 2026: one sheet is for one month.',
      '6, Overtime Hours: Overtime Hours can be at most 744, the hours of a month.',
      '7, Employee No: Employee No is required.',
      '8, Bonus: Bonus must be a number. Please write it like 12,500.50, ' +
        'with a comma between thousands and a point before cents.',
    ])
  })

  test('control totals are of the rows that can be taken', async () => {
    const rows = [
      [amani.employee_no, month, 2, 1000],
      ['TC-9999', month, 1, 500],
      [baraka.employee_no, month, 'ten', 250],
    ]
    const { body } = await send(finance, xlsx([headings, ...rows]), true)
    expect(body.totals).toEqual([
      { column: 'Overtime Hours', sum: 2, rows: 1 },
      { column: 'Bonus', sum: 1000, rows: 1 },
    ])
  })

  test('the same person twice, commission rates, and names without amounts', async () => {
    const top = [
      'Employee No',
      'Month',
      'Deduction',
      'Deduction Amount',
      'Revenue',
      'Commission Rate',
    ]
    const found = await faultsOf(
      [
        [amani.employee_no, month, 'Loan', '', '', ''],
        [amani.employee_no, month, 'Loan', 5, '', ''],
        [baraka.employee_no, month, '', '', 500, 'Wholesale'],
      ],
      top,
    )
    expect(found).toEqual([
      '2, Deduction Amount: Deduction Amount is required with a name.',
      '3, Employee No: Row 2 is about the same employee.',
      '4, Commission Rate: There is no commission rate with this name.',
    ])
  })

  test('who was paid for the month, by name', async () => {
    await runMonth(primary, 'March', 2026)
    expect(await faultsOf([[amani.employee_no, month, 3, '']])).toEqual([
      '2, Employee No: March 2026 is already confirmed for Amani Mwangi.',
    ])
    const { bytes } = await template()
    expect((await send(finance, bytes)).body).toMatchObject({ updated: 0, unchanged: 2 })
  })
})

test('a long sheet goes in by a job, in step with its totals', async () => {
  const many = await world.addOrganization('Many Ltd')
  await addMany(world, many, 1000)
  const owner = await world.as('primary', many)
  const { rows } = await template(owner)
  expect(rows).toHaveLength(1001)
  for (const row of rows.slice(1)) row[3] = 4
  const { body } = await send(owner, xlsx(rows))
  expect(body.job_id).not.toBeNull()
  await expect
    .poll(
      async () =>
        (await owner.call(variablePay.list, { query: { month, limit: '1' } as never })).body.totals,
      { timeout: 60_000 },
    )
    .toMatchObject({ people: 1000, overtime_hours: 4000 })
})
