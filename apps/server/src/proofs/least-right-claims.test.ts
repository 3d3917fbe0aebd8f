// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { leaveNight } from '../areas/leave/year.ts'
import { freeze, hold, settle } from '../areas/payroll/confirm.ts'
import { approveLeave, openLeaveOffice } from '../test/leave.ts'
import { lend, openBorrowing } from '../test/loans.ts'
import { employ, runMonth } from '../test/office.ts'
import { sessionOf } from '../test/session.ts'
import { statementsIn } from '../test/statements.ts'
import { openWorld } from '../test/world.ts'

/**
 * What a payslip takes in once, for somebody who got statements into a request and may make
 * payrolls: a draft holds it, the run that is confirmed pays it, and a reversal sets it free.
 */

const { loans, leaveBalances, payrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

/** An employee, and a clerk who may only make payrolls and see them. */
async function openClerk(given: Parameters<typeof employ>[1] = {}) {
  const office = await openLeaveOffice(world)
  const clerk = await world.as('user', office.organization)
  await world.rows(
    `update memberships set permissions = '{create payrolls,view payrolls}' where user_id = $1`,
    [clerk.id],
  )
  const { id } = await employ(office.primary, { salary: 62_000, ...given })
  const { inside } = statementsIn(world, clerk)
  const write = (...statements: string[]) =>
    inside(async (client) => {
      for (const statement of statements) await client.query(statement, [id])
    }, 'commit').then(
      () => 'done',
      ({ code }) => code as string,
    )
  return { ...office, id, inside, write }
}

/** Three days paid out and a commission, each 10,000 or so. */
async function withMoneyDue() {
  const office = await openClerk({ employment_date: '2015-02-01', salary: 66_000 })
  const { id, primary, organization, typeOf } = office
  await world.work(leaveNight)
  const [balance] = await world.rows(
    'select id from leave_balances where employee_id = $1 and leave_type_id = $2',
    [id, typeOf('Annual Leave')],
  )
  const body = { days: 3, reason: 'cash' } as never
  await primary.call(leaveBalances.encash, { ...one(balance.id), body })
  await world.rows(
    `insert into employee_revenues (organization_id, employee_id, period, amount, target, rate)
     values ($1, $2, '2026-03', 100000, 0, 10)`,
    [organization, id],
  )
  return office
}

/** Somebody waits for somebody else. */
const waiting = async () =>
  (
    await world.byHand(`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`)
  ).length

/** Five unpaid days and five of absence in March. */
async function withDaysOff() {
  const office = await openClerk()
  const { id, primary, organization, typeOf } = office
  await world.rows(
    `insert into variable_pay (organization_id, employee_id, period, absence_days)
     values ($1, $2, '2026-03', 5)`,
    [organization, id],
  )
  const leave_type_id = typeOf('Unpaid Leave')
  const days = { start_date: '2026-03-02', end_date: '2026-03-06' }
  await approveLeave(primary, { employee_id: id, leave_type_id, ...days })
  return office
}

const paidSlip = '(select id from payslips where employee_id = $1 and frozen limit 1)'
const anySlip = '(select id from payslips where employee_id <> $1 and not frozen limit 1)'

describe('what is due', () => {
  test('is not taken by saying so', async () => {
    const { primary, write } = await withDaysOff()
    await runMonth(primary, 'January', 2026)
    for (const table of ['variable_pay', 'leave_pay_days']) {
      for (const said of [
        `status = 'paid'`,
        `status = 'paid', payslip_id = ${paidSlip}`,
        `payslip_id = ${paidSlip}`,
      ]) {
        const done = await write(`update ${table} set ${said} where employee_id = $1`)
        expect(done, `${table} ${said}`).toBe('23514')
      }
    }
    const run = await runMonth(primary, 'March', 2026, false)
    expect(run.payslips[0]).toMatchObject({ gross: 42_000 })
  })

  test('is not waived by whoever may only make payrolls, nor before the last pay', async () => {
    const { primary, organization, write } = await withDaysOff()
    const closing = `update leave_pay_days set status = 'closed', outcome = 'waived',
      outcome_reason = 'x', closed_at = now(), closed_by = 'x' where employee_id = $1`
    expect(await write(closing)).toBe('42501')
    const { refused } = statementsIn(world, await world.as('admin', organization))
    const all = closing.replace('where employee_id = $1', '')
    expect(await refused(all)).toEqual({ code: '42501' })
    expect((await runMonth(primary, 'March', 2026, false)).payslips[0]?.gross).toBe(42_000)
  })

  test('is held by a draft of the same person', async () => {
    const { primary, write } = await withDaysOff()
    await employ(primary, { salary: 62_000 })
    await runMonth(primary, 'April', 2026, false)
    const held = (slip: string) =>
      write(`update leave_pay_days set payslip_id = ${slip} where employee_id = $1`)
    expect(await held(anySlip)).toBe('23514')
    expect(await held('null')).toBe('done')
    expect(await held('(select id from payslips where employee_id = $1 limit 1)')).toBe('done')
  })

  test('is not paid by a payslip that somebody froze for a moment', async () => {
    const { primary, write } = await withDaysOff()
    await runMonth(primary, 'March', 2026, false)
    const done = await write(
      'update payslips set frozen = true where employee_id = $1',
      `update variable_pay set status = 'paid', payslip_id = ${paidSlip} where employee_id = $1`,
    )
    expect(done).toBe('23514')
  })
})

describe('what was paid', () => {
  test('is not due again: days paid out, a one-off', async () => {
    const { id, primary, organization, typeOf, write } = await openClerk({
      employment_date: '2015-02-01',
    })
    await world.work(leaveNight)
    const [balance] = await world.rows(
      'select id from leave_balances where employee_id = $1 and leave_type_id = $2',
      [id, typeOf('Annual Leave')],
    )
    const body = { days: 3, reason: 'cash' } as never
    await primary.call(leaveBalances.encash, { ...one(balance.id), body })
    await world.rows(
      `insert into recur_incomes (organization_id, employee_id, name, amount, "from", one_off)
       values ($1, $2, 'Prize', 20000, '2026-03-01', true)`,
      [organization, id],
    )
    await runMonth(primary, 'March', 2026)
    for (const table of ['leave_encashments', 'recur_incomes']) {
      for (const said of [`status = 'draft', payslip_id = null`, `status = 'draft'`]) {
        const done = await write(`update ${table} set ${said} where employee_id = $1`)
        expect(done, `${table} ${said}`).toBe('23514')
      }
    }
    const run = await runMonth(primary, 'April', 2026, false)
    expect(run.payslips[0]).toMatchObject({ gross: 62_000 })
  })

  test('is due again when the run is reversed', async () => {
    const { primary } = await withDaysOff()
    const { id } = await runMonth(primary, 'March', 2026)
    const reversed = await primary.call(payrolls.reverse, { ...one(id), body: { reason: 'x' } })
    expect(reversed.status).toBe(200)
    const again = await runMonth(primary, 'March', 2026, false)
    expect(again.payslips[0]).toMatchObject({ gross: 42_000 })
  })
})

test('a loan is held by a draft, never by a payslip that is paid', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  const { id: borrower } = office.borrower
  await world.rows(`update memberships set role = 'finance' where employee_id = $1`, [borrower])
  const [{ user_id }] = await world.rows('select user_id from memberships where employee_id = $1', [
    borrower,
  ])
  const { refused } = statementsIn(world, {
    token: await sessionOf(world.parts, user_id, office.organization),
  })
  const parked = `update loans set payslip_id = ${paidSlip} where employee_id = $1`
  expect(await refused(parked, [borrower])).toEqual({ code: '23514' })
  await runMonth(office.primary, 'March', 2026)
  expect((await office.primary.call(loans.get, one(id))).body.deducted).toBe(12_680)
})

