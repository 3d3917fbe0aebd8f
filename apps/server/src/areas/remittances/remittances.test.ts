// @tests story
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { lumpSumTaxKind } from '@mshahara/engine/leaving/lump-sum'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCasual, confirmCasuals } from '../../test/casuals.ts'
import { fetchFile } from '../../test/exported.ts'
import { leavingActs, redundant } from '../../test/leaving.ts'
import { openBorrowing } from '../../test/loans.ts'
import { employ, runMonth } from '../../test/office.ts'
import { itemOf, ofMonth, payOf } from '../../test/remittances.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What a month owes to others is what its returns say, and closes when it is paid. */

const { corrections, offCycle, payrolls, remittances, returns } = contract
const world = await openWorld({ workers: true })
const { confirm, openQuarry, open: openFinal, path, record } = leavingActs(world)

describe('what a month owes', () => {
  test('is what its returns and payslips say, over every kind of run', async () => {
    const { primary, id, home } = await openQuarry()
    await primary.call(contract.casualTerms.change, {
      body: { statutory: true, overtime_factor: 1.5, day_hours: 8 },
    })
    for (const name of ['Stima SACCO', 'HELB']) {
      const body = { employee_id: id, name, amount: 5_000.55, from: '2024-01-01' }
      await primary.call(contract.deductions.create, { body })
    }
    const october = await runMonth(primary, 'October', 2026)
    const items = [{ name: 'Bonus', kind: 'one-off' as const }]
    const facts = { month: 'October' as const, year: 2026, title: 'Bonus', pay_on: '2026-10-30' }
    const { body: bonus } = await primary.call(offCycle.create, {
      body: { ...facts, items, employees: [id] },
    })
    const { rows } = (await primary.call(offCycle.amounts, path(bonus.id))).body
    const filled = rows.map(({ payslip_id }) => ({ payslip_id, amounts: [9_000] }))
    await primary.call(offCycle.save, { ...path(bonus.id), body: { items, rows: filled } })
    expect((await confirm(primary, bonus.id)).status).toBe(200)
    const { body: correction } = await primary.call(corrections.create, {
      ...path(october.payslips[0]?.id as string),
      body: {
        lines: [{ side: 'salary' as const, key: 'salary', due: 80_000 }],
        ...{ reason: 'It was agreed otherwise', pay_on: '2026-10-30' },
      },
    })
    expect((await confirm(primary, correction.id)).status).toBe(200)
    await record(primary, id, redundant)
    const { body: final } = await openFinal(primary, id)
    expect((await confirm(primary, final.id)).status).toBe(200)
    await addCasual(primary, { pin_no: 'A011111111C', pay: 1000 })
    await confirmCasuals(primary, '2026-10-05', '2026-10-11')

    const month = await ofMonth(primary, '2026-10')
    expect(month.runs).toHaveLength(4)
    expect(month.items.map(({ authority }) => authority)).toEqual(
      expect.arrayContaining([
        'SEC_B',
        'nssf',
        'nhif',
        'ahl',
        'nita',
        'helb',
        'remittance-stima sacco',
      ]),
    )
    for (const { type, name, amount, state } of month.items) {
      const of = type === 'remittance' ? name : ''
      const body = { type, name: of, extension: 'xlsx' } as never
      const made = await primary.call(returns.make, { params: { month: '2026-10' }, body })
      expect([type, made.status, made.body.total]).toEqual([type, 200, amount])
      expect(state).toBe('open')
    }
    const [sums] = await world.rows(
      `select sum(paye)::float as paye, sum(nssf + nssf_employer)::float as nssf,
         sum(housing + housing_employer)::float as ahl, sum(nita)::float as nita
       from payslips where organization_id = $1 and frozen and not void`,
      [home],
    )
    const due = (authority: string) => month.items.find((one) => one.authority === authority)
    // Of casuals the month's figures are one line, over all of their payrolls.
    const [{ lump }] = await world.rows(
      `select coalesce(sum((l ->> 'amount')::numeric), 0)::int as lump
       from payslips s, jsonb_array_elements(s.deductions) l
       where s.organization_id = $1 and s.frozen and not s.void and l ->> 'kind' = $2`,
      [home, lumpSumTaxKind],
    )
    expect(lump).toBeGreaterThan(0)
    const paye = (Math.round(sums.paye * 100) + lump) / 100
    expect(due('SEC_B')).toMatchObject({ amount: paye, due: '2026-11-09', open: paye })
    expect(due('helb')?.amount).toBe(5_000.55)
    const { body: listed } = await primary.call(returns.list)
    const inReturns = listed.find((one) => one.month === '2026-10')?.items ?? []
    expect(month.items.map(({ amount }) => amount)).toEqual(inReturns.map(({ amount }) => amount))
    const all = inReturns.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    expect(Math.round(month.totals.open * 100)).toBe(all)
  })

  test('has the tax on loans of the employer, who keeps what is repaid to it', async () => {
    world.setTime('2026-03-10T09:00:00Z')
    const { primary, borrower } = await openBorrowing(world)
    await runMonth(primary, 'April', 2026)
    const asked = await borrower.call(contract.loans.create, {
      body: { product_id: 3, amount: 9_000, purpose: 'Rent', term_months: 1 },
    })
    await primary.call(contract.loans.approve, { ...path(asked.body.id), body: {} })
    expect(await itemOf(primary, '2026-04', 'fbt')).toMatchObject({ amount: 18, state: 'open' })
    await runMonth(primary, 'March', 2026)
    const kept = await itemOf(primary, '2026-03', 'remittance-salary advance')
    expect(kept).toMatchObject({ amount: 9_000, open: 0, state: 'kept', due: null })
    expect((await payOf(primary, '2026-03', kept, { amount: 9_000 })).body.message).toBe(
      'Nothing is to be paid over to this recipient for the month.',
    )
  })
})

