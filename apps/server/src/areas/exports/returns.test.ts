// @tests story
import { read as readBook, utils } from '@e965/xlsx'
import { contract } from '@mshahara/contract'
import type { ExportAnswer } from '@mshahara/contract/exports'
import type { MonthReturns, ReturnInput } from '@mshahara/contract/returns'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { bytesOf, employStaff, fetchFile } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Returns are by month, whatever its number of runs (B26). */

const { returns, payrolls } = contract

const world = await openWorld({ workers: true })
let home: string
let primary: Caller & { id: string }
let second: string

beforeAll(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
  const [njeri] = await employStaff(primary)
  const sacco = { name: 'Stima SACCO', amount: 5000, from: '2024-01-01' }
  await primary.call(contract.deductions.create, { body: { ...sacco, employee_id: njeri ?? '' } })
  await runMonth(primary, 'September', 2024)
  await runMonth(primary, 'January', 2026)
  await runMonth(primary, 'February', 2026)
  const late = await employ(primary, {
    first_name: 'Late',
    last_name: 'Comer',
    pin_no: 'A009999999Z',
    salary: 80_000,
    employment_date: '2026-02-01',
  })
  const body = { ...sacco, name: 'STIMA sacco', amount: 2500.5, employee_id: late.id }
  await primary.call(contract.deductions.create, { body })
})

const make = (month: string, body: Partial<ReturnInput>, by: Caller = primary) =>
  by.call(returns.make, { params: { month }, body: body as never })
const listed = async (by: Caller = primary) => (await by.call(returns.list)).body
const monthOf = async (month: string) =>
  (await listed()).find((one) => one.month === month) as MonthReturns
const linesIn = async (answer: ExportAnswer) =>
  (await bytesOf(world, primary, answer)).toString('utf8').trimEnd().split('\r\n')

