// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  approveLeave,
  certificate,
  type LeaveOffice,
  openLeaveOffice,
  sumsOf,
} from '../../test/leave.ts'
import { asEmployee, employ, runMonth, terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** What leave does to pay: each line with its working, and nothing silently lost. */

const { leaveClaims, leaveRequests, leaveBalances, payrolls, employees } = contract
const world = await openWorld()
let office: LeaveOffice
let primary: LeaveOffice['primary']
let unpaid: string
let id: string

beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openLeaveOffice(world)
  primary = office.primary
  unpaid = office.typeOf('Unpaid Leave')
  id = (await employ(primary, { salary: 62_000 })).id
})

const approved = (leave_type_id: string, start_date: string, end_date: string, more = {}) =>
  approveLeave(primary, { employee_id: id, leave_type_id, start_date, end_date, ...more })

const cancel = (request: string) => primary.call(leaveRequests.cancel, { params: { id: request } })

/** The lines of the newest payslip besides the salary. */
async function linesOf(payroll_id: string) {
  const [slip] = await world.rows(
    `select gross::float, incomes from payslips where payroll_id = $1 and employee_id = $2`,
    [payroll_id, id],
  )
  const lines = slip.incomes as { name: string; amount: number; working?: string }[]
  return {
    gross: slip.gross,
    lines: lines.map(({ name, amount }) => [name, amount]),
    working: lines.map(({ working }) => working).join(' | '),
  }
}

describe('unpaid days', () => {
  test('lower the month by its calendar days, before statutory amounts', async () => {
    await approved(unpaid, '2026-03-06', '2026-03-09')
    const run = await runMonth(primary, 'March', 2026, false)
    const slip = await linesOf(run.id)
    // Friday to Monday: four calendar days of 2,000 each.
    expect(slip.lines).toEqual([['Unpaid Leave', -800_000]])
    expect(slip.gross).toBe(54_000)
    expect(slip.working).toBe(
      'salary × 4 of 31 days (Unpaid Leave from 06 March, 2026 to 09 March, 2026: ' +
        '4 calendar days unpaid)',
    )
  })

  test('at half pay cost half, after seven days in full', async () => {
    await approved(office.typeOf('Sick Leave'), '2026-03-02', '2026-03-12', certificate)
    const slip = await linesOf((await runMonth(primary, 'March', 2026, false)).id)
    // The 11th and the 12th at 50%.
    expect(slip.lines).toEqual([['Sick Leave', -200_000]])
    expect(slip.working).toContain('2 calendar days paid at 50%')
  })

  test('of two months go into each', async () => {
    await approved(unpaid, '2026-03-30', '2026-04-02')
    const march = await linesOf((await runMonth(primary, 'March', 2026)).id)
    const april = await linesOf((await runMonth(primary, 'April', 2026, false)).id)
    expect(march.lines).toEqual([['Unpaid Leave', -400_000]])
    expect(april.lines).toEqual([['Unpaid Leave', -413_333]])
  })

  test('that are approved after a draft show as a change, and a recalculation takes them in', async () => {
    const run = await runMonth(primary, 'March', 2026, false)
    await approved(unpaid, '2026-03-16', '2026-03-16')
    const refused = await primary.call(payrolls.confirm, { params: { id: run.id } })
    expect(refused.status).toBe(422)
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    expect((await linesOf(run.id)).lines).toEqual([['Unpaid Leave', -200_000]])
    expect((await primary.call(payrolls.confirm, { params: { id: run.id } })).status).toBe(200)
  })
})

