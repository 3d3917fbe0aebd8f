import { contract } from '@mshahara/contract'
import { employerFigures, shownFigures } from '@mshahara/contract/figures'
import { monthAndYear, monthFrom } from '@mshahara/contract/months'
import { daysLater } from '../foundation/core/clock.ts'
import type { Company } from './company.ts'
import type { Movement } from './providers.ts'
import type { Caller } from './world.ts'

/**
 * Every figure of a company that a person could see, by names of the story: without ids, numbers
 * and times, and without what was reversed, cancelled or withdrawn.
 */

const { payrolls, payslips, payouts, casualPayrolls, analytics } = contract
const { allowances, incomes, leaving, finalClaims } = contract
const { leaveBalances, leaveClaims, leaveAnalytics, loans, billing, subscriptions } = contract

type Person = { first_name: string }
const one = (id: string) => ({ params: { id } })

function some<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
}

/** In the order of their text, whatever order they came in. */
const sorted = <T>(list: T[]): T[] =>
  list
    .map((row) => [JSON.stringify(row), row] as const)
    .sort(byText)
    .map(([, row]) => row)
const byText = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : Number(a > b)

export async function booksOf(company: Company) {
  const { payday } = company.stage
  const users = await company.by('primary')
  // Whatever the server that acts is like, the books are read in peace.
  const by = payday.caller(users.token)
  const { body: employed } = await by.call(contract.employees.list)
  const people = employed.map(({ id, first_name }) => ({ id, first_name }))
  return {
    payslips: await payslipsOf(by),
    ahead: await aheadOf(by),
    leaving: await leavingOf(by, people),
    items: await itemsOf(by, people),
    casual_payslips: await casualPayslipsOf(by),
    leave: await leaveOf(by, people),
    loans: await loansOf(by, people),
    payouts: await payoutsOf(by),
    billing: await billingOf(by),
    year: await yearOf(by),
  }
}
export type Books = Awaited<ReturnType<typeof booksOf>>

// ---------------------------------------------------------------- pay

async function payslipsOf(by: Caller) {
  const { body: runs } = await by.call(payrolls.list)
  const slips: object[] = []
  for (const run of runs.filter(({ status }) => status === 'confirmed')) {
    slips.push(...(await slipsIn(by, run)))
  }
  return sorted(slips)
}

interface Listed {
  id: string
  kind: string
  title: string | null
  year: string
  month: string
}

/** A correction is called by the number of what it corrects. */
const titleOf = ({ kind, title }: Listed) => (kind === 'correction' ? kind : title)

async function slipsIn(by: Caller, run: Listed) {
  const slips: object[] = []
  const { body } = await by.call(payrolls.get, one(run.id))
  for (const row of body.payslips) {
    const { body: slip } = await by.call(payslips.get, one(row.id))
    const lines = (list: { name: string; amount: number }[]) =>
      sorted(list.map(({ name, amount }) => `${name} ${amount}`))
    slips.push({
      ...{ month: `${run.year} ${run.month}`, run: titleOf(run), days: row.days },
      who: slip.employee.first_name,
      ...some(slip, [...shownFigures, ...employerFigures]),
      incomes: lines(slip.incomes),
      deductions: lines(slip.deductions),
      paid: slip.paid !== null,
    })
  }
  return slips
}

/** Where a payment failed another account is given: how often it fails is not the history's. */
const mended = ['bank changed', 'phone changed']

/**
 * What the month after the last one would pay, as far as anybody can see: arrears and what
 * corrections left are in it, and what nobody takes any more is named by its checks.
 */
async function aheadOf(by: Caller) {
  const { body: runs } = await by.call(payrolls.list)
  for (const { id } of runs.filter(({ status }) => status === 'draft')) {
    await by.call(payrolls.remove, one(id))
  }
  const months = runs
    .filter(({ kind, status }) => kind === 'monthly' && status === 'confirmed')
    .map(({ month, year }) => monthFrom(month, Number(year)))
  const next = daysLater(`${months.sort().at(-1)}-28`, 5).slice(0, 7)
  const { status, body: run } = await by.call(payrolls.create, { body: monthAndYear(next) })
  if (status >= 300) throw new Error(`The month ahead: ${JSON.stringify(run)}`)
  const slips = sorted(await slipsIn(by, run))
  const { body: found } = await by.call(payrolls.checks, one(run.id))
  const checks = found
    .filter(({ kind }) => !mended.includes(kind))
    .flatMap(({ kind, people }) => people.map(({ name, detail }) => `${kind} ${name} ${detail}`))
  await by.call(payrolls.remove, one(run.id))
  return { slips, checks: sorted(checks) }
}

