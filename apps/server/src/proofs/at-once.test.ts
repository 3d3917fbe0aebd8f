// @tests long
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { expect, test } from 'vitest'
import { sql } from '../foundation/core/sql.ts'
import { lookAt, proposalIn } from '../test/approvals.ts'
import { holdRows, waitingForLocks } from '../test/locks.ts'
import { employ, runMonth } from '../test/office.ts'
import { type Caller, openWorld, type Reply } from '../test/world.ts'

/**
 * Twenty who do the same at once, and two who do what touches each other: one effect, whoever is
 * too late is told in words, and nobody is refused because two waited for each other.
 */

const { corrections, employees, leaving, makerChecker, offCycle, payrolls } = contract
const world = await openWorld()
world.setTime('2026-06-20T09:00:00Z')

const path = (id: string) => ({ params: { id } })
const twenty = Array.from({ length: 20 }, (_, at) => at)
const given = { salary: 100_000, employment_date: '2019-02-01', pin_no: 'A001234567Z' }

async function openFirm() {
  const home = await world.addOrganization()
  const [primary, second] = [await world.as('primary', home), await world.as('primary', home)]
  const { id: njeri } = await employ(primary, given)
  return { home, primary, second, njeri }
}
type Firm = Awaited<ReturnType<typeof openFirm>>

const refusals = [409, 422]
/** Those that were not done were refused in words, and none because of a lock. */
function doneOf<T>(replies: Reply<T>[]) {
  const done = replies.filter(({ status }) => status < 300)
  for (const { status, body } of replies.filter(({ status }) => status >= 300)) {
    expect(refusals, JSON.stringify(body)).toContain(status)
    expect(body.message).toMatch(/\w+ \w+/)
    expect(body.message).not.toMatch(/changed in the meantime|at the same moment/)
  }
  return done
}

const raise = (by: Caller, id: string, salary: number, salary_from: string) =>
  by.call(employees.update, { ...path(id), body: { salary, salary_from } })
const confirm = (by: Caller, id: string) => by.call(payrolls.confirm, path(id))

async function slipIn(by: Caller, run: string) {
  const { body } = await by.call(payrolls.get, path(run))
  return body.payslips[0]?.id as string
}

async function correction({ primary }: Firm, run: string, due: number) {
  const lines = [{ side: 'salary' as const, key: 'salary', due }]
  const body = { lines, reason: 'It was agreed otherwise', pay_on: '2026-06-25' }
  return primary.call(corrections.create, { ...path(await slipIn(primary, run)), body })
}

async function bonus({ primary, njeri }: Firm, month: MonthName, amount: number) {
  const items = [{ name: 'Bonus', kind: 'one-off' as const }]
  const facts = { month, year: 2026, title: 'Bonus', pay_on: '2026-06-25' }
  const { body } = await primary.call(offCycle.create, {
    body: { ...facts, items, employees: [njeri] },
  })
  const { rows } = (await primary.call(offCycle.amounts, path(body.id))).body
  const filled = rows.map(({ payslip_id }) => ({ payslip_id, amounts: [amount] }))
  await primary.call(offCycle.save, { ...path(body.id), body: { items, rows: filled } })
  return body.id
}

async function finalRun({ primary, njeri }: Firm, month: MonthName, last_day: string) {
  const terms = { last_day, reason: 'resigned', notice: 'paid', leave_days: 0 } as const
  expect((await primary.call(leaving.record, { ...path(njeri), body: terms })).status).toBe(200)
  const body = { month, year: 2026, pay_on: '2026-06-25' }
  const made = await primary.call(leaving.run, { ...path(njeri), body })
  expect(made.status).toBe(201)
  return made.body.id
}

// ---------------------------------------------------------------- two that touch each other

test('a salary is saved while a run of the person is being confirmed', async () => {
  const firm = await openFirm()
  const { home, primary, njeri } = firm
  await runMonth(primary, 'February', 2026)
  await runMonth(primary, 'March', 2026)
  // More than one month can give back: confirming marks March once more, for whoever it is of.
  await raise(primary, njeri, 30_000, '2026-02')
  const april = await runMonth(primary, 'April', 2026, false)
  const release = await holdRows(world, home, sql`arrears where employee_id = ${njeri}`)
  const confirming = confirm(primary, april.id)
  await expect.poll(() => waitingForLocks(world)).toBe(1)
  const raising = raise(primary, njeri, 40_000, '2026-04')
  await expect.poll(() => waitingForLocks(world)).toBe(2)
  await release()
  const [confirmed, raised] = await Promise.all([confirming, raising])
  expect([confirmed.status, raised.status]).toEqual([200, 200])
  const marked = `select distinct month from arrears where organization_id = $1
    and status = 'draft' order by month`
  expect((await world.rows(marked, [home])).map(({ month }) => month)).toContain('2026-04')
})

// ---------------------------------------------------------------- twenty at once

test('a payslip is corrected once, and its correction confirmed once', async () => {
  const firm = await openFirm()
  const { id: february } = await runMonth(firm.primary, 'February', 2026)
  const opened = doneOf(
    await Promise.all(twenty.map((at) => correction(firm, february, 110_000 + at))),
  )
  expect(opened).toHaveLength(1)
  const [id = ''] = opened.map(({ body }) => body.id)
  const [first, ...rest] = await Promise.all(twenty.map(() => confirm(firm.primary, id)))
  // Confirming what is confirmed says so: whoever pressed twice is told the same twice.
  expect([first, ...rest].map((reply) => reply?.status)).toEqual(twenty.map(() => 200))
  const paid = `select count(*)::int as slips, sum(gross)::float as gross from payslips
    where employee_id = $1 and frozen and not void and corrects is not null`
  const [sum] = await world.rows(paid, [firm.njeri])
  expect(sum.slips).toBe(1)
  expect(sum.gross).toBeGreaterThanOrEqual(10_000)
})

