import { setTimeout as pause } from 'node:timers/promises'
import { type Call, contract } from '@mshahara/contract'
import { monthNames } from '@mshahara/contract/months'
import { expect } from 'vitest'
import { daysLater } from '../../foundation/core/clock.ts'
import { addCasual } from '../casuals.ts'
import { type Ask, asking, type Session } from '../mixed-work.ts'
import { asEmployee, employ } from '../office.ts'
import { openPayer, type Payday, payAlone } from '../payday.ts'
import { sessionOf } from '../session.ts'

/**
 * A company that does what mixed-work.ts leaves out, over the documented calls: leave, loans, weeks
 * of casual workers, payouts and its own subscription. What was answered is written down.
 */

const { leaveRequests, loans, musterRolls, casualPayrolls, payrolls, payouts, billing } = contract
const { offCycle } = contract

interface Person {
  user_id: string
  token: string
}

export interface Desk {
  organization_id: string
  primary: Person
  staff: (Person & { id: string })[]
  casuals: string[]
  unpaidLeave: string
  /** Rings when its subscription is to be paid. */
  phone: string
  today: string
}

/** Paid at once, reported thrice, before the answer, not at all, or with the answer lost. */
const endings = ['9999', '0006', '0007', '0005', '0008']

export async function openDesk(payday: Payday, address: string, number: number): Promise<Desk> {
  const bank = number % 2 ? 'coop' : 'kcb'
  const { organization_id, primary } = await openPayer(payday, bank, address)
  await payAlone(payday, organization_id)
  const staff: Desk['staff'] = []
  for (const [at, ending] of endings.entries()) {
    const { id } = await employ(primary, {
      ...{ salary: 60_000 + at * 500, employment_date: '2020-01-06' },
      ...{ pay_by: 'mpesa', phone: `07${10 + number}${at}1${ending}` },
    })
    const person = await asEmployee(payday, organization_id, id)
    staff.push({ id, user_id: person.id, token: person.token ?? '' })
  }
  const casuals: string[] = []
  for (const at of [1, 2, 3]) {
    const phone = `07${10 + number}${at}29999`
    casuals.push((await addCasual(primary, { employment_date: '2020-01-06', phone })).id)
  }
  const { body: types } = await primary.call(contract.leaveTypes.list)
  return {
    organization_id,
    primary: { user_id: primary.id, token: primary.token ?? '' },
    ...{ staff, casuals, phone: `07${10 + number}509999` },
    unpaidLeave: types.find(({ name }) => name === 'Unpaid Leave')?.id ?? '',
    today: payday.parts.clock.now().toISOString().slice(0, 10),
  }
}

/** A session of this person, which may end meanwhile. */
export const lasting =
  (within: <T>(work: (payday: Payday) => Promise<T>) => Promise<T>, organization_id: string) =>
  ({ user_id, token }: Person): Session => ({
    token,
    renew: () => within(({ parts }) => sessionOf(parts, user_id, organization_id)),
  })

interface Hands {
  address: () => string
  session: (person: Person) => Session
  faults: string[]
  /** Between two months, weeks or orders, of which there is an end. */
  rest_ms: number
}

export function areasOffice(desk: Desk, { address, session, faults, rest_ms }: Hands) {
  const ask = asking(address, session(desk.primary), faults)
  const staff = desk.staff.map((person) => ({
    id: person.id,
    ask: asking(address, session(person), faults),
  }))
  const kinds = [onLeave(ask, desk), lending(ask, staff), ...paying(ask, desk), buying(ask, desk)]
  const endless = ['leaves', 'loans']
  const work = kinds.map(({ name, work: once }) => async () => {
    await pause(endless.includes(name) ? 1_500 : rest_ms)
    return once()
  })
  return {
    ...desk,
    work,
    check: async () => {
      const counts: Record<string, number> = {}
      for (const { name, check } of kinds) counts[name] = await check()
      return counts
    },
  }
}