test('a deduction that the employer keeps is open no more, and a scheme has its own', async () => {
  world.setTime('2026-03-10T09:00:00Z')
  const home = await world.addOrganization('Keepers Ltd')
  const primary = await world.as('primary', home)
  const { id: employee_id } = await employ(primary, { salary: 80_000 })
  const shop = { employee_id, name: 'Staff Shop', amount: 2_000, from: '2024-01-01' }
  await primary.call(contract.deductions.create, { body: shop })
  await runMonth(primary, 'February', 2026)
  const authority = 'remittance-staff shop'
  const keep = (kept: boolean, of = authority, by: Caller = primary) =>
    by.call(remittances.keep, { body: { authority: of, kept } })
  const before = (await ofMonth(primary)).totals.open
  expect((await keep(true)).status).toBe(200)
  expect((await keep(true)).status).toBe(200)
  const item = await itemOf(primary, '2026-02', authority)
  expect(item).toMatchObject({ state: 'kept', amount: 2_000, open: 0 })
  expect(item.kept_by).toMatch(/\S/)
  expect((await ofMonth(primary)).totals.open).toBe(before - 2_000)
  expect((await payOf(primary, '2026-02', item, { amount: 2_000 })).status).toBe(422)
  expect((await keep(false)).status).toBe(200)
  expect(await itemOf(primary, '2026-02', authority)).toMatchObject({
    state: 'open',
    kept_by: null,
  })
  // What is due by law, to a lender or to a scheme is nobody's to keep.
  await primary.call(contract.pensionSchemes.create, { body: { name: 'Akiba' } as never })
  for (const of of ['nssf', 'helb', 'remittance-water tank loan', 'remittance-akiba']) {
    expect([of, (await keep(true, of)).status]).toEqual([of, 422])
  }
  // A name that no month has is nobody's either.
  for (const of of [
    'remittance-',
    'remittance-   ',
    'remittance-staff shp',
    'remittance-Staff Shop',
  ]) {
    const { status, body } = await keep(true, of)
    expect([of, status, body.message]).toEqual([of, 422, 'No month has a deduction of this name.'])
  }
  expect((await keep(true, 'remittance-helb loan')).body.message).toBe(
    'This is due by law, and is paid over.',
  )
  const user = await world.as('user', home)
  expect((await keep(true, authority, user)).status).toBe(403)
})

