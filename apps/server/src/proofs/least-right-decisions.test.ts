// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { approveLeave, askFor, giveDays, openLeaveOffice } from '../test/leave.ts'
import { apply, guarantee, lend, openBorrowing } from '../test/loans.ts'
import { statementsIn } from '../test/statements.ts'
import { openWorld } from '../test/world.ts'

/** Consents and approvals, for somebody who got statements of their own into a request. */

const world = await openWorld()
const denied = { code: '42501' }

describe('a loan', async () => {
  const office = await openBorrowing(world)
  const { borrower, guarantors, primary } = office
  const { refused, inside } = statementsIn(world, borrower)
  const consent = `update loan_guarantors set status = 'approved', approved_at = app_now(), terms = 'x'
    where loan_id = $1`
  const approve = `update loans set status = 'approved', approved_at = app_now(),
    approver = '{}', disbursed_on = '2026-03-10', first_month = '2026-03' where id = $1`
  test('is guaranteed by its guarantors alone', async () => {
    const id = await apply(office)
    expect(await refused(consent, [id])).toEqual(denied)
    expect(await refused(consent, [id], primary)).toEqual(denied)
    const own = `${consent} and employee_id = '${guarantors[0]?.id}'`
    expect(await refused(own, [id], guarantors[0])).toEqual({ rows: [] })
    expect(await refused(own, [id], guarantors[1])).toEqual(denied)
    const another = 'insert into loan_guarantors (loan_id, employee_id) values ($1, $2)'
    expect(await refused(another, [id, primary.id], guarantors[0])).toEqual(denied)
    expect(await refused(another, [id, borrower.id])).toEqual(denied)
  })
  test('is approved by a primary user, and not before it is guaranteed', async () => {
    const id = await apply(office)
    expect(await refused(approve, [id])).toEqual(denied)
    expect(await refused(approve, [id], primary)).toEqual(denied)
    await guarantee(office, id)
    expect(await refused(approve, [id])).toEqual(denied)
    const taken = await inside((client) => client.query(approve, [id]), 'rollback', primary)
    expect(taken.rowCount).toBe(1)
  })
  test('is not born approved, nor taken out for somebody else', async () => {
    // Every column of a loan that is not made by the database itself.
    const [{ columns }] = await world.rows(
      `select string_agg(attname, ', ') as columns from pg_attribute where attnum > 0
         and attrelid = 'loans'::regclass and attgenerated = '' and attidentity = ''
         and not attisdropped`,
    )
    const values = (columns as string).replace(/\w+/g, 'l.$&')
    const copy = (change: string) => `do $$ declare l loans; begin
      select * into l from loans limit 1; l.id := gen_random_uuid(); ${change}
      insert into loans (${columns}) select ${values}; end $$`
    expect(await refused(copy(`l.status := 'approved';`))).toEqual(denied)
    const theirs = copy(`l.employee_id := '${guarantors[0]?.id}';`)
    expect(await refused(theirs)).toEqual(denied)
  })
})

describe('what is owed', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  const admin = await world.as('admin', office.organization)
  const { refused } = statementsIn(world, admin)
  const entry = (kind: string, amount: number, more = '') =>
    `insert into loan_entries (loan_id, kind, amount, day ${more && `, ${more.split(' ')[0]}`})
     values ($1, '${kind}', ${amount}, app_now()::date ${more && `, ${more.split(' ')[1]}`})`
  const slip = `(select id from payslips where employee_id = '${office.borrower.id}' limit 1)`
  test.each([
    ['a write-off', entry('write-off', 1000)],
    ['a top-up', entry('top-up', 1000)],
    ['a rebate', entry('rebate', 1000)],
    ['a rebate by a payslip', entry('rebate', 1000, `payslip_id ${slip.replaceAll(' ', '\n')}`)],
    ['a deduction', entry('deduction', 1000, `payslip_id ${slip.replaceAll(' ', '\n')}`)],
    ['what was recovered', entry('write-off', -1000)],
    ['a negative repayment', entry('repayment', -1000)],
  ])('is not changed by %s that an admin writes', async (_, statement) => {
    expect(await refused(statement, [id])).toEqual({ code: expect.stringMatching(/42501|23514/) })
  })
  test('is repaid by a top-up where there is one, and for whoever decides', async () => {
    const top = entry('top-up', 1000)
    expect(await refused(top, [id], office.primary)).toEqual({ code: '23514' })
    expect(await refused(entry('write-off', 1000), [id], office.primary)).toEqual({ rows: [] })
    expect(await refused(entry('repayment', 1000), [id])).toEqual({ rows: [] })
  })
  test('is taken back as it was', async () => {
    const { body } = await office.primary.call(contract.loans.repay, {
      params: { id },
      body: { amount: 1000, day: '2026-03-10', reference: 'QK1' },
    })
    const takes = `takes_back '${body.entries[0]?.id}'`
    expect(await refused(entry('repayment', -1000, takes), [id])).toEqual({ rows: [] })
    for (const [kind, amount] of [
      ['repayment', -1001],
      ['write-off', -1000],
      ['write-off', 1000],
    ]) {
      const wrong = entry(kind as string, amount as number, takes)
      expect(await refused(wrong, [id]), `${kind} ${amount}`).toEqual({ code: '23514' })
    }
  })
})

