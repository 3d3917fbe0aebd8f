// @tests story
import { contract } from '@mshahara/contract'
import { overtimeRates } from '@mshahara/engine/overtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { agreeTo, linesOf, lookAt, proposalIn } from '../../test/approvals.ts'
import { asEmployee, employ, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'

/** Pay items above an amount need a second person (B29): by whatever road, however split. */

const world = await openWorld()
const { makerChecker, allowances, incomes, deductions, revenues, variablePay, offCycle } = contract
const { commissionRates } = contract
const organization_id = await world.addOrganization()
const primary = await world.as('primary', organization_id)
const second = await world.as('primary', organization_id)
await primary.call(makerChecker.changeSettings, { body: { items_above: 50_000 } })

type Person = Awaited<ReturnType<typeof employ>>
let person: Person
beforeEach(async () => {
  person = await employ(primary, { salary: 90_000 })
})

const allow = (amount: number, given: object = {}) =>
  primary.call(allowances.create, {
    body: { employee_id: person.id, name: 'House', amount, ...given },
  })
const income = (amount: number, given: object = {}) =>
  primary.call(incomes.create, {
    body: { employee_id: person.id, name: 'Bonus', amount, from: '2026-05-01', to: '', ...given },
  })
const deduct = (amount: number, given: object = {}) =>
  primary.call(deductions.create, {
    body: { employee_id: person.id, name: 'SACCO', amount, from: '2026-01-01', to: '', ...given },
  })
const idOf = (reply: { status: number; body: unknown }) => {
  expect([200, 201]).toContain(reply.status)
  return (reply.body as { id: string }).id
}
const listed = async () =>
  (await primary.call(allowances.list, { params: { id: person.id } })).body.map((one) => one.amount)

test('up to the amount at once; above it somebody else agrees, and sees what the month comes to', async () => {
  idOf(await allow(50_000))
  const id = proposalIn(await allow(0.01, { name: 'Lunch' }))
  expect(await listed()).toEqual([50_000])
  const seen = await lookAt(second, id)
  const who = `Njeri Mwangi (${person.employee_no})`
  expect(seen).toMatchObject({ title: `Change Lunch of ${who}`, acts: ['items'] })
  expect(seen.shown).toEqual([
    { label: `${who}: Lunch`, before: null, after: '0.01' },
    { label: `${who}: pay items of a month`, before: null, after: '50,000.01' },
  ])
  // On the record, as everything that waits.
  const about = await primary.call(makerChecker.about, { params: { id: person.id } })
  expect(about.body.map((one) => one.id)).toEqual([id])
  expect((await agreeTo(primary, id)).status).toBe(403)
  expect((await agreeTo(second, id)).status).toBe(200)
  expect(await listed()).toEqual([50_000, 0.01])
  expect(await world.rows('select * from acts_due')).toEqual([])
})

describe('however it is gone about', () => {
  test('in small steps, by many items, of several kinds', async () => {
    const id = idOf(await allow(40_000))
    const raise = (amount: number) =>
      primary.call(allowances.update, {
        params: { id },
        body: { employee_id: person.id, name: 'House', amount },
      })
    expect((await raise(50_000)).status).toBe(200)
    proposalIn(await raise(50_001))
    proposalIn(await income(1))
    proposalIn(await income(1, { one_off: true }))
    // What adds nothing is done at once, and what is less.
    expect((await raise(45_000)).status).toBe(200)
    idOf(await income(5_000))
    proposalIn(await allow(1, { name: 'Lunch' }))
  })

  test('by many requests at once: what one person decides is the sum of them', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => allow(20_000, { name: `Part ${at + 1}` })),
    )
    const times = (status: number) => replies.filter((one) => one.status === status).length
    expect([times(201), times(202)]).toEqual([2, 18])
    expect(await listed()).toEqual([20_000, 20_000])
    expect(await world.rows('select * from acts_due')).toEqual([])
  })

  test('in another month it counts by itself, and where months meet it is added up', async () => {
    idOf(await income(45_000, { from: '2026-05-01', to: '2026-05-31' }))
    const june = idOf(await income(45_000, { name: 'June', from: '2026-06-01', to: '2026-06-30' }))
    const from = (day: string) =>
      primary.call(incomes.update, {
        params: { id: june },
        body: { employee_id: person.id, name: 'June', amount: 45_000, from: day, to: '2026-06-30' },
      })
    proposalIn(await from('2026-05-01'))
    expect((await from('2026-06-01')).status).toBe(200)
  })

  test('untaxed instead of taxed', async () => {
    const approved = proposalIn(await allow(80_000))
    expect((await agreeTo(second, approved)).status).toBe(200)
    const [house] = (await primary.call(allowances.list, { params: { id: person.id } })).body
    const id = house?.id ?? ''
    const body = { employee_id: person.id, name: 'House', amount: 80_000, taxable: '0' } as const
    proposalIn(await primary.call(allowances.update, { params: { id }, body }))
  })

  test('for months that are paid: with effect from an earlier one, and that is shown', async () => {
    const approved = proposalIn(await allow(80_000))
    expect((await agreeTo(second, approved)).status).toBe(200)
    const [house] = (await primary.call(allowances.list, { params: { id: person.id } })).body
    const params = { id: house?.id ?? '' }
    const body = { employee_id: person.id, name: 'House', amount: 80_000, since: '2026-02' }
    const id = proposalIn(await primary.call(allowances.update, { params, body }))
    expect((await lookAt(second, id)).shown).toContainEqual({
      label: `Njeri Mwangi (${person.employee_no}): House`,
      before: '80,000.00',
      after: '80,000.00 with effect from February 2026',
    })
    expect((await agreeTo(second, id)).status).toBe(200)
    const later = { ...body, since: null }
    expect((await primary.call(allowances.update, { params, body: later })).status).toBe(200)
    const earlier = { ...body, since: '2026-01' }
    proposalIn(await primary.call(allowances.update, { params, body: earlier }))
  })

  test('a little of each of many months that are paid, in one item or in several', async () => {
    await runMonth(primary, 'February', 2026)
    await runMonth(primary, 'March', 2026)
    idOf(await allow(12_000, { since: '2026-03' }))
    // 12,000 + 12,000 late, and 9,000 + 18,000 late: 51,000.
    const id = proposalIn(await allow(9_000, { name: 'Lunch', since: '2026-02' }))
    expect((await lookAt(second, id)).shown).toContainEqual({
      label: `Njeri Mwangi (${person.employee_no}): pay items of a month, with arrears`,
      ...{ before: null, after: '51,000.00' },
    })
    // By the law of each month: 7,539 of House in March; 5,654.25 and 13,319.25 with both.
    expect((await lookAt(second, id)).shown).toContainEqual({
      label: `Njeri Mwangi (${person.employee_no}): arrears, net, of February 2026, March 2026`,
      ...{ before: '7,539.00', after: '18,973.50' },
    })
    // What the months come to is agreed to with it: a raise of them is something else.
    const raised = { salary: 95_000, salary_from: '2026-03' }
    const params = { id: person.id }
    expect((await primary.call(contract.employees.update, { params, body: raised })).status).toBe(
      200,
    )
    expect((await agreeTo(second, id)).status).toBe(409)
    idOf(await allow(8_000, { name: 'Lunch', since: '2026-02' }))
  })

  test('less from a month to come: until then it counts as it is paid', async () => {
    const id = idOf(await allow(49_000))
    const body = { employee_id: person.id, name: 'House', amount: 1, since: '2027-12' }
    expect((await primary.call(allowances.update, { params: { id }, body })).status).toBe(200)
    proposalIn(await allow(2_000, { name: 'Lunch' }))
    idOf(await allow(1_000, { name: 'Lunch' }))
  })

  test('by taking less: a deduction that is lowered, ends or goes', async () => {
    const id = idOf(await deduct(60_000))
    const small = idOf(await deduct(1_000, { name: 'Welfare' }))
    const set = (given: object) =>
      primary.call(deductions.update, {
        params: { id },
        body: {
          ...{ employee_id: person.id, name: 'SACCO', amount: 60_000, from: '2026-01-01', to: '' },
          ...given,
        },
      })
    expect((await set({ amount: 70_000 })).status).toBe(200)
    proposalIn(await set({ amount: 69_999 }))
    proposalIn(await set({ amount: 70_000, to: '2026-04-30' }))
    proposalIn(await primary.call(deductions.remove, { params: { id: small } }))
    const gone = proposalIn(await primary.call(deductions.remove, { params: { id } }))
    expect((await agreeTo(second, gone)).status).toBe(200)
    expect((await primary.call(deductions.remove, { params: { id: small } })).status).toBe(200)
  })

  test('by commission, overtime, absence and a bonus', async () => {
    const rate = await primary.call(commissionRates.create, {
      body: { name: 'Ten', display_name: 'Ten', amount: 0, rate: 10 } as never,
    })
    const revenue = (amount: number) =>
      primary.call(revenues.create, {
        body: {
          ...{ employee_id: person.id, month: 'May', year: 2026, amount },
          commission_rate_id: (rate.body as { id: string }).id,
        },
      })
    idOf(await revenue(500_000))
    proposalIn(await revenue(10))
    const cells = (given: object, month = '2026-06', query = {}) =>
      primary.call(variablePay.save, {
        query,
        body: { month, people: [{ employee_id: person.id, ...given }] },
      })
    // 90,000 by 225 hours is 400 an hour.
    expect(overtimeRates).toEqual({ normal: 1.5, rest: 2 })
    expect((await cells({ overtime_hours: 50, rest_hours: 25 })).status).toBe(200)
    expect((await cells({ bonus: 1 }, '2026-06', { dry: '1' })).status).toBe(200)
    proposalIn(await cells({ bonus: 1 }))
    proposalIn(await cells({ hourly_rate: 401 }))
    expect((await cells({ absence_days: 20 }, '2026-07')).status).toBe(200)
    proposalIn(await cells({ absence_days: 0 }, '2026-07'))
  })

  test('beside the month, in one payroll or several, and together with the month', async () => {
    const extra = async () => {
      const reply = await primary.call(offCycle.create, {
        body: {
          ...{ month: 'March', year: 2026, title: 'Bonus', pay_on: '2026-03-20' },
          employees: [person.id],
          items: [{ name: 'Bonus', kind: 'one-off' }],
        },
      })
      const id = idOf(reply)
      const { rows } = (await primary.call(offCycle.amounts, { params: { id } })).body
      const save = (amount: number) =>
        primary.call(offCycle.save, {
          params: { id },
          body: {
            items: [{ name: 'Bonus', kind: 'one-off' }],
            rows: rows.map(({ payslip_id }) => ({ payslip_id, amounts: [amount] })),
          },
        })
      return { id, save }
    }
    const [one, other] = [await extra(), await extra()]
    expect((await one.save(30_000)).status).toBe(200)
    proposalIn(await other.save(20_001))
    expect((await other.save(20_000)).status).toBe(200)
    proposalIn(await allow(1))
    const more = proposalIn(await one.save(90_000))
    expect((await lookAt(second, more)).shown[0]).toMatchObject({
      before: '30,000.00 in March 2026',
      after: '90,000.00 in March 2026',
    })
    expect((await agreeTo(second, more)).status).toBe(200)
    // The same again raises nobody.
    expect((await one.save(90_000)).status).toBe(200)
    const stale = proposalIn(await one.save(95_000))
    expect((await one.save(80_000)).status).toBe(200)
    expect((await agreeTo(second, stale)).status).toBe(409)
  })
})

