// @tests story
import { contract } from '@mshahara/contract'
import type { ExportAnswer } from '@mshahara/contract/exports'
import { unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { addCasual, confirmCasuals } from '../../test/casuals.ts'
import { bytesOf, cellsOf, fetchFile, sheetsOf } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A casual from whom the law's deductions were taken has a card of the year (B17). */

const world = await openWorld({ workers: true })
const { exports, casualTerms } = contract

const home = await world.addOrganization()
const primary = await world.as('primary', home)
const apply = (statutory: boolean) =>
  primary.call(casualTerms.change, { body: { statutory, overtime_factor: 1.5, day_hours: 8 } })
await apply(true)
const moraa = await addCasual(primary, {
  ...{ first_name: 'Moraa', middle_name: 'K', last_name: 'Nyaboke', pin_no: 'A011111111C' },
  pay: 3000,
})
await confirmCasuals(primary, '2026-02-02', '2026-02-08')
await confirmCasuals(primary, '2026-02-09', '2026-02-15')

type Wanted = { casual_id?: string; employee_id?: string; extension?: 'xlsx' | 'pdf' }
const card = (given: Wanted, by: Caller = primary, year = 2026) =>
  by.call(exports.p9, { body: { ...given, year } })

test('the months of a year, over all payrolls of each', async () => {
  const { body } = await card({ casual_id: moraa.id })
  expect(body.file?.name).toBe('P9-2026-Nyaboke.xlsx')
  const lines = cellsOf(await bytesOf(world, primary, body)).split('\n')
  expect(lines.find((line) => line.includes("Employee's PIN"))).toContain('A011111111C')
  expect(lines.find((line) => line.includes('Other Names'))).toContain(moraa.casual_no)
  // By hand, on 42,000: NSSF 6% 2,520, levy 1.5% 630, SHIF 2.75% 1,155, so 37,695 is taxed:
  // 10% of 24,000, 25% of 8,333 and 30% of 5,362 are 6,091.85; less 2,400.
  expect(
    lines
      .find((line) => line.startsWith('"February"'))
      ?.split(',')
      .map(Number),
  ).toEqual([
    Number.NaN,
    ...[42_000, 0, 0, 42_000, 12_600, 2520, 30_000, 630, 1155, 0, 0, 4305],
    ...[37_695, 6091.85, 2400, 0, 3691.85],
  ])
  expect(lines.find((line) => line.startsWith('"March"'))).toMatch(/^"March",*$/)
  expect(body.total).toBe(3691.85)
})

test("is in everybody's file after the employees, on paper too", async () => {
  await employ(primary, { first_name: 'Njeri', salary: 100_000, employment_date: '2026-01-01' })
  await runMonth(primary, 'January', 2026)
  const { body } = await card({})
  const book = sheetsOf(await bytesOf(world, primary, body))
  expect(book.SheetNames).toEqual(['Summary', 'TC-0001', moraa.casual_no])
  expect((await card({ casual_id: moraa.id, extension: 'pdf' })).body.file?.name).toBe(
    'P9-2026-Nyaboke.pdf',
  )
  const { job_id } = (await card({ extension: 'pdf' })).body
  const archive = await vi.waitFor(async () => {
    const job = await primary.call(contract.settings.job, { params: { id: job_id ?? '' } })
    expect(job.body.state).toBe('done')
    return job.body.result as ExportAnswer
  }, 60_000)
  const names = Object.keys(unzipSync(await bytesOf(world, primary, archive)))
  expect(names).toContain(`P9-2026-Nyaboke-${moraa.casual_no}.pdf`)
})

test('is withdrawn when another payroll of the year is confirmed', async () => {
  const { body } = await card({ casual_id: moraa.id })
  await confirmCasuals(primary, '2026-02-16', '2026-02-18')
  expect((await fetchFile(world, primary, body.file?.address ?? '')).statusCode).toBe(410)
})

test('is refused in words where there is none', async () => {
  expect((await card({ casual_id: moraa.id }, primary, 2025)).body.errors).toEqual({
    year: ['No statutory deductions were made from the pay of Moraa K Nyaboke in 2025.'],
  })
  const other = await world.as('primary', await world.addOrganization())
  expect((await card({ casual_id: moraa.id }, other)).body.errors).toEqual({
    casual_id: ['This casual was not found.'],
  })
  const both = await card({ casual_id: moraa.id, employee_id: moraa.id })
  expect(both.body.errors).toHaveProperty('casual_id')
  for (const role of ['user', 'employee'] as const) {
    expect((await card({ casual_id: moraa.id }, await world.as(role, home))).status).toBe(403)
  }
})

test('pay from which nothing was taken is on no card', async () => {
  await apply(false)
  await addCasual(primary, { first_name: 'Free', last_name: 'Days' })
  const free = await addCasual(primary, { first_name: 'Off', last_name: 'Law' })
  await confirmCasuals(primary, '2026-02-23', '2026-02-25')
  expect((await card({ casual_id: free.id })).status).toBe(422)
  const lines = cellsOf(await bytesOf(world, primary, (await card({ casual_id: moraa.id })).body))
  expect(lines).toMatch(/^"February",51000/m)
})
