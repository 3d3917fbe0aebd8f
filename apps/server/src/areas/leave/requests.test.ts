// @tests story
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { askFor, giveDays, type LeaveOffice, openLeaveOffice, sumsOf } from '../../test/leave.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Asking for leave and deciding it, over the wire. Today is Tuesday, 10 March 2026. */

const { leaveRequests, leaveApprovers, leaveApprovals, leaveBalances } = contract
const world = await openWorld()
let office: LeaveOffice
let primary: LeaveOffice['primary']
let annual: string
let sick: string

beforeAll(async () => {
  office = await openLeaveOffice(world)
  primary = office.primary
  annual = office.typeOf('Annual Leave')
  sick = office.typeOf('Sick Leave')
})

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const get = (by: Caller, id: string) => by.call(leaveRequests.get, { params: { id } })
const approve = (by: Caller, id: string, comments = '') =>
  by.call(leaveRequests.approve, { params: { id }, body: { comments } })
const reject = (by: Caller, id: string, rejection_reason: string) =>
  by.call(leaveRequests.reject, { params: { id }, body: { rejection_reason } })
const cancel = (by: Caller, id: string) => by.call(leaveRequests.cancel, { params: { id } })

describe('a request', () => {
  test('is counted, promised, approved by the primary user, and used', async () => {
    const me = await office.join()
    const asked = await askFor(me, {
      leave_type_id: sick,
      start_date: '2026-03-30',
      end_date: '2026-04-07',
      half_end: true,
      reason: 'Flu',
      attachment: png,
    })
    expect(asked.status).toBe(201)
    // Thursday and Friday before Easter, and half of the Tuesday after it.
    expect(asked.body).toMatchObject({ days: 4.5, status: 'pending', reason: 'Flu' })
    expect(asked.body.lines.map(({ counts, why }) => `${counts} ${why}`)).toEqual([
      '1 counts',
      '1 counts',
      '1 counts',
      '1 counts',
      '0 holiday',
      '0 weekend',
      '0 weekend',
      '0 holiday',
      '0.5 half day',
    ])
    expect(await sumsOf(world, me.employee_id, sick)).toEqual([[2026, 14, 0, 4.5]])
    const { id } = asked.body
    const waiting = await primary.call(leaveApprovals.list, { params: { id: primary.id } })
    expect(waiting.body.map(({ leave_request }) => leave_request.id)).toContain(id)
    const done = await approve(primary, id, ' Get well ')
    expect(done.body.message).toBe('Leave request approved successfully')
    expect(await sumsOf(world, me.employee_id, sick)).toEqual([[2026, 14, 4.5, 0]])
    const seen = await get(me, id)
    expect(seen.body).toMatchObject({
      status: 'approved',
      approver: { first_name: 'Amani', last_name: 'Njoroge' },
      approvals: [{ level: 0, status: 'approved', comments: 'Get well' }],
      may: { decide: false, withdraw: true },
    })
    const again = await approve(primary, id)
    expect(again.body.message).toBe('This request has already been approved.')
  })

  test('that is rejected needs a reason and frees the days', async () => {
    const me = await office.join()
    const { id } = (await askFor(me, { leave_type_id: sick, attachment: png })).body
    expect((await reject(primary, id, '  ')).body.message).toBe('Please correct the marked fields.')
    expect((await reject(primary, id, ' Too many are away ')).status).toBe(200)
    expect(await sumsOf(world, me.employee_id, sick)).toEqual([[2026, 14, 0, 0]])
    expect((await get(me, id)).body.rejection_reason).toBe('Too many are away')
    expect((await cancel(me, id)).body.message).toBe('This request has already been rejected.')
  })

  test('can be cancelled while pending, and when approved until it begins', async () => {
    const me = await office.join()
    const one = (await askFor(me, { leave_type_id: sick, attachment: png })).body.id
    expect((await cancel(me, one)).status).toBe(200)
    const two = (await askFor(me, { leave_type_id: sick, attachment: png })).body.id
    await approve(primary, two)
    expect((await cancel(me, two)).status).toBe(200)
    expect(await sumsOf(world, me.employee_id, sick)).toEqual([[2026, 14, 0, 0]])
    const today = { start_date: '2026-03-10', end_date: '2026-03-10' }
    const three = (await askFor(me, { leave_type_id: sick, ...today })).body.id
    await approve(primary, three)
    expect((await cancel(me, three)).body.message).toContain('has started')
    const stranger = await office.join()
    expect((await cancel(stranger, three)).status).toBe(403)
  })

  test('of a type that needs no approval is approved at once', async () => {
    const free = await primary.call(contract.leaveTypes.create, {
      body: { name: 'Birthday', default_days: 1, requires_approval: 0 },
    })
    expect(free.status).toBe(201)
    const me = await office.join()
    const day = { start_date: '2026-04-14', end_date: '2026-04-14' }
    const asked = await askFor(me, { leave_type_id: free.body.id, ...day })
    expect(asked.body).toMatchObject({ status: 'approved', approvals: [] })
    expect(await sumsOf(world, me.employee_id, free.body.id)).toEqual([[2026, 1, 1, 0]])
  })
})

