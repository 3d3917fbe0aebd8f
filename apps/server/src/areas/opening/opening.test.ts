// @tests story
import { utils } from '@e965/xlsx'
import { contract } from '@mshahara/contract'
import { monthNames } from '@mshahara/contract/months'
import { describe, expect, test } from 'vitest'
import { bytesOf, sheetsOf, staff } from '../../test/exported.ts'
import { addMany, asEmployee, employ, runMonth } from '../../test/office.ts'
import { dataUrl, filledIn, rowsOf, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** The year so far, as another system paid it (B34). Today is Tuesday, 10 March 2026. */

const { openingBalances, exports, employees, deductions, payrolls } = contract
const world = await openWorld({ workers: true })

async function openFirm(name: string) {
  const id = await world.addOrganization(name)
  return { id, by: await world.as('primary', id) }
}

const send = (by: Caller, rows: unknown[][], dry = false) =>
  by.call(openingBalances.upload, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(xlsx(rows)) },
  })
const batches = async (by: Caller) => (await by.call(openingBalances.batches)).body
const kept = async ({ id }: { id: string }) =>
  (await world.rows('select id from opening_pay where organization_id = $1', [id])).length

const top = ['Employee No', 'Month', 'Until', 'Where From']
const amountsOf = [
  ...['Basic Salary', 'Benefits Non-Cash', 'Value of Quarters', 'Total Gross Pay'],
  ...['Defined Contribution: 30% of A', 'Defined Contribution: Actual', 'AHL', 'SHIF', 'PRMF'],
  ...['Owner Occupied Interest', 'Total Deductions', 'Exemption', 'Chargeable Pay', 'Tax Charged'],
  ...['Personal Relief', 'Insurance Relief', 'PAYE Tax'],
]
const headings = [...top, ...amountsOf]

/** The card of a year, line by line: what stands in the first column and the amounts beside it. */
async function cardOf(by: Caller, employee_id: string, year = 2025) {
  const { status, body } = await by.call(exports.p9, { body: { employee_id, year } })
  expect(body).toMatchObject({ rows: 1 })
  expect(status).toBe(200)
  const sheet = sheetsOf(await bytesOf(world, by, body)).Sheets.P9
  return utils.sheet_to_json<unknown[]>(sheet as never, { header: 1 })
}
const lineOf = (card: unknown[][], name: string) =>
  card.find(([first]) => first === name)?.slice(1) as number[] | undefined

/** A line of the card in the columns of the sheet: without the limit of E3. */
const inColumns = (line: number[], exempt: number) => [
  ...line.slice(0, 6),
  ...line.slice(7, 12),
  exempt,
  ...line.slice(12),
]
/** 100,000 shillings a month by the law of 2025. */
const plain = [
  ...[100_000, '', '', 100_000, 30_000, 4320, 1500, 2750, '', '', 8570, '', 91_430],
  ...[22_212.35, 2400, '', 19_812.35],
]
const rowOf = (number: string, month: string, until = '', source = 'Sage payroll') => [
  ...[number, month, until, source],
  ...plain,
]

/** Three people who differ in what the law makes of them. */
async function people(by: Caller) {
  const [njeri, , achieng] = staff
  const since = { employment_date: '2024-02-01' }
  const first = await employ(by, { ...njeri, ...since })
  const second = await employ(by, { ...achieng, ...since })
  const third = await employ(by, { last_name: 'Otieno', salary: 23_456.78, ...since })
  for (const [name, amount, kind] of [
    ['Fund', 30_000, 'pension'],
    ['Policy', 4000, 'insurance premium'],
  ] as const) {
    const body = { employee_id: first.id, name, amount, kind, from: '2025-01-01' }
    await by.call(deductions.create, { body })
  }
  return [first, second, third]
}
const raise = (by: Caller, { id }: { id: string }) =>
  by.call(employees.update, {
    params: { id },
    body: { salary: 150_000.5, salary_from: '2025-06' } as never,
  })