describe('after the run was confirmed', () => {
  test('a leave of that month is taken back in the next draft', async () => {
    await runMonth(primary, 'March', 2026)
    await approved(unpaid, '2026-03-16', '2026-03-17')
    const slip = await linesOf((await runMonth(primary, 'April', 2026, false)).id)
    expect(slip.lines).toEqual([['Unpaid Leave (March 2026)', -400_000]])
    expect(slip.working).toContain('62,000 × 2 of 31 days of March 2026')
  })

  test('what the next month cannot bear is carried on until it is taken', async () => {
    await runMonth(primary, 'February', 2026)
    const leave = await approved(unpaid, '2026-02-02', '2026-02-28')
    await approved(unpaid, '2026-03-01', '2026-03-10')
    const march = await runMonth(primary, 'March', 2026, false)
    // 42,000 are paid for 21 days of March. 28,000 may go, 1,599.59 of it to the law: 11.92 days.
    expect((await linesOf(march.id)).lines).toEqual([
      ['Unpaid Leave', -2_000_000],
      ['Unpaid Leave (February 2026)', -2_639_429],
    ])
    const { body: checks } = await primary.call(payrolls.checks, { params: { id: march.id } })
    expect(checks.filter(({ blocks }) => blocks)).toEqual([])
    expect(checks.find(({ kind }) => kind === 'leave carried')?.people[0]?.detail).toBe(
      'Unpaid Leave (February 2026): 15.08 days are carried forward',
    )
    await primary.call(payrolls.confirm, { params: { id: march.id } })
    const owed = async () =>
      (
        await world.rows(
          `select days::float, status from leave_pay_days where request_id = $1 order by number`,
          [leave],
        )
      ).map(({ days, status }) => [days, status])
    expect(await owed()).toEqual([
      [11.92, 'paid'],
      [15.08, 'draft'],
    ])
    const april = await runMonth(primary, 'April', 2026)
    expect((await linesOf(april.id)).lines).toEqual([['Unpaid Leave (February 2026)', -3_339_143]])
    expect(await owed()).toEqual([
      [11.92, 'paid'],
      [15.08, 'paid'],
    ])
  })
  test('a leave that was cancelled is given back, once', async () => {
    const request = await approved(unpaid, '2026-03-16', '2026-03-17')
    await runMonth(primary, 'March', 2026)
    expect((await cancel(request)).status).toBe(200)
    const slip = await linesOf((await runMonth(primary, 'April', 2026)).id)
    expect(slip.lines).toEqual([['Unpaid Leave given back (March 2026)', 400_000]])
    world.setTime('2026-04-10T09:00:00Z')
    primary = await office.renewed(primary)
    const may = await linesOf((await runMonth(primary, 'May', 2026, false)).id)
    expect(may.lines).toEqual([])
  })

  test('a type that is paid from then on gives nothing back of what was unpaid', async () => {
    await approved(unpaid, '2026-03-16', '2026-03-17')
    await runMonth(primary, 'March', 2026)
    const { body: type } = await primary.call(contract.leaveTypes.get, { params: { id: unpaid } })
    const body = { ...type, is_paid: true, paid_share: 100 }
    await primary.call(contract.leaveTypes.update, { params: { id: unpaid }, body })
    const later = await approved(unpaid, '2026-04-13', '2026-04-14')
    await approved(unpaid, '2026-04-16', '2026-04-16')
    await cancel(later)
    const april = await runMonth(primary, 'April', 2026, false)
    expect((await linesOf(april.id)).lines).toEqual([])
  })
  test('a holiday changes what is taken when it is declared in time, and not afterwards', async () => {
    const request = await approved(
      office.typeOf('Sick Leave'),
      '2026-03-02',
      '2026-03-12',
      certificate,
    )
    await runMonth(primary, 'March', 2026)
    const declare = (day: string) =>
      primary.call(contract.leaveHolidays.create, { body: { day, name: 'Day of mourning' } })
    expect((await declare('2026-03-05')).status).toBe(201)
    expect((await primary.call(leaveRequests.get, { params: { id: request } })).body.days).toBe(9)
    expect((await declare('2026-03-10')).status).toBe(201)
    // The seventh day at full pay is the 11th now: half of it had been taken.
    const slip = await linesOf((await runMonth(primary, 'April', 2026, false)).id)
    expect(slip.lines).toEqual([['Sick Leave given back (March 2026)', 100_000]])
    expect((await primary.call(leaveRequests.get, { params: { id: request } })).body.days).toBe(8)
  })

  test('of a run that is deleted or reversed the days are due again', async () => {
    await approved(unpaid, '2026-03-16', '2026-03-17')
    const draft = await runMonth(primary, 'March', 2026, false)
    await primary.call(payrolls.remove, { params: { id: draft.id } })
    const run = await runMonth(primary, 'March', 2026)
    expect((await linesOf(run.id)).lines).toEqual([['Unpaid Leave', -400_000]])
    const reversed = await primary.call(payrolls.reverse, {
      params: { id: run.id },
      body: { reason: 'Wrong month' },
    })
    expect(reversed.status).toBe(200)
    const again = await runMonth(primary, 'March', 2026)
    expect((await linesOf(again.id)).lines).toEqual([['Unpaid Leave', -400_000]])
  })
})

