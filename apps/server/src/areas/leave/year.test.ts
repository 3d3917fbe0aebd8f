// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../foundation/core/db.ts'
import { askFor, giveDays, type LeaveOffice, openLeaveOffice, sumsOf } from '../../test/leave.ts'
import { openWorld } from '../../test/world.ts'
import { leaveNight } from './year.ts'

/** The ledger over the years: earned, carried over, expired; each thing once. */

const { leaveRequests, leaveBalances } = contract
const world = await openWorld()
let office: LeaveOffice
let annual: string

beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openLeaveOffice(world)
  annual = office.typeOf('Annual Leave')
})

const night = () => world.work(leaveNight)
/** A session lives eight hours: later steps are done by a new one. */
const atDay = (day: string) => world.setTime(`${day}T09:00:00Z`)
const staff = () => world.as('primary', office.organization)

async function taken(employee_id: string, start_date: string, end_date: string) {
  const by = await staff()
  const asked = await askFor(by, { employee_id, leave_type_id: annual, start_date, end_date })
  if (asked.status !== 201) throw new Error(JSON.stringify(asked.body))
  await by.call(leaveRequests.approve, { params: { id: asked.body.id }, body: {} })
}

describe('every night', () => {
  test('what has been earned is added once, however often it runs', async () => {
    const me = await office.join()
    await night()
    await night()
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 3.5, 0, 0]])
    atDay('2026-04-01')
    await Promise.all([night(), night(), night()])
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 5.25, 0, 0]])
    atDay('2026-12-31')
    await night()
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 19.25, 0, 0]])
  })

  test('a joiner earns by days, or from the next month where that is the policy', async () => {
    const me = await office.join({ employment_date: '2026-02-15' })
    await night()
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 0.88, 0, 0]])
    const body = {
      remind_days: 3,
      pass_on_days: 7,
      joiners: 'next month',
      day_divisor: 22,
      pay_leavers: false,
    } as const
    await office.primary.call(contract.leaveSettings.change, { body })
    const other = await office.join({ employment_date: '2026-02-15' })
    await night()
    expect(await sumsOf(world, other.employee_id, annual)).toEqual([[2026, 0, 0, 0]])
  })
})

describe('at the end of the year', () => {
  test('it is done once, also when the server was off on 1 January', async () => {
    const me = await office.join()
    await giveDays(world, office, me.employee_id, annual, 4)
    atDay('2027-01-09')
    await Promise.all([night(), night()])
    await night()
    // 21 earned and 4 given: ten go over, the rest lapses.
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([
      [2026, 0, 0, 0],
      [2027, 10, 0, 0],
    ])
  })

  test.each([
    [[], 10],
    [['2027-01-11', '2027-01-20'], 2],
    [['2027-01-11', '2027-01-22'], 0],
    [['2027-01-11', '2027-01-26'], 0],
  ] as const)(
    'carried days that were not used by 31 March are lost: %o, %d',
    async (leave, gone) => {
      const me = await office.join()
      await giveDays(world, office, me.employee_id, annual, 10)
      atDay('2027-01-01')
      await night()
      await giveDays(world, office, me.employee_id, annual, 5, 2027)
      if (leave.length === 2) await taken(me.employee_id, leave[0], leave[1])
      const [, [, , used] = []] = await sumsOf(world, me.employee_id, annual)
      atDay('2027-04-02')
      await night()
      await night()
      const [, after] = await sumsOf(world, me.employee_id, annual)
      // Ten carried, five given, 5.25 earned from January to March.
      expect(after).toEqual([2027, 20.25 - gone, used, 0])
    },
  )

  test('a balance below zero neither expires nor is carried over', async () => {
    const me = await office.join()
    await giveDays(world, office, me.employee_id, annual, -30)
    atDay('2027-04-02')
    await night()
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([
      [2026, -9, 0, 0],
      [2027, 5.25, 0, 0],
    ])
  })

  test('days that come back to a closed year follow the others', async () => {
    const me = await office.join()
    atDay('2026-12-01')
    await night()
    const asker = await staff()
    const asked = await askFor(asker, {
      ...{ employee_id: me.employee_id, leave_type_id: annual },
      ...{ start_date: '2026-12-14', end_date: '2026-12-31' },
    })
    expect(asked.body.days).toBe(13)
    atDay('2027-01-02')
    await night()
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([
      [2026, 13, 0, 13],
      [2027, 8, 0, 0],
    ])
    const decider = await office.renewed(asker)
    await decider.call(leaveRequests.reject, {
      params: { id: asked.body.id },
      body: { rejection_reason: 'Too late' },
    })
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([
      [2026, 0, 0, 0],
      [2027, 10, 0, 0],
    ])
  })
})