test('eight months by sheet and four months here are a year computed at once', async () => {
  const [here, moved] = [await openFirm('Here Ltd'), await openFirm('Moved Ltd')]
  const [all, some] = [await people(here.by), await people(moved.by)]
  for (const [firm, [first]] of [
    [here, all],
    [moved, some],
  ] as const) {
    if (first) await raise(firm.by, first)
  }
  for (const month of monthNames) await runMonth(here.by, month, 2025)
  const cards = await Promise.all(all.map(({ id }) => cardOf(here.by, id)))
  // The third by one sum, the others by month; the second is exempt.
  const rows = cards.flatMap((card, place) => {
    const number = some[place]?.employee_no
    const lines = monthNames.slice(0, 8).map((name) => lineOf(card, name) as number[])
    const exempt = (line: number[]) =>
      place === 1 ? (line[3] ?? 0) - (line[11] ?? 0) - (line[12] ?? 0) : 0
    const columns = lines.map((line) => inColumns(line, exempt(line)))
    if (place < 2) {
      return columns.map((line, at) => [number, `${monthNames[at]} 2025`, '', 'Sage', ...line])
    }
    const cents = (at: number) =>
      columns.reduce((sum, line) => sum + Math.round((line[at] ?? 0) * 100), 0)
    const sums = amountsOf.map((_, at) => cents(at) / 100)
    return [[number, 'January 2025', 'August 2025', 'Old books', ...sums]]
  })
  const dry = await send(moved.by, [headings, ...rows], true)
  expect(dry.body).toMatchObject({ fault_count: 0, warning_count: 0, created: 17 })
  const gross = cards.reduce(
    (sum, card) =>
      sum + monthNames.slice(0, 8).reduce((all, name) => all + (lineOf(card, name)?.[3] ?? 0), 0),
    0,
  )
  expect(dry.body.totals.find(({ column }) => column === 'Gross Pay')?.sum).toBeCloseTo(gross, 2)
  expect(await kept(moved)).toBe(0)
  expect((await send(moved.by, [headings, ...rows])).status).toBe(200)
  const [batch] = await batches(moved.by)
  expect(batch).toMatchObject({ year: 2025, people: 3, months: 24, sources: ['Old books', 'Sage'] })
  for (const month of monthNames.slice(8)) await runMonth(moved.by, month, 2025)
  for (const [place, card] of cards.entries()) {
    const mine = await cardOf(moved.by, some[place]?.id ?? '')
    expect(lineOf(mine, 'TOTALS')).toEqual(lineOf(card, 'TOTALS'))
    const months = place === 2 ? monthNames.slice(8) : monthNames
    for (const month of months) expect(lineOf(mine, month)).toEqual(lineOf(card, month))
    const told = mine.map(([first]) => first)
    expect(told).toContain(`January to August: from ${place === 2 ? 'Old books' : 'Sage'}`)
    expect(told.includes('January to August')).toBe(place === 2)
  }
  const whole = await moved.by.call(exports.p9, { body: { employee_id: '', year: 2025 } })
  const other = await here.by.call(exports.p9, { body: { employee_id: '', year: 2025 } })
  expect(whole.body.total).toBe(other.body.total)
})

