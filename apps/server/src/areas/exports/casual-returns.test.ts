import { contract } from '@mshahara/contract'
import type { ExportAnswer } from '@mshahara/contract/exports'
import { expect, test } from 'vitest'
import { addCasual, confirmCasuals } from '../../test/casuals.ts'
import { bytesOf, fetchFile } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What the law took from casuals is declared with the month, one line for each person (C1). */

const world = await openWorld()
const { returns, casualTerms } = contract

async function office() {
  const home = await world.addOrganization()
  const primary = await world.as('primary', home)
  await primary.call(casualTerms.change, {
    body: { statutory: true, overtime_factor: 1.5, day_hours: 8 },
  })
  return primary
}
const make = async (by: Caller, type: 'SEC_B' | 'nssf' | 'nhif' | 'ahl' | 'nita') =>
  (
    await by.call(returns.make, {
      params: { month: '2026-02' },
      body: { type, extension: 'csv' } as never,
    })
  ).body as ExportAnswer
const linesIn = async (by: Caller, answer: ExportAnswer) =>
  (await bytesOf(world, by, answer)).toString('utf8').trimEnd().split('\r\n')

const numbers = { pin_no: 'A011111111C', nssf_no: '2011111111', nhif_no: 'CR0111' }

test('the month lists employees and casuals, with the sums of all payrolls', async () => {
  const primary = await office()
  await employ(primary, { first_name: 'Njeri', pin_no: 'A001234567X', salary: 100_000 })
  await runMonth(primary, 'February', 2026)
  const alone = (await primary.call(returns.list)).body[0]
  const before = await make(primary, 'SEC_B')
  expect(await linesIn(primary, before)).toHaveLength(1)

  await addCasual(primary, { ...numbers, pay: 1000 })
  await confirmCasuals(primary, '2026-02-02', '2026-02-08')
  await confirmCasuals(primary, '2026-02-09', '2026-02-15')
  // The file of the month lacks them now.
  expect((await fetchFile(world, primary, before.file?.address ?? '')).statusCode).toBe(410)

  const together = (await primary.call(returns.list)).body[0]
  const amountOf = (month: typeof alone, type: string) =>
    month?.items.find((item) => item.type === type)?.amount ?? 0
  // On 14,000: NSSF 840 each, SHIF 385, levy 210 each; no tax.
  expect(amountOf(together, 'nssf') - amountOf(alone, 'nssf')).toBeCloseTo(1680)
  expect(amountOf(together, 'nhif') - amountOf(alone, 'nhif')).toBeCloseTo(385)
  expect(amountOf(together, 'ahl') - amountOf(alone, 'ahl')).toBeCloseTo(420)
  // 50 a month for each of them, however many payrolls the month has.
  expect(amountOf(together, 'nita') - amountOf(alone, 'nita')).toBeCloseTo(50)
  expect(amountOf(together, 'SEC_B')).toBeCloseTo(amountOf(alone, 'SEC_B'))
  expect(together?.people).toBe((alone?.people ?? 0) + 1)

  const p10 = await linesIn(primary, await make(primary, 'SEC_B'))
  expect(p10).toHaveLength(2)
  expect(p10[1]).toMatch(/^A011111111C,Baraka Mutua,Resident,Primary Employee,No,,14000\.00,/)
  const nssf = await linesIn(primary, await make(primary, 'nssf'))
  expect(nssf.at(-1)).toContain('2011111111,14000.00')
  const levy = await linesIn(primary, await make(primary, 'ahl'))
  expect(levy.at(-1)).toContain('Baraka Mutua,A011111111C,14000.00')
  const training = await linesIn(primary, await make(primary, 'nita'))
  expect(training.at(-1)).toMatch(/Baraka Mutua,A011111111C,50\.00$/)
})

test('a month of casuals alone has its returns, and one without the law has none', async () => {
  const primary = await office()
  await addCasual(primary, { ...numbers, pay: 1000 })
  await confirmCasuals(primary, '2026-02-02', '2026-02-08')
  const [month] = (await primary.call(returns.list)).body
  expect(month).toMatchObject({ month: '2026-02', runs: [], people: 1 })
  expect(await linesIn(primary, await make(primary, 'nhif'))).toHaveLength(2)

  const other = await world.as('primary', await world.addOrganization())
  await addCasual(other)
  await confirmCasuals(other, '2026-02-02', '2026-02-08')
  expect((await other.call(returns.list)).body).toEqual([])
})