const monday = (day: string) => daysLater(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Ten leaves stay as they were approved; the others are asked for, approved and taken back. */
function onLeave(ask: Ask, { staff, unpaidLeave: leave_type_id, today }: Desk) {
  const expected = new Map<string, string>()
  let asked = 0
  const work = async () => {
    const employee_id = staff[asked % staff.length]?.id ?? ''
    const stays = asked < 10
    const round = Math.floor(asked / staff.length)
    const week = stays ? 2 + round : 6 + (round % 6)
    asked += 1
    const start_date = daysLater(monday(today), 7 * week)
    const body = { employee_id, leave_type_id, start_date, end_date: daysLater(start_date, 3) }
    const { id } = await ask(leaveRequests.create, { body })
    expected.set(id, 'pending')
    await ask(leaveRequests.approve, { params: { id }, body: {} })
    expected.set(id, 'approved')
    if (stays) return true
    await ask(leaveRequests.cancel, { params: { id } })
    expected.set(id, 'cancelled')
    return true
  }
  const check = async () => {
    const listed = await ask(leaveRequests.list)
    expect(new Map(listed.map(({ id, status }) => [id, status]))).toEqual(expected)
    expect(listed.length).toBe(expected.size)
    return listed.length
  }
  return { name: 'leaves', work, check }
}

/** An advance, which is paid back before the next. */
function lending(ask: Ask, staff: { id: string; ask: Ask }[]) {
  const repaid = new Set<string>()
  let next = 0
  const work = async () => {
    const borrower = staff[next++ % staff.length] as (typeof staff)[number]
    const wanted = { product_id: 3, amount: 3_000, term_months: 1, purpose: 'Medical' }
    const { id } = await borrower.ask(loans.create, { body: wanted as never })
    await ask(loans.approve, { params: { id }, body: {} })
    const { settlement } = await ask(loans.get, { params: { id } })
    const body = { amount: settlement?.amount ?? 0, day: settlement?.day ?? '', reference: id }
    await ask(loans.repay, { params: { id }, body: body as never })
    repaid.add(id)
    return true
  }
  const check = async () => {
    const listed = await ask(loans.list)
    expect(new Set(listed.map(({ id }) => id))).toEqual(repaid)
    for (const id of repaid) {
      const { outstanding, entries } = await ask(loans.get, { params: { id } })
      const payments = entries.filter(({ kind }) => kind === 'repayment')
      expect([outstanding, payments.length], id).toEqual([0, 1])
    }
    return repaid.size
  }
  return { name: 'loans', work, check }
}

type MonthOfPay = Pick<Call<typeof payrolls.create>['body'] & object, 'month' | 'year'>

/** A bonus beside a month, which counts on what the month's own payroll has taken. */
async function bonus(ask: Ask, { staff, today: pay_on }: Desk, month: MonthOfPay) {
  const items = [{ name: 'Bonus', kind: 'one-off' as const }]
  const employees = staff.slice(0, 2).map(({ id }) => id)
  const body = { ...month, title: 'Bonus', pay_on, items, employees }
  const params = { id: (await ask(offCycle.create, { body })).id }
  const { rows: grid } = await ask(offCycle.amounts, { params })
  const rows = grid.map(({ payslip_id }) => ({ payslip_id, amounts: [5_000] }))
  await ask(offCycle.save, { params, body: { items, rows } })
  await ask(payrolls.confirm, { params })
  return params.id
}

/** Months, each with a bonus beside it, and weeks, one after the other, confirmed and paid out. */
function paying(ask: Ask, desk: Desk) {
  const { casuals, today } = desk
  const months: string[] = []
  const bonuses: string[] = []
  const reversed: string[] = []
  const weeks: string[] = []
  const pay = async (id: string) => {
    const { digest } = await ask(payouts.preview, { params: { id } })
    return ask(payouts.make, { params: { id }, body: { digest } })
  }
  const lastYear = Number(today.slice(0, 4)) - 1
  const month = async () => {
    const year = 2021 + Math.floor(months.length / 12)
    if (year > lastYear) return false
    const name = monthNames[months.length % 12] as (typeof monthNames)[number]
    const body = { month: name, year }
    const { id } = await ask(payrolls.create, { body })
    await ask(payrolls.confirm, { params: { id } })
    months.push(id)
    await pay(id)
    const extra = await bonus(ask, desk, body)
    if (months.length % 3 === 0) {
      await ask(payrolls.reverse, { params: { id: extra }, body: { reason: 'Wrong' } })
      reversed.push(extra)
    } else {
      bonuses.push(extra)
      await pay(extra)
    }
    return true
  }
  const firstMonday = '2021-01-04'
  const week = async () => {
    const from = daysLater(firstMonday, 7 * weeks.length)
    if (from > `${lastYear}-12-01`) return false
    const days = [0, 1, 2, 3, 4, 5].map((at) => daysLater(from, at))
    const marks = casuals.flatMap((casual_id) =>
      days.map((day) => ({ casual_id, day, present: 1 as const })),
    )
    await ask(musterRolls.save, { body: { from, days: 7, marks } })
    const { id } = await ask(casualPayrolls.create, { body: { from, to: days.at(-1) ?? '' } })
    await ask(casualPayrolls.confirm, { params: { id }, body: { days: [] } })
    weeks.push(id)
    await pay(id)
    return true
  }
  const same = (runs: { id: string; status: string }[], expected: string[]) => {
    expect(runs.map(({ id }) => id).sort()).toEqual([...expected].sort())
    expect(runs.filter(({ status }) => status !== 'confirmed')).toEqual([])
    return runs.length
  }
  const listed = async (kind: string) =>
    (await ask(payrolls.list)).filter((run) => run.kind === kind)
  const extras = async () => {
    const all = await listed('off_cycle')
    const back = all.filter(({ status }) => status === 'reversed').map(({ id }) => id)
    expect(back.sort()).toEqual([...reversed].sort())
    return same(
      all.filter(({ id }) => !reversed.includes(id)),
      bonuses,
    )
  }
  return [
    { name: 'months', work: month, check: async () => same(await listed('monthly'), months) },
    { name: 'bonuses', work: async () => false, check: extras },
    { name: 'weeks', work: week, check: async () => same(await ask(casualPayrolls.list), weeks) },
  ]
}

/** What was paid meanwhile changes what can be bought; and no phone rings without end. */
const isForLater = (error: Error) =>
  /^429 |This quote has expired|please (upgrade|renew) instead/.test(error.message)

/** A plan, then one month more of it, and so on for two years. */
function buying(ask: Ask, { phone }: Desk) {
  const orders: string[] = []
  const stateOf = async (payment_details_id: string) =>
    (await ask(billing.check, { body: { payment_details_id } })).state
  const order = async () => {
    const { package: now } = await ask(contract.subscriptions.current)
    const type = now.id === 'standard' ? ('renew' as const) : ('upgrade' as const)
    const wanted = { package_id: 'standard', type, duration: 1 } as const
    const { id: quote_id, amount } = await ask(billing.quote, { body: wanted })
    const body = { ...wanted, amount, phone, quote_id }
    orders.push((await ask(billing.init, { body: body as never })).id)
  }
  const work = async () => {
    // One that was never asked for on the phone waits for somebody to press the button again.
    const last = orders.at(-1)
    if (last && orders.length % 3 && (await stateOf(last)) === 'open') return true
    await order().catch((error) => {
      if (!isForLater(error)) throw error
    })
    return orders.length < 24
  }
  const check = async () => {
    for (const id of orders) expect(await stateOf(id), id).not.toBe('review')
    return orders.length
  }
  return { name: 'orders', work, check }
}