describe('what a sheet cannot say', () => {
  const good = (number: string) => rowOf(number, 'January 2026')
  const changed = (number: string, column: string, cell: unknown) =>
    rowOf(number, 'January 2026').map((old, at) => (headings[at] === column ? cell : old))

  test('is named by row and column, and nothing is kept', async () => {
    const firm = await openFirm('Faults Ltd')
    const [amani, baraka] = [await employ(firm.by), await employ(firm.by)]
    const consultant = await employ(firm.by, { tos: 'Consultant', paye: false })
    const number = amani.employee_no
    const faults = async (...rows: unknown[][]) => {
      const sheet = [headings, ...rows, good(baraka.employee_no)]
      const { body } = await send(firm.by, sheet, true)
      expect((await send(firm.by, sheet)).status).toBe(422)
      return body.faults.map(({ row, column, reason }) => `${row}, ${column}: ${reason}`)
    }
    expect(await faults(changed(number, 'Total Gross Pay', 99_000))).toEqual([
      '2, Gross Pay: Basic Salary, benefits and quarters come to 100,000.',
      '2, Chargeable Pay: Gross Pay less deductions leaves 90,430.',
    ])
    expect(await faults(changed(number, 'PAYE Tax', 22_300))).toEqual([
      '2, PAYE: This is more than Tax Charged.',
    ])
    expect(await faults(changed(number, 'PAYE Tax', 19_000))).toEqual([
      '2, PAYE: Tax Charged less reliefs is 19,812.35.',
    ])
    expect(await faults(changed(number, 'Basic Salary', 'much'))).toHaveLength(1)
    expect(await faults(changed(number, 'Basic Salary', -5))).toHaveLength(1)
    expect(await faults(changed(number, 'Where From', ''))).toEqual([
      '2, Where From: Where From is required.',
    ])
    expect(await faults(changed(number, 'Month', 'soon'))).toEqual([
      '2, Month: Please give a month, such as August 2026.',
    ])
    expect(await faults(changed(number, 'Month', 'April 2026'))).toEqual([
      '2, Month: April 2026 is still to come.',
    ])
    expect(await faults(changed(number, 'Until', 'December 2025'))).toEqual([
      '2, Until: A sum is of months of one year.',
    ])
    expect(await faults(good('XX-1'), good(consultant.employee_no))).toEqual([
      '2, Employee No: There is no employee with this number.',
      '3, Employee No: Consultants have no P9 form.',
    ])
    expect(await faults(good(number), rowOf(number, 'January 2026', 'February 2026'))).toEqual([
      '3, Month: Row 2 has January 2026 of this employee, too.',
    ])
    expect(await faults(rowOf(number, 'March 2025'), good(number))).toContain(
      '3, Month: Row 2 is for 2025: one sheet is for one year.',
    )
    expect(await kept(firm)).toBe(0)
    expect(await batches(firm.by)).toEqual([])
  })

  test('deserves a look where the law makes another tax of it', async () => {
    const firm = await openFirm('Doubts Ltd')
    const { employee_no } = await employ(firm.by, { employment_date: '2026-02-01' })
    const odd = rowOf(employee_no, 'January 2026').map((old, at) => {
      if (headings[at] === 'Tax Charged') return 22_000
      return headings[at] === 'PAYE Tax' ? 19_600 : old
    })
    const { body } = await send(firm.by, [headings, odd], true)
    expect(body.fault_count).toBe(0)
    expect(body.warnings.map(({ column, reason }) => `${column}: ${reason}`)).toEqual([
      'Month: Employed from February 2026 on.',
      'PAYE: The law makes 19,812.35 PAYE of this.',
    ])
  })

  test('is seen by month: none is opened that was paid here or opened before', async () => {
    const firm = await openFirm('Overlap Ltd')
    const { employee_no } = await employ(firm.by, { salary: 100_000 })
    expect((await send(firm.by, [headings, rowOf(employee_no, 'January 2026')])).status).toBe(200)
    const again = await send(firm.by, [headings, rowOf(employee_no, 'January 2026')])
    expect(again.body).toMatchObject({ unchanged: 1, message: expect.stringMatching(/^Nothing/) })
    const over = rowOf(employee_no, 'January 2026', 'February 2026', 'Elsewhere')
    const { body } = await send(firm.by, [headings, over], true)
    expect(body.faults[0]?.reason).toBe('January 2026 came from Sage payroll already.')
    await runMonth(firm.by, 'February', 2026)
    const late = await send(firm.by, [headings, rowOf(employee_no, 'February 2026')], true)
    expect(late.body.faults[0]?.reason).toBe(
      'February 2026 was paid here: only months before it can come from elsewhere.',
    )
  })
})

