// @tests story
import { read as readBook } from '@e965/xlsx'
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { icalendar } from '../../foundation/http/icalendar.ts'
import { askFor, giveDays, type LeaveOffice, openLeaveOffice, sumsOf } from '../../test/leave.ts'
import { dataUrl, rowsOf, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Around leave: calendar, feed, opening balances, analytics, holidays, types. */

const { leaveRequests, leaveBalances, leaveCalendar, leaveAnalytics, leaveTypes } = contract
const world = await openWorld()
let office: LeaveOffice
let primary: LeaveOffice['primary']
let department_id: string
let me: Awaited<ReturnType<LeaveOffice['join']>>
let colleague: typeof me
let outsider: typeof me
let request: string

beforeAll(async () => {
  office = await openLeaveOffice(world)
  primary = office.primary
  const sales = await primary.call(contract.departments.create, { body: { name: 'Sales' } })
  department_id = sales.body.id
  me = await office.join({ first_name: 'Zuhura', last_name: 'Hassan', department_id })
  colleague = await office.join({ department_id })
  outsider = await office.join()
  const unpaid = { leave_type_id: office.typeOf('Unpaid Leave'), reason: 'Moving house' }
  request = (await askFor(me, unpaid)).body.id
  await primary.call(leaveRequests.approve, { params: { id: request }, body: {} })
  await askFor(colleague, { ...unpaid, start_date: '2026-04-14', end_date: '2026-04-16' })
})

const april = { from: '2026-04-01', to: '2026-04-30' }
const calendar = (by: Caller, query: object = {}) =>
  by.call(leaveCalendar.get, { query: { ...april, ...query } })

describe('the calendar', () => {
  test('tells a colleague that somebody is away, and nothing else', async () => {
    const { body } = await calendar(outsider)
    expect(body.people).toEqual([
      {
        employee_id: me.employee_id,
        name: 'Zuhura Hassan',
        department: 'Sales',
        station: null,
        spans: [
          {
            ...{ start_date: '2026-04-13', end_date: '2026-04-14', pending: false },
            ...{ half_start: false, half_end: false, type: null, request_id: null },
          },
        ],
      },
    ])
    expect(JSON.stringify(body)).not.toMatch(/Unpaid|Moving/)
    expect(body.holidays.map(({ name }) => name)).toEqual(['Good Friday', 'Easter Monday'])
  })
  test('tells their own with its type, and staff all of it', async () => {
    expect((await calendar(colleague)).body.people.map(({ spans }) => spans[0]?.type)).toEqual([
      'Unpaid Leave',
      null,
    ])
    const seen = (await calendar(primary)).body
    expect(seen.people.map(({ spans }) => spans[0]?.pending).sort()).toEqual([false, true])
    expect(seen.count).toBe(2)
  })
  test('goes by department, by pages, and not over years', async () => {
    expect((await calendar(primary, { department_id })).body.count).toBe(2)
    const none = '00000000-0000-4000-8000-000000000000'
    expect((await calendar(primary, { department_id: none })).body.count).toBe(0)
    expect((await calendar(primary, { limit: 1, offset: 1 })).body.people).toHaveLength(1)
    expect((await calendar(primary, { to: '2027-04-30' })).status).toBe(422)
    expect((await calendar(primary, { from: '2026-05-01' })).status).toBe(422)
  })
  test('shows the approver who else of the department is away', async () => {
    const list = await primary.call(leaveRequests.list, { query: { status: 'pending' } })
    const { clashes } = (
      await primary.call(leaveRequests.get, {
        params: { id: list.body[0]?.id ?? '' },
      })
    ).body
    expect(clashes).toEqual([
      {
        ...{ name: 'Zuhura Hassan', status: 'approved' },
        ...{ start_date: '2026-04-13', end_date: '2026-04-14' },
      },
    ])
    const own = await colleague.call(leaveRequests.get, { params: { id: list.body[0]?.id ?? '' } })
    expect(own.body.clashes).toEqual([])
  })
})

describe('the feed', () => {
  const fetchFeed = (address: string) => world.app.inject({ url: new URL(address).pathname })
  test('has a private address that a new one ends', async () => {
    const first = (await colleague.call(leaveCalendar.feed)).body.address
    const { statusCode, body, headers } = await fetchFeed(first)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(body).toContain('SUMMARY:Zuhura Hassan is away\r\n')
    expect(body).toContain('DTSTART;VALUE=DATE:20260413\r\nDTEND;VALUE=DATE:20260415\r\n')
    expect(body).not.toMatch(/Unpaid|Moving/)
    const second = (await colleague.call(leaveCalendar.feed)).body.address
    expect((await fetchFeed(first)).statusCode).toBe(404)
    expect((await fetchFeed(second)).statusCode).toBe(200)
    await colleague.call(leaveCalendar.closeFeed)
    expect((await fetchFeed(second)).statusCode).toBe(404)
    expect((await fetchFeed('http://x/calendar/guess.ics')).statusCode).toBe(404)
    const [row] = await world.rows('select count(*)::int as rows from leave_feeds')
    expect(row.rows).toBe(0)
  })
  test('shows one’s own leave by its type, and stops with the membership', async () => {
    const { address } = (await me.call(leaveCalendar.feed)).body
    expect((await fetchFeed(address)).body).toContain('SUMMARY:Unpaid Leave\r\n')
    const status = (word: string) =>
      world.rows('update memberships set status = $2 where user_id = $1', [me.id, word])
    await status('inactive')
    expect((await fetchFeed(address)).statusCode).toBe(404)
    await status('active')
  })
  test('escapes and folds as calendars ask for', () => {
    const long = `${'Wambui, '.repeat(14)}; \\ away`
    const event = { id: 'x', start_date: '2026-04-13', end_date: '2026-04-13', summary: long }
    const text = icalendar([event], 'Leave', new Date('2026-03-10T09:00:00Z'))
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(text.replaceAll('\r\n ', '')).toContain(`${'Wambui\\, '.repeat(14)}\\; \\\\ away`)
  })
})

describe('opening balances', () => {
  const sheet = (rows: unknown[][]) =>
    dataUrl(xlsx([['Employee No', 'Leave Type', 'Year', 'Remaining Days', 'Note'], ...rows]))
  const upload = (rows: unknown[][], dry?: '1') =>
    primary.call(leaveBalances.upload, {
      query: dry ? { dry } : {},
      body: { file: sheet(rows) },
    })
  test('are taken from a sheet, all or none, and the same again changes nothing', async () => {
    const [row] = await world.rows('select employee_no from employees where id = $1', [
      me.employee_id,
    ])
    const no = row.employee_no
    const bad = await upload(
      [
        [no, 'Annual Leave', 2026, 12.5, ''],
        ['NOBODY', 'Annual Leave', 2026, 3, ''],
        [no, 'Beach Leave', 2026, 3, ''],
        [no, 'Annual Leave', 2026, 9, ''],
        [no, 'Sick Leave', 20, 'many', ''],
      ],
      '1',
    )
    expect(bad.body.faults.map(({ row: at, reason }) => [at, reason])).toEqual([
      [3, 'There is no employee with this number.'],
      [4, 'There is no leave type with this name.'],
      [5, 'Row 2 has the same balance of this employee.'],
      [6, 'Please give a year, such as 2026.'],
      [6, 'Remaining Days must be a number.'],
    ])
    const good: unknown[][] = [[no, 'Annual Leave', 2026, 12.5, 'From the old system']]
    expect((await upload(good, '1')).body).toMatchObject({ created: 1, fault_count: 0 })
    expect((await upload(good)).status).toBe(200)
    const annual = office.typeOf('Annual Leave')
    expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 12.5, 0, 0]])
    expect((await upload(good)).body).toMatchObject({ unchanged: 1, created: 0 })
    const [entry] = await world.rows(`select reason from leave_entries where kind = 'adjustment'
      and reason like 'From%'`)
    expect(entry.reason).toBe('From the old system')
    expect((await me.call(leaveBalances.upload, { body: { file: sheet(good) } })).status).toBe(403)
    const template = await primary.call(leaveBalances.template)
    expect(JSON.stringify(rowsOf(template.body.file, 'Leave Balances'))).toContain('Remaining Days')
  })
})

