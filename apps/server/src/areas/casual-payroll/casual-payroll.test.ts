// @tests story
import { contract, type Role } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addCasual,
  addManyCasuals,
  casualRun,
  confirmCasuals,
  draftCasuals,
  rolled,
} from '../../test/casuals.ts'
import { queriesOf } from '../../test/queries.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** From the roll to a confirmed payroll: who is in it, what is paid, and what stays. */

const world = await openWorld()
const { casualPayrolls, casualAdvances, casualDeductions, casuals } = contract

let home: string
let primary: Caller
beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
})

const monday = '2026-03-02'
const sunday = '2026-03-08'
const create = (by: Caller, from = monday, to = sunday) =>
  by.call(casualPayrolls.create, { body: { from, to } })
const confirm = (by: Caller, id: string) => by.call(casualPayrolls.confirm, { params: { id } })

describe('a draft', () => {
  test('pays the days of the range with advances and deductions', async () => {
    const { id: casual_id } = await addCasual(primary)
    await primary.call(casualAdvances.create, { body: { casual_id, name: 'Lunch', amount: 100 } })
    await primary.call(casualDeductions.create, {
      body: { casual_id, name: 'Boots', amount: 20, from: '2026-03-07', to: '2026-03-31' },
    })
    const { body: next } = await primary.call(casualPayrolls.nextNo)
    const made = await draftCasuals(primary, monday, sunday)
    expect(made).toMatchObject({ code: next.next, days: 7, status: 'draft', skipped: 0, count: 1 })
    expect(made.code).toBe('CP-TC-0001')
    const run = await casualRun(primary, made.id)
    expect(run.payslips[0]).toMatchObject({
      ...{ pay: 850, days: 7, source: 'range', total: 5950, overtime: 0 },
      ...{ advance: 700, gross: 6650, deduction: 40, statutory: 0, net: 6610 },
    })
    expect(run.totals).toMatchObject({ total: 5950, gross: 6650, net: 6610, days: 7 })
    const { body: list } = await primary.call(casualPayrolls.list)
    expect(list).toMatchObject([{ id: made.id, gross: 6650, net: 6610, payout: null }])
  })

  test('pays the days on the roll, and nobody who is not on it', async () => {
    const present = await addCasual(primary)
    await addCasual(primary, { first_name: 'Absent' })
    await rolled(primary, monday, { [present.id]: 'FFHAF' })
    const { id, without_days } = await draftCasuals(primary, monday, sunday)
    expect(without_days).toBe(1)
    const { payslips } = await casualRun(primary, id)
    expect(payslips).toHaveLength(1)
    expect(payslips[0]).toMatchObject({ days: 3.5, source: 'roll', total: 2975 })
    const { body } = await primary.call(casualPayrolls.payslip, {
      params: { id: payslips[0]?.id ?? '' },
    })
    expect(body).toMatchObject({ marks: 'FFH-F--', payroll: { from: monday, to: sunday } })
  })

  test('takes in whoever was employed on one of its days', async () => {
    const joins = await addCasual(primary, { employment_date: '2026-03-06' })
    const leaves = await addCasual(primary)
    const suspended = await addCasual(primary)
    const gone = await addCasual(primary)
    await addCasual(primary, { employment_date: '2026-03-09' })
    const set = (id: string, status: 'terminated' | 'suspended', day?: string) =>
      primary.call(casuals.status, { params: { id }, body: { status, termination_date: day } })
    await set(leaves.id, 'terminated', '2026-03-03')
    await set(suspended.id, 'suspended')
    await set(gone.id, 'terminated', '2026-03-01')
    const { id } = await draftCasuals(primary, monday, sunday)
    const { payslips } = await casualRun(primary, id)
    expect(payslips.map(({ casual, days }) => [casual.id, days])).toEqual([
      [joins.id, 3],
      [leaves.id, 2],
    ])
  })

  test('pays the days that no payslip has yet, and leaves out who has none (C24)', async () => {
    const first = await addCasual(primary)
    await draftCasuals(primary, '2026-02-23', '2026-03-03')
    await draftCasuals(primary, '2026-03-06', '2026-03-06')
    const late = await addCasual(primary, { first_name: 'Late' })
    await addCasual(primary, { first_name: 'Brief', employment_date: '2026-03-08' })
    await draftCasuals(primary, sunday, sunday)
    const made = await draftCasuals(primary, monday, sunday)
    expect(made).toMatchObject({ skipped: 1, partly: 2, without_days: 0 })
    const { payslips } = await casualRun(primary, made.id)
    expect(payslips.map(({ casual, days, total }) => [casual.id, days, total])).toEqual([
      [first.id, 3, 2550],
      [late.id, 6, 5100],
    ])
    const { body } = await primary.call(casualPayrolls.payslip, {
      params: { id: payslips[0]?.id ?? '' },
    })
    expect(body.marks).toBe('PPffPfP')
    const all = await create(primary)
    expect(all.status).toBe(422)
    expect(all.body.message).toBe(
      'All casuals already have a payslip for every day from 02 March, 2026 to 08 March, 2026.',
    )
  })

  test('says so where whoever is on the roll was paid for those days elsewhere', async () => {
    const { id } = await addCasual(primary)
    await rolled(primary, monday, { [id]: 'FFFFF' })
    await draftCasuals(primary, monday, '2026-03-06')
    expect((await create(primary)).body.message).toBe(
      'All casuals already have a payslip for every day that they worked from 02 March, 2026 to ' +
        '08 March, 2026.',
    )
  })

  test('takes in days that have become free when it is recalculated', async () => {
    await addCasual(primary)
    const { id: other } = await draftCasuals(primary, monday, '2026-03-04')
    const { id } = await draftCasuals(primary, monday, sunday)
    expect((await casualRun(primary, id)).payslips[0]?.days).toBe(4)
    await primary.call(casualPayrolls.remove, { params: { id: other } })
    expect((await confirm(primary, id)).body.errors?.payroll?.[0]).toMatch(/^Changed since/)
    await primary.call(casualPayrolls.recalculate, { params: { id } })
    expect((await casualRun(primary, id)).payslips[0]?.days).toBe(7)
    expect((await confirm(primary, id)).status).toBe(200)
  })

  test.each([
    ['to', monday, '2026-03-01'],
    ['to', '2026-01-01', '2026-03-04'],
    ['to', '2026-04-01', '2026-04-11'],
    ['from', '2020-12-28', '2021-01-03'],
    ['from', 'Monday', sunday],
  ])('is refused for its %s', async (field, from, to) => {
    await addCasual(primary)
    const reply = await create(primary, from, to)
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.errors ?? {})).toEqual([field])
  })

  test('of nobody is none, and says why', async () => {
    expect((await create(primary)).body.message).toMatch(/^No casual is employed from 02 March/)
    const { id } = await addCasual(primary)
    await rolled(primary, monday, { [id]: 'A' })
    expect((await create(primary)).body.message).toMatch(/^Nobody is marked present/)
    // Who was paid before is no reason to speak of the roll alone, nor the other way round.
    await confirmCasuals(primary, '2026-03-09', '2026-03-09', ['2026-03-09'])
    await addCasual(primary, { pay_basis: 'piece' })
    const why = 'Nobody is left to be paid from 09 March, 2026 to 09 March, 2026: 1 casual '
    expect((await create(primary, '2026-03-09', '2026-03-09')).body.message).toBe(
      `${why}already has a payslip for every day, and 1 casual is paid by the piece.`,
    )
    await rolled(primary, '2026-03-09', { [id]: ' ' })
    expect((await create(primary, '2026-03-09', '2026-03-09')).body.message).toBe(
      `${why}already has a payslip for every day, and 1 casual is not marked present on the ` +
        'muster roll.',
    )
    expect((await primary.call(casualPayrolls.list)).body).toHaveLength(1)
  })

  test('loses one payslip, or goes as a whole', async () => {
    await addCasual(primary)
    await addCasual(primary)
    const { id } = await draftCasuals(primary, monday, sunday)
    const { payslips } = await casualRun(primary, id)
    const gone = await primary.call(casualPayrolls.removePayslip, {
      params: { id: payslips[0]?.id ?? '' },
    })
    expect(gone.body.message).toBe('Casual payment remittance deleted successfully')
    expect((await casualRun(primary, id)).payslips).toHaveLength(1)
    // Taken out by hand, it does not come back by recalculating; another payroll has them.
    await primary.call(casualPayrolls.recalculate, { params: { id } })
    expect((await casualRun(primary, id)).payslips).toHaveLength(1)
    expect((await draftCasuals(primary, monday, sunday)).skipped).toBe(1)
    await primary.call(casualPayrolls.remove, { params: { id } })
    expect((await primary.call(casualPayrolls.get, { params: { id } })).status).toBe(404)
  })
})