describe('what was opened', () => {
  test('is taken back as a whole, until a payroll of its people is confirmed', async () => {
    const firm = await openFirm('Back Ltd')
    const { employee_no, id } = await employ(firm.by, { salary: 100_000 })
    const sheet = [headings, rowOf(employee_no, 'January 2026')]
    await send(firm.by, sheet)
    const [first] = await batches(firm.by)
    const card = await firm.by.call(exports.p9, { body: { employee_id: id, year: 2026 } })
    expect(card.body.total).toBe(19_812.35)
    const takeBack = (batch_id = '') =>
      firm.by.call(openingBalances.takeBack, { params: { id: batch_id } })
    expect((await takeBack(first?.id)).status).toBe(200)
    expect(await kept(firm)).toBe(0)
    const gone = await world.rows('select withdrawn_at from byproducts where employee_id = $1', [
      id,
    ])
    expect(gone[0]?.withdrawn_at).not.toBeNull()
    const none = await firm.by.call(exports.p9, { body: { employee_id: id, year: 2026 } })
    expect(none.status).toBe(422)
    await send(firm.by, sheet)
    const run = await runMonth(firm.by, 'February', 2026)
    const [second] = await batches(firm.by)
    expect(second?.runs).toEqual([{ code: run.code, month: '2026-02' }])
    const refused = await takeBack(second?.id)
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('A payroll of these people was confirmed since')
    await expect(
      world.rows('delete from opening_batches where id = $1', [second?.id]),
    ).rejects.toThrow('confirmed since')
    await firm.by.call(payrolls.reverse, { params: { id: run.id }, body: { reason: 'Wrong' } })
    expect((await takeBack(second?.id)).status).toBe(200)
  })

  test('keeps its month from being paid here as well', async () => {
    const firm = await openFirm('Twice Ltd')
    const { employee_no } = await employ(firm.by, { salary: 100_000 })
    await send(firm.by, [headings, rowOf(employee_no, 'February 2026')])
    const { id } = await runMonth(firm.by, 'January', 2026, false)
    const refused = await firm.by.call(payrolls.confirm, { params: { id } })
    expect(refused.status).toBe(422)
    const { body: checks } = await firm.by.call(payrolls.checks, { params: { id } })
    expect(checks.find(({ kind }) => kind === 'opened elsewhere')).toMatchObject({
      blocks: true,
      people: [{ employee_no, detail: 'February 2026 from Sage payroll' }],
    })
    await expect(
      world.rows(`update payrolls set status = 'confirmed' where id = $1`, [id]),
    ).rejects.toThrow('opened with pay from elsewhere')
  })

  test('comes in once when it is sent twice at the same moment', async () => {
    const firm = await openFirm('Once Ltd')
    const { employee_no } = await employ(firm.by)
    const sheet = [headings, rowOf(employee_no, 'January 2026')]
    const both = await Promise.all([send(firm.by, sheet), send(firm.by, sheet)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await kept(firm)).toBe(1)
    expect(await batches(firm.by)).toHaveLength(1)
  })

  test("is the organisation's own, and for whoever may edit employees", async () => {
    const [firm, other] = [await openFirm('Own Ltd'), await openFirm('Other Ltd')]
    const { employee_no, id } = await employ(firm.by)
    const sheet = [headings, rowOf(employee_no, 'January 2026')]
    const user = await world.as('user', firm.id)
    const self = await asEmployee(world, firm.id, id)
    for (const by of [user, self]) {
      expect((await send(by, sheet)).status).toBe(403)
      expect((await by.call(openingBalances.batches)).status).toBe(403)
    }
    expect((await send(await world.as('finance', firm.id), sheet)).status).toBe(200)
    const [batch] = await batches(firm.by)
    const params = { id: batch?.id ?? '' }
    expect(await batches(other.by)).toEqual([])
    expect((await other.by.call(openingBalances.rows, { params })).status).toBe(404)
    expect((await other.by.call(openingBalances.takeBack, { params })).status).toBe(404)
    const { body } = await firm.by.call(openingBalances.rows, { params })
    expect(body.rows).toMatchObject([
      { employee_no, from: '2026-01', to: '2026-01', source: 'Sage payroll', paye: 19_812.35 },
    ])
  })
})

test('the template takes what a card says, and columns that follow may stay empty', async () => {
  const firm = await openFirm('Template Ltd')
  const { employee_no, id } = await employ(firm.by)
  const { body } = await firm.by.call(openingBalances.template)
  expect(rowsOf(body.file, 'Opening Balances')[0]).toHaveLength(25)
  const file = filledIn(body.file, [
    {
      ...{ 'Employee No': employee_no, Month: 'January 2026', Until: 'February 2026' },
      ...{ 'Where From': 'P9 of 2026', 'Basic Salary': 200_000, 'Pension and NSSF': 8640 },
      ...{ 'Housing Levy': 3000, SHIF: 5500, 'Chargeable Pay': 182_860 },
      ...{ 'Tax Charged': 44_424.7, 'Personal Relief': 4800, PAYE: 39_624.7 },
    },
  ])
  const upload = await firm.by.call(openingBalances.upload, { body: { file: dataUrl(file) } })
  expect(upload.body).toMatchObject({ created: 1, warning_count: 0 })
  const card = await cardOf(firm.by, id, 2026)
  expect(lineOf(card, 'TOTALS')).toEqual([
    ...[200_000, 0, 0, 200_000, 60_000, 8640, 60_000, 3000, 5500, 0, 0, 17_140, 182_860],
    ...[44_424.7, 4800, 0, 39_624.7],
  ])
})

test('two thousand people come in one sheet', async () => {
  const firm = await openFirm('Many Ltd')
  await addMany(world, firm.id, 2000)
  const people = await world.rows(
    `select employee_no from employees where organization_id = $1 and tos <> 'Consultant'`,
    [firm.id],
  )
  const rows = people.map(({ employee_no }) => rowOf(employee_no, 'January 2026'))
  const reply = await send(firm.by, [headings, ...rows])
  expect(reply.body.job_id).not.toBeNull()
  await expect.poll(() => kept(firm), { timeout: 30_000 }).toBe(people.length)
  const [batch] = await batches(firm.by)
  expect(batch?.gross).toBe(people.length * 100_000)
})