describe('analytics', () => {
  test('count days by type, department and month, and what is owed', async () => {
    await giveDays(world, office, colleague.employee_id, office.typeOf('Annual Leave'), 11)
    await world.rows(
      `insert into salaries (organization_id, employee_id, month, amount) values ($1, $2, '2026-01', 44000)`,
      [office.organization, colleague.employee_id],
    )
    const { body } = await primary.call(leaveAnalytics.get, { query: { year: 2026 } })
    expect(body.by_type).toEqual([{ name: 'Unpaid Leave', days: 2 }])
    expect(body.by_department).toEqual([{ name: 'Sales', days: 2 }])
    expect(body.by_month[3]).toEqual({ name: 'April', days: 2 })
    const owed = body.liability.find(({ department }) => department === 'Sales')
    // 11 days of 44,000 ÷ 22, and the other person of the department has no salary.
    expect(owed).toMatchObject({ type: 'Annual Leave', amount: 22_000 })
    expect(body.not_rested_count).toBe(3)
    const user = await world.as('user', office.organization)
    const hidden = await user.call(leaveAnalytics.get, { query: { year: 2026 } })
    expect(hidden.body.liability.every(({ amount }) => amount === null)).toBe(true)
    expect((await me.call(leaveAnalytics.get, { query: {} })).status).toBe(403)
    const file = await primary.call(leaveAnalytics.sheet, {
      params: { year: 2026 },
      query: { extension: 'xlsx' },
    })
    expect(file.body.name).toBe('leave-2026.xlsx')
    const book = readBook(file.body.file.split(',')[1], { type: 'base64' })
    expect(book.SheetNames).toContain('Not rested for a year')
  })
})