describe('refused in words', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['Sick Leave', { end_date: '2026-04-12' }, 'End date cannot be before start date'],
    ['Sick Leave', { start_date: '' }, 'Please fill all required fields'],
    [
      'Sick Leave',
      { start_date: '2026-04-11', end_date: '2026-04-12' },
      'These are not working days',
    ],
    ['Sick Leave', {}, 'needs an attachment'],
    ['Sick Leave', { end_date: '2026-05-29', attachment: png }, 'but only 14 days left'],
    ['Sick Leave', { end_date: '2028-04-13' }, 'at most a year'],
    ['Maternity Leave', { attachment: png }, 'is for women'],
    ['Maternity Leave', { half_start: true }, 'is taken in whole days'],
    [
      'Annual Leave',
      { start_date: '2026-03-12', end_date: '2026-03-12' },
      'must be requested 7 days in advance',
    ],
    ['Annual Leave', { end_date: '2026-04-20' }, 'but only 3.5 days left'],
    ['Unpaid Leave', { start_date: '2023-01-02' }, 'at most a year'],
    [
      'Unpaid Leave',
      { start_date: '2023-12-28', end_date: '2024-01-03' },
      'only from 01 January, 2024',
    ],
  ])('%s %o: %s', async (type, given, sentence) => {
    const me = await office.join({ gender: 'Male' })
    const reply = await askFor(me, { leave_type_id: office.typeOf(type), ...given })
    expect(reply.status).toBe(422)
    expect(JSON.stringify(reply.body)).toContain(sentence)
  })
  test('is not offered: what is for women to a man, nor to anybody who asks for others', async () => {
    const me = await office.join({ gender: 'Male' })
    const other = await office.join()
    const offered = async (by: Caller, employee_id: string) => {
      const { status, body } = await by.call(contract.leaveTypes.list, { query: { employee_id } })
      return status === 200 ? body.map(({ name }) => name) : status
    }
    const names = await offered(me, me.employee_id)
    expect(names).toContain('Paternity Leave')
    expect(names).not.toContain('Maternity Leave')
    expect(await offered(primary, me.employee_id)).toEqual(names)
    expect(await offered(primary, other.employee_id)).toContain('Maternity Leave')
    expect(await offered(me, other.employee_id)).toBe(403)
    expect(await offered(me, '00000000-0000-4000-8000-000000000000')).toBe(404)
  })
  test('within the waiting period, after the last day, when not active', async () => {
    const fresh = await office.join({ employment_date: '2026-03-01' })
    const early = await askFor(fresh, { leave_type_id: sick, attachment: png })
    expect(early.body.errors?.start_date).toEqual(['Sick Leave can be taken from 01 May, 2026.'])
    const gone = await office.join({ termination_date: '2026-04-13' })
    const late = await askFor(gone, { leave_type_id: sick, attachment: png })
    expect(late.body.errors?.end_date).toEqual(['The last working day is 13 April, 2026.'])
    const off = await office.join({ status: 'suspended' })
    const staff = await askFor(primary, { employee_id: off.employee_id, leave_type_id: sick })
    expect(staff.body.errors?.employee_id?.[0]).toContain('is not active')
  })
  test('for years that nobody plans', async () => {
    const me = await office.join()
    const ask = (day: string) =>
      askFor(primary, {
        ...{ employee_id: me.employee_id, leave_type_id: sick, attachment: png },
        ...{ start_date: day, end_date: day },
      })
    expect((await ask('2062-04-13')).body.errors).toEqual({
      end_date: ['Leave can be requested until 31 December, 2027.'],
    })
    expect((await ask('9999-12-31')).status).toBe(422)
    expect((await ask('1026-04-13')).body.errors).toEqual({
      start_date: ['Leave records start on 01 January, 2015.'],
    })
    expect(await sumsOf(world, me.employee_id, sick)).toEqual([])
  })
  test('for days that another request covers', async () => {
    const me = await office.join()
    expect((await askFor(me, { leave_type_id: sick, attachment: png })).status).toBe(201)
    const other = await askFor(me, { leave_type_id: office.typeOf('Unpaid Leave') })
    expect(other.body.errors?.start_date).toEqual([
      'There is another leave request for some of these days.',
    ])
  })
  test('by staff for somebody unknown, of an unknown type, with somebody unknown as cover', async () => {
    const me = await office.join()
    const unknown = '00000000-0000-4000-8000-000000000000'
    const whom = await askFor(primary, { employee_id: unknown, leave_type_id: sick })
    expect(whom.body.errors?.employee_id).toEqual(['This employee was not found.'])
    const what = await askFor(me, { leave_type_id: unknown })
    expect(what.body.errors?.leave_type_id).toEqual(['This leave type was not found.'])
    const cover = { cover_employee_id: unknown, attachment: png }
    const who = await askFor(me, { leave_type_id: sick, ...cover })
    expect(who.body.errors?.cover_employee_id).toEqual(['This employee was not found.'])
    const self = await askFor(me, {
      leave_type_id: sick,
      attachment: png,
      cover_employee_id: me.employee_id,
    })
    expect(self.body.message).toBe('A person cannot cover for themselves.')
  })
})