test('what is owed, and who guarantees it, is not changed by whoever owes or guarantees it', async () => {
  const office = await openBorrowing(world)
  const { borrower, guarantors } = office
  const { refused } = statementsIn(world, borrower)
  const id = await apply(office)
  await guarantee(office, id)
  const repay = `insert into loan_entries (loan_id, kind, amount, day)
    values ($1, 'repayment', 1, '2026-03-10')`
  expect(await refused(repay, [id])).toEqual(denied)
  for (const who of [borrower, ...guarantors]) {
    expect(await refused('delete from loan_guarantors', [], who)).toEqual(denied)
    const undo = `update loan_guarantors set status = 'pending', approved_at = null, terms = null`
    expect(await refused(undo, [], who)).toEqual(denied)
  }
})

describe('a leave', async () => {
  const office = await openLeaveOffice(world)
  const person = await office.join()
  const colleague = await office.join()
  const { refused, inside } = statementsIn(world, person)
  const leave_type_id = office.typeOf('Compassionate Leave')
  const { body } = await askFor(person, { leave_type_id })
  const approve = `update leave_requests set status = 'approved', decided_at = app_now()
    where id = $1`
  const answer = `update leave_approvals set status = 'approved', decided_by = app_user(),
    decided_at = app_now() where request_id = $1`
  test('is not approved by whoever asks for it, nor by somebody who was not asked', async () => {
    for (const who of [person, colleague]) {
      expect(await refused(approve, [body.id], who)).toEqual(denied)
      expect(await refused(answer, [body.id], who)).toEqual(denied)
    }
    expect(await refused(answer, [body.id], office.primary)).toEqual({ rows: [] })
  })
  test('is approved by its levels in turn, and whole only by the last of them', async () => {
    const asking = await office.join()
    const [first, last] = [await office.join(), await office.join()]
    for (const [{ id }, level] of [[first, 4] as const, [last, 1] as const]) {
      await office.primary.call(contract.leaveApprovers.create, { body: { user_id: id, level } })
    }
    const { body: asked } = await askFor(asking, { leave_type_id })
    const attempt = (who: { token: string | undefined }, ...statements: string[]) =>
      inside(
        async (client) => {
          for (const statement of statements) await client.query(statement, [asked.id])
          return 'done'
        },
        'rollback',
        who,
      ).catch((error) => error.code as string)
    const done = `update leave_requests r set status = 'approved', level = null,
      paid_share = t.paid_share, full_pay_days = t.full_pay_days
      from leave_types t where t.id = r.leave_type_id and r.id = $1`
    const to = (level: number | null) => `update leave_requests set level = ${level} where id = $1`
    const put = (user: { id: string }, level: number) =>
      `insert into leave_approvals (request_id, level, user_id) values ($1, ${level}, '${user.id}')`
    const move = 'update leave_approvals set level = 1 where request_id = $1'
    for (const statements of [
      [done],
      [answer, done],
      [answer, to(null), done],
      [answer, to(null)],
      [to(1)],
      [to(null)],
      [put(first, 1)],
      [put(last, 1)],
      [move],
      [answer, to(1), put(first, 1)],
      [`update leave_requests set days = 1 where id = $1`],
      [`update leave_approvals set status = 'closed' where request_id = $1`],
    ]) {
      expect([statements, await attempt(first, ...statements)]).toEqual([statements, '42501'])
    }
    expect(await attempt(last, answer)).toBe('42501')
    expect(await attempt(office.primary, done)).toBe('42501')
    expect(await attempt(first, answer, to(1), put(last, 1))).toBe('done')
    const params = { id: asked.id }
    await first.call(contract.leaveRequests.approve, { params, body: {} })
    const turn = answer.replace('$1', '$1 and level = 1')
    expect(await attempt(first, turn)).toBe('42501')
    expect(await attempt(last, turn, done.replace('t.paid_share', '50'))).toBe('42501')
    expect(await attempt(last, turn, done)).toBe('done')
    await world.rows('delete from leave_approvers where organization_id = $1', [
      office.organization,
    ])
  })
  test('that has begun is not given up, nor is a decision taken away', async () => {
    const id = await approveLeave(office.primary, {
      ...{ employee_id: colleague.employee_id, leave_type_id },
      ...{ start_date: '2026-03-09', end_date: '2026-03-11' },
    })
    const cancel = `update leave_requests set status = 'cancelled' where id = $1`
    for (const who of [colleague, office.primary]) {
      expect(await refused(cancel, [id], who)).toEqual(denied)
    }
    for (const table of ['leave_requests', 'leave_approvals']) {
      expect(await refused(`delete from ${table}`, [], colleague)).toEqual(denied)
    }
  })
  test('is put before nobody of one’s own choice', async () => {
    const ask = `insert into leave_approvals (request_id, level, user_id) values ($1, 0, $2)`
    expect(await refused(ask, [body.id, colleague.id])).toEqual(denied)
    const move = `update leave_approvals set user_id = $2 where request_id = $1`
    expect(await refused(move, [body.id, colleague.id])).toEqual(denied)
  })
  test('is not asked for in the name of somebody else', async () => {
    const ask = `insert into leave_requests (employee_id, leave_type_id, start_date, end_date, days)
      values ($1, $2, '2026-05-11', '2026-05-12', 2)`
    expect(await refused(ask, [colleague.employee_id, leave_type_id])).toEqual(denied)
    expect(await refused(ask, [person.employee_id, leave_type_id])).toEqual({ rows: [] })
  })
  test('is not earned, paid out or delegated by a statement', async () => {
    const statements = [
      'update leave_types set requires_approval = false',
      `insert into leave_approvers (user_id, level) values (app_user(), 1)`,
      'delete from leave_approvers',
      `insert into leave_holidays (day, name) values ('2026-04-13', 'x')`,
      'update leave_settings set pay_leavers = true',
      `insert into leave_delegations (user_id, delegate_id, "from", "to")
        values ('${office.primary.id}', app_user(), '2026-01-01', '2026-12-31')`,
      `insert into leave_entries (balance_id, kind, entitled, day, reason)
        select id, 'adjustment', 50, '2026-03-10', 'x' from leave_balances limit 1`,
      `update leave_approvals set user_id = app_user()`,
    ]
    for (const statement of statements) expect(await refused(statement)).toEqual(denied)
  })
  test('gives nobody days, and costs nobody less, but by what was asked and decided', async () => {
    const asking = await office.join()
    const unpaid = office.typeOf('Unpaid Leave')
    await giveDays(world, office, asking.employee_id, leave_type_id, 5)
    const days = { start_date: '2026-04-13', end_date: '2026-04-17' }
    const id = await approveLeave(office.primary, {
      ...{ employee_id: asking.employee_id, leave_type_id: unpaid, ...days },
    })
    const attempt = (...statements: string[]) =>
      inside(
        async (client) => {
          for (const statement of statements) await client.query(statement)
          await client.query('set constraints all immediate')
          return 'done'
        },
        'rollback',
        asking,
      ).catch((error) => error.code as string)
    const own = `leave_balances b where employee_id = '${asking.employee_id}'`
    const entry = (kind: string, sums: string, more = 'null', key = 'null') =>
      `insert into leave_entries (balance_id, kind, day, entitled, used, pending, request_id, key)
       select b.id, '${kind}', '2026-01-01', ${sums}, ${more}, ${key} from ${own}`
    const open = (type: string, year: number) =>
      `insert into leave_balances (employee_id, leave_type_id, year)
       values ('${asking.employee_id}', '${office.typeOf(type)}', ${year})`
    const give = (type: string, kind: string, days: number, key: string) =>
      `insert into leave_entries (balance_id, kind, day, entitled, key)
       select b.id, '${kind}', '2026-02-01', ${days}, '${key}' from ${own}
         and leave_type_id = '${office.typeOf(type)}'`
    const kinds = ['carry-over', 'expiry', 'reservation', 'release', 'use', 'recount', 'accrual']
    const touch = `update leave_requests set reason = 'x' where id = '${id}'`
    const cancel = `update leave_requests set status = 'cancelled' where id = '${id}'`
    const pay = `insert into leave_pay_days (request_id, employee_id, month, days, working)
      values ('${id}', '${asking.employee_id}', '2026-04', -5, 'x')`
    /** As if a run had taken it, or somebody closed it. */
    const done = (days: number, status: string, outcome = 'null') =>
      `insert into leave_pay_days (request_id, employee_id, month, days, working, status, outcome,
         outcome_reason, closed_at, closed_by)
       values ('${id}', '${asking.employee_id}', '2026-04', ${days}, 'x', '${status}', ${outcome},
         case when ${outcome} is not null then 'x' end,
         case when ${outcome} is not null then app_now() end,
         case when ${outcome} is not null then 'x' end)`
    const mine = `delete from leave_pay_days where request_id = '${id}'`
    for (const statements of [
      ...[...kinds, 'entitlement'].map((kind) => [entry(kind, '300, 0, 0')]),
      ...kinds.map((kind) => [touch, entry(kind, '300, 0, 0', `'${id}'`)]),
      [entry('accrual', '300, 0, 0', 'null', `'accrual 2026-01'`)],
      [entry('entitlement', '300, 0, 0', 'null', `'entitlement'`)],
      [entry('accrual', '1.75, 0, 0', 'null', `'accrual 2026-12'`)],
      // What the clock would give is the clock's to give, and of what is not for somebody nothing.
      [open('Maternity Leave', 2026), give('Maternity Leave', 'entitlement', 92, 'entitlement')],
      [open('Annual Leave', 2026), give('Annual Leave', 'accrual', 1.75, 'accrual 2026-01')],
      [open('Annual Leave', 2027)],
      [touch, entry('release', '0, -5, 0', `'${id}'`)],
      [cancel, entry('release', '0, -9, 0', `'${id}'`)],
      [cancel],
      [pay],
      [touch, pay],
      [cancel, pay],
      [done(400, 'paid'), pay.replace('-5', '-400')],
      [mine, done(5, 'paid')],
      [mine, done(5, 'closed', `'waived'`)],
      [touch, entry('expiry', '1, 0, 0', `'${id}'`)],
      ['update leave_pay_days set days = -20'],
      [`update leave_pay_days set status = 'closed', outcome = 'waived'`],
      ['delete from leave_pay_days'],
      ['delete from leave_request_days'],
      ['update leave_request_days set counts = 0'],
      [
        'insert into leave_patterns (employee_id, work_saturday, work_sunday) ' +
          `values ('${asking.employee_id}', true, true)`,
      ],
      [
        `insert into leave_requests (employee_id, leave_type_id, start_date, end_date, days)
        values ('${asking.employee_id}', '${unpaid}', '2026-05-11', '2026-05-15', 5)`,
      ],
    ]) {
      expect([statements, await attempt(...statements)]).toEqual([statements, '42501'])
    }
    const params = { id }
    const again = await office.renewed(asking)
    expect((await again.call(contract.leaveRequests.cancel, { params })).status).toBe(200)
    const left = 'select days::float from leave_pay_days where request_id = $1'
    expect(await world.rows(left, [id])).toEqual([])
  })
  test('has the days that it counts, each by its rule', async () => {
    const asking = await office.join()
    const id = '00000000-0000-4000-8000-000000000001'
    const ask = `insert into leave_requests
        (id, employee_id, leave_type_id, start_date, end_date, half_end, days)
      values ('${id}', '${asking.employee_id}', '${leave_type_id}', '2026-05-08', '2026-05-11', true, 1.5)`
    const line = (day: string, covered: number, counts: number, why: string, rule = 'mon-fri') =>
      `insert into leave_request_days (request_id, day, covered, counts, why, rule)
       values ('${id}', '2026-05-${day}', ${covered}, ${counts}, '${why}', '${rule}')`
    const attempt = (statement: string) =>
      inside(
        async (client) => {
          await client.query(ask)
          await client.query(statement)
          return 'done'
        },
        'rollback',
        asking,
      ).catch((error) => error.code as string)
    for (const statement of [
      line('08', 1, 1, 'counts'),
      line('09', 1, 0, 'weekend'),
      line('11', 0.5, 0.5, 'half day'),
    ]) {
      expect([statement, await attempt(statement)]).toEqual([statement, 'done'])
    }
    for (const statement of [
      line('08', 1, 0, 'weekend'),
      line('08', 1, 0, 'holiday'),
      line('08', 1, 0, 'counts'),
      line('08', 0.5, 0.5, 'half day'),
      line('08', 1, 1, 'counts', 'mon-sat'),
      line('09', 1, 1, 'counts', 'calendar'),
      line('11', 1, 1, 'counts'),
      line('12', 1, 1, 'counts'),
    ]) {
      expect([statement, await attempt(statement)]).toEqual([statement, '42501'])
    }
  })
  test('does not end because somebody leaves, but by the run that pays them last', async () => {
    const leaver = await office.join({ termination_date: '2026-04-30', tos: 'Contract' })
    const { body: asked } = await askFor(leaver, { leave_type_id })
    const end = `update leave_requests set status = 'cancelled', level = null,
      left_undecided = 'to tell' where id = $1`
    const rights = ['view payrolls', 'create payrolls', 'approve payrolls'] as const
    const clerk = await world.as('user', office.organization, [...rights])
    for (const who of [person, colleague, clerk]) {
      expect(await refused(end, [asked.id], who)).toEqual(denied)
    }
    expect(await refused(end, [asked.id], leaver)).toEqual({ rows: [] })
  })
  test('stays as it is when everything was tried', async () => {
    const { body: shown } = await person.call(contract.leaveRequests.get, {
      params: { id: body.id },
    })
    expect(shown.status).toBe('pending')
  })
})