test('a gap before the months that were paid can still be paid', async () => {
  person = await employ(primary, { salary: 90_000, employment_date: '2025-01-01' })
  await runMonth(primary, 'January', 2026)
  proposalIn(await income(60_000, { from: '2025-11-01', to: '2025-12-31' }))
})

test('what is paid already is no reason to ask', async () => {
  const approved = proposalIn(
    await income(200_000, { one_off: true, from: '2026-02-01', to: '2026-02-28' }),
  )
  expect((await agreeTo(second, approved)).status).toBe(200)
  await runMonth(primary, 'February', 2026)
  idOf(await allow(40_000))
})

test('an upload waits as a whole, and what has changed meanwhile is named', async () => {
  const other = await employ(primary, { first_name: 'Brian', salary: 40_000 })
  const headings = ['Employee No', 'Allowance Name', 'Amount']
  const sheet = [
    headings,
    [person.employee_no, 'House', 60_000],
    [other.employee_no, 'House', 10_000],
  ]
  const send = () => primary.call(allowances.upload, { body: { file: dataUrl(xlsx(sheet)) } })
  const id = proposalIn(await send())
  expect(await listed()).toEqual([])
  expect(await linesOf(second, id)).toMatchObject([
    { after: '60,000.00' },
    { label: `Brian Mwangi (${other.employee_no}): House`, before: null, after: '10,000.00' },
    { after: '60,000.00' },
  ])
  await primary.call(allowances.create, {
    body: { employee_id: other.id, name: 'House', amount: 5_000 },
  })
  const late = await agreeTo(second, id)
  expect([late.status, late.body.message]).toEqual([
    409,
    `This has changed since it was shown: Brian Mwangi (${other.employee_no}): House. ` +
      'Please request it again.',
  ])
  expect((await lookAt(second, id)).state).toBe('void')
  expect((await agreeTo(second, proposalIn(await send()))).status).toBe(200)
  expect(await listed()).toEqual([60_000])
  // Once more changes nothing, and needs nobody.
  expect((await send()).status).toBe(200)
})

