// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { leavingActs } from '../../test/leaving.ts'
import { runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** What a correction left owed, and final dues cannot take back: a claim, asked for once. */

const world = await openWorld({ workers: true })
const { corrections, employees, finalClaims, payslips, returns } = contract
const { openQuarry, path, record, open, confirm, reverse, slipOf } = leavingActs(world)
const thanks = [{ code: 'due' as const, label: 'Thanks', amount: 12_000, reason: 'Agreed' }]

test('is followed until it is paid, and owed by no later month', async () => {
  const { home, primary, id } = await openQuarry()
  const october = await runMonth(primary, 'October', 2026)
  const body = {
    lines: [{ side: 'salary' as const, key: 'salary', due: 20_000 }],
    ...{ reason: 'It was agreed otherwise', pay_on: '2026-10-30' },
  }
  const slip = path(october.payslips[0]?.id ?? '')
  const { body: correction } = await primary.call(corrections.create, { ...slip, body })
  expect((await confirm(primary, correction.id)).status).toBe(200)
  const owed = async () => {
    const [row] = await world.rows('select owed, rest from still_owed($1, $2)', [home, id])
    return [Number(row.owed), Number(row.rest)] as const
  }
  const [sum] = await owed()
  // Of 58,000 less: NSSF 3,480, SHIF 1,595, levy 870 and all PAYE of the month come back.
  expect(sum).toBeGreaterThan(30_000)

  await record(primary, id, {
    ...{ last_day: '2026-10-31', reason: 'resigned', notice: 'served', lines: thanks },
  })
  const { body: final } = await open(primary, id)
  const dues = await slipOf(primary, id)
  const taken = dues.deductions.find(({ name, amount }) => /Overpayment/.test(name) && amount > 0)
  // A third of the 12,000 is left.
  expect(dues.net).toBe(4_000)
  const left = Math.round((sum - (taken?.amount ?? 0)) * 100) / 100
  expect((await confirm(primary, final.id)).status).toBe(200)
  const claims = async () => (await primary.call(finalClaims.list, { query: {} })).body
  expect(await claims()).toMatchObject([{ amount: left, left, state: 'open' }])
  expect(await owed()).toEqual([sum, 0])
  // It is the employer's own money, and nobody's remittance.
  const [month] = (await primary.call(returns.list)).body
  expect(month?.items.filter(({ type }) => type === 'remittance')).toEqual([])

  // What it is of is not reversed beneath it.
  expect((await reverse(primary, correction.id)).status).toBe(422)
  // Whoever is taken back owes the claim, and no payroll takes it once more.
  const left_on = { status: 'terminated' as const, termination_date: '2026-10-31' }
  await primary.call(employees.status, { ...path(id), body: left_on })
  world.setTime('2026-12-01T09:00:00Z')
  const later = await world.as('primary', home)
  const back = await later.call(employees.status, { ...path(id), body: { status: 'active' } })
  expect(back.status).toBe(200)
  const december = await runMonth(later, 'December', 2026, false)
  const { deductions } = (await later.call(payslips.get, path(december.payslips[0]?.id ?? ''))).body
  expect(deductions.map(({ name }) => name)).not.toContain('Overpayment taken back')
  await later.call(contract.payrolls.remove, path(december.id))
  expect((await reverse(later, final.id)).status).toBe(200)
  expect((await later.call(finalClaims.list, { query: {} })).body).toEqual([])
  expect(await owed()).toEqual([sum, sum])
})

test('of a correction made after final dues it is a claim at once', async () => {
  const { home, id } = await openQuarry()
  world.setTime('2026-11-10T09:00:00Z')
  const primary = await world.as('primary', home)
  const october = await runMonth(primary, 'October', 2026)
  await record(primary, id, {
    ...{ last_day: '2026-10-31', reason: 'resigned', notice: 'served', lines: thanks },
  })
  const { body: final } = await open(primary, id)
  expect((await confirm(primary, final.id)).status).toBe(200)
  const body = {
    lines: [{ side: 'salary' as const, key: 'salary', due: 20_000 }],
    ...{ reason: 'It was agreed otherwise', pay_on: '2026-11-30' },
  }
  const slip = path(october.payslips[0]?.id ?? '')
  const { body: correction } = await primary.call(corrections.create, { ...slip, body })
  expect((await confirm(primary, correction.id)).status).toBe(200)
  const claims = async () => (await primary.call(finalClaims.list, { query: {} })).body
  const [claim] = await claims()
  expect(claim).toMatchObject({ state: 'open', last_day: '2026-10-31' })
  expect(claim?.amount).toBeGreaterThan(30_000)
  const owed = async () => {
    const [row] = await world.rows('select owed, rest from still_owed($1, $2)', [home, id])
    return row && [Number(row.owed), Number(row.rest)]
  }
  expect(await owed()).toEqual([claim?.amount, 0])
  const inBooks = async () => {
    const month = { params: { month: '2026-11' } }
    const { body: rows } = await primary.call(contract.journal.balance, month)
    const closing = (line: string) => rows.find((row) => row.line === line)?.closing ?? 0
    return [closing('overpaid'), closing('claims')]
  }
  expect(await inBooks()).toEqual([0, claim?.amount])

  const paid = { amount: claim?.amount ?? 0, day: '2026-11-09', reference: 'SL77' }
  const { params } = path(claim?.id ?? '')
  expect((await primary.call(finalClaims.pay, { params, body: paid })).status).toBe(200)
  expect(await inBooks()).toEqual([0, 0])
  const [settled] = (await primary.call(finalClaims.list, { query: { which: 'all' } })).body
  expect(settled).toMatchObject({ state: 'paid', left: 0 })
  const entry = settled?.entries[0]?.id ?? ''
  expect((await primary.call(finalClaims.takeBack, path(entry))).status).toBe(200)

  expect((await reverse(primary, correction.id)).status).toBe(200)
  expect(await claims()).toEqual([])
  expect(await inBooks()).toEqual([0, 0])
})