test('a claim waits for the run that is being confirmed, and then comes too late', async () => {
  const { id, primary, organization } = await withDaysOff()
  const run = await runMonth(primary, 'April', 2026, false)
  await world.rows('update leave_pay_days set payslip_id = null where employee_id = $1', [id])
  const { inside } = statementsIn(world, await world.as('admin', organization))
  const [freezing, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { db, secrets } = world.parts
  const confirming = db.inOrg({ organization_id: organization, actor: 'X' }, async (tx) => {
    await freeze(tx, secrets, run.id, 'X')
    freezing.resolve()
    await ended.promise
  })
  await freezing.promise
  const claiming = inside((client) => {
    const done = client.query(
      `update leave_pay_days set payslip_id = (select id from payslips
         where employee_id = $1 limit 1) where employee_id = $1`,
      [id],
    )
    setTimeout(ended.resolve, 200)
    return done
  })
  await expect(claiming).rejects.toMatchObject({ code: '23514' })
  await confirming
})

describe('while a run is confirmed, nothing that it holds', () => {
  const april = `(select id from payslips where employee_id = $1 and month = '2026-04')`
  test.each([
    'update leave_encashments set payslip_id = null where employee_id = $1',
    'update employee_revenues set payslip_id = null where employee_id = $1',
    `update employee_revenues set payslip_id = ${april} where employee_id = $1`,
    'delete from employee_revenues where employee_id = $1',
    'update employee_revenues set amount = 200000 where employee_id = $1',
  ])('is paid without being in it, or is in it without being paid: %s', async (statement) => {
    const { id, primary, organization } = await withMoneyDue()
    const { inside } = statementsIn(world, await world.as('admin', organization))
    const march = await runMonth(primary, 'March', 2026, false)
    await runMonth(primary, 'April', 2026, false)
    expect(march.payslips[0]?.gross).toBe(85_000)
    // Not committed yet when somebody confirms.
    const confirming = await inside(async (client) => {
      await client.query(statement, [id])
      const reply = primary.call(payrolls.confirm, one(march.id))
      await expect.poll(waiting).toBe(1)
      return { reply }
    }, 'commit')
    expect((await confirming.reply).status).toBe(422)
    const rows = await world.rows(
      `select status from leave_encashments where employee_id = $1
       union all select status from employee_revenues where employee_id = $1`,
      [id],
    )
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['draft']))
  })

  test('is set free once it has begun: nobody waits for each other', async () => {
    const { id, primary, organization } = await withMoneyDue()
    const march = await runMonth(primary, 'March', 2026, false)
    const { inside } = statementsIn(world, await world.as('admin', organization))
    const { db, secrets } = world.parts
    await db.inOrg({ organization_id: organization, actor: 'X' }, async (tx) => {
      await tx.run`select from payrolls where id = ${march.id} for update`
      for (const statement of [
        'update leave_encashments set payslip_id = null where employee_id = $1',
        `update employee_revenues set payslip_id = null where employee_id = $1`,
        'delete from employee_revenues where employee_id = $1',
      ]) {
        const freeing = inside((client) => client.query(statement, [id]))
        await expect(freeing).rejects.toMatchObject({ code: '55P03' })
      }
      await freeze(tx, secrets, march.id, 'X')
    })
    const next = await runMonth(primary, 'April', 2026, false)
    expect(next.payslips[0]?.gross).toBe(66_000)
  })

  test('such as a loan, is deducted without being credited', async () => {
    const office = await openBorrowing(world)
    const { id } = await lend(office)
    const run = await runMonth(office.primary, 'March', 2026, false)
    const { inside } = statementsIn(world, await world.as('admin', office.organization))
    const confirming = await inside(async (client) => {
      await client.query('update loans set payslip_id = null where id = $1', [id])
      const reply = office.primary.call(payrolls.confirm, one(run.id))
      await expect.poll(waiting).toBe(1)
      return { reply }
    }, 'commit')
    expect((await confirming.reply).status).toBe(422)
    expect((await office.primary.call(loans.get, one(id))).body.deducted).toBe(0)
  })
})