test('the sheet of a month, and twenty who agree at once', async () => {
  const sheet = [
    ['Employee No', 'Month', 'Bonus'],
    [person.employee_no, 'August 2026', 51_000],
  ]
  const sent = await primary.call(variablePay.upload, { body: { file: dataUrl(xlsx(sheet)) } })
  const id = proposalIn(sent)
  const { digest } = await lookAt(second, id)
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      second.call(makerChecker.agree, { params: { id }, body: { digest } }),
    ),
  )
  expect(replies.filter((one) => one.status === 200)).toHaveLength(1)
  const { people } = (
    await primary.call(variablePay.list, { query: { month: '2026-08', filled: '1' } })
  ).body
  expect(people.map((one) => one.bonus)).toEqual([51_000])
})

test('who may agree, and who may choose', async () => {
  const own = await asEmployee(world, organization_id, person.id)
  expect(
    (
      await own.call(allowances.create, {
        body: { employee_id: person.id, name: 'House', amount: 1 },
      })
    ).status,
  ).toBe(403)
  await world.rows(`update memberships set role = 'primary' where user_id = $1`, [own.id])
  await world.settlePayers()
  const id = proposalIn(await allow(60_000))
  expect((await agreeTo(own, id)).body.message).toContain('your own pay')
  const abroad = await world.as('primary', await world.addOrganization())
  expect((await abroad.call(makerChecker.get, { params: { id } })).status).toBe(404)
  const finance = await world.as('finance', organization_id)
  const change = (body: object) => finance.call(makerChecker.changeSettings, { body })
  expect((await change({ items_above: null })).status).toBe(403)
  const set = (items_above: unknown) =>
    primary.call(makerChecker.changeSettings, { body: { items_above } as never })
  for (const wrong of [-1, 'x', '', 1e15]) expect((await set(wrong)).status).toBe(422)
  expect((await set('75,000')).body).toMatchObject({ items_above: 75_000 })
  // A larger amount counts a day later.
  proposalIn(await allow(60_000))
  await world.settlePayers()
  idOf(await allow(60_000))
  expect((await set(50_000)).status).toBe(200)
})