async function casualPayslipsOf(by: Caller) {
  const { body: runs } = await by.call(casualPayrolls.list)
  const slips: object[] = []
  for (const { id, from, to } of runs.filter(({ status }) => status === 'confirmed')) {
    const { body } = await by.call(casualPayrolls.get, one(id))
    for (const { id: _, casual, ...figures } of body.payslips) {
      slips.push({ from, to, who: casual.first_name, ...figures })
    }
  }
  return sorted(slips)
}

// ---------------------------------------------------------------- items, and who leaves

async function itemsOf(by: Caller, people: (Person & { id: string })[]) {
  const rows: object[] = []
  for (const { id, first_name: who } of people) {
    const { body: allowed } = await by.call(allowances.list, one(id))
    const { body: earned } = await by.call(incomes.list, one(id))
    const { body: person } = await by.call(contract.employees.get, one(id))
    rows.push({
      who,
      items: sorted(
        [...allowed, ...earned].map((item) =>
          some(item, ['name', 'amount', 'since', 'amount_before', 'since_unpaid', 'taxable']),
        ),
      ),
      salaries: person.salaries.map((salary) =>
        some(salary, ['month', 'amount', 'agreed_net', 'state']),
      ),
    })
  }
  return sorted(rows)
}

async function leavingOf(by: Caller, people: (Person & { id: string })[]) {
  const rows: object[] = []
  for (const { id, first_name: who } of people) {
    const { body } = await by.call(leaving.get, one(id))
    if (!body.record) continue
    const { last_day, reason, notice, leave_days, lines, paid, moved } = body.record
    const figures = body.run && some(body.run, ['status', 'gross', 'total_deductions', 'net'])
    rows.push({ who, last_day, reason, notice, leave_days, lines, paid, moved, figures })
  }
  const { body: claims } = await by.call(finalClaims.list, { query: { which: 'all' } })
  const { body: totals } = await by.call(finalClaims.totals)
  const owed = claims.map(({ employee, ...claim }) => ({
    who: employee.name,
    ...some(claim, ['last_day', 'amount', 'paid', 'left', 'state']),
  }))
  return { rows: sorted(rows), owed: sorted(owed), totals }
}

// ---------------------------------------------------------------- leave

async function leaveOf(by: Caller, people: (Person & { id: string })[]) {
  const rows: object[] = []
  for (const { id, first_name: who } of people) {
    const { body } = await by.call(leaveBalances.ofEmployee, one(id))
    const { body: claims } = await by.call(leaveClaims.ofEmployee, one(id))
    rows.push({
      who,
      balances: sorted(
        body.balances.map((balance) => ({
          type: balance.leave_type.name,
          ...some(balance, ['year', 'entitled_days', 'used_days', 'pending_days', 'remaining']),
          paying_out: balance.paying_out,
        })),
      ),
      leaves: sorted(
        body.leaves
          .filter(({ status }) => status === 'approved' || status === 'pending')
          .map((leave) => ({
            type: leave.leave_type.name,
            ...some(leave, ['start_date', 'end_date', 'half_start', 'days', 'status']),
          })),
      ),
      claims: { ...some(claims, ['claim', 'owed', 'due']), rows: claimsOf(claims.rows) },
    })
  }
  return sorted(rows)
}

interface Claimed {
  type: string
  month: string
  days: number
  amount: number
}

/** Days that a payroll took and gave back may stand beside those it left: their sum counts. */
function claimsOf(rows: Claimed[]) {
  const sums = new Map<string, { days: number; cents: number }>()
  for (const { type, month, days, amount } of rows) {
    const { days: d, cents } = sums.get(`${type} ${month}`) ?? { days: 0, cents: 0 }
    const sum = { days: Math.round((d + days) * 100) / 100, cents: cents + inCents(amount) }
    sums.set(`${type} ${month}`, sum)
  }
  return sorted([...sums])
}

// ---------------------------------------------------------------- loans

async function loansOf(by: Caller, people: (Person & { id: string })[]) {
  const { body: all } = await by.call(loans.list)
  const running = all.filter(({ status }) => status === 'approved' || status === 'pending')
  const rows: object[] = []
  for (const { id } of running) {
    const { body: loan } = await by.call(loans.get, one(id))
    rows.push({
      who: loan.employee.first_name,
      ...some(loan, ['product', 'amount', 'term_months', 'state', 'total', 'interest_amount']),
      ...some(loan, ['outstanding', 'deducted', 'repaid', 'rebated', 'written_off', 'overdue']),
      ...some(loan, ['in_default', 'claim', 'disbursed_on', 'schedule', 'settlement']),
      tops_up: loan.tops_up?.amount ?? null,
      guarantors: sorted(
        loan.guarantors.map(({ employee, status, left }) => [employee.first_name, status, left]),
      ),
      entries: netOf(loan.entries),
    })
  }
  const standings: object[] = []
  for (const { id, first_name: who } of people) {
    const { body } = await by.call(loans.standing, one(id))
    standings.push({ who, ...some(body, ['owed', 'in_default', 'guaranteed']) })
  }
  const { body: remittances } = await by.call(loans.remittances)
  return { rows: sorted(rows), standings: sorted(standings), remittances: sorted(remittances) }
}

