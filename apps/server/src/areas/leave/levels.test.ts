// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { askFor, type LeaveOffice, openLeaveOffice, sumsOf } from '../../test/leave.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { passingOver } from './passing-on.ts'
import { leaveReminders } from './reminders.ts'

/** Approval through the levels, and what happens when nobody answers. */

const { leaveRequests, leaveApprovers, leaveApprovals } = contract
const world = await openWorld()
let office: LeaveOffice
let type: string
const start = '2026-03-10T09:00:00Z'

beforeEach(async () => {
  world.setTime(start)
  office = await openLeaveOffice(world)
  type = office.typeOf('Unpaid Leave')
})

const appoint = (user: { id: string }, level: number, place: object = {}) =>
  office.primary.call(leaveApprovers.create, { body: { user_id: user.id, level, ...place } })
const approve = async (by: Caller & { id: string }, id: string) =>
  (await office.renewed(by)).call(leaveRequests.approve, { params: { id }, body: {} })
const waits = async (who: Caller & { id: string }) =>
  (await (await office.renewed(who)).call(leaveApprovals.list, { params: { id: who.id } })).body
    .length
const ask = async (me: Caller) => (await askFor(me, { leave_type_id: type })).body.id
const statusOf = async (id: string) =>
  (await (await office.renewed(office.primary)).call(leaveRequests.get, { params: { id } })).body
const remind = () => world.work(leaveReminders)

describe('levels', () => {
  test('4, 3 and 1 decide in turn; one of a level is enough; the days are used at the end', async () => {
    const me = await office.join()
    const [first, second, also, last] = await Promise.all([1, 2, 3, 4].map(() => office.join()))
    if (!first || !second || !also || !last) throw new Error('nobody')
    await appoint(first, 4)
    await appoint(second, 3)
    await appoint(also, 3)
    await appoint(last, 1)
    const id = await ask(me)
    expect(await Promise.all([first, second, also, last].map(waits))).toEqual([1, 0, 0, 0])
    expect((await approve(last, id)).status).toBe(403)
    expect((await approve(first, id)).status).toBe(200)
    expect((await approve(first, id)).status).toBe(422)
    expect(await Promise.all([first, second, also, last].map(waits))).toEqual([0, 1, 1, 0])
    expect((await approve(also, id)).status).toBe(200)
    expect(await Promise.all([first, second, also, last].map(waits))).toEqual([0, 0, 0, 1])
    expect((await statusOf(id)).status).toBe('pending')
    expect(await sumsOf(world, me.employee_id, type)).toEqual([[2026, 30, 0, 2]])
    await approve(last, id)
    expect(await sumsOf(world, me.employee_id, type)).toEqual([[2026, 30, 2, 0]])
    const { approvals } = await statusOf(id)
    expect(approvals.map(({ level, status }) => `${level} ${status}`).sort()).toEqual([
      '1 approved',
      '3 approved',
      '3 closed',
      '4 approved',
    ])
  })

  test('one rejection rejects, whatever the level', async () => {
    const me = await office.join()
    const boss = await office.join()
    await appoint(boss, 4)
    await appoint(office.primary, 1)
    const id = await ask(me)
    const body = { rejection_reason: 'No' }
    await boss.call(leaveRequests.reject, { params: { id }, body })
    expect((await statusOf(id)).status).toBe('rejected')
    expect(await waits(office.primary)).toBe(0)
  })

  test('places decide who is asked', async () => {
    const { body: sales } = await office.primary.call(contract.departments.create, {
      body: { name: 'Sales' },
    })
    const me = await office.join({ department_id: sales.id })
    const other = await office.join()
    const boss = await office.join()
    await appoint(boss, 2, { department_id: sales.id })
    await ask(me)
    await ask(other)
    expect([await waits(boss), await waits(office.primary)]).toEqual([1, 1])
  })

  test('each place of an approver is empty or the applicant’s; appointed twice, one is asked once', async () => {
    const place = async (call: 'departments' | 'workStations' | 'designations', name: string) =>
      (await office.primary.call(contract[call].create, { body: { name } })).body.id
    const here = {
      department_id: await place('departments', 'Sales'),
      work_station_id: await place('workStations', 'Nakuru'),
    }
    const elsewhere = await place('departments', 'Stores')
    const designation_id = await place('designations', 'Driver')
    const me = await office.join(here)
    const boss = await office.join()
    const asked: [object, boolean][] = [
      [{}, true],
      [{ department_id: here.department_id }, true],
      [here, true],
      [{ department_id: elsewhere }, false],
      [{ ...here, department_id: elsewhere }, false],
      [{ designation_id }, false],
      [{ ...here, designation_id }, false],
    ]
    for (const [places, matches] of asked) {
      await world.rows('delete from leave_approvers where organization_id = $1', [
        office.organization,
      ])
      await appoint(boss, 2, places)
      const rows = await world.rows('select level, user_id from leave_step($1, $2, null)', [
        office.organization,
        me.employee_id,
      ])
      const expected = matches ? [2, boss.id] : [0, office.primary.id]
      expect([places, rows.map(({ level, user_id }) => [level, user_id])]).toEqual([
        places,
        [expected],
      ])
    }
    await appoint(boss, 2)
    await appoint(boss, 2, here)
    await ask(me)
    expect(await waits(boss)).toBe(1)
  })

  test('given up, it is told to who has approved it and who was asked last', async () => {
    const me = await office.join()
    const [first, also, last] = [await office.join(), await office.join(), await office.join()]
    for (const user of [first, also]) await appoint(user, 4)
    await appoint(last, 1)
    const id = await ask(me)
    await approve(first, id)
    await me.call(leaveRequests.cancel, { params: { id } })
    const told = await world.rows(
      `select user_id from notifications where title = 'Leave request cancelled'`,
    )
    expect(told.map(({ user_id }) => user_id).sort()).toEqual([first.id, last.id].sort())
  })

  test('nobody decides for themselves, not even as a stand-in', async () => {
    const me = await office.join()
    const boss = await office.join()
    await appoint(me, 4)
    await appoint(boss, 1)
    const id = await ask(me)
    expect([await waits(me), await waits(boss)]).toEqual([0, 1])
    const days = { from: '2026-03-01', to: '2026-03-31' }
    await boss.call(leaveApprovals.delegate, { body: { delegate_id: me.id, ...days } })
    expect(await waits(me)).toBe(0)
    expect((await approve(me, id)).status).toBe(403)
  })

  test('a lone primary user has nobody to ask', async () => {
    const [row] = await world.rows(
      `insert into employees (organization_id, employee_no, first_name, last_name, id_number, tos,
         employment_date) values ($1, 'P-1', 'Lone', 'Primary', '1', 'Permanent', '2024-01-01')
       returning id`,
      [office.organization],
    )
    await world.rows('update memberships set employee_id = $2 where user_id = $1', [
      office.primary.id,
      row.id,
    ])
    const reply = await askFor(office.primary, { leave_type_id: type })
    expect(reply.body.message).toContain('Nobody can decide this request yet')
  })
})