describe('days that are paid out', () => {
  const balanceOf = async () => {
    const annual = office.typeOf('Annual Leave')
    const body = { employee_id: id, leave_type_id: annual, year: 2026, entitled_days: 10 }
    return (await primary.call(leaveBalances.create, { body })).body
  }
  const encash = (balance: string, days: number, reason = 'Asked for') =>
    primary.call(leaveBalances.encash, { params: { id: balance }, body: { days, reason } })

  test('are a one-off line of the next payroll, with its working, and leave the balance', async () => {
    const { id: balance } = await balanceOf()
    expect((await encash(balance, 10.5)).body.message).toContain('not enough days left')
    expect((await encash(balance, 0)).status).toBe(422)
    expect((await encash(balance, 4, ' ')).status).toBe(422)
    expect((await encash(balance, 4)).status).toBe(200)
    const annual = office.typeOf('Annual Leave')
    expect(await sumsOf(world, id, annual)).toEqual([[2026, 10, 4, 0]])
    const run = await runMonth(primary, 'March', 2026)
    const slip = await linesOf(run.id)
    expect(slip.lines).toEqual([['Leave encashment', 1_127_273]])
    expect(slip.working).toBe(
      '4 days of Annual Leave × 62,000 ÷ 22 working days of a month (Asked for)',
    )
    const [line] = await world.rows('select incomes from payslips where payroll_id = $1', [run.id])
    expect(line.incomes[0]).toMatchObject({ one_off: true, type: 'leave', taxable: true })
    expect((await linesOf((await runMonth(primary, 'April', 2026, false)).id)).lines).toEqual([])
  })

  test('go back to the balance as long as no payroll has them', async () => {
    const { id: balance } = await balanceOf()
    const back = () => primary.call(leaveBalances.keepInstead, { params: { id: balance } })
    expect((await back()).body.message).toBe('No days of this balance are waiting to be paid out.')
    await encash(balance, 4)
    await encash(balance, 1.5)
    const draft = await runMonth(primary, 'March', 2026, false)
    expect((await back()).body.message).toContain('These days are in a draft payroll.')
    await primary.call(payrolls.remove, { params: { id: draft.id } })
    const shown = async () =>
      (await primary.call(leaveBalances.ledger, { params: { id: balance }, query: {} })).body
        .balance
    expect(await shown()).toMatchObject({ paying_out: 5.5, remaining: 4.5 })
    const all = await Promise.all(Array.from({ length: 8 }, back))
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
    expect(await shown()).toMatchObject({ paying_out: 0, remaining: 10 })
    expect((await linesOf((await runMonth(primary, 'March', 2026)).id)).lines).toEqual([])
  })

  test('and go back at the same moment leave nothing used that nobody is paid', async () => {
    const { id: balance } = await balanceOf()
    await encash(balance, 0.5)
    for (let round = 0; round < 6; round += 1) {
      const back = () => primary.call(leaveBalances.keepInstead, { params: { id: balance } })
      await Promise.all([back(), encash(balance, 4.5), back(), encash(balance, 0.5), back()])
      const { body } = await primary.call(leaveBalances.ledger, {
        params: { id: balance },
        query: {},
      })
      expect(body.balance.used_days).toBe(body.balance.paying_out)
    }
    await encash(balance, 0.5)
    const theirs = 'leave_encashments where balance_id = $1'
    await expect(world.rows(`delete from ${theirs}`, [balance])).rejects.toThrow()
    expect(await world.rows(`select id from ${theirs}`, [balance])).not.toEqual([])
  })

  test('of a type that is not paid out are refused', async () => {
    const body = { employee_id: id, leave_type_id: unpaid, year: 2026 }
    const balance = await primary.call(leaveBalances.create, { body })
    expect((await encash(balance.body.id, 1)).body.message).toBe('Unpaid Leave cannot be paid out.')
  })

  const leaves = () => terminate(primary, id, '2026-03-31')

  test('on leaving are only pointed out, unless leave is kept here', async () => {
    const body = { employee_id: id, leave_type_id: office.typeOf('Annual Leave'), year: 2026 }
    await primary.call(leaveBalances.create, { body })
    // Whoever was to rest from the last day on has rested one day of it.
    await approved(office.typeOf('Annual Leave'), '2026-03-31', '2026-04-01')
    await leaves()
    const run = await runMonth(primary, 'March', 2026, false)
    expect((await linesOf(run.id)).lines).toEqual([])
    const checks = await primary.call(payrolls.checks, { params: { id: run.id } })
    expect(checks.body.find(({ kind }) => kind === 'leave left')).toMatchObject({
      blocks: false,
      people: [
        { employee_id: id, detail: '2.5 days of Annual Leave' },
        {
          employee_id: id,
          detail: 'Annual Leave approved until 01 April, 2026, after the last day: it ends with it',
        },
      ],
    })
  })

  test('on leaving: what was earned until the last day, once', async () => {
    await world.rows('update leave_settings set pay_leavers = true where organization_id = $1', [
      office.organization,
    ])
    await leaves()
    const run = await runMonth(primary, 'March', 2026, false)
    // Three completed months: 5.25 days of 62,000 ÷ 22.
    expect((await linesOf(run.id)).lines).toEqual([['Leave pay', 1_479_545]])
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    expect((await linesOf(run.id)).lines).toEqual([['Leave pay', 1_479_545]])
    // A draft changes no balance.
    expect(await sumsOf(world, id, office.typeOf('Annual Leave'))).toEqual([[2026, 0, 0, 0]])
    await primary.call(payrolls.remove, { params: { id: run.id } })
    await primary.call(employees.status, { params: { id }, body: { status: 'active' } })
    await world.rows('update employees set termination_date = null where id = $1', [id])
    const stays = await runMonth(primary, 'March', 2026, false)
    expect((await linesOf(stays.id)).lines).toEqual([])
    expect(await sumsOf(world, id, office.typeOf('Annual Leave'))).toEqual([[2026, 0, 0, 0]])
  })
})