/** What was taken back is as if it had never been. */
function netOf(entries: { kind: string; month: string | null; amount: number }[]) {
  const sums = new Map<string, number>()
  for (const { kind, month, amount } of entries) {
    const what = `${kind} ${month ?? ''}`
    sums.set(what, (sums.get(what) ?? 0) + Math.round(amount * 100))
  }
  return sorted([...sums].filter(([, cents]) => cents !== 0))
}

// ---------------------------------------------------------------- money out and in

/** Which way and where to, may have changed while it was on its way. */
async function payoutsOf(by: Caller) {
  const { body: monthly } = await by.call(payrolls.list)
  const { body: casual } = await by.call(casualPayrolls.list)
  const rows: object[] = []
  for (const run of [...monthly, ...casual].filter(({ status }) => status === 'confirmed')) {
    const what = 'from' in run ? run.from : (titleOf(run) ?? run.month)
    const call = 'from' in run ? payouts.listCasuals : payouts.list
    const { body } = await by.call(call as typeof payouts.list, one(run.id))
    const paidOut = body.filter(({ status }) => status === 'paid')
    for (const { name, amount, rounding } of paidOut) {
      rows.push({ what, name, net: inCents(amount) + inCents(rounding) })
    }
    const { body: parts } = await by.call(payouts.summary, one(run.id))
    const sums = [parts.submitted, parts.processing, parts.paid, parts.failed, parts.review]
    const cents = [...sums, parts.unpaid].reduce((sum, part) => sum + inCents(part.amount), 0)
    if (cents + inCents(parts.rounding) !== inCents(parts.net)) {
      throw new Error(`The parts of a run: ${JSON.stringify(parts)}`)
    }
  }
  return sorted(rows)
}
const inCents = (amount: number | string) => Math.round(Number(amount) * 100)

async function billingOf(by: Caller) {
  const { body: records } = await by.call(billing.list)
  const { body: current } = await by.call(billing.current)
  const { body: plan } = await by.call(subscriptions.current)
  return {
    plan: { name: plan.package.name, ...some(plan, ['price', 'from', 'to', 'employee_count']) },
    balance: current.balance,
    payments: sorted(
      records.map(({ payment }) =>
        payment ? some(payment.details, ['package', 'type', 'duration', 'method', 'amount']) : null,
      ),
    ),
  }
}

async function yearOf(by: Caller) {
  const { body: annual } = await by.call(analytics.annual, { params: { year: 2026 } })
  const { body: leave } = await by.call(leaveAnalytics.get, { query: { year: 2026 } })
  const { not_rested: _, ...days } = leave
  return { annual, days }
}

// ---------------------------------------------------------------- the providers' own ledger

/** What providers really moved for a company, and what we think they did, in cents. */
export async function moneyOf({ organization_id, stage: { payday } }: Company) {
  const { movements } = await payday.simulator.ledger()
  const moved = movements.filter(({ state }) => state === 'paid')
  const attempts = await payday.rows(
    'select key, slip_id, state, amount from payout_attempts where organization_id = $1',
    [organization_id],
  )
  const orders = await payday.rows(
    `select 'SUB' || lpad(number::text, 7, '0') as account from payment_orders
     where organization_id = $1`,
    [organization_id],
  )
  const receipts = await payday.rows(
    `select amount from payment_receipts where organization_id = $1 and method = 'M-PESA'`,
    [organization_id],
  )
  const slips = new Map(attempts.map(({ key, slip_id }) => [key as string, slip_id as string]))
  const accounts = new Set(orders.map(({ account }) => account))
  const out = moved.filter(({ key }) => slips.has(key))
  const prompted = moved.filter((one) => one.kind === 'stk' && accounts.has(one.reference))
  const ofRows = (rows: { amount?: string }[]) =>
    rows.reduce((sum, { amount = 0 }) => sum + inCents(amount), 0)
  return {
    out: { theirs: sumOf(out), ours: ofRows(attempts.filter(({ state }) => state === 'paid')) },
    in: { theirs: sumOf(prompted), ours: ofRows(receipts) },
    twice: out.length - new Set(out.map(({ key }) => slips.get(key))).size,
  }
}

const sumOf = (list: Movement[]) => list.reduce((sum, { amount }) => sum + amount, 0)
