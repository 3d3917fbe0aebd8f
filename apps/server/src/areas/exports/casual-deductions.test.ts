import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addCasual, confirmCasuals } from '../../test/casuals.ts'
import { bytesOf, fetchFile } from '../../test/exported.ts'
import { balanced, leftOf } from '../../test/journal.ts'
import { employ, runMonth } from '../../test/office.ts'
import { itemOf, ofMonth, payOf } from '../../test/remittances.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What casuals have deducted for somebody is paid over to them, with what employees have. */

const world = await openWorld()
const { casualDeductions, casualPayrolls, casualTerms, deductions, returns } = contract

async function office(statutory: boolean) {
  world.setTime('2026-04-20T09:00:00Z')
  const home = await world.addOrganization()
  const primary = await world.as('primary', home)
  const terms = { statutory, overtime_factor: 1.5, day_hours: 8 }
  await primary.call(casualTerms.change, { body: terms })
  const casual = await addCasual(primary, { pin_no: 'A011111111C', pay: 1000 })
  const days = { from: '2026-01-01', to: '2026-12-31' }
  for (const [name, amount] of Object.entries({ Sacco: 50, 'HELB Loan': 20 })) {
    const body = { casual_id: casual.id, name, amount, ...days }
    await primary.call(casualDeductions.create, { body })
  }
  await primary.call(contract.casualAdvances.create, {
    body: { casual_id: casual.id, name: 'Fare', amount: 100 },
  })
  return { home, primary, casual }
}
const make = async (by: Caller, type: 'remittance' | 'helb', extension: 'csv' | 'pdf' = 'csv') => {
  const body = { type, extension, name: type === 'remittance' ? 'sacco' : null } as never
  return (await by.call(returns.make, { params: { month: '2026-04' }, body })).body
}
const listed = async (by: Caller) =>
  (await ofMonth(by, '2026-04')).items.filter(({ type }) => ['remittance', 'helb'].includes(type))

test('a month of casuals alone, without the law, owes what it deducted where it ends', async () => {
  const { home, primary } = await office(false)
  const run = await confirmCasuals(primary, '2026-03-25', '2026-04-07')
  const { months } = await ofMonth(primary)
  expect(months).toEqual(['2026-04'])
  const due = { people: 1, deducted: 700, amount: 700, due: null }
  const [month] = (await primary.call(returns.list)).body
  expect(month).toMatchObject({ month: '2026-04', people: 1, runs: [] })
  expect(month?.items).toMatchObject([
    { type: 'helb', people: 1, amount: 280, due: '2026-05-15' },
    { type: 'remittance', name: 'Sacco', ...due },
  ])
  // The books owe the same to the same.
  const owed = { 'deduction:sacco': -70_000, 'deduction:helb': -28_000 }
  expect(leftOf(await balanced(world, home))).toMatchObject(owed)
  const file = await make(primary, 'remittance')
  expect(file.total).toBe(700)
  expect((await make(primary, 'remittance', 'pdf')).total).toBe(700)
  for (const authority of ['remittance-sacco', 'helb']) {
    const item = await itemOf(primary, '2026-04', authority)
    const paid = await payOf(primary, '2026-04', item, { paid_on: '2026-04-20' })
    expect(paid.status).toBe(201)
  }
  const left = leftOf(await balanced(world, home))
  expect(Object.keys(left).filter((line) => line.startsWith('deduction:'))).toEqual([])
  // A reversed payroll owes nothing, and its file is withdrawn.
  const body = { reason: 'Wrong week' }
  await primary.call(casualPayrolls.reverse, { params: { id: run.id }, body })
  expect((await fetchFile(world, primary, file.file?.address ?? '')).statusCode).toBe(410)
  expect(await itemOf(primary, '2026-04', 'remittance-sacco')).toMatchObject({ open: -700 })
})

test('employees and casuals are one recipient, and one file', async () => {
  const { primary, casual } = await office(true)
  const { id: employee_id } = await employ(primary, { first_name: 'Njeri', salary: 100_000 })
  const sacco = { employee_id, name: 'SACCO', amount: 1_000, from: '2024-01-01' }
  await primary.call(deductions.create, { body: sacco })
  await runMonth(primary, 'April', 2026)
  const before = await make(primary, 'remittance')
  expect(before.total).toBe(1_000)
  await confirmCasuals(primary, '2026-03-25', '2026-04-07')
  await confirmCasuals(primary, '2026-04-08', '2026-04-14')
  // The file of before lacks them now.
  expect((await fetchFile(world, primary, before.file?.address ?? '')).statusCode).toBe(410)
  expect(await listed(primary)).toMatchObject([
    { authority: 'helb', amount: 420 },
    { authority: 'remittance-sacco', amount: 2_050 },
  ])
  const [month] = (await primary.call(returns.list)).body
  expect(month?.people).toBe(2)
  expect(month?.items.find(({ type }) => type === 'remittance')?.people).toBe(2)
  for (const [type, total] of [['remittance', 2_050] as const, ['helb', 420] as const]) {
    const made = await make(primary, type)
    const text = (await bytesOf(world, primary, made)).toString('utf8')
    expect([type, made.total]).toEqual([type, total])
    const row = text.split('\r\n').find((line) => line.includes('Baraka Mutua'))
    expect(row).toContain(casual.casual_no)
    expect(row).toMatch(type === 'helb' ? /420\.00$/ : /1050\.00$/)
  }
})
