// @tests story
import { beforeEach, describe, expect, test } from 'vitest'
import { leaveNight } from '../areas/leave/year.ts'
import { approveLeave, openLeaveOffice } from '../test/leave.ts'
import { employ, runMonth, terminate } from '../test/office.ts'
import { statementsIn } from '../test/statements.ts'
import { openWorld } from '../test/world.ts'

/**
 * What leave costs of pay and what balances have, for somebody who got statements into a request
 * and may make payrolls, confirm them or keep leave: it is what the approved days come to.
 */

const world = await openWorld()
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

/** Staff, each of them with an employee record; `write` in the session of one of them. */
async function openOffice() {
  const office = await openLeaveOffice(world)
  const { primary, organization } = office
  const { id } = await employ(primary, { salary: 62_000, employment_date: '2015-02-01' })
  const { id: colleague } = await employ(primary, { salary: 62_000 })
  const clerk = await world.as('user', organization)
  await world.rows(
    `update memberships set permissions = '{create payrolls,view payrolls}', employee_id = $2
     where user_id = $1`,
    [clerk.id, id],
  )
  const staff = {
    clerk,
    finance: await world.as('finance', organization),
    admin: await world.as('admin', organization),
    primary,
  }
  const write = (who: keyof typeof staff, statement: string) =>
    statementsIn(world, staff[who])
      .inside((client) => client.query(statement), 'commit')
      .then(
        () => 'done',
        ({ code }) => code as string,
      )
  return { ...office, id, colleague, write }
}
const everybody = ['clerk', 'finance', 'admin', 'primary'] as const

describe('what leave costs', () => {
  const cost = (id: string, days: number, month = '2026-03') =>
    `insert into leave_pay_days (request_id, employee_id, month, days, working)
     select r.id, '${id}', '${month}', ${days}, 'x' from leave_requests r`

  test.each(everybody)('is neither more nor less because the %s says so', async (who) => {
    const { id, colleague, primary, typeOf, write } = await openOffice()
    const days = { start_date: '2026-03-02', end_date: '2026-03-06' }
    const leave_type_id = typeOf('Unpaid Leave')
    await approveLeave(primary, { employee_id: id, leave_type_id, ...days })
    for (const statement of [
      'delete from leave_pay_days',
      'update leave_pay_days set days = 0.01',
      `update leave_pay_days set month = '2099-01'`,
      `update leave_pay_days set employee_id = '${colleague}'`,
      `update leave_pay_days set working = 'x'`,
      cost(id, -200, '2026-02'),
      cost(id, -5),
      cost(id, 5),
      cost(colleague, -200, '2026-02'),
      cost(colleague, 5),
    ]) {
      expect(await write(who, statement), statement).toBe('42501')
    }
    const { payslips } = await runMonth(primary, 'March', 2026)
    expect(payslips.map(({ gross }) => gross).sort()).toEqual([52_000, 62_000])
  })

  test('is not divided by whoever confirms', async () => {
    const { id, primary, typeOf, write } = await openOffice()
    const days = { start_date: '2026-03-02', end_date: '2026-03-06' }
    const leave_type_id = typeOf('Unpaid Leave')
    await approveLeave(primary, { employee_id: id, leave_type_id, ...days })
    const run = await runMonth(primary, 'March', 2026, false)
    const carry = `select carry_leave_days('${run.id}')`
    expect(await write('clerk', carry)).toBe('42501')
    // Nothing of a run that nobody is confirming, and that carries nothing.
    expect(await write('primary', carry)).toBe('done')
    const kept = 'select days::float from leave_pay_days where employee_id = $1'
    expect(await world.rows(kept, [id])).toEqual([{ days: 5 }])
  })
})

test.each(everybody)('leave does not end with a last day because the %s says so', async (who) => {
  const { colleague, primary, typeOf, write } = await openOffice()
  const days = { start_date: '2026-03-09', end_date: '2026-03-13' }
  const leave_type_id = typeOf('Unpaid Leave')
  const leave = await approveLeave(primary, {
    ...{ employee_id: colleague, leave_type_id, ...days },
  })
  await terminate(primary, colleague, '2026-03-09')
  const end = `select end_leave_with_last_day(array['${leave}']::uuid[])`
  expect(await write(who, end)).toBe('42501')
})

describe('days of leave', () => {
  const entry = (kind: string, sums: string) =>
    `insert into leave_entries (balance_id, kind, day, ${sums.replace(/ .*/, '')})
     select b.id, '${kind}', '2026-03-10', ${sums.replace(/.* /, '')} from leave_balances b
     join leave_types t on t.id = b.leave_type_id
     join employees e on e.id = b.employee_id
     where t.name = 'Annual Leave' and e.employment_date = '2015-02-01'`

  async function withLostDays() {
    const office = await openOffice()
    await world.work(leaveNight)
    const { id, typeOf } = office
    for (const [kind, days, day] of [
      ['carry-over', 8, '2026-01-01'],
      ['expiry', -8, '2026-03-01'],
    ]) {
      await world.rows(
        `insert into leave_entries (organization_id, balance_id, kind, entitled, day)
         select b.organization_id, b.id, $3, $4, $5 from leave_balances b
         where b.employee_id = $1 and b.leave_type_id = $2`,
        [id, typeOf('Annual Leave'), kind, days, day],
      )
    }
    const look = () =>
      world.rows(
        `select entitled, used, pending from leave_balances
         where employee_id = $1 and leave_type_id = $2`,
        [id, typeOf('Annual Leave')],
      )
    return { ...office, look }
  }

  test.each(everybody)('do not come out of nothing, as paid out by the %s', async (who) => {
    const { look, write } = await withLostDays()
    const before = await look()
    for (const sums of ['entitled 30', 'entitled -1', 'pending 1', 'used -3', 'used 0']) {
      expect(await write(who, entry('encashment', sums)), sums).toBe('42501')
    }
    // Nobody is paid for them.
    expect(await write(who, entry('encashment', 'used 1'))).not.toBe('done')
    expect(await look()).toEqual(before)
  })

  test.each(['clerk', 'finance'] as const)(
    'that were lost stay lost, and others are not, for the %s',
    async (who) => {
      const { look, write } = await withLostDays()
      const before = await look()
      for (const [kind, sums] of [
        ['expiry', 'entitled 8'],
        ['expiry', 'entitled -1'],
        ['carry-over', 'entitled -1'],
        ['carry-over', 'entitled 1'],
        ['release', 'used -1'],
      ] as const) {
        expect(await write(who, entry(kind, sums)), `${kind} ${sums}`).toBe('42501')
      }
      expect(await look()).toEqual(before)
    },
  )
})