describe('a colleague', () => {
  test('is refused request, attachment, balance and the leave of somebody else', async () => {
    const me = await office.join()
    const colleague = await office.join()
    const { body } = await askFor(me, { leave_type_id: sick, attachment: png })
    expect((await get(colleague, body.id)).status).toBe(403)
    const file = (by: Caller) =>
      world.app.inject({
        url: body.files[0]?.url ?? '',
        headers: { authorization: `Bearer ${by.token}` },
      })
    expect((await file(me)).statusCode).toBe(200)
    expect((await file(primary)).statusCode).toBe(200)
    expect((await file(colleague)).statusCode).toBe(403)
    const of = { params: { id: me.employee_id } }
    expect((await colleague.call(leaveBalances.ofEmployee, of)).status).toBe(403)
    const mine = await me.call(leaveBalances.ofEmployee, of)
    expect(mine.body.leaves).toHaveLength(1)
    const balance = { params: { id: mine.body.balances.find(({ id }) => id)?.id ?? '' } }
    expect((await colleague.call(leaveBalances.ledger, balance)).status).toBe(403)
    expect((await me.call(leaveBalances.ledger, balance)).status).toBe(200)
    const approvals = { params: { id: primary.id } }
    expect((await colleague.call(leaveApprovals.list, approvals)).status).toBe(403)
    expect((await approve(colleague, body.id)).status).toBe(403)
    expect((await reject(colleague, body.id, 'no')).status).toBe(403)
    expect(
      (await askFor(colleague, { employee_id: me.employee_id, leave_type_id: sick })).status,
    ).toBe(403)
  })
  test('sees no pay as an approver', async () => {
    const me = await office.join()
    const boss = await office.join()
    const appointed = await primary.call(leaveApprovers.create, {
      body: { user_id: boss.id, level: 2 },
    })
    const { id } = (await askFor(me, { leave_type_id: sick, attachment: png })).body
    const seen = await get(boss, id)
    expect(seen.status).toBe(200)
    expect(JSON.stringify(seen.body)).not.toMatch(/salary|amount|pay/i)
    const record = await boss.call(contract.employees.get, { params: { id: me.employee_id } })
    expect(record.status).toBe(403)
    await primary.call(leaveApprovers.remove, { params: { id: appointed.body.id } })
  })
})

describe('at the same moment', () => {
  test('50 requests cannot take more than there is', async () => {
    const me = await office.join()
    await giveDays(world, office, me.employee_id, annual, 6.5)
    const days = Array.from({ length: 50 }, (_, at) =>
      new Date(Date.UTC(2026, 3, 13) + at * 86_400_000).toISOString().slice(0, 10),
    )
    const replies = await Promise.all(
      days.map((day) => askFor(me, { leave_type_id: annual, start_date: day, end_date: day })),
    )
    const taken = replies.filter(({ status }) => status === 201)
    // 3.5 earned in January and February, and 6.5 given.
    expect(taken).toHaveLength(10)
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 10, 0, 10]])
    for (const { status, body } of replies.filter((one) => one.status !== 201)) {
      expect([422, 503]).toContain(status)
      expect(body.message).toBeTruthy()
    }
  })
  test('20 devices that approve use the days once', async () => {
    const me = await office.join()
    const { id } = (await askFor(me, { leave_type_id: sick, attachment: png })).body
    const replies = await Promise.all(Array.from({ length: 20 }, () => approve(primary, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sumsOf(world, me.employee_id, sick)).toEqual([[2026, 14, 2, 0]])
  })
  test('20 who set the same balance set it once', async () => {
    const me = await office.join()
    const id = await giveDays(world, office, me.employee_id, annual, 4)
    const body = { entitled_days: 30, reason: 'As agreed' }
    await Promise.all(
      Array.from({ length: 20 }, () =>
        primary.call(contract.leaveBalances.update, { params: { id }, body }),
      ),
    )
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 30, 0, 0]])
  })
  test('20 of the same days are one request', async () => {
    const me = await office.join()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => askFor(me, { leave_type_id: sick, attachment: png })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await sumsOf(world, me.employee_id, sick)).toEqual([[2026, 14, 0, 2]])
  })
})

