// @tests slow
import { contract } from '@mshahara/contract'
import type { ExportAnswer } from '@mshahara/contract/exports'
import { type MonthName, monthNames } from '@mshahara/contract/months'
import { expect, test, vi } from 'vitest'
import { addStaff } from '../demo/staff.ts'
import { employeeBody } from '../test/office.ts'
import { type Caller, openWorld } from '../test/world.ts'

/**
 * A year of a firm's people, lived twice. Once as it comes: bonuses beside the month, raises
 * and cuts told late, months corrected or made again, people recorded late, and people who leave.
 * Once by somebody who knew all of it beforehand. Everybody is paid the same, to the cent, and what
 * is declared of the year is what payslips took, whichever paper tells it. `PEOPLE=300` for more.
 */

const count = Number(process.env.PEOPLE ?? 80)
const year = 2025
const world = await openWorld({ workers: true })
const { corrections, employees, exports, incomes, leaving, offCycle, payrolls } = contract
const { raises, returns, analytics } = contract

interface Firm {
  id: string
  by: Caller
  /** In the order of the staff list; the same person stands at the same place in both. */
  people: string[]
  salaries: number[]
}

const given = Array.from({ length: count }, (_, place) => ({
  dob: '1985-05-05',
  employment_date: `20${String(12 + (place % 13)).padStart(2, '0')}-0${1 + (place % 9)}-01`,
  termination_date: place % 30 === 11 ? '2025-12-10' : null,
}))

async function openFirm(name: string): Promise<Firm> {
  const id = await world.addOrganization(name)
  const { parts } = world
  const adding = { organization_id: id, today: '2026-03-10', secrets: parts.secrets }
  await parts.db.inOrg({ organization_id: id }, (tx) => addStaff(tx, adding, count, { given }))
  const rows = await world.rows(
    `select e.id, s.amount from employees e join salaries s on s.employee_id = e.id
     where e.organization_id = $1 order by e.number`,
    [id],
  )
  const by = await world.as('primary', id)
  const salaries = rows.map(({ amount }) => Number(amount))
  return { id, by, people: rows.map((row) => row.id), salaries }
}

const [lived, known] = [await openFirm('Lived Ltd'), await openFirm('Known Ltd')]

/** Places in the list that leave this rest. */
const every = (divisor: number, rest = 0) =>
  Array.from({ length: count }, (_, place) => place).filter((place) => place % divisor === rest)
const consultants = every(21, 20)
const bonused = every(5, 1)
const commissioned = every(7, 3)
const raised = every(3, 1).filter((place) => !consultants.includes(place))
const raisedAgain = raised.slice(10, 20)
const cut = every(75, 6)
const correctedUp = every(60, 9)
const correctedDown = every(60, 24)
const leavers = every(60, 15)

const idOf = (firm: Firm, place: number) => firm.people[place] as string
const basicOf = ({ salaries }: Firm, place: number) => salaries[place] as number
const cents = (shillings: number) => Math.round(shillings * 100) / 100
const share = (amount: number, percent: number) => cents((amount * percent) / 100)
const fivePercent = (amount: number) => share(amount, 105)
const path = (id: string) => ({ params: { id } })