const leavesPayroll = `update employees e
  set status = 'terminated', termination_date = '2026-03-09'
  from memberships m where m.employee_id = e.id and m.user_id = $1`

describe('reassignment', () => {
  test('is the primary user’s, to an active colleague who is not the applicant', async () => {
    const me = await office.join()
    const boss = await office.join()
    const other = await office.join()
    await appoint(boss, 1)
    const id = await ask(me)
    const approval = (await statusOf(id)).approvals[0]?.id ?? ''
    const move = (by: Caller, user: { id: string }) =>
      by.call(leaveApprovals.reassign, { params: { id: approval }, body: { user_id: user.id } })
    const admin = await world.as('admin', office.organization)
    expect((await move(admin, other)).status).toBe(403)
    expect((await move(office.primary, me)).body.message).toBe(
      'Nobody can decide their own request.',
    )
    expect((await move(office.primary, boss)).body.message).toBe(
      'This user has already been asked to decide it.',
    )
    const stranger = await world.addPerson()
    expect((await move(office.primary, stranger)).status).toBe(422)
    const gone = await office.join()
    await world.rows(leavesPayroll, [gone.id])
    const left = 'This person has left and can no longer decide.'
    expect((await move(office.primary, gone)).body.errors).toEqual({ user_id: [left] })
    const stood = await boss.call(leaveApprovals.delegate, {
      body: { delegate_id: gone.id, from: '2026-03-10', to: '2026-03-12' },
    })
    expect(stood.body.errors).toEqual({ delegate_id: [left] })
    const { people } = (await boss.call(leaveApprovals.delegations)).body
    expect(people.map(({ id }) => id)).not.toContain(gone.id)
    const moved = await move(office.primary, other)
    expect(moved.body).toEqual({ data: { leave_request_id: id } })
    expect([await waits(boss), await waits(other)]).toEqual([0, 1])
    expect((await approve(boss, id)).status).toBe(403)
    await approve(other, id)
    expect((await move(office.primary, boss)).status).toBe(422)
  })
})