test('what is recorded for the month while it is confirmed is not paid by a payslip without it', async () => {
  const { id, primary, organization } = await openClerk()
  const march = await runMonth(primary, 'March', 2026, false)
  const { db, secrets } = world.parts
  await db.inOrg({ organization_id: organization, actor: 'X' }, async (tx) => {
    await hold(tx, march.id, 'monthly')
    await world.rows(
      `insert into variable_pay (organization_id, employee_id, period, bonus)
       values ($1, $2, '2026-03', 5000)`,
      [organization, id],
    )
    await settle(tx, secrets, march.id, 'X')
  })
  expect(await world.rows('select status from variable_pay where employee_id = $1', [id])).toEqual([
    { status: 'draft' },
  ])
})

/** Of a payslip, and not taken in by it. */
const others = [
  'byproducts',
  'correction_lines',
  'final_claims',
  'loan_entries',
  'off_cycle_amounts',
  'payslip_mails',
]

test('every table of what payslips take in is guarded', async () => {
  const tables = await world.byHand(
    `select a.attrelid::regclass::text as name, (select count(*)::int from pg_trigger t
         where t.tgrelid = a.attrelid and t.tgfoid = to_regproc('keep_claims')) as guards
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'payslip_id' and c.relkind = 'r'
       and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const of = (guards: number) =>
    tables.filter((table) => table.guards === guards).map(({ name }) => name)
  expect(of(0)).toEqual(others)
  expect(of(3)).toEqual([
    'arrears',
    'employee_revenues',
    'leave_encashments',
    'leave_pay_days',
    'loans',
    'recur_incomes',
    'variable_pay',
  ])
  expect(tables).toHaveLength(of(0).length + of(3).length)
})
