import { contract } from '@mshahara/contract'
import { payslip } from '@mshahara/engine/payslip'
import { expect, test } from 'vitest'
import { bytesOf, exportRun } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** What a return is told is what the payslip took: capped interest, tier I alone, nothing at 61. */

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)
const numbers = (n: number) => ({ pin_no: `A00123456${n}X`, nssf_no: `200123456${n}` })

const { id } = await employ(primary, { salary: 200_000, ...numbers(1) })
await primary.call(contract.deductions.create, {
  body: {
    employee_id: id,
    name: 'Home loan',
    amount: 45_000,
    kind: 'mortgage interest',
    from: '2024-01-01',
  },
})
await employ(primary, { salary: 80_000, nssf_tier2_contracted_out: true, ...numbers(2) })
await employ(primary, { salary: 5_000, nssf_tier2_contracted_out: true, ...numbers(3) })
await employ(primary, { salary: 90_000, dob: '1963-05-05', ...numbers(4) })
await employ(primary, { salary: 90_000, dob: '1963-05-05', nssf_continues: true, ...numbers(5) })
const runs = {
  now: await runMonth(primary, 'February', 2026),
  before: await runMonth(primary, 'September', 2024),
}

async function rowsOf(run: keyof typeof runs, type: 'SEC_B' | 'nssf'): Promise<string[][]> {
  const { body } = await exportRun(primary, runs[run].id, type, 'csv')
  const text = (await bytesOf(world, primary, body)).toString('utf8')
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
}

test('the P10 has mortgage interest up to its limit of the month, in both layouts', async () => {
  expect((await rowsOf('now', 'SEC_B')).map((row) => row[18])).toContain('30000.00')
  expect((await rowsOf('before', 'SEC_B')).map((row) => row[26])).toContain('25000.00')
})

test('NSSF bills from the file exactly what the payslips took', async () => {
  const [, ...rows] = await rowsOf('now', 'nssf')
  expect(rows.map((row) => [row[0], row[6]])).toEqual([
    ['TC-0001', '200000.00'],
    ['TC-0002', '9000.00'],
    ['TC-0003', '5000.00'],
    ['TC-0005', '90000.00'],
  ])
  const billed = rows.map((row) => payslip({ salary: Number(row[6]) * 100 }, '2026-02'))
  const total = billed.reduce((sum, { nssfEmployee }) => sum + nssfEmployee, 0)
  const at = runs.now.deductionNames.indexOf('NSSF')
  expect(total).toBe(Math.round((runs.now.totals.deductions[at] ?? 0) * 100))
})