describe('away', () => {
  test('a delegate decides during the days, also along a chain that goes round', async () => {
    const me = await office.join()
    const boss = await office.join()
    const second = await office.join()
    const third = await office.join()
    await appoint(boss, 1)
    const stand = (from: Caller, to: { id: string }) =>
      from.call(leaveApprovals.delegate, {
        body: { delegate_id: to.id, from: '2026-03-10', to: '2026-03-12' },
      })
    await stand(boss, second)
    await stand(second, third)
    await stand(third, boss)
    expect((await stand(boss, boss)).status).toBe(422)
    const id = await ask(me)
    expect([await waits(boss), await waits(second), await waits(third)]).toEqual([1, 1, 1])
    expect(
      (await world.mails(third.email)).some(({ subject }) => /waiting for you/.test(subject)),
    ).toBe(true)
    world.setTime('2026-03-13T09:00:00Z')
    expect(await waits(third)).toBe(0)
    expect((await approve(third, id)).status).toBe(403)
    world.setTime('2026-03-12T09:00:00Z')
    expect((await approve(third, id)).status).toBe(200)
    const [approval] = (await statusOf(id)).approvals
    expect(approval).toMatchObject({ status: 'approved', by: 'Amani Njoroge' })
    const again = await office.renewed(boss)
    const mine = await again.call(leaveApprovals.delegations)
    const given = mine.body.mine[0]?.id ?? ''
    expect(
      (
        await (
          await office.renewed(third)
        ).call(leaveApprovals.endDelegation, { params: { id: given } })
      ).status,
    ).toBe(403)
    expect((await again.call(leaveApprovals.endDelegation, { params: { id: given } })).status).toBe(
      200,
    )
  })

  test('who does not answer is reminded once, then the next is asked, in the end the primary user', async () => {
    const me = await office.join()
    const boss = await office.join()
    const second = await office.join()
    await appoint(boss, 3)
    await appoint(second, 1)
    const id = await ask(me)
    const mailsTo = async (who: { email: string }) => (await world.mails(who.email)).length
    expect(await mailsTo(boss)).toBe(1)
    world.setTime('2026-03-14T09:00:00Z')
    await remind()
    await remind()
    expect(await mailsTo(boss)).toBe(2)
    world.setTime('2026-03-18T09:00:00Z')
    await remind()
    await remind()
    expect([await waits(boss), await waits(second), await waits(office.primary)]).toEqual([0, 1, 0])
    world.setTime('2026-03-26T09:00:00Z')
    await remind()
    expect([await waits(second), await waits(office.primary)]).toEqual([0, 1])
    world.setTime('2026-05-26T09:00:00Z')
    await remind()
    expect(await waits(office.primary)).toBe(1)
    expect((await statusOf(id)).approvals.map(({ status }) => status)).toEqual([
      'passed on',
      'passed on',
      'pending',
    ])
  })

  test.each([
    ['whose access ends', `update memberships set status = 'inactive' where user_id = $1`],
    ['who is removed', 'delete from memberships where user_id = $1'],
    ['who leaves the payroll', leavesPayroll],
  ])(
    'an approver %s is passed over at once, without waiting for the morning',
    async (_, leaves) => {
      const me = await office.join()
      const boss = await office.join()
      const colleague = await office.join()
      await appoint(boss, 2)
      await appoint(colleague, 2)
      const id = await ask(me)
      const look = () => passingOver(world.parts as never).next()
      await world.rows(leaves, [boss.id])
      await look()
      expect([await waits(colleague), await waits(office.primary)]).toEqual([1, 0])
      await world.rows(leaves, [colleague.id])
      await look()
      await look()
      expect(await waits(office.primary)).toBe(1)
      const told = await world.mails(office.primary.email)
      expect(told.filter(({ subject }) => /waiting for you/.test(subject))).toHaveLength(1)
      expect((await approve(office.primary, id)).status).toBe(200)
      const other = await office.join()
      await ask(other)
      expect(await waits(office.primary)).toBe(1)
    },
  )
})

test('the link of an e-mail decides once, for whoever is signed in as its addressee', async () => {
  const me = await office.join()
  const boss = await office.join()
  await appoint(boss, 1)
  const id = await ask(me)
  const [mail] = await world.mails(boss.email)
  const token = /link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(token).toHaveLength(43)
  const open = (by: Caller) => by.call(leaveApprovals.open, { body: { token } })
  const decide = (by: Caller, approved: boolean) =>
    by.call(leaveApprovals.decide, { body: { token, approve: approved } })
  expect((await open(world.caller())).status).toBe(401)
  expect((await open(office.primary)).status).toBe(403)
  expect((await decide(me, true)).status).toBe(403)
  expect((await open(boss)).body).toMatchObject({ id, may: { decide: true } })
  expect((await decide(boss, false)).body.errors?.comments).toBeTruthy()
  const replies = await Promise.all(Array.from({ length: 20 }, () => decide(boss, true)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await open(boss)).body.message).toBe('This link has already been used.')
  const elsewhere = await boss.call(leaveApprovals.open, { body: { token: 'x'.repeat(43) } })
  expect(elsewhere.status).toBe(404)
  await ask(await office.join())
  const [second] = await world.mails(boss.email)
  const other = /link=([\w-]+)/.exec(second?.text ?? '')?.[1] ?? ''
  world.setTime('2026-03-25T09:00:00Z')
  const later = await office.renewed(boss)
  const expired = await later.call(leaveApprovals.decide, { body: { token: other, approve: 1 } })
  expect(expired.body.message).toContain('This link has expired')
})