test('a leave across two years takes from each', async () => {
  const me = await office.join()
  const unpaid = office.typeOf('Unpaid Leave')
  const days = { start_date: '2026-12-28', end_date: '2027-01-05' }
  const asked = await askFor(me, { leave_type_id: unpaid, ...days })
  expect(asked.body.days).toBe(6)
  expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([
    [2026, 30, 0, 4],
    [2027, 30, 0, 2],
  ])
  await approve(primary, asked.body.id)
  expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([
    [2026, 30, 4, 0],
    [2027, 30, 2, 0],
  ])
})

test('a form with a file says the same as JSON with a data URL', async () => {
  const me = await office.join()
  const form = new FormData()
  form.set('leave_type_id', sick)
  form.set('start_date', '2026-04-13')
  form.set('end_date', '2026-04-14')
  form.set('half_start', 'true')
  form.set('reason', 'Flu, “bad”')
  form.set('attachment', new File([Buffer.from(png.slice(22), 'base64')], 'note.png'))
  const encoded = new Response(form)
  const send = async (headers: Record<string, string>, payload: Buffer, url = 'leave-request') =>
    world.app.inject({
      ...{ method: 'POST', url: `/api/${url}`, payload },
      headers: { authorization: `Bearer ${me.token}`, ...headers },
    })
  const type = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = Buffer.from(await encoded.arrayBuffer())
  const sent = await send(type, body)
  expect(sent.statusCode).toBe(201)
  expect(sent.json()).toMatchObject({ days: 1.5, reason: 'Flu, “bad”', files: [{}] })
  const asText = new FormData()
  for (const [name, value] of Object.entries({ leave_type_id: sick, attachment: png })) {
    asText.set(name, value)
  }
  asText.set('start_date', '2026-04-20')
  asText.set('end_date', '2026-04-21')
  const second = new Response(asText)
  const typed = { 'content-type': second.headers.get('content-type') ?? '' }
  expect((await send(typed, Buffer.from(await second.arrayBuffer()))).statusCode).toBe(201)
  // Broken, and where none is taken.
  expect((await send(type, body.subarray(0, 200))).statusCode).toBe(400)
  expect((await send(type, body, 'leave-type')).statusCode).toBe(400)
  const picture = new FormData()
  picture.set('attachment', new File(['<script>'], 'x.png'))
  for (const name of ['leave_type_id', 'start_date', 'end_date']) {
    picture.set(name, String(form.get(name)))
  }
  picture.set('start_date', '2026-04-27')
  picture.set('end_date', '2026-04-28')
  const third = new Response(picture)
  const wrong = await send(
    { 'content-type': third.headers.get('content-type') ?? '' },
    Buffer.from(await third.arrayBuffer()),
  )
  expect(wrong.json().errors.attachment).toEqual(['Please choose a JPEG, PNG or PDF file.'])
})

test('the list is filtered, searched and cut by the server', async () => {
  const there = await openLeaveOffice(world)
  const me = await there.join({ first_name: 'Zuhura', last_name: 'Hassan' })
  const other = await there.join()
  for (const who of [me, other]) {
    await askFor(who, { leave_type_id: there.typeOf('Sick Leave'), attachment: png })
  }
  const [mine] = (
    await there.primary.call(leaveRequests.filter, {
      body: { employee_id: me.employee_id },
    })
  ).body
  expect(mine).toMatchObject({
    employee: { first_name: 'Zuhura' },
    leave_type: { name: 'Sick Leave' },
  })
  const found = async (query: Record<string, string>) => {
    const reply = await there.primary.call(leaveRequests.list, { query })
    return [reply.body.length, Number(reply.headers['x-total-count'])]
  }
  expect(await found({ search: 'zuhura hass' })).toEqual([1, 1])
  expect(await found({ search: 'sick' })).toEqual([2, 2])
  expect(await found({ search: 'pending', limit: '1' })).toEqual([1, 2])
  expect(await found({ status: 'approved' })).toEqual([0, 0])
  expect(await found({ from_date: '2026-04-15' })).toEqual([0, 0])
  expect(await found({ from_date: '2026-04-14', to_date: '2026-04-14' })).toEqual([2, 2])
  expect((await me.call(leaveRequests.list)).status).toBe(403)
})