describe('what an organisation starts with', () => {
  test('the law as types, with its sections', async () => {
    const { body } = await primary.call(leaveTypes.list)
    expect(
      body
        .map(({ name, default_days, section, count_by, accrual }) =>
          [name, default_days, section, count_by, accrual].join(' · '),
        )
        .sort(),
    ).toEqual([
      'Annual Leave · 21 · s. 28 · working · monthly',
      'Compassionate Leave · 5 ·  · working · upfront',
      'Maternity Leave · 92 · s. 29 · calendar · upfront',
      'Paternity Leave · 14 · s. 29(8) · calendar · upfront',
      'Pre-adoptive Leave · 31 · s. 29A · calendar · upfront',
      'Sick Leave · 14 · s. 30 · working · upfront',
      'Study Leave · 10 ·  · working · upfront',
      'Unpaid Leave · 30 ·  · working · upfront',
    ])
    const [entry] = await world.rows(
      `select count(*)::int as count from activity_log
       where organization_id = $1 and properties -> 'new' ? 'seeded' and event = 'created'`,
      [office.organization],
    )
    expect(entry.count).toBe(0)
  })
  test('Kenya’s holidays, those on a Sunday moved, those by the moon expected', async () => {
    const { body } = await primary.call(contract.leaveHolidays.list)
    const of = (year: string) =>
      body
        .filter(({ day }) => day.startsWith(year))
        .map(({ day, name }) => `${day.slice(5)} ${name}`)
    expect(of('2027')).toEqual([
      '01-01 New Year\u0027s Day',
      '03-10 Idd-ul-Fitr',
      '03-26 Good Friday',
      '03-29 Easter Monday',
      '05-01 Labour Day',
      '05-17 Idd-ul-Azha',
      '06-01 Madaraka Day',
      '10-11 Mazingira Day (moved from Sunday)',
      '10-20 Mashujaa Day',
      '12-13 Jamhuri Day (moved from Sunday)',
      '12-25 Christmas Day',
      '12-27 Boxing Day (moved from Sunday)',
    ])
    expect(body.filter(({ expected }) => expected).map(({ day }) => day)).toEqual([
      '2027-03-10',
      '2027-05-17',
      '2028-02-28',
      '2028-05-05',
    ])
    for (const year of ['2024', '2025', '2026']) expect(of(year)).toHaveLength(12)
    expect(body.map(({ day }) => day)).toEqual(expect.arrayContaining(['2024-10-21', '2025-06-02']))
    // On a Saturday nothing moves.
    expect(body.map(({ day }) => day)).toContain('2026-10-10')
  })
  test('types can be added, changed and, while nobody has used them, deleted', async () => {
    const made = await primary.call(leaveTypes.create, { body: { name: 'Duty', default_days: 3 } })
    expect(made.body).toMatchObject({ is_paid: true, requires_approval: true, is_active: true })
    const again = await primary.call(leaveTypes.create, { body: { name: 'duty', default_days: 3 } })
    expect(again.body.errors?.name).toEqual(['There is already a leave type with this name.'])
    const params = { id: made.body.id }
    const body = { name: 'Duty', default_days: -1 }
    expect((await primary.call(leaveTypes.update, { params, body })).status).toBe(422)
    const gone = await primary.call(leaveTypes.remove, { params })
    expect(gone.body.message).toBe('Leave type deleted successfully')
    const used = { id: office.typeOf('Unpaid Leave') }
    expect((await primary.call(leaveTypes.remove, { params: used })).body.message).toContain(
      'inactive',
    )
    const user = await world.as('user', office.organization)
    expect(
      (await user.call(leaveTypes.create, { body: { name: 'x', default_days: 1 } })).status,
    ).toBe(403)
  })
  test('somebody who works on Saturdays is counted so', async () => {
    const params = { id: outsider.employee_id }
    const pattern = { own: 1, work_saturday: 1, work_sunday: 0 } as const
    await primary.call(contract.leaveSettings.changePattern, { params, body: pattern })
    const count = (by: Caller) =>
      by.call(leaveRequests.count, {
        body: {
          leave_type_id: office.typeOf('Unpaid Leave'),
          ...{ start_date: '2026-05-04', end_date: '2026-05-10' },
        },
      })
    expect((await count(outsider)).body.days).toBe(6)
    expect((await count(me)).body).toMatchObject({ days: 5, issues: [] })
  })
})