/** What somebody was paid and what was taken, by month, in cents. */
async function sums(njeri: string) {
  const rows = await world.rows(
    `select month, count(*)::int as slips, sum(gross)::float as gross, sum(paye)::float as paye,
       sum(nssf)::float as nssf, sum(health)::float as health, sum(housing)::float as housing,
       sum(net)::float as net
     from payslips where employee_id = $1 and frozen and not void group by 1 order by 1`,
    [njeri],
  )
  return rows
}

/** A month, a correction of the one before, a bonus and final dues, all of one person. */
async function drafted() {
  const firm = await openFirm()
  const { id: march } = await runMonth(firm.primary, 'March', 2026)
  const made = await correction(firm, march, 120_000)
  const runs = [made.body.id, await bonus(firm, 'April', 30_000)]
  runs.push(await finalRun(firm, 'April', '2026-04-30'))
  runs.push((await runMonth(firm.primary, 'April', 2026, false)).id)
  return { ...firm, runs }
}

/** Worked out again and confirmed, one after the other. */
async function onTime(by: Caller, runs: string[]) {
  for (const id of runs) {
    if ((await by.call(payrolls.get, path(id))).body.status === 'confirmed') continue
    await by.call(payrolls.recalculate, path(id))
    const { status, body } = await confirm(by, id)
    expect(status, JSON.stringify(body)).toBe(200)
  }
}

test('a correction, a bonus, final dues and the month of one person, confirmed at once', async () => {
  const clean = await drafted()
  await onTime(clean.primary, clean.runs)
  for (let round = 0; round < 3; round += 1) {
    const { primary, njeri, runs } = await drafted()
    doneOf(await Promise.all(twenty.map((at) => confirm(primary, runs[(at + round) % 4] ?? ''))))
    await onTime(primary, runs)
    expect(await sums(njeri)).toEqual(await sums(clean.njeri))
  }
})

test('of twenty raises that are the same one is recorded, and of others each, with one mark', async () => {
  const { home, primary, njeri } = await openFirm()
  await runMonth(primary, 'February', 2026)
  await runMonth(primary, 'March', 2026)
  const recorded = async () =>
    (await world.rows('select from salaries where employee_id = $1', [njeri])).length
  const same = await Promise.all(twenty.map(() => raise(primary, njeri, 110_000, '2026-02')))
  expect(doneOf(same)).toHaveLength(20)
  expect(await recorded()).toBe(2)
  const others = twenty.map((at) => raise(primary, njeri, 120_000 + at, '2026-02'))
  expect(doneOf(await Promise.all(others))).toHaveLength(20)
  expect(await recorded()).toBe(22)
  const marks = await world.rows(
    `select month, count(*)::int as marks from arrears where organization_id = $1
     group by 1 order by 1`,
    [home],
  )
  expect(marks).toEqual(['2026-02', '2026-03'].map((month) => ({ month, marks: 1 })))
})

// ---------------------------------------------------------------- twenty who agree

const checkedActs = { confirming: true, reversal: true, salary: true }

type Asks = (firm: Firm) => Promise<Reply<unknown>>
/** What is asked for, and by which rows one can tell that it was done. */
const proposals: [string, Asks, string, number][] = [
  [
    'a raise with arrears',
    async ({ second, njeri }) => raise(second, njeri, 130_000, '2026-02'),
    'select from salaries where employee_id = $1',
    2,
  ],
  [
    'a correction',
    async (firm) => {
      const [run] = (await firm.primary.call(payrolls.list)).body
      const made = await correction(firm, run?.id ?? '', 115_000)
      return confirm(firm.second, made.body.id)
    },
    'select from payslips where employee_id = $1 and corrects is not null and frozen',
    1,
  ],
  [
    'a bonus',
    async (firm) => confirm(firm.second, await bonus(firm, 'March', 20_000)),
    'select from payslips where employee_id = $1 and extra and frozen',
    1,
  ],
  [
    'final dues',
    async (firm) => confirm(firm.second, await finalRun(firm, 'March', '2026-03-31')),
    'select from payslips where employee_id = $1 and leaving_id is not null and frozen',
    1,
  ],
  [
    'a reversal',
    async ({ second, primary }) => {
      const [run] = (await primary.call(payrolls.list)).body
      const body = { reason: 'A slip of the pen' }
      return second.call(payrolls.reverse, { ...path(run?.id ?? ''), body })
    },
    'select from payslips where employee_id = $1 and void',
    1,
  ],
]

test.each(proposals)('twenty agree to %s: it is done once', async (_, asks, done, count) => {
  const firm = await openFirm()
  await runMonth(firm.primary, 'February', 2026)
  await firm.primary.call(makerChecker.changeSettings, { body: checkedActs })
  const id = proposalIn(await asks(firm))
  const { digest } = await lookAt(firm.primary, id)
  const agree = () => firm.primary.call(makerChecker.agree, { ...path(id), body: { digest } })
  expect(doneOf(await Promise.all(twenty.map(agree)))).toHaveLength(1)
  expect(await world.rows(done, [firm.njeri])).toHaveLength(count)
})