describe('the ledger', () => {
  test('is never changed, not by a statement either', async () => {
    const me = await office.join()
    await night()
    const inOrg = (text: string) =>
      world.parts.db.inOrg({ organization_id: office.organization }, (tx) => tx.$client.query(text))
    await expect(inOrg('update leave_entries set entitled = 99')).rejects.toThrow(/denied/)
    await expect(inOrg('delete from leave_entries')).rejects.toThrow(/denied/)
    await expect(inOrg('update leave_balances set entitled = 99')).rejects.toThrow(/denied/)
    await expect(world.byHand('update leave_entries set entitled = 99')).rejects.toThrow(
      /never change/,
    )
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 3.5, 0, 0]])
  })

  test('an adjustment needs a reason, and the balance opens to its entries', async () => {
    await office.join()
    await night()
    const list = await office.primary.call(leaveBalances.list, { query: { search: 'annual' } })
    const { id } = list.body[0] ?? { id: '' }
    const change = (body: object) =>
      office.primary.call(leaveBalances.update, { params: { id }, body: body as never })
    expect((await change({ entitled_days: 10 })).status).toBe(422)
    expect((await change({ entitled_days: 10.3, reason: 'x' })).status).toBe(422)
    expect((await change({ entitled_days: -1, reason: 'x' })).status).toBe(422)
    const done = await change({ entitled_days: 10, reason: 'Agreed with the board' })
    expect(done.body).toMatchObject({ entitled_days: 10, remaining: 10 })
    const ledger = (query: { as_of?: string } = {}) =>
      office.primary.call(leaveBalances.ledger, { params: { id }, query })
    expect(
      (await ledger()).body.entries.map(({ kind, entitled, remaining, day, by, reason }) => [
        ...[kind, entitled, remaining, day, by, reason],
      ]),
    ).toEqual([
      ['accrual', 1.75, 1.75, '2026-02-01', 'System', null],
      ['accrual', 1.75, 3.5, '2026-03-01', 'System', null],
      ['adjustment', 6.5, 10, '2026-03-10', 'Amani Njoroge', 'Agreed with the board'],
    ])
    expect((await ledger({ as_of: '2026-02-28' })).body.balance.remaining).toBe(1.75)
    expect((await ledger({ as_of: '2026-06-15' })).body).toMatchObject({
      balance: { remaining: 10 },
      coming: 5.25,
    })
  })
})

// Last, since later nights would work for all of them.
describe('a night of many people', () => {
  /** Dies within its second portion, whose transaction is lost with it. */
  const dying = (db: Db): Db => {
    let calls = 0
    return {
      ...db,
      inOrg: (who, act) =>
        db.inOrg(who, async (tx) => {
          const done = await act(tx)
          if (who.organization_id === office.organization) calls += 1
          if (calls === 4) throw new Error('killed')
          return done
        }),
    }
  }
  const people = 260
  const summed = async () => {
    const [row] = await world.rows(
      `select count(*)::int as people, sum(b.entitled)::float as days,
         (select count(*)::int from leave_entries n join leave_balances k on k.id = n.balance_id
           where n.organization_id = $1 and k.leave_type_id = $2) as entries
       from leave_balances b where b.organization_id = $1 and b.leave_type_id = $2`,
      [office.organization, annual],
    )
    return row
  }

  test('is done in portions, and one that was killed goes on where it was', async () => {
    await world.rows(
      `insert into employees (organization_id, employee_no, first_name, last_name, id_number, tos,
         employment_date)
       select $1, 'N-' || n, 'Many', 'People', (30000000 + n)::text, 'Permanent', '2024-01-01'
       from generate_series(1, ${people}) n`,
      [office.organization],
    )
    await expect(
      world.work({
        ...leaveNight,
        work: (job) => leaveNight.work({ ...job, db: dying(world.parts.db) }, {} as never),
      }),
    ).rejects.toThrow('killed')
    expect(await summed()).toEqual({ people: 250, days: 250 * 3.5, entries: 500 })
    await Promise.all([night(), night()])
    await night()
    expect(await summed()).toEqual({ people, days: people * 3.5, entries: people * 2 })
  })
})