describe('a payment', () => {
  let home: string
  let primary: Caller & { id: string }
  let second: string
  const month = '2026-02'

  beforeAll(async () => {
    world.setTime('2026-03-10T09:00:00Z')
    home = await world.addOrganization('Payers Ltd')
    primary = await world.as('primary', home)
    await employ(primary, { salary: 80_000 })
    await runMonth(primary, 'February', 2026)
  })

  test('closes what it pays, with its receipt, and leaves the rest open', async () => {
    const nssf = await itemOf(primary, month, 'nssf')
    expect(nssf).toMatchObject({ due: '2026-03-09', paid: 0, late_days: 1, penalty: null })
    const receipt = `data:application/pdf;base64,${Buffer.from('%PDF-1.4\n%%EOF').toString('base64')}`
    const half = await payOf(primary, month, nssf, { amount: 1_000.5, receipt })
    expect([half.status, half.body.message]).toEqual([201, 'Payment recorded successfully'])
    const rest = await itemOf(primary, month, 'nssf')
    expect(rest).toMatchObject({ state: 'part paid', paid: 1_000.5, open: nssf.amount - 1_000.5 })
    const [payment] = rest.payments
    const fetched = await fetchFile(world, primary, payment?.receipt ?? '')
    expect([fetched.statusCode, fetched.rawPayload.toString()]).toEqual([200, '%PDF-1.4\n%%EOF'])
    const user = await world.as('user', home)
    expect((await fetchFile(world, user, payment?.receipt ?? '')).statusCode).toBe(403)
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await fetchFile(world, stranger, payment?.receipt ?? '')).statusCode).toBe(404)
    expect((await payOf(primary, month, rest)).status).toBe(201)
    const done = await itemOf(primary, month, 'nssf')
    expect(done).toMatchObject({ state: 'paid', open: 0, late_days: 0, paid: nssf.amount })
  })

  test('is made once, however often and by however many it is asked for', async () => {
    const nhif = await itemOf(primary, month, 'nhif')
    const both = await Promise.all([payOf(primary, month, nhif), payOf(primary, month, nhif)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    const refused = both.find(({ status }) => status === 422)
    expect(refused?.body.message).toBe(
      'Something was recorded of it meanwhile. Please look at it again.',
    )
    expect(await itemOf(primary, month, 'nhif')).toMatchObject({ state: 'paid' })
    const helper = await itemOf(primary, month, 'nita')
    const key = { 'idempotency-key': randomUUID() }
    const given = { reference: 'FT-SAME' }
    const replies = [
      await payOf(primary, month, helper, given, key),
      await payOf(primary, month, helper, given, key),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect((await itemOf(primary, month, 'nita')).payments).toHaveLength(1)
  })

  test('beyond what is open says why, and never has the reference of another', async () => {
    const ahl = await itemOf(primary, month, 'ahl')
    const more = { amount: ahl.amount + 50 }
    expect((await payOf(primary, month, ahl, more)).body.errors).toEqual({
      note: ['2,400 is open. If more was paid, please say why in the note.'],
    })
    const with50 = { ...more, note: 'With a penalty', reference: 'FT1' }
    expect((await payOf(primary, month, ahl, with50)).status).toBe(201)
    const over = await itemOf(primary, month, 'ahl')
    expect(over).toMatchObject({ state: 'overpaid', open: -50 })
    const again = { amount: 5, reference: 'ft1', note: 'Once more' }
    expect((await payOf(primary, month, over, again)).body.errors).toEqual({
      reference: ['A payment with this reference is recorded already.'],
    })
    for (const paid_on of ['2026-01-31', '2026-03-11']) {
      const reply = await payOf(primary, month, over, { ...again, reference: 'FT2', paid_on })
      expect(reply.body.errors).toEqual({
        paid_on: ['The day of the payment is in the month or after it, and not in the future.'],
      })
    }
  })

  test('is taken back with a reason, once, and stays on record', async () => {
    const { payments } = await itemOf(primary, month, 'ahl')
    const call = { params: { id: payments[0]?.id ?? '' }, body: { reason: 'Typed for March' } }
    expect((await primary.call(remittances.takeBack, call)).status).toBe(200)
    expect((await primary.call(remittances.takeBack, call)).body.message).toBe(
      'This payment was taken back already.',
    )
    const ahl = await itemOf(primary, month, 'ahl')
    expect(ahl).toMatchObject({ state: 'open', paid: 0 })
    expect(ahl.payments).toMatchObject([{ taken_back: { reason: 'Typed for March' } }])
    // Its reference may be another payment's now.
    expect((await payOf(primary, month, ahl, { reference: 'FT1' })).status).toBe(201)
  })

  test('does not close what the month comes to owe later, nor what it no longer owes', async () => {
    const paye = await itemOf(primary, month, 'SEC_B')
    expect((await payOf(primary, month, paye)).status).toBe(201)
    await employ(primary, { salary: 90_000, employment_date: '2026-02-01' })
    second = (await runMonth(primary, 'February', 2026)).id
    const more = await itemOf(primary, month, 'SEC_B')
    expect(more).toMatchObject({ state: 'part paid', paid: paye.amount })
    expect(more.open).toBeCloseTo(more.amount - paye.amount)
    expect((await payOf(primary, month, more)).status).toBe(201)
    await primary.call(payrolls.reverse, { params: { id: second }, body: { reason: 'Twice' } })
    const less = await itemOf(primary, month, 'SEC_B')
    expect(less).toMatchObject({ state: 'overpaid', amount: paye.amount })
    expect(less.open).toBeCloseTo(paye.amount - more.amount)
    const [first] = (await ofMonth(primary, month)).runs
    const reason = { reason: 'All of it' }
    await primary.call(payrolls.reverse, { params: { id: first?.id ?? '' }, body: reason })
    const { items, months } = await ofMonth(primary, month)
    expect(months).toContain(month)
    const still = items.find(({ authority }) => authority === 'SEC_B')
    expect(still).toMatchObject({ name: 'PAYE', amount: 0, state: 'overpaid', open: -more.amount })
  })

  test('is nobody else’s, and of a month that there is', async () => {
    const stranger = await world.as('primary', await world.addOrganization())
    const item = await itemOf(primary, month, 'SEC_B')
    expect((await payOf(stranger, month, item, { amount: 1 })).status).toBe(404)
    expect((await ofMonth(stranger, month)).items).toEqual([])
    expect((await payOf(primary, '2026-01', item, { amount: 1 })).body.message).toBe(
      'Nothing is to be paid over for January 2026.',
    )
    const unknown = { ...item, authority: 'remittance-nobody' }
    expect((await payOf(primary, month, unknown, { amount: 1 })).status).toBe(422)
    const id = item.payments[0]?.id ?? ''
    const body = { reason: 'Mine' }
    expect((await stranger.call(remittances.takeBack, { params: { id }, body })).status).toBe(404)
  })
})
