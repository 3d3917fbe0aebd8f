// @tests story
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addCasual, casualRun, confirmCasuals, rolled } from '../../test/casuals.ts'
import { balanced, drilled, leftOf } from '../../test/journal.ts'
import { leavingActs } from '../../test/leaving.ts'
import { lend, openBorrowing } from '../../test/loans.ts'
import { employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** What is paid, lent and given up beside payslips is in the books once, and taken back exactly. */

const { casualPayrolls, casualTerms, employees, finalClaims, loans, payrolls } = contract
const world = await openWorld()
const acts = leavingActs(world)
const today = '2026-03-10'
const { path } = acts

async function openQuarry() {
  world.setTime(`${today}T09:00:00Z`)
  const home = await world.addOrganization('Quarry Ltd')
  const primary = await world.as('primary', home)
  const law = { statutory: true, overtime_factor: 1.5, day_hours: 8 }
  await primary.call(casualTerms.change, { body: law })
  const signs = await addCasual(primary, { first_name: 'Signs', pay_by: 'cash', pay: 1000.35 })
  const mobile = await addCasual(primary, { first_name: 'Mobile', pay_by: 'mpesa', pay: 1500 })
  for (const casual_id of [signs.id, mobile.id]) {
    const item = { casual_id, name: 'Lunch', amount: 50, from: '2026-01-01', to: '2026-12-31' }
    await primary.call(contract.casualDeductions.create, { body: item })
    await primary.call(contract.casualAdvances.create, {
      body: { casual_id, name: 'Fare', amount: 100.1 },
    })
  }
  await rolled(primary, '2026-03-02', { [signs.id]: 'FFFFH', [mobile.id]: 'FFFF' })
  const run = await confirmCasuals(primary, '2026-03-02', '2026-03-08')
  return { home, primary, signs, mobile, run }
}

test('a casual payroll is an entry of its last day, and its reversal the mirror', async () => {
  const { home, primary, signs, mobile, run } = await openQuarry()
  const made = await balanced(world, home)
  expect(new Set(made.map(({ day }) => day))).toEqual(new Set(['2026-03-08']))
  const left = leftOf(made)
  const net = (id: string) =>
    0 - Math.round((run.payslips.find(({ casual }) => casual.id === id)?.net ?? 0) * 100)
  // 8.5 days with 100.10 and 50 each, the half day with half of them.
  expect(left).toMatchObject({
    ...{ 'casual:advance': 85_085, 'deduction:lunch': -42_500 },
    ...{ 'net:cash': net(signs.id), 'net:mpesa': net(mobile.id) },
  })
  expect(left.nssf).toBeLessThan(-1)
  expect(await drilled(primary, made)).toBeGreaterThan(8)
  const body = { reason: 'Wrong week', not_signed: [signs.id] }
  const both = () => primary.call(casualPayrolls.reverse, { ...path(run.id), body })
  const replies = await Promise.all([both(), both(), both()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const all = await balanced(world, home)
  expect(new Set(all.map(({ number }) => number))).toEqual(new Set([1, 2]))
  expect(leftOf(all)).toEqual({})
  expect(new Set(all.map(({ day }) => day))).toEqual(new Set(['2026-03-08']))
  await drilled(primary, all)
})

test('cash that was signed for leaves once, moves with its day, and comes back', async () => {
  const { home, primary, run, signs } = await openQuarry()
  const [slip] = run.payslips.filter(({ casual }) => casual.id === signs.id).map(({ id }) => id)
  const owed = leftOf(await balanced(world, home))['net:cash']
  const key = { 'idempotency-key': randomUUID() }
  const mark = (paid_on: string | null, headers = {}) =>
    primary.call(
      casualPayrolls.markCash,
      { ...path(run.id), body: { payslips: [slip ?? ''], paid_on } },
      headers,
    )
  for (const turn of [1, 2])
    expect([turn, (await mark('2026-03-09', key)).status]).toEqual([turn, 200])
  await Promise.all([mark('2026-03-09'), mark('2026-03-09')])
  const paid = await balanced(world, home)
  expect(leftOf(paid)).toMatchObject({ 'money:cash': owed })
  expect(leftOf(paid)).not.toHaveProperty('net:cash')
  expect((await casualRun(primary, run.id)).cash).toEqual({ count: 1, paid: 1 })
  await drilled(primary, paid)
  expect((await mark(today)).status).toBe(200)
  const moved = (await balanced(world, home)).filter(({ kind }) => kind === 'cash')
  expect(leftOf(moved.filter(({ day }) => day === '2026-03-09'))).toEqual({})
  expect(leftOf(moved.filter(({ day }) => day === today))).toMatchObject({ 'money:cash': owed })
  expect((await mark(null)).status).toBe(200)
  const back = await balanced(world, home)
  expect(leftOf(back)).toMatchObject({ 'net:cash': owed })
  expect(leftOf(back)).not.toHaveProperty('money:cash')
})

test('a day of payment comes to speak of who was paid by bank while it stands', async () => {
  world.setTime(`${today}T09:00:00Z`)
  const home = await world.addOrganization('Recorders Ltd')
  const primary = await world.as('primary', home)
  await employ(primary, { salary: 50_000 })
  const phone = { pay_by: 'mpesa', phone: '0712345678' } as const
  const mobile = await employ(primary, { salary: 60_000, ...phone })
  const { id } = await runMonth(primary, 'February', 2026)
  const record = (paid_on: string | null) =>
    primary.call(payrolls.setPayment, { ...path(id), body: { paid_on } })
  const replies = await Promise.all([record('2026-02-27'), record('2026-02-27')])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const left = async () => leftOf(await balanced(world, home))
  expect(Object.keys(await left())).toContain('net:mpesa')
  expect(Object.keys(await left())).not.toContain('net:bank')
  // By bank now, and by M-PESA again: the record still says that the bank paid it.
  const bank = {
    ...{ pay_by: 'bank', bank_code: '01', branch_code: '100', account_no: '1300881234' },
  } as const
  for (const given of [bank, phone]) {
    const saved = await primary.call(employees.update, { ...path(mobile.id), body: given })
    expect([given.pay_by, saved.status, saved.body.message]).toEqual([given.pay_by, 200, undefined])
  }
  const after = await left()
  expect(Object.keys(after).filter((line) => /^net:|^money:/.test(line))).toEqual(['money:bank'])
  expect((await record(null)).status).toBe(200)
  const back = await balanced(world, home)
  expect(Object.keys(leftOf(back)).filter((line) => line.startsWith('money:'))).toEqual([])
  expect(leftOf(back.filter(({ kind }) => kind !== 'run'))).toEqual({})
})

test('an advance is lent, taken by its payroll, and owed again when that is reversed', async () => {
  world.setTime(`${today}T09:00:00Z`)
  const office = await openBorrowing(world)
  const { organization: home, primary, borrower } = office
  const asked = await borrower.call(loans.create, {
    body: { product_id: 3, amount: 9_000, purpose: 'Rent', term_months: 1 },
  })
  const approve = () => primary.call(loans.approve, { ...path(asked.body.id), body: {} })
  const replies = await Promise.all([approve(), approve()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  const advance = 'loan:salary advance'
  const lent = await balanced(world, home)
  expect(leftOf(lent.filter(({ kind }) => kind === 'loan'))).toEqual({
    ...{ [advance]: 900_000, 'money:bank': -900_000 },
  })
  const day = (disbursed_on: string) =>
    primary.call(loans.correctDay, { ...path(asked.body.id), body: { disbursed_on } })
  expect((await day('2026-03-09')).status).toBe(200)
  const moved = (await balanced(world, home)).filter(({ kind }) => kind === 'loan')
  expect(leftOf(moved.filter(({ day: of }) => of === today))).toEqual({})
  expect(leftOf(moved)).toEqual({ [advance]: 900_000, 'money:bank': -900_000 })
  const run = await runMonth(primary, 'March', 2026)
  expect(leftOf(await balanced(world, home))).not.toHaveProperty([advance])
  await primary.call(payrolls.reverse, { ...path(run.id), body: { reason: 'Wrong' } })
  expect(leftOf(await balanced(world, home))).toMatchObject({ [advance]: 900_000 })

  const repay = (amount: number) =>
    primary.call(loans.repay, {
      ...path(asked.body.id),
      body: { amount, day: today, reference: 'QK1' } as never,
    })
  const paid = await repay(4_000.5)
  expect(paid.status).toBe(201)
  const given = await primary.call(loans.writeOff, {
    ...path(asked.body.id),
    body: { reason: 'Cannot be found' },
  })
  expect(given.status).toBe(200)
  const gone = leftOf(await balanced(world, home))
  expect(gone).not.toHaveProperty([advance])
  expect(gone).toMatchObject({ 'written-off': 499_950, 'money:bank': -499_950 })
  const back = (entry: string | undefined) =>
    primary.call(loans.takeBack, { ...path(entry ?? ''), body: { reason: 'Bounced' } })
  const [waived] = given.body.entries.filter(({ kind }) => kind === 'write-off')
  const [came] = given.body.entries.filter(({ kind }) => kind === 'repayment')
  for (const entry of [waived?.id, came?.id]) {
    const twice = await Promise.all([back(entry), back(entry)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
  }
  const whole = leftOf(await balanced(world, home))
  expect(whole).toMatchObject({ [advance]: 900_000, 'money:bank': -900_000 })
  expect(whole).not.toHaveProperty('written-off')
  expect((await repay(9_000)).status).toBe(201)
  const settled = leftOf(await balanced(world, home))
  expect(Object.keys(settled).filter((line) => /^loan|^money|^written/.test(line))).toEqual([])
})

test('a loan of others is none of ours: only what was taken for them is owed', async () => {
  world.setTime(`${today}T09:00:00Z`)
  const office = await openBorrowing(world)
  const { organization: home, primary } = office
  const before = leftOf(await balanced(world, home))
  const { id } = await lend(office)
  await primary.call(loans.repay, {
    ...path(id),
    body: { amount: 1_000, day: today, reference: 'QK1' } as never,
  })
  expect(leftOf(await balanced(world, home))).toEqual(before)
  await runMonth(primary, 'March', 2026)
  const after = leftOf(await balanced(world, home))
  expect(after['deduction:check-off loan']).toBeLessThan(0)
  expect(Object.keys(after).filter((line) => line.startsWith('loan'))).toEqual([])
})

test('what a leaver owes is paid, taken back and given up', async () => {
  const { home, primary, id } = await acts.openQuarry('2025-11-01', 56_000)
  await acts.record(primary, id, {
    ...{ last_day: '2026-10-31', reason: 'resigned', notice: 'owed', leave_days: 5 },
  })
  const { body: run } = await acts.open(primary, id)
  expect((await acts.confirm(primary, run.id)).status).toBe(200)
  const left = async () => leftOf(await balanced(world, home))
  // 28 days of notice less 5 ÷ 22 of leave.
  expect(await left()).toEqual({
    claims: 4_327_273,
    ...Object.fromEntries(Object.entries(await left()).filter(([line]) => line !== 'claims')),
  })
  await drilled(primary, await balanced(world, home))
  world.setTime('2026-11-03T09:00:00Z')
  const later = await world.as('primary', home)
  const [claim] = (await later.call(finalClaims.list, { query: {} })).body
  const pay = (amount: number) =>
    later.call(finalClaims.pay, {
      ...path(claim?.id ?? ''),
      body: { amount, day: '2026-11-02', reference: 'QWE1' },
    })
  const paid = await pay(20_000.01)
  expect(paid.status).toBeLessThan(300)
  expect(await left()).toMatchObject({ claims: 2_327_272, 'money:bank': 2_000_001 })
  const reason = { reason: 'Has moved away' }
  const giveUp = () => later.call(finalClaims.giveUp, { ...path(claim?.id ?? ''), body: reason })
  const both = await Promise.all([giveUp(), giveUp()])
  expect(both.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(await left()).toMatchObject({ 'written-off': 2_327_272 })
  expect(await left()).not.toHaveProperty('claims')
  const [settled] = (await later.call(finalClaims.list, { query: { which: 'settled' } })).body
  for (const entry of settled?.entries ?? []) {
    expect((await later.call(finalClaims.takeBack, path(entry.id))).status).toBe(200)
  }
  const back = await left()
  expect(back).toMatchObject({ claims: 4_327_273 })
  expect(Object.keys(back).filter((line) => /^money|^written/.test(line))).toEqual([])
  expect((await acts.reverse(later, run.id)).status).toBe(200)
  expect(await left()).toEqual({})
})