test('an employee sees the line on the payslip and why', async () => {
  const me = await asEmployee(world, office.organization, id)
  await approved(unpaid, '2026-03-16', '2026-03-16')
  await runMonth(primary, 'March', 2026)
  const [slip] = (await me.call(contract.payslips.ofEmployee, { params: { id } })).body
  const seen = await me.call(payrolls.working, { params: { id: slip?.id ?? '' } })
  expect(JSON.stringify(seen.body)).toContain(
    'Unpaid Leave on 16 March, 2026: 1 calendar day unpaid',
  )
})

describe('unpaid days of a month that somebody was not paid for cost nothing', () => {
  const setStatus = (status: 'active' | 'suspended') =>
    primary.call(employees.status, { params: { id }, body: { status } })
  const at = async (day: string) => {
    world.setTime(`${day}T09:00:00Z`)
    primary = await office.renewed(primary)
  }
  beforeEach(async () => {
    await employ(primary, { first_name: 'Stays' })
    await approved(unpaid, '2026-04-01', '2026-04-30')
    await runMonth(primary, 'March', 2026)
  })

  test('taken out of the payroll of that month', async () => {
    const april = await runMonth(primary, 'April', 2026, false)
    const [slip] = await world.rows(
      'select id from payslips where payroll_id = $1 and employee_id = $2',
      [april.id, id],
    )
    await primary.call(payrolls.removePayslip, { params: { id: slip.id } })
    await primary.call(payrolls.confirm, { params: { id: april.id } })
    await at('2026-05-20')
    const may = await runMonth(primary, 'May', 2026, false)
    expect(await linesOf(may.id)).toMatchObject({ gross: 62_000, lines: [] })
    const done = await primary.call(payrolls.confirm, { params: { id: may.id } })
    expect(done.body).toMatchObject({ status: 'confirmed' })
  })

  test('gone for it, and back', async () => {
    await terminate(primary, id, '2026-03-31')
    await at('2026-04-28')
    await runMonth(primary, 'April', 2026)
    await at('2026-05-02')
    await setStatus('active')
    const may = await runMonth(primary, 'May', 2026, false)
    expect(await linesOf(may.id)).toMatchObject({ gross: 62_000, lines: [] })
  })

  test('suspended for it: nor are they a claim against whoever leaves', async () => {
    await setStatus('suspended')
    await at('2026-04-28')
    await runMonth(primary, 'April', 2026)
    await at('2026-05-06')
    await terminate(primary, id, '2026-05-05')
    const may = await runMonth(primary, 'May', 2026)
    expect(await linesOf(may.id)).toMatchObject({ gross: 10_000, lines: [] })
    const { body } = await primary.call(leaveClaims.ofEmployee, { params: { id } })
    expect(body).toMatchObject({ claim: true, owed: 0, rows: [] })
  })

  test('paid for it later, that payslip has them, and the later ones nothing', async () => {
    await setStatus('suspended')
    const april = await runMonth(primary, 'April', 2026)
    await at('2026-05-20')
    await setStatus('active')
    await runMonth(primary, 'May', 2026)
    await primary.call(payrolls.reverse, { params: { id: april.id }, body: { reason: 'Without' } })
    const again = await runMonth(primary, 'April', 2026)
    expect(await linesOf(again.id)).toMatchObject({ gross: 0 })
    const june = await runMonth(primary, 'June', 2026, false)
    expect(await linesOf(june.id)).toMatchObject({ gross: 62_000, lines: [] })
  })
})