test('nobody writes by statements of their own what nobody else has agreed to', async () => {
  const { inside } = statementsIn(world, primary)
  const committed = (statement: string, values: unknown[] = [person.id]) =>
    inside((client) => client.query(statement, values), 'commit').then(
      () => 'kept',
      (error) => error.code as string,
    )
  const statements = [
    `insert into allowances (employee_id, name, amount) values ($1, 'x', 60000)`,
    `insert into recur_incomes (employee_id, name, amount, "from") values ($1, 'x', 60000, '2026-05-01')`,
    `insert into employee_revenues (employee_id, period, amount, rate) values ($1, '2026-05', 600000, 10)`,
    `insert into variable_pay (employee_id, period, bonus) values ($1, '2026-05', 60000)`,
    `with one as (insert into allowances (employee_id, name, amount) values ($1, 'x', 40000))
     insert into allowances (employee_id, name, amount) values ($1, 'y', 40000)`,
  ]
  for (const statement of statements) expect(await committed(statement)).toBe('42501')
  idOf(await deduct(60_000, { from: '2026-01-01' }))
  expect(await committed('delete from recur_deductions where employee_id = $1')).toBe('42501')
  expect(await committed('update recur_deductions set amount = 1 where employee_id = $1')).toBe(
    '42501',
  )
  // What one person may have is not given to another who has as much.
  const other = await employ(primary)
  for (const employee_id of [person.id, other.id]) {
    await primary.call(allowances.create, { body: { employee_id, name: 'Car', amount: 40_000 } })
  }
  const moved = `update allowances set employee_id = $2, name = 'y' where employee_id = $1`
  expect(await committed(moved, [person.id, other.id])).toBe('42501')
  expect(await committed('update allowances set amount = amount where employee_id = $1')).toBe(
    'kept',
  )
})