describe('nobody is paid twice for a day', () => {
  test('by twenty payrolls created at once, of ranges that meet', async () => {
    await addManyCasuals(world, home, 30)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create(primary, `2026-03-0${1 + (index % 5)}`, `2026-03-0${5 + (index % 4)}`),
      ),
    )
    for (const { status } of replies) expect([201, 422]).toContain(status)
    const twice = await world.rows(
      `select a.casual_id from payslips a join payslips b
       on a.casual_id = b.casual_id and a.during && b.during and a.id <> b.id
       where a.organization_id = $1`,
      [home],
    )
    expect(twice).toEqual([])
    const paid = await world.rows(
      `select sum(days_worked)::float as days from payslips where organization_id = $1`,
      [home],
    )
    // The 1st to the 8th, each once for each of them.
    expect(paid).toEqual([{ days: 30 * 8 }])
  })

  test('not even by hand', async () => {
    await addCasual(primary)
    const { id } = await draftCasuals(primary, monday, sunday)
    await expect(
      world.rows(
        `insert into payslips
         select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
         from payslips s where payroll_id = $1`,
        [id],
      ),
    ).rejects.toThrow(/payslips_once_a_day/)
  })
})

describe('confirming', () => {
  test('freezes in the database, and is done once', async () => {
    await addCasual(primary)
    const { id } = await draftCasuals(primary, monday, sunday)
    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(primary, id)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(replies[0]?.body.status).toBe('confirmed')
    const logged = await world.rows(
      `select from activity_log where subject_id = $1 and properties -> 'new' ? 'payslips'`,
      [id],
    )
    expect(logged).toHaveLength(1)
    const refused = [
      `update payslips set net = 1, gross = 1, total = 1, advance = 0, total_deductions = 0
       where payroll_id = $1`,
      'delete from payslips where payroll_id = $1',
      `update payrolls set status = 'draft' where id = $1`,
      'delete from payrolls where id = $1',
    ]
    for (const text of refused) await expect(world.rows(text, [id])).rejects.toThrow(/confirmed/)
    const { payslips } = await casualRun(primary, id)
    const slip = payslips[0]?.id ?? ''
    const acts = await Promise.all([
      primary.call(casualPayrolls.remove, { params: { id } }),
      primary.call(casualPayrolls.recalculate, { params: { id } }),
      primary.call(casualPayrolls.removePayslip, { params: { id: slip } }),
    ])
    for (const { status, body } of acts) {
      expect([status, body.message]).toEqual([422, 'This payroll is already confirmed.'])
    }
  })

  test('leaves the days of the roll as they were paid', async () => {
    const { id } = await addCasual(primary)
    await rolled(primary, monday, { [id]: 'FFHAF' })
    await confirmCasuals(primary, monday, sunday)
    const late = await rolled(primary, monday, { [id]: 'FFFFF' })
    expect(late.status).toBe(422)
    expect(late.body.errors?.['marks.2.day']).toEqual([
      'Baraka Mutua has been paid for 2026-03-04.',
    ])
    expect((await rolled(primary, monday, { [id]: 'FFHAF' })).status).toBe(200)
    await expect(
      world.rows('update muster_marks set present = 1 where casual_id = $1', [id]),
    ).rejects.toThrow(/paid/)
  })

  test('is refused with names while something prevents it', async () => {
    const { id: casual_id } = await addCasual(primary)
    await addCasual(primary, { first_name: 'Unpaid', pay: 0 })
    await primary.call(casualDeductions.create, {
      body: { casual_id, name: 'Loan', amount: 900, from: monday, to: sunday },
    })
    const { id } = await draftCasuals(primary, monday, sunday)
    const refused = await confirm(primary, id)
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.payroll).toEqual([
      'Net pay below zero: Baraka Mutua',
      'No daily pay: Unpaid Mutua',
    ])
  })

  test('waits for a recalculation when the roll has changed', async () => {
    const { id: casual_id } = await addCasual(primary)
    await rolled(primary, monday, { [casual_id]: 'FFFFF' })
    const { id } = await draftCasuals(primary, monday, sunday)
    await rolled(primary, monday, { [casual_id]: 'FFFFH' })
    const refused = await confirm(primary, id)
    expect(refused.body.errors?.payroll?.[0]).toMatch(/^Changed since .*: Baraka Mutua$/)
    await primary.call(casualPayrolls.recalculate, { params: { id } })
    expect((await casualRun(primary, id)).payslips[0]?.days).toBe(4.5)
    expect((await confirm(primary, id)).status).toBe(200)
  })

  test('waits for a recalculation when somebody is to be paid otherwise', async () => {
    const casual = await addCasual(primary)
    const { id } = await draftCasuals(primary, monday, sunday)
    await primary.call(casuals.update, { params: { id: casual.id }, body: { pay_by: 'cash' } })
    const refused = await confirm(primary, id)
    expect(refused.body.errors?.payroll?.[0]).toMatch(/^Changed since .*: Baraka Mutua$/)
    await primary.call(casualPayrolls.recalculate, { params: { id } })
    expect((await confirm(primary, id)).status).toBe(200)
    // Whoever signs the list for cash is on it.
    expect((await casualRun(primary, id)).payslips[0]?.pay_by).toBe('cash')
  })
})