describe('a month with two runs', () => {
  test('withdraws what was made before the second was confirmed', async () => {
    const before = (await make('2026-02', { type: 'SEC_B', extension: 'csv' })).body
    expect(before.file).toMatchObject({ name: 'P10-2026-02.csv', type: 'SEC_B' })
    expect(await linesIn(before)).toHaveLength(4)
    expect((await monthOf('2026-02')).items[0]?.file?.id).toBe(before.file?.id)
    second = (await runMonth(primary, 'February', 2026)).id
    expect((await monthOf('2026-02')).items[0]?.file).toBeNull()
    expect((await fetchFile(world, primary, before.file?.address ?? '')).statusCode).toBe(410)
    // Another month is left alone.
    expect((await make('2026-01', { type: 'SEC_B', extension: 'csv' })).status).toBe(200)
  })

  test('gives one file of everybody, to the cent', async () => {
    const { items, runs, people } = await monthOf('2026-02')
    expect({ runs: runs.length, people }).toEqual({ runs: 2, people: 6 })
    for (const { type, name, amount } of items) {
      const { status, body } = await make('2026-02', { type, name, extension: 'csv' })
      expect({ type, status }).toEqual({ type, status: 200 })
      // Both shares: what is paid over.
      expect(body.total).toBe(amount)
    }
    for (const { file, amount } of (await monthOf('2026-02')).items) {
      expect(file).toMatchObject({ total: amount, state: 'confirmed' })
    }
    const p10 = (await make('2026-02', { type: 'SEC_B', extension: 'csv' })).body
    const names = (await linesIn(p10)).map((line) => line.split(',')[1])
    expect(names).toContain('Late Comer')
    expect(names).toHaveLength(5)
  })

  test('says what is due when, what it comes to and whether its file was made', async () => {
    const { items } = await monthOf('2026-02')
    expect(items.map(({ type, name, due, people }) => [type, name, due, people])).toEqual([
      ['SEC_B', null, '2026-03-09', 5],
      ['nssf', null, '2026-03-09', 5],
      ['nhif', null, '2026-03-09', 5],
      ['ahl', null, '2026-03-12', 5],
      ['nita', null, '2026-03-09', 5],
      ['withholding', null, '2026-03-06', 1],
      ['helb', null, '2026-03-13', 2],
      ['remittance', 'Pension', null, 1],
      ['remittance', 'STIMA sacco', null, 2],
    ])
    const nssf = items.find(({ type }) => type === 'nssf')
    expect(nssf?.amount).toBe((nssf?.deducted ?? 0) + (nssf?.employer ?? 0))
    expect(nssf?.employer).toBe(nssf?.deducted)
    expect(items.every(({ file }) => file !== null)).toBe(true)
  })

  test('lists a deduction under one name whatever its case', async () => {
    const { body } = await make('2026-02', {
      type: 'remittance',
      name: 'Stima Sacco',
      extension: 'csv',
    })
    expect(body.file?.name).toBe('Remittance-Stima-Sacco-2026-02.csv')
    expect(body).toMatchObject({ rows: 2, total: 7500.5 })
    expect(await linesIn(body)).toEqual([
      '\ufeffHome Ltd',
      '"Stima Sacco, February 2026"',
      '',
      'STAFF NUMBER,FULL NAME,ID NUMBER,KRA PIN,PHONE,AMOUNT',
      'TC-0001,Njeri Wanjiku Mwangi,23456789,A001234567X,0712345678,5000.00',
      expect.stringMatching(/^TC-0006,Late Comer,\d+,A009999999Z,,2500.50$/),
      'TOTAL,,,,,7500.50',
    ])
  })

  test('has all of its returns in one archive', async () => {
    const { body: begun } = await make('2026-02', { type: 'all', extension: 'zip' })
    const answer = await vi.waitFor(
      async () => {
        const params = { id: begun.job_id as string }
        const { body } = await primary.call(contract.settings.job, { params })
        expect(body).toMatchObject({ error: null, state: 'done' })
        return body.result as ExportAnswer
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(answer.file).toMatchObject({ name: 'Returns-2026-02.zip' })
    const files = unzipSync(await bytesOf(world, primary, answer))
    expect(Object.keys(files)).toEqual([
      'P10-2026-02.csv',
      'NSSF-2026-02.xlsx',
      'SHIF-2026-02.xlsx',
      'AHL-2026-02.csv',
      'NITA-2026-02.xlsx',
      'Withholding-Tax-2026-02.xlsx',
      'HELB-2026-02.xlsx',
      'Remittance-Pension-2026-02.xlsx',
      'Remittance-STIMA-sacco-2026-02.xlsx',
      'Notes-2026-02.txt',
    ])
    const notes = strFromU8(files['Notes-2026-02.txt'] as Uint8Array)
    const { items } = await monthOf('2026-02')
    const ksh = (amount = 0) => `Ksh ${amount.toLocaleString('en', { minimumFractionDigits: 2 })}`
    expect(notes).toContain(`NSSF-2026-02.xlsx: 5 people, ${ksh(items[1]?.amount)}\r\n`)
    expect(notes).toMatch(
      /No SHA number: SHA will refuse the row\.\r\n.*\r\n {4}TC-0006 {2}Late Comer, Ksh/,
    )
    expect(answer.rows).toBe(6)
    expect(answer.notes.map(({ title }) => title)).toContain(
      'SHIF: No SHA number: SHA will refuse the row.',
    )
    const p10 = await make('2026-02', { type: 'SEC_B', extension: 'csv' })
    const single = await bytesOf(world, primary, p10.body)
    expect(strFromU8(files['P10-2026-02.csv'] as Uint8Array)).toBe(single.toString('utf8'))
    expect((await monthOf('2026-02')).file?.id).toBe(answer.file?.id)
  })

  test('withdraws everything again when one of them is reversed', async () => {
    await primary.call(payrolls.reverse, { params: { id: second }, body: { reason: 'Twice' } })
    const { items, file, runs } = await monthOf('2026-02')
    expect(runs).toHaveLength(1)
    expect([file, ...items.map((item) => item.file)].filter(Boolean)).toEqual([])
    expect((await monthOf('2026-01')).items[0]?.file).not.toBeNull()
    const p10 = (await make('2026-02', { type: 'SEC_B', extension: 'csv' })).body
    expect(await linesIn(p10)).toHaveLength(4)
  })
})

test('a month before October 2024 has NHIF', async () => {
  const { health } = await monthOf('2024-09')
  expect(health).toBe('NHIF')
  const { body } = await make('2024-09', { type: 'nhif', extension: 'xlsx' })
  expect(body.file?.name).toBe('NHIF-2024-09.xlsx')
})

test('before July 2025 the archive has the workbook with sheet C, if anybody is on it', async () => {
  const sheets = await world.as('primary', await world.addOrganization('Sheets Ltd'))
  const certified = { disability: true, disability_certificate_no: 'EX/2024/18' }
  await employ(sheets, { first_name: 'Able', salary: 90_000 })
  const advisor = { first_name: 'Advisor', tos: 'Consultant' as const, salary: 60_000 }
  await employ(sheets, { ...advisor, ...certified })
  await runMonth(sheets, 'January', 2025)
  const packed = async (month: string) => {
    const { body } = await make(month, { type: 'all', name: '', extension: 'zip' }, sheets)
    const params = { id: body.job_id as string }
    const answer = await vi.waitFor(
      async () => {
        const { body: job } = await sheets.call(contract.settings.job, { params })
        expect(job).toMatchObject({ error: null, state: 'done' })
        return job.result as ExportAnswer
      },
      { timeout: 60_000, interval: 100 },
    )
    const files = unzipSync(await bytesOf(world, sheets, answer))
    const titles = answer.notes.map(({ title }) => title).filter((title) => /^PAYE/.test(title))
    return { files, p10s: Object.keys(files).filter((name) => /^P10/.test(name)), titles }
  }
  // A consultant is on no sheet of the P10, and no note says otherwise.
  const without = await packed('2025-01')
  expect(without.p10s).toEqual(['P10-2025-01.csv'])
  expect(without.titles.join()).not.toMatch(/disability|Consultant/)
  await employ(sheets, { first_name: 'Exempt', salary: 200_000, ...certified })
  await runMonth(sheets, 'February', 2025)
  await runMonth(sheets, 'July', 2025)
  const { files, p10s, titles } = await packed('2025-02')
  expect(p10s).toEqual(['P10-2025-02.csv', 'P10-2025-02.xlsx'])
  expect(titles.join()).not.toContain('sheet C')
  const book = readBook(files['P10-2025-02.xlsx'] as Uint8Array)
  expect(book.SheetNames).toEqual(['B_Employees_Dtls', 'C_Disabled_Employees_Dtls'])
  const sheetC = book.Sheets.C_Disabled_Employees_Dtls
  const [, row] = utils.sheet_to_json<string[]>(sheetC ?? {}, { header: 1 })
  expect(row?.slice(1, 5)).toEqual([
    expect.stringMatching(/^Exempt /),
    'Resident',
    'Primary Employee',
    'EX/2024/18',
  ])
  expect(strFromU8(files['Notes-2025-02.txt'] as Uint8Array)).not.toContain('export the Excel')
  expect((await packed('2025-07')).p10s).toEqual(['P10-2025-07.csv'])
})

test('months come newest first, some at a time', async () => {
  expect((await listed()).map(({ month }) => month)).toEqual(['2026-02', '2026-01', '2024-09'])
  const query = { limit: 1, before: '2026-02' }
  const { body } = await primary.call(returns.list, { query })
  expect(body.map(({ month }) => month)).toEqual(['2026-01'])
})

test('is refused without the right, elsewhere, for nothing and for nonsense', async () => {
  const asked = { type: 'SEC_B', extension: 'csv' } as const
  for (const role of ['user', 'employee'] as const) {
    const by = await world.as(role, home)
    expect((await make('2026-02', asked, by)).status).toBe(403)
    expect((await by.call(returns.list)).status).toBe(403)
  }
  const stranger = await world.as('primary', await world.addOrganization())
  expect(await listed(stranger)).toEqual([])
  const theirs = await make('2026-02', asked, stranger)
  expect([theirs.status, theirs.body.message]).toEqual([
    404,
    'There is no confirmed payroll for February 2026.',
  ])
  expect((await make('2026-99', asked)).status).toBe(404)
  expect((await make('2026-02', { type: 'bank', extension: 'zip' } as never)).body.errors).toEqual({
    type: ['Please choose a return.'],
  })
  expect((await make('2026-02', { type: 'remittance', extension: 'csv' })).body.errors).toEqual({
    name: ['Please name the deduction.'],
  })
  expect((await make('2026-02', { type: 'SEC_B', extension: 'zip' })).body.errors).toEqual({
    extension: ['All returns together are a ZIP file, a single one is Excel or CSV.'],
  })
  const nobody = await make('2026-02', { type: 'remittance', name: 'Union', extension: 'csv' })
  expect([nobody.status, nobody.body.message]).toEqual([
    422,
    'Nobody in February 2026 has a deduction named Union.',
  ])
})

test('a month is listed as its files are: nil returns too, consultants where they belong', async () => {
  const quiet = await world.as('primary', await world.addOrganization('Quiet Ltd'))
  const low = { salary: 15_000, pin_no: 'A001112223B' }
  await employ(quiet, low)
  const terms = { tos: 'Consultant' as const, salary: 60_000, paye: true, nita: true }
  const { id } = await employ(quiet, { first_name: 'Advisor', ...terms })
  const helb = { name: 'HELB', amount: 1000, from: '2024-01-01', employee_id: id }
  await quiet.call(contract.deductions.create, { body: helb })
  await runMonth(quiet, 'February', 2026)
  const [month] = (await quiet.call(returns.list)).body
  const due = (type: string) => month?.items.find((item) => item.type === type)
  expect(due('SEC_B')).toMatchObject({ people: 1, amount: 0, due: '2026-03-09' })
  expect(due('nita')).toMatchObject({ people: 1, amount: 50 })
  expect(due('helb')).toMatchObject({ people: 1, amount: 1000 })
  const made = await make('2026-02', { type: 'helb', name: '', extension: 'csv' }, quiet)
  expect(made.status).toBe(200)
  const all = await make('2026-02', { type: 'all', name: '', extension: 'zip' }, quiet)
  expect(all.status).toBe(200)
  await vi.waitFor(
    async () => {
      const params = { id: all.body.job_id as string }
      const { body: job } = await quiet.call(contract.settings.job, { params })
      const left = (job.result as ExportAnswer).notes.filter(({ left_out }) => left_out)
      const title = expect.stringMatching(/^NITA: Consultants are not part of this file/)
      expect(left).toContainEqual(expect.objectContaining({ title, count: 1, amount: 50 }))
    },
    { timeout: 60_000, interval: 100 },
  )
})

test("the file of a month's only run is its return; of one run of two, or of some, it is not", async () => {
  const by = await world.as('primary', await world.addOrganization('Single Ltd'))
  const { body: unit } = await by.call(contract.departments.create, { body: { name: 'Bakery' } })
  await employ(by, { salary: 90_000, pin_no: 'A001112223B', department_id: unit.id })
  await employ(by, { salary: 70_000, pin_no: 'A001112224B' })
  const run = await runMonth(by, 'February', 2026)
  const exported = (type: 'SEC_B' | 'nssf', filter = {}) => {
    const body = { type, extension: 'csv' as const, filter }
    return by.call(contract.exports.make, { params: { id: run.id }, body: body as never })
  }
  const fileOf = async (type: string) => {
    const [month] = (await by.call(returns.list)).body
    return month?.items.find((item) => item.type === type)?.file ?? null
  }
  expect((await exported('SEC_B', { department_id: unit.id })).status).toBe(200)
  expect(await fileOf('SEC_B')).toBeNull()
  const { body: whole } = await exported('SEC_B')
  expect((await fileOf('SEC_B'))?.id).toBe(whole.file?.id)
  expect(await fileOf('nssf')).toBeNull()
  await employ(by, { salary: 50_000, pin_no: 'A001112225B', employment_date: '2026-02-01' })
  await runMonth(by, 'February', 2026)
  expect(await fileOf('SEC_B')).toBeNull()
})
