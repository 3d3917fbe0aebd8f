// @tests long
import { contract } from '@mshahara/contract'
import { type MonthName, monthNames } from '@mshahara/contract/months'
import { beforeAll, expect, test } from 'vitest'
import { addCasual, confirmCasuals } from '../../test/casuals.ts'
import { type BookLine, balanced, leftOf } from '../../test/journal.ts'
import { leavingActs, type Terms } from '../../test/leaving.ts'
import { employ, runMonth } from '../../test/office.ts'
import { payOf } from '../../test/remittances.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/**
 * A year of every kind of run, of which some was paid and some is still owed: what the books say is
 * what cards, returns and payments say, to the cent.
 */

const { analytics, corrections, deductions, employees, exports, journal, offCycle } = contract
const { payrolls, remittances } = contract
const world = await openWorld()
const { confirm, path, record } = leavingActs(world)
const year = 2025
world.setTime('2026-03-10T09:00:00Z')
const home = await world.addOrganization('Books Ltd')
const primary = await world.as('primary', home)

const cents = (shillings: number) => Math.round(shillings * 100)
async function done<T extends { status: number; body: unknown }>(asked: Promise<T>) {
  const reply = await asked
  if (reply.status > 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body as T['body']
}
const people: Record<string, string> = {}
const hire = async (first_name: string, given: object) => {
  const from = { employment_date: '2019-03-01' }
  people[first_name] = (await employ(primary, { first_name, ...from, ...given })).id
}
const idOf = (name: string) => people[name] as string
const monthly = (month: MonthName) => runMonth(primary, month, year)
type Run = Awaited<ReturnType<typeof monthly>>

// ---------------------------------------------------------------- the year

async function openYear() {
  const law = { statutory: true, overtime_factor: 1.5, day_hours: 8 }
  await done(primary.call(contract.casualTerms.change, { body: law }))
  await hire('Achieng', { salary: 90_000.55 })
  await hire('Baraka', { salary: 200_000, pay_by: 'mpesa', phone: '0712345678' })
  await hire('Chao', { salary: 78_000 })
  await hire('Daudi', {
    ...{ tos: 'Consultant', salary: 58_000, vat_registered: 1 },
    ...{ paye: 0, nhif: 0, nssf: 0, housing: 0, nita: 0 },
  })
  const taken = [
    { name: 'Stima SACCO', amount: 5_000.55 },
    { name: 'HELB', amount: 3_000 },
    { name: 'Akiba', amount: 4_000, kind: 'pension' },
  ]
  for (const item of taken) {
    const body = { employee_id: idOf('Baraka'), from: '2024-01-01', ...item } as never
    await done(primary.call(deductions.create, { body }))
  }
}

async function bonus(month: MonthName) {
  const items = [{ name: 'Bonus', kind: 'one-off' as const }]
  const facts = { month, year, title: 'Bonus', pay_on: '2026-03-10' }
  const whom = { employees: [idOf('Achieng'), idOf('Baraka')] }
  const { id } = await done(primary.call(offCycle.create, { body: { ...facts, items, ...whom } }))
  const { rows } = await done(primary.call(offCycle.amounts, path(id)))
  const filled = rows.map(({ payslip_id }) => ({ payslip_id, amounts: [9_000.33] }))
  await done(primary.call(offCycle.save, { ...path(id), body: { items, rows: filled } }))
  await done(confirm(primary, id))
}

async function correct(run: Run, name: string, due: number) {
  const slip = run.payslips.find(({ employee }) => employee.id === idOf(name))
  const body = {
    lines: [{ side: 'salary' as const, key: 'salary', due }],
    ...{ reason: 'It was agreed otherwise', pay_on: '2026-03-10' },
  }
  const { id } = await done(primary.call(corrections.create, { ...path(slip?.id as string), body }))
  await done(confirm(primary, id))
}

async function leave() {
  const card = { taxable: 960_000, reliefs: 28_800, paye: 196_600 }
  const terms: Terms = {
    ...{ last_day: '2025-10-31', reason: 'redundant', notice: 'paid', leave_days: 10.5 },
    years: [2020, 2021, 2022, 2023, 2024].map((of) => ({ year: of, ...card })),
  }
  await done(record(primary, idOf('Chao'), terms))
  const body = { month: 'October' as const, year, pay_on: '2026-03-10' }
  const { id } = await done(primary.call(contract.leaving.run, { ...path(idOf('Chao')), body }))
  await done(confirm(primary, id))
}

/** Two payrolls of a month, and one of the days at the end of a month and the start of the next. */
async function casuals() {
  for (const [n, pay] of [1000.35, 1500].entries()) {
    const pay_by = n === 0 ? ('cash' as const) : ('mpesa' as const)
    await addCasual(primary, { pin_no: `A01111111${n}C`, pay, pay_by })
  }
  for (const [from, to] of [
    ['2025-05-05', '2025-05-11'],
    ['2025-05-12', '2025-05-25'],
    ['2025-05-26', '2025-06-08'],
  ] as const) {
    await confirmCasuals(primary, from, to)
  }
  const { id } = await confirmCasuals(primary, '2025-06-09', '2025-06-15')
  const slips = (await done(primary.call(contract.casualPayrolls.get, path(id)))).payslips
  const not_signed = slips.map(({ casual }) => casual.id)
  const body = { reason: 'Wrong week', not_signed }
  await done(primary.call(contract.casualPayrolls.reverse, { ...path(id), body }))
}

const acts: Partial<Record<MonthName, (run: Run) => Promise<unknown>>> = {
  February: () => bonus('February'),
  async April({ id }) {
    const body = { reason: 'The wrong bank file was sent' }
    await done(primary.call(payrolls.reverse, { ...path(id), body }))
    await monthly('April')
  },
  May: casuals,
  async July(run) {
    await correct(run, 'Achieng', 99_000.1)
    await correct(run, 'Baraka', 170_000)
  },
  async September() {
    const body = { salary: 97_500.25, salary_from: '2025-08' }
    await done(primary.call(employees.update, { ...path(idOf('Achieng')), body }))
  },
  October: leave,
}

/** January was paid in full; of February a part; and something of March that was taken back. */
async function pay(by: Caller) {
  const itemsOf = async (month: string) =>
    (await done(by.call(remittances.list, { query: { month } }))).items
  for (const item of await itemsOf('2025-01')) {
    await done(payOf(by, '2025-01', item, { paid_on: '2025-02-09' }))
  }
  for (const item of await itemsOf('2025-02')) {
    await done(
      payOf(by, '2025-02', item, { paid_on: '2025-03-08', amount: Math.min(item.open, 1_000.01) }),
    )
  }
  for (const item of await itemsOf('2025-03')) {
    await done(payOf(by, '2025-03', item, { paid_on: '2025-04-08' }))
  }
  for (const { payments } of await itemsOf('2025-03')) {
    const back = { ...path(payments[0]?.id ?? ''), body: { reason: 'Bounced' } }
    await done(by.call(remittances.takeBack, back))
  }
}

let lines: BookLine[]
beforeAll(async () => {
  await openYear()
  for (const month of monthNames) {
    const run = await monthly(month)
    await acts[month]?.(run)
  }
  await pay(primary)
  const runs = (await done(primary.call(payrolls.list))).filter((one) => one.status === 'confirmed')
  for (const { id } of runs.filter(({ month }) => month === 'January' || month === 'July')) {
    const body = { paid_on: '2025-12-31' }
    await done(primary.call(payrolls.setPayment, { ...path(id), body }))
  }
  lines = await balanced(world, home)
}, 300_000)

// ---------------------------------------------------------------- what it comes to

const ofRuns = () => leftOf(lines.filter(({ kind }) => kind === 'run'))
const sumOf = (left: Record<string, number>, is: (line: string) => boolean) =>
  Object.entries(left).reduce((sum, [line, amount]) => (is(line) ? sum + amount : sum), 0)

test('its runs come to its cards, to what the employer adds and to net pay', async () => {
  const [own] = await world.rows(
    `select sum(s.gross)::float8 as gross, sum(s.net)::float8 as net, sum(s.nssf_employer)::float8 as nssf,
       sum(s.housing_employer)::float8 as housing, sum(s.nita)::float8 as nita
     from payslips s where s.organization_id = $1 and s.frozen and not s.void`,
    [home],
  )
  const left = ofRuns()
  const { body: annual } = await primary.call(analytics.annual, { params: { year } })
  const casual = annual.casuals
  const gross = cents(annual.grossTotal) + cents(casual?.grossTotal ?? 0)
  expect(gross).toBe(cents(own.gross))
  const cost = (line: string) => /^(salary|fee|arrears|commission|income:|casual:)/.test(line)
  expect(sumOf(left, cost)).toBe(gross)
  expect(sumOf(left, (line) => line.startsWith('net:'))).toBe(0 - cents(own.net))
  const added = sumOf(left, (line) => line.startsWith('cost:'))
  const employer = annual.nssfEmployerTotal + annual.housingEmployerTotal + annual.nitaTotal
  expect(added).toBe(cents(employer) + cents(casual?.employerTotal ?? 0))
  // Each person's card, and what casuals' months took.
  let paye = 0
  for (const employee_id of [idOf('Achieng'), idOf('Baraka'), idOf('Chao')]) {
    const body = { employee_id, year, extension: 'xlsx' } as never
    paye += cents((await done(primary.call(exports.p9, { body }))).total ?? 0)
  }
  expect(cents(annual.taxTotal)).toBe(paye)
  const { items } = await done(primary.call(remittances.year, { params: { year } }))
  const due = (authority: string) =>
    items.reduce((sum, one) => (one.authority === authority ? sum + cents(one.amount) : sum), 0)
  const taxOfCasuals = due('SEC_B') - paye
  expect(taxOfCasuals).toBeGreaterThanOrEqual(0)
  expect(left.paye).toBe(0 - paye - taxOfCasuals)
})

/** As the recipients are called in the books. */
const lineOf = (authority: string) =>
  ({ SEC_B: 'paye', nhif: 'health', ahl: 'housing', helb: 'deduction:helb' })[authority] ??
  (authority === 'remittance-akiba'
    ? 'pension:akiba'
    : authority.replace('remittance-', 'deduction:'))

test('what is owed at its end is what each recipient is still to get, and net pay', async () => {
  const balance = await done(primary.call(journal.balance, { params: { month: '2026-03' } }))
  expect(balance.reduce((sum, { closing }) => sum + cents(closing), 0)).toBe(0)
  const payables = Object.fromEntries(
    balance
      .filter(({ nature, closing }) => nature === 'payable' && closing !== 0)
      .map(({ line, closing }) => [line, cents(closing)]),
  )
  const { items } = await done(primary.call(remittances.year, { params: { year } }))
  const open = new Map<string, number>()
  for (const { authority, amount, paid } of items) {
    const line = lineOf(authority)
    open.set(line, (open.get(line) ?? 0) - cents(amount) + cents(paid))
  }
  const unpaid = await world.rows(
    `select 'net:' || coalesce(s.person ->> 'pay_by', 'bank') as line, sum(s.net)::float8 as net
     from payslips s where s.organization_id = $1 and s.frozen and not s.void
       and not exists (select from payments_recorded r where r.slip_id = s.id
         and r.removed_id is null) group by 1`,
    [home],
  )
  for (const { line, net } of unpaid) open.set(line, 0 - cents(net))
  expect(payables).toEqual(Object.fromEntries([...open].filter(([, amount]) => amount !== 0)))
  expect(open.size).toBeGreaterThan(10)
  // The figures of each month, too, are that month's returns: of employees, whose pay has a month.
  const january = await done(primary.call(journal.balance, { params: { month: '2025-01' } }))
  const dues = items.filter(({ month }) => month === '2025-01')
  for (const { authority, amount } of dues) {
    const row = january.find(({ line }) => line === lineOf(authority))
    expect([authority, cents(row?.credit ?? 0)]).toEqual([authority, cents(amount)])
  }
})