test('the number of queries does not grow with the number of casuals', async () => {
  const asked = async (count: number) => {
    const organization = await world.addOrganization()
    const owner = await world.as('primary', organization)
    await addManyCasuals(world, organization, count)
    return queriesOf(world, async () => {
      const { id } = await draftCasuals(owner, monday, sunday)
      await owner.call(casualPayrolls.checks, { params: { id } })
      await confirm(owner, id)
      await casualRun(owner, id)
    })
  }
  expect(await asked(300)).toBe(await asked(3))
})

test('who may do what follows the permissions', async () => {
  await addCasual(primary)
  const { id } = await draftCasuals(primary, monday, sunday)
  const slip = (await casualRun(primary, id)).payslips[0]?.id ?? ''
  const statuses = async (role: Role) => {
    const caller = await world.as(role, home)
    // One after another: the last of them would delete what the others are about.
    const replies = [
      await caller.call(casualPayrolls.list),
      await caller.call(casualPayrolls.payslip, { params: { id: slip } }),
      await caller.call(casualPayrolls.sheet, { params: { id }, query: { extension: 'csv' } }),
      await create(caller),
      await confirm(caller, id),
      await caller.call(casualPayrolls.remove, { params: { id } }),
    ]
    return replies.map(({ status }) => status)
  }
  // 422: nobody is left, or confirmed by then.
  expect(await statuses('user')).toEqual([403, 403, 403, 403, 403, 403])
  expect(await statuses('employee')).toEqual([403, 403, 403, 403, 403, 403])
  expect(await statuses('finance')).toEqual([200, 200, 200, 422, 200, 422])
  expect(await statuses('admin')).toEqual([200, 200, 200, 422, 403, 422])
})
