// @tests story
import { contract } from '@mshahara/contract'
import { monthNames } from '@mshahara/contract/months'
import { accruedBy } from '@mshahara/engine/leave-accrual'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysLater } from '../../foundation/core/clock.ts'
import { askFor, certificate, type LeaveOffice, openLeaveOffice, sumsOf } from '../../test/leave.ts'
import { asEmployee, employ, runMonth, terminate } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { ending } from './ending.ts'
import { workFromServices } from './work.ts'
import { overNight } from './year.ts'

/**
 * Whatever happens to somebody's leave over two years, the balances are what a clean computation
 * from requests, days and grants comes to. People ask and give up themselves or have it done, a
 * colleague decides who may do nothing else, and whoever pays keeps no leave: the guards stand in
 * nobody's way. HISTORIES=200 tries more.
 */

const {
  leaveRequests,
  leaveBalances,
  leaveTypes,
  leaveHolidays,
  leaveSettings,
  leaveApprovers,
  payrolls,
} = contract
const world = await openWorld()
const types = ['Annual Leave', 'Sick Leave', 'Unpaid Leave'] as const

const act = fc.record({
  kind: fc.constantFrom(
    ...([
      'ask',
      'ask',
      'ask',
      'approve',
      'approve',
      'reject',
      'cancel',
      'cancel',
      'pass',
      'pass',
    ] as const),
    ...(['holiday', 'no holiday', 'pattern', 'pay out', 'more', 'raise', 'pay all'] as const),
  ),
  type: fc.constantFrom(...types),
  day: fc.integer({ min: -40, max: 160 }),
  days: fc.integer({ min: 0, max: 12 }),
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never
const histories = fc.record({
  acts: fc.array(act, { minLength: 6, maxLength: 22 }),
  leaves: fc.boolean(),
})

interface Life {
  office: LeaveOffice
  id: string
  today: string
  by: Caller & { id: string }
  person: Caller & { id: string }
  approver: Caller & { id: string }
  payer: Caller & { id: string }
  /** What a month of annual leave gives has been changed. */
  raised: boolean
}

async function begin(): Promise<Life> {
  world.setTime('2026-10-05T09:00:00Z')
  const office = await openLeaveOffice(world)
  await world.rows('update leave_settings set pay_leavers = true where organization_id = $1', [
    office.organization,
  ])
  const { id } = await employ(office.primary, { salary: 55_000, employment_date: '2024-03-01' })
  const approver = await world.as('employee', office.organization)
  const appointed = { user_id: approver.id, level: 1 }
  await office.primary.call(leaveApprovers.create, { body: appointed })
  const person = await asEmployee(world, office.organization, id)
  const payer = await world.as('finance', office.organization)
  const people = { by: office.primary, person, approver, payer }
  const life = { office, id, today: '2026-10-05', raised: false, ...people }
  await night(life)
  return life
}

const night = ({ office, id }: Life) =>
  world.parts.db.inOrg({ organization_id: office.organization, actor: 'System' }, (tx) =>
    overNight(workFromServices(world.parts, tx, office.organization), [id]),
  )

/** Every month of it has its nights, as the clock would have it. */
async function pass(life: Life, days: number) {
  for (let left = days; left > 0; left -= 15) {
    life.today = daysLater(life.today, Math.min(15, left))
    world.setTime(`${life.today}T09:00:00Z`)
    await night(life)
  }
  for (const who of ['by', 'person', 'approver', 'payer'] as const) {
    life[who] = await life.office.renewed(life[who])
  }
}

/** Refused or done, and never a fault. */
function answered({ status, body }: { status: number; body: unknown }) {
  expect(status, JSON.stringify(body)).toBeLessThan(500)
}

async function oneOf({ id }: Life, nth: number): Promise<string | undefined> {
  const rows = await world.rows(
    `select id from leave_requests where employee_id = $1 order by number desc`,
    [id],
  )
  return rows[nth % Math.max(1, rows.length)]?.id
}

async function balanceOf({ id, office, today }: Life, type: string) {
  const [row] = await world.rows(
    `select id, entitled::float from leave_balances
     where employee_id = $1 and leave_type_id = $2 and year = $3`,
    [id, office.typeOf(type), Number(today.slice(0, 4))],
  )
  return row as { id: string; entitled: number } | undefined
}

async function does(life: Life, { kind, type, day, days }: Act) {
  const { by, id, today, office } = life
  const start_date = daysLater(today, day)
  if (kind === 'pass') return pass(life, days * 6 + 1)
  if (kind === 'ask') {
    const end_date = daysLater(start_date, days)
    const asked = { employee_id: id, leave_type_id: office.typeOf(type), start_date, end_date }
    const asker = day % 2 === 0 ? by : life.person
    answered(await askFor(asker, { ...asked, half_start: day % 3 === 0, ...certificate }))
  } else if (kind === 'holiday') {
    const body = { day: start_date, name: 'Gazetted' }
    answered(await by.call(leaveHolidays.create, { body }))
  } else if (kind === 'no holiday') {
    const { body } = await by.call(leaveHolidays.list)
    const coming = body.filter((one) => one.day >= today)[days]
    if (coming) answered(await by.call(leaveHolidays.remove, { params: { id: coming.id } }))
  } else if (kind === 'pattern') {
    const body = { own: days % 2 === 0, work_saturday: days % 4 > 1, work_sunday: days % 8 > 3 }
    answered(await by.call(leaveSettings.changePattern, { params: { id }, body }))
  } else if (kind === 'pay out' || kind === 'more') {
    const balance = await balanceOf(life, 'Annual Leave')
    if (!balance) return
    const params = { id: balance.id }
    if (kind === 'pay out') {
      const body = { days: days / 2, reason: 'Asked for' }
      answered(await by.call(leaveBalances.encash, { params, body }))
    } else {
      const more = Math.ceil(balance.entitled) + days
      const body = { entitled_days: more, reason: 'More' }
      answered(await by.call(leaveBalances.update, { params, body }))
    }
  } else if (kind === 'raise') {
    life.raised = true
    await edits(life, 'Annual Leave', { default_days: 21 + 10 * (days % 3) })
  } else if (kind === 'pay all') {
    // What is not paid when it is taken is not paid out either.
    const encashable = type !== 'Unpaid Leave' && (type === 'Annual Leave' || days % 4 > 0)
    await edits(life, type, { encashable, carry_over_days: 20 })
  } else await decides(life, kind, days)
}

async function edits({ by, office }: Life, name: string, changes: object) {
  const params = { id: office.typeOf(name) }
  const { body } = await by.call(leaveTypes.get, { params })
  const edited = await by.call(leaveTypes.update, { params, body: { ...body, ...changes } })
  expect(edited.status).toBe(200)
}

async function decides(life: Life, kind: 'approve' | 'reject' | 'cancel', nth: number) {
  const request = await oneOf(life, nth)
  if (!request) return
  const { by, person, approver } = life
  const params = { id: request }
  if (kind === 'approve') answered(await approver.call(leaveRequests.approve, { params, body: {} }))
  else if (kind === 'cancel') {
    answered(await (nth % 2 === 0 ? by : person).call(leaveRequests.cancel, { params }))
  } else {
    const body = { rejection_reason: 'No' }
    answered(await approver.call(leaveRequests.reject, { params, body }))
  }
}

/** From requests and their days, grants and what was paid out; never from the sums of a balance. */
const clean = (id: string, type: string) =>
  world.rows(
    `select b.year, b.entitled::float, b.used::float, b.pending::float,
       t.accrual, t.default_days::float, t.negative_days::float as negative,
       (select coalesce(sum(d.counts) filter (where r.status = 'approved'), 0) from q r
         join leave_request_days d on d.request_id = r.id
         where extract(year from d.day) = b.year)::float
       + (select coalesce(sum(x.days), 0) from leave_encashments x where x.balance_id = b.id
         and not (x.leaving and x.status = 'draft'))::float
         as clean_used,
       (select coalesce(sum(d.counts) filter (where r.status = 'pending'), 0) from q r
         join leave_request_days d on d.request_id = r.id
         where extract(year from d.day) = b.year)::float as clean_pending,
       (select coalesce(sum(d.counts), 0) from q r join leave_request_days d on d.request_id = r.id
         where r.status in ('pending', 'approved') and d.day between make_date(b.year, 1, 1)
           and make_date(b.year, 3, 31))::float
       + (select coalesce(sum(n.used), 0) from leave_entries n where n.balance_id = b.id
         and n.request_id is null and n.day <= make_date(b.year, 3, 31))::float as taken,
       coalesce(e.granted, 0)::float as granted, coalesce(e.carried, 0)::float as carried,
       coalesce(e.out, 0)::float as out, coalesce(e.expired, 0)::float as expired,
       coalesce(e.lapsed, 0)::float as lapsed, coalesce(e.more, 0)::float as more
     from leave_balances b join leave_types t on t.id = b.leave_type_id
     cross join lateral (select
       sum(entitled) filter (where kind in ('accrual', 'entitlement')) as granted,
       sum(entitled) filter (where kind = 'carry-over' and day = make_date(b.year, 1, 1)) as carried,
       -sum(entitled) filter (where kind = 'carry-over' and day > make_date(b.year, 1, 1)) as out,
       -sum(entitled) filter (where kind = 'expiry' and day <= make_date(b.year, 12, 31)) as expired,
       -sum(entitled) filter (where kind = 'expiry' and day > make_date(b.year, 12, 31)) as lapsed,
       sum(entitled) filter (where kind = 'adjustment') as more
       from leave_entries n where n.balance_id = b.id) e
     where b.employee_id = $1 and b.leave_type_id = $2 order by b.year`.replaceAll(
      'from q r',
      'from (select * from leave_requests where employee_id = $1 and leave_type_id = $2) r',
    ),
    [id, type],
  )

async function settles({ id, office, today, raised }: Life, left: string | null) {
  for (const name of types) {
    const type = office.typeOf(name)
    await sumsOf(world, id, type)
    const years = await clean(id, type)
    years.forEach((year, at) => {
      const told = `${name} ${JSON.stringify(year)}`
      expect([year.used, year.pending], told).toEqual([year.clean_used, year.clean_pending])
      const { granted, carried, out, expired, lapsed, more, entitled } = year
      expect(entitled, told).toBeCloseTo(granted + carried + more - out - expired - lapsed, 6)
      expect(entitled - year.used - year.pending, told).toBeGreaterThanOrEqual(-year.negative)
      expect(expired, told).toBeGreaterThanOrEqual(0)
      expect(expired, told).toBeLessThanOrEqual(Math.max(0, carried - year.taken))
      // What goes out of a year is what comes into the next.
      if (at > 0) expect(carried, told).toBe(years[at - 1]?.out)
      if (year.accrual === 'monthly' && !raised) {
        const person = { joined: '2024-03-01', left }
        const earned = accruedBy(left ? '2030-01-01' : today, year.year, 2100, person, 'pro rata')
        const sum = earned.reduce((all, { days }) => all + days, 0) / 100
        expect(granted, told).toBeCloseTo(sum, 6)
      }
    })
  }
  const wrong = await world.rows(
    `select r.id from leave_requests r where r.employee_id = $1 and r.days <> (select sum(d.counts)
       from leave_request_days d where d.request_id = r.id)`,
    [id],
  )
  expect(wrong).toEqual([])
}

/** The last pay has what is left of annual leave, and nothing waits any more. */
async function goes(life: Life) {
  const { by, payer, id, office, today } = life
  const termination_date = today
  await terminate(by, id, termination_date)
  const [year = 0, month = 1] = today.split('-').map(Number)
  await ending(world.parts as never).next()
  const run = await runMonth(payer, monthNames[month - 1] as string, year, false)
  const params = { id: run.id }
  const { body } = await payer.call(payrolls.checks, { params })
  const beyond = body.find(({ kind }) => kind === 'leave beyond')?.people ?? []
  const approved = beyond.map(({ employee_id, detail }) => ({
    ...{ kind: 'leave beyond' as const, employee_id, detail },
  }))
  const done = await payer.call(payrolls.confirm, { params, body: { approved } })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  await settles(life, termination_date)
  for (const name of types) await paidAsEarned(life, name, termination_date)
  const [annual] = (await clean(id, office.typeOf('Annual Leave'))).filter(
    (one) => one.year === year,
  )
  const [slip] = await world.rows(
    `select coalesce(sum(r.days - r.beyond), 0)::float as due from leave_encashments r
     join leave_balances b on b.id = r.balance_id
     where r.employee_id = $1 and r.leaving and b.leave_type_id = $2`,
    [id, office.typeOf('Annual Leave')],
  )
  expect(slip.due).toBeLessThanOrEqual(annual.granted + annual.carried - annual.expired)
  expect(annual.entitled - annual.used).toBeLessThanOrEqual(0)
  const open = `select id from leave_requests where employee_id = $1 and status = 'pending'`
  expect(await world.rows(open, [id])).toEqual([])
}

/** Without a name nobody is paid more than each year earns by the rule that it began with. */
async function paidAsEarned({ id, office }: Life, name: string, left: string) {
  const years = await world.rows(
    `select b.year, (select case when k.encashable then k.default_days * 100 else 0 end
         from leave_type_terms k where k.leave_type_id = b.leave_type_id
           and k.since <= make_date(b.year, 1, 1) order by k.since desc limit 1)::int as yearly,
       (select coalesce(sum(r.days - r.beyond), 0) from leave_encashments r
         where r.balance_id = b.id and r.payslip_id is not null)::float as unnamed
     from leave_balances b where b.employee_id = $1 and b.leave_type_id = $2`,
    [id, office.typeOf(name)],
  )
  const earned = years
    .flatMap(({ year, yearly }) =>
      accruedBy('2030-01-01', year, yearly, { joined: '2024-03-01', left }, 'pro rata'),
    )
    .reduce((sum, { days }) => sum + days, 0)
  const unnamed = years.reduce((sum, year) => sum + year.unnamed, 0)
  expect(unnamed, `${name} ${JSON.stringify(years)}`).toBeLessThanOrEqual(earned / 100)
}

test('balances are what a clean computation comes to, after any history', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ acts, leaves }) => {
      const life = await begin()
      for (const one of acts) await does(life, one)
      await settles(life, null)
      if (leaves) await goes(life)
    }),
    { numRuns: Number(process.env.HISTORIES ?? 6), seed: Number(process.env.SEED ?? 2026) },
  )
}, 900_000)