async function done<T extends { status: number; body: unknown }>(asked: Promise<T>) {
  const reply = await asked
  if (reply.status > 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body as T['body']
}

/** A run of so many is worked out in the background. */
async function settled({ by }: Firm, id: string) {
  return vi.waitFor(
    async () => {
      const { body } = await by.call(payrolls.get, path(id))
      expect(body.calculated).toBe(true)
      return body
    },
    { timeout: 60_000, interval: 50 },
  )
}

async function confirmed(firm: Firm, id: string) {
  await settled(firm, id)
  await done(firm.by.call(payrolls.confirm, path(id)))
  return settled(firm, id)
}

async function pay(firm: Firm, month: MonthName) {
  const { id } = await done(firm.by.call(payrolls.create, { body: { month, year } }))
  return confirmed(firm, id)
}
const raise = (firm: Firm, place: number, salary: number, salary_from: string) =>
  done(
    firm.by.call(employees.update, { ...path(idOf(firm, place)), body: { salary, salary_from } }),
  )

// ---------------------------------------------------------------- as it comes

async function extra(firm: Firm, given: { month: MonthName; kind: 'one-off' | 'regular' }) {
  const places = given.kind === 'one-off' ? bonused : commissioned
  const items = [{ name: given.kind === 'one-off' ? 'Bonus' : 'Commission', kind: given.kind }]
  const { id } = await done(
    firm.by.call(offCycle.create, {
      body: {
        ...{ title: 'Beside the month', month: given.month, year, pay_on: '2026-03-10', items },
        employees: places.map((place) => idOf(firm, place)),
      },
    }),
  )
  const { rows } = await done(firm.by.call(offCycle.amounts, path(id)))
  const filled = rows.map((row) => {
    const place = firm.people.indexOf(row.id)
    return { payslip_id: row.payslip_id, amounts: [extraOf(place)] }
  })
  await settled(firm, id)
  await done(firm.by.call(offCycle.save, { ...path(id), body: { items, rows: filled } }))
  await confirmed(firm, id)
}
const extraOf = (place: number) => 7_000 + place * 50.25

/** By the screen for many, as it is looked over. */
async function raiseMany(firm: Firm, places: number[], from: string) {
  const rule = { by: { what: 'percent' as const, percent: 5 } }
  const whom = { employees: places.map((place) => idOf(firm, place)) }
  const { rows, refused } = await done(firm.by.call(raises.preview, { body: { from, rule, whom } }))
  expect(refused).toEqual([])
  const sent = rows.map((row) => ({ ...row, amount: row.after }))
  await done(firm.by.call(raises.save, { body: { rows: sent } }))
}

async function correct(firm: Firm, run: { payslips: RunSlips }, place: number, percent: number) {
  const slip = run.payslips.find(({ employee }) => employee.id === idOf(firm, place))
  const { lines } = await done(firm.by.call(corrections.of, path(slip?.id ?? '')))
  const basic = lines.find(({ side }) => side === 'salary')
  const due = share(basic?.paid ?? 0, percent)
  const body = {
    lines: [{ side: 'salary' as const, key: basic?.key ?? '', due }],
    ...{ reason: 'It was agreed otherwise', pay_on: '2026-03-10' },
  }
  const { id } = await done(firm.by.call(corrections.create, { ...path(slip?.id ?? ''), body }))
  await confirmed(firm, id)
}
type RunSlips = { id: string; employee: { id: string } }[]

async function leave(firm: Firm, place: number) {
  const terms = {
    ...{ last_day: '2025-10-31', reason: 'redundant' as const, notice: 'served' as const },
    // Severance is taxed over the years, of which none was paid here.
    years: [2020, 2021, 2022, 2023, 2024]
      .filter((year) => year >= Number(given[place]?.employment_date.slice(0, 4)))
      .map((year) => ({ year, taxable: 960_000, reliefs: 28_800, paye: 196_600 })),
    lines: [{ code: 'due' as const, label: 'Thanks', amount: 12_345.67, reason: 'Agreed' }],
  }
  await done(firm.by.call(leaving.record, { ...path(idOf(firm, place)), body: terms }))
  const { id } = await done(
    firm.by.call(leaving.run, {
      ...path(idOf(firm, place)),
      body: { month: 'October', year, pay_on: '2026-03-10' },
    }),
  )
  await confirmed(firm, id)
}

const newcomers = [1, 2, 3].map((number) =>
  employeeBody({
    ...{ first_name: 'Late', last_name: `Comer ${number}`, id_number: `9900000${number}` },
    ...{ salary: 40_000 + number * 11_111.11, employment_date: '2025-08-16' },
  }),
)
const hire = async ({ by }: Firm) => {
  for (const body of newcomers) await done(by.call(employees.create, { body }))
}

const acts: Partial<Record<MonthName, (firm: Firm) => Promise<void>>> = {
  async February(firm) {
    await extra(firm, { month: 'February', kind: 'one-off' })
    await pay(firm, 'February')
  },
  async March(firm) {
    await pay(firm, 'March')
    await raiseMany(firm, raised, '2025-02')
  },
  async April(firm) {
    await pay(firm, 'April')
    for (const place of cut) await raise(firm, place, share(basicOf(firm, place), 92), '2025-03')
  },
  async May(firm) {
    await pay(firm, 'May')
    await extra(firm, { month: 'May', kind: 'regular' })
  },
  async June(firm) {
    const { id } = await pay(firm, 'June')
    const body = { reason: 'The wrong bank file was sent' }
    await done(firm.by.call(payrolls.reverse, { ...path(id), body }))
    await pay(firm, 'June')
  },
  async July(firm) {
    const run = await pay(firm, 'July')
    for (const place of correctedUp) await correct(firm, run, place, 110)
    for (const place of correctedDown) await correct(firm, run, place, 90)
  },
  async August(firm) {
    await pay(firm, 'August')
    for (const place of raisedAgain) await raise(firm, place, againOf(firm, place), '2025-04')
  },
  async September(firm) {
    await pay(firm, 'September')
    await hire(firm)
    await pay(firm, 'August')
    await pay(firm, 'September')
  },
  async October(firm) {
    await pay(firm, 'October')
    for (const place of leavers) await leave(firm, place)
  },
}
const againOf = (firm: Firm, place: number) => share(fivePercent(basicOf(firm, place)), 107)

// ---------------------------------------------------------------- known beforehand

/** What is agreed is recorded before the first month that it is for. */
const foreseen: Partial<Record<MonthName, (firm: Firm) => Promise<void>>> = {
  async February(firm) {
    await incomesOf(firm, bonused, { name: 'Bonus', one_off: 1, day: '2025-02' })
    for (const place of raised) {
      await raise(firm, place, fivePercent(basicOf(firm, place)), '2025-02')
    }
    await pay(firm, 'February')
  },
  async March(firm) {
    for (const place of cut) await raise(firm, place, share(basicOf(firm, place), 92), '2025-03')
    await pay(firm, 'March')
  },
  async April(firm) {
    for (const place of raisedAgain) await raise(firm, place, againOf(firm, place), '2025-04')
    await pay(firm, 'April')
  },
  async May(firm) {
    await incomesOf(firm, commissioned, { name: 'Commission', one_off: 0, day: '2025-05' })
    await pay(firm, 'May')
  },
  async July(firm) {
    for (const [places, percent] of [
      [correctedUp, 110],
      [correctedDown, 90],
    ] as const) {
      for (const place of places) {
        const [{ amount }] = await world.rows(
          'select amount from salaries where employee_id = $1 order by number desc limit 1',
          [idOf(firm, place)],
        )
        await raise(firm, place, share(Number(amount), percent), '2025-07')
        await raise(firm, place, Number(amount), '2025-08')
      }
    }
    await pay(firm, 'July')
  },
  async August(firm) {
    await hire(firm)
    await pay(firm, 'August')
  },
  October: acts.October as (firm: Firm) => Promise<void>,
}

async function incomesOf(
  { by, people }: Firm,
  places: number[],
  { name, one_off, day }: { name: string; one_off: 0 | 1; day: string },
) {
  for (const place of places) {
    const dates = { from: `${day}-01`, to: `${day}-28` }
    const body = { name, one_off, taxable: 1 as const, amount: extraOf(place), ...dates }
    await done(by.call(incomes.create, { body: { ...body, employee_id: people[place] ?? '' } }))
  }
}

// ---------------------------------------------------------------- both

const statutory = 'paye nssf health housing withholding_tax'.split(' ')
const added = 'nssf_employer housing_employer nita'.split(' ')

/** Of everybody, what the year's payslips paid and took. */
async function yearOf({ id }: Firm) {
  const figures = ['gross', 'net', ...statutory, ...added]
  return world.rows(
    `select e.employee_no, ${figures.map((name) => `sum(s.${name}) as ${name}`).join(', ')}
     from payslips s join employees e on e.id = s.employee_id
     where s.organization_id = $1 and s.frozen and not s.void group by e.number, e.employee_no order by e.number`,
    [id],
  )
}

test('what came late is paid as if it had been known', { timeout: 600_000 }, async () => {
  for (const month of monthNames) {
    for (const [firm, ways] of [
      [lived, acts],
      [known, foreseen],
    ] as const) {
      const way = ways[month] ?? ((one: Firm) => pay(one, month).then(() => {}))
      await way(firm)
    }
  }
  const [was, due] = [await yearOf(lived), await yearOf(known)]
  expect(was.length).toBe(count + newcomers.length)
  expect(was.filter((row, at) => JSON.stringify(row) !== JSON.stringify(due[at]))).toEqual([])
})

/** What the cards of everybody come to: many are made in the background. */
async function cardsOf(by: Caller) {
  const { job_id } = await done(by.call(exports.p9, { body: { employee_id: '', year } }))
  const { result } = await vi.waitFor(
    async () => {
      const { body } = await by.call(contract.settings.job, path(job_id ?? ''))
      expect(body.state).toBe('done')
      return body
    },
    { timeout: 60_000, interval: 100 },
  )
  return (result as ExportAnswer).total
}

test('and every paper of the year comes to the same', async () => {
  for (const { id, by } of [lived, known]) {
    const [{ lump }] = await world.rows(
      `select coalesce(sum((l ->> 'amount')::numeric), 0)::float8 / 100 as lump from payslips,
         jsonb_array_elements(deductions) l where organization_id = $1 and frozen and not void
         and l ->> 'kind' = 'lump sum tax'`,
      [id],
    )
    expect(lump).toBeGreaterThan(0)
    const [sums] = await world.rows(
      `select ${['gross', 'net', 'total_deductions', ...statutory, ...added]
        .map((name) => `sum(${name})::float8 as ${name}`)
        .join(', ')}
       from payslips where organization_id = $1 and frozen and not void`,
      [id],
    )
    const listed = (await done(by.call(returns.list, { query: { limit: 12 } }))).flatMap(
      ({ items }) => items,
    )
    const remitted = (type: string) =>
      cents(
        listed.filter((item) => item.type === type).reduce((sum, { amount }) => sum + amount, 0),
      )
    const paye = cents(sums.paye + lump)
    expect(await cardsOf(by)).toBe(paye)
    expect(remitted('SEC_B')).toBe(paye)
    expect(remitted('nssf')).toBe(cents(sums.nssf + sums.nssf_employer))
    expect(remitted('nhif')).toBe(sums.health)
    expect(remitted('ahl')).toBe(cents(sums.housing + sums.housing_employer))
    expect(remitted('nita')).toBe(sums.nita)
    expect(remitted('withholding')).toBe(sums.withholding_tax)
    const { body: annual } = await by.call(analytics.annual, { params: { year } })
    expect(annual).toMatchObject({ grossTotal: sums.gross, netTotal: sums.net, taxTotal: paye })
    // A journal of it is in balance: what was earned is what people, funds and lenders get.
    expect(cents(sums.gross - sums.total_deductions)).toBe(sums.net)
  }
})
