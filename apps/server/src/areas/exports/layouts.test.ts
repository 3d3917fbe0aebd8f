// @tests story
import { type Call, contract } from '@mshahara/contract'
import { bankTypes } from '@mshahara/contract/bank-layouts'
import { deductionTypes, type ExportAnswer, type ExportType } from '@mshahara/contract/exports'
import type { Payroll } from '@mshahara/contract/payroll'
import { payslip } from '@mshahara/engine/payslip'
import { beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, cellsOf, employStaff, exportRun } from '../../test/exported.ts'
import { runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Every layout against a file that was looked over by hand, and its sums against the run's. */

const world = await openWorld()
let primary: Caller
const runs: Record<string, Payroll> = {}

beforeAll(async () => {
  const home = await world.addOrganization('Home, Sons & Co Ltd')
  await world.rows(
    `update organizations set pin_no = 'P051234567A', nhif_no = '00123', nssf_no = '0099',
       bank_code = '11', branch_code = '002' where id = $1`,
    [home],
  )
  primary = await world.as('primary', home)
  await employStaff(primary)
  runs['2026-02'] = await runMonth(primary, 'February', 2026)
  runs['2024-09'] = await runMonth(primary, 'September', 2024)
})

const made = async (month: string, type: ExportType, extension: 'xlsx' | 'csv') => {
  const reply = await exportRun(primary, runs[month]?.id ?? '', type, extension)
  expect(reply.body.message).toBe('Payroll successfully exported')
  expect(reply.status).toBe(200)
  return { answer: reply.body, bytes: await bytesOf(world, primary, reply.body) }
}

const both = ['all', ...deductionTypes] as const
const cases = [
  ...both.map((type) => ['2026-02', type] as const),
  ...bankTypes.map((type) => ['2026-02', type] as const),
  ...(['nhif', 'SEC_B'] as const).map((type) => ['2024-09', type] as const),
]

describe('layouts', () => {
  test.each(cases)('%s %s in csv', async (month, type) => {
    const { bytes } = await made(month, type, 'csv')
    await expect(bytes.toString('utf8')).toMatchFileSnapshot(`golden/${type}-${month}.csv`)
  })
  test.each(cases)('%s %s in Excel', async (month, type) => {
    const { bytes } = await made(month, type, 'xlsx')
    const cells = cellsOf(bytes)
    expect(cells).not.toContain('FORMULA')
    await expect(cells).toMatchFileSnapshot(`golden/${type}-${month}.xlsx.txt`)
  })
})

const returned = async (month: string, body: Call<typeof contract.returns.make>['body']) => {
  const reply = await primary.call(contract.returns.make, { params: { month }, body })
  expect(reply.body.message).toBe('Return successfully exported')
  return { answer: reply.body, bytes: await bytesOf(world, primary, reply.body) }
}
const lists = [
  ['withholding', null],
  ['remittance', 'Pension'],
] as const

describe('lists of a month', () => {
  test.each(lists)('%s %s', async (type, name) => {
    const csv = await returned('2026-02', { type, name, extension: 'csv' })
    await expect(csv.bytes.toString('utf8')).toMatchFileSnapshot(`golden/${type}-2026-02.csv`)
    const xlsx = await returned('2026-02', { type, name, extension: 'xlsx' })
    const cells = cellsOf(xlsx.bytes)
    expect(cells).not.toContain('FORMULA')
    await expect(cells).toMatchFileSnapshot(`golden/${type}-2026-02.xlsx.txt`)
    const { totals, deductionNames } = runs['2026-02'] as Payroll
    const place = deductionNames.indexOf(name ?? 'Withholding Tax')
    expect(csv.answer.total).toBe(totals.deductions[place])
    expect(xlsx.answer.total).toBe(totals.deductions[place])
  })

  test.each(deductionTypes)('%s of a month with one run is the file of that run', async (type) => {
    const one = await made('2026-02', type, 'csv')
    const whole = await returned('2026-02', { type, extension: 'csv' })
    expect(whole.bytes.equals(one.bytes)).toBe(true)
    expect(whole.answer.total).toBe(one.answer.total)
  })
})

const cents = (shillings: number) => Math.round(shillings * 100)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const leftOut = ({ notes }: ExportAnswer) =>
  sum(notes.filter(({ left_out }) => left_out).map(({ amount }) => cents(amount)))

/** What the run says of the amount that a file is about. */
function runTotal({ totals, deductionNames }: Payroll, type: ExportType): number {
  const under = (name: RegExp) =>
    sum(deductionNames.map((one, place) => (name.test(one) ? (totals.deductions[place] ?? 0) : 0)))
  const found: Record<string, number> = {
    nhif: under(/^(SHIF|NHIF)$/),
    nssf: under(/^NSSF$/) + totals.nssf_employer,
    SEC_B: under(/^PAYE$/),
    ahl: under(/^Housing Levy$/) + totals.housing_employer,
    nita: totals.nita,
    helb: under(/HELB/),
  }
  return cents(found[type] ?? totals.net)
}

/** Numbers of one column of a csv without quotes in it. */
const column = (bytes: Buffer, place: number, skip: number) =>
  bytes
    .toString('utf8')
    .trim()
    .split('\r\n')
    .slice(skip)
    .map((line) => cents(Number(line.split(',')[place])))

describe('sums equal those of the run to the cent', () => {
  test.each([...both, ...bankTypes])('%s', async (type) => {
    for (const month of ['2026-02', '2024-09']) {
      for (const extension of ['csv', 'xlsx'] as const) {
        const { answer } = await made(month, type, extension)
        expect(cents(answer.total) + leftOut(answer)).toBe(runTotal(runs[month] as Payroll, type))
      }
    }
  })

  test('and the rows of the file sum up to what the answer says', async () => {
    const shif = await made('2026-02', 'nhif', 'csv')
    expect(sum(column(shif.bytes, 7, 1))).toBe(cents(shif.answer.total))
    const paye = await made('2026-02', 'SEC_B', 'csv')
    expect(sum(column(paye.bytes, 24, 0))).toBe(cents(paye.answer.total))
    const bank = await made('2026-02', 'bank', 'csv')
    expect(sum(column(bank.bytes, 4, 1))).toBe(cents(bank.answer.total))
  })

  test('NSSF and iTax come to our figures from the pay they are told', async () => {
    const month = '2026-02'
    const ours = runs[month] as Payroll
    const nssf = await made(month, 'nssf', 'csv')
    const worked = column(nssf.bytes, 6, 1).map((salary) => payslip({ salary }, month))
    const nssfOf = worked.map(({ nssfEmployee, nssfEmployer }) => nssfEmployee + nssfEmployer)
    expect(sum(nssfOf)).toBe(runTotal(ours, 'nssf'))
    const levy = await made(month, 'ahl', 'csv')
    const shares = column(levy.bytes, 3, 0).map((salary) => payslip({ salary }, month))
    const levyOf = shares.map(({ ahlEmployee, ahlEmployer }) => ahlEmployee + ahlEmployer)
    expect(sum(levyOf)).toBe(runTotal(ours, 'ahl'))
  })
})

test('text that looks like a formula stays text, and our own numbers stay numbers', async () => {
  const { bytes } = await made('2026-02', 'equity-bank', 'csv')
  expect(bytes.toString('utf8')).toContain("'=1+1 @SUM(A1:A9)")
  const all = await made('2026-02', 'all', 'csv')
  expect(all.bytes.toString('utf8')).toContain(",'=HELB(),")
  const shif = await made('2026-02', 'nhif', 'csv')
  const row = shif.bytes.toString('utf8').split('\r\n')[2]
  expect(row).toMatch(/^TC-0002,'=1\+1,'@SUM\(A1:A9\),Passport Number,.*,'-CR77,13750.00,'\+4915/)
  // Nothing but our own sign in front: what spreadsheet programs would run is gone from every line.
  for (const type of [...both, ...bankTypes]) {
    const { bytes: file } = await made('2026-02', type, 'csv')
    expect(file.toString('utf8')).not.toMatch(/(^|[,;|\t\n]"?)[=+@-](?!\d+\.\d\d([,\r]|$))/m)
  }
})