test('people who have left reach none of it', async () => {
  const gone = await office.join({ status: 'terminated', termination_date: '2026-03-01' })
  expect((await calendar(gone)).status).toBe(403)
  expect((await gone.call(leaveTypes.list)).status).toBe(403)
  expect((await gone.call(leaveCalendar.feed)).status).toBe(403)
  expect((await gone.call(leaveRequests.people, { query: {} })).status).toBe(403)
  expect((await askFor(gone, { leave_type_id: office.typeOf('Unpaid Leave') })).status).toBe(403)
  const own = { params: { id: gone.employee_id } }
  expect((await gone.call(leaveBalances.ofEmployee, own)).status).toBe(403)
})

describe('at home', () => {
  test('an employee sees what is left, and asks in one tap', async () => {
    const office = await openLeaveOffice(world)
    const me = await office.join()
    const card = async () => {
      const { cards } = (await me.call(contract.dashboard.home)).body
      return cards.find(({ key }) => key === 'leave')
    }
    expect(await card()).toMatchObject({
      ...{ figure: null, link: '/my-leaves', act: { to: '/my-leaves?add=true' } },
      text: { en: 'No leave requested this year', sw: 'Hakuna likizo iliyoombwa mwaka huu' },
    })
    await giveDays(world, office, me.employee_id, office.typeOf('Annual Leave'), 12.5)
    await giveDays(world, office, me.employee_id, office.typeOf('Study Leave'), 3)
    await askFor(me, { leave_type_id: office.typeOf('Compassionate Leave') })
    expect(await card()).toMatchObject({
      figure: { en: '12.5 days', sw: 'Siku 12.5' },
      text: {
        en: 'of Annual Leave, 3 of Compassionate Leave',
        sw: 'za Likizo ya Mwaka, 3 za Likizo ya Msiba',
      },
    })
  })

  test('an employee who decides sees the requests that wait', async () => {
    const office = await openLeaveOffice(world)
    const [me, boss] = [await office.join(), await office.join()]
    await office.primary.call(contract.leaveApprovers.create, {
      body: { user_id: boss.id, level: 1 },
    })
    await askFor(me, { leave_type_id: office.typeOf('Compassionate Leave') })
    const { waiting } = (await boss.call(contract.dashboard.get)).body
    expect(waiting).toMatchObject([
      {
        title: { en: 'A leave request is waiting for you', sw: 'Ombi la likizo linakusubiri' },
        link: '/leave-approvals',
      },
    ])
    expect((await me.call(contract.dashboard.get)).body.waiting).toEqual([])
  })

  test('whoever reads Swahili is asked and answered in Swahili', async () => {
    const office = await openLeaveOffice(world)
    const [me, boss] = [await office.join({ first_name: 'Zuhura' }), await office.join()]
    await world.rows(`update users set language = 'sw' where id in ($1, $2)`, [me.id, boss.id])
    await office.primary.call(contract.leaveApprovers.create, {
      body: { user_id: boss.id, level: 1 },
    })
    const leave_type_id = office.typeOf('Unpaid Leave')
    const asked = await askFor(me, {
      ...{ leave_type_id, reason: 'Moving' },
      ...{ start_date: '2026-04-14', end_date: '2026-04-16' },
    })
    const [letter] = await world.mails(boss.email)
    expect(letter?.subject).toBe('Ombi la likizo linakusubiri')
    expect(letter?.text).toContain('kuanzia 14 Aprili, 2026 hadi 16 Aprili, 2026: siku 3.')
    await boss.call(leaveRequests.approve, { params: { id: asked.body.id }, body: {} })
    expect((await me.call(contract.notifications.list)).body.data).toMatchObject([
      {
        title: 'Ombi la likizo limeidhinishwa',
        text: 'Likizo Bila Malipo, 14 Aprili, 2026 hadi 16 Aprili, 2026 (siku 3).',
      },
    ])
  })
})
