import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { promptSeconds } from '@mshahara/contract/billing'
import type { Payout } from '@mshahara/contract/payouts'
import { checkOf } from './checkout.ts'
import type { Company, Stage } from './company.ts'
import { type Act, acts } from './company-acts.ts'
import { paidBy } from './company-calls.ts'
import { isPaid, keepInMind, type Life, recorded } from './company-life.ts'
import { does, payeeOf } from './company-thoughts.ts'

/** Money of many companies on its way, until nothing is left to hear of it today. */

const { payouts, billing } = contract

/** What is not due within so long is a matter of another day. */
const soon = '40 minutes'
/** What is under way, and when something is to be done about it. */
const underWay = `select coalesce(ask_at, try_at) as due from payout_attempts
    where organization_id = any ($1) and (state in ('created', 'sending')
      or (state in ('submitted', 'processing', 'unknown') or state = 'failed' and not surely_failed)
        and ask_at < $2::timestamptz + interval '${soon}')
  union all select coalesce(ask_at, try_at) from payment_pushes
    where organization_id = any ($1) and state in ('created', 'pushing', 'prompted', 'confirming')
  union all select null from provider_events where applied_at is null`

/** Where nothing moves by itself any more, the clock goes on to what is due next. */
export async function settle({ payday, pass, work }: Stage, companies: Company[]) {
  const theirs = companies.map(({ organization_id }) => organization_id)
  let last = -1
  for (let still = 0, passed = 0; passed < 60; ) {
    const worked = await work()
    const now = payday.parts.clock.now()
    const rows = await payday.rows(underWay, [theirs, now])
    if (rows.length === 0) return
    still = worked === 0 && rows.length === last ? still + 1 : 0
    last = rows.length
    await pause(30)
    if (still < 5) continue
    const due = rows.flatMap(({ due }) => (due ? [Date.parse(due) - now.getTime()] : []))
    pass(Math.max(2, ...(due.length ? [Math.min(...due) / 1000 + 1] : [])))
    passed += 1
    still = 0
  }
}

// ---------------------------------------------------------------- out

const unpaid = (life: Life) =>
  [
    ...recorded(life, 'run').map(({ month }) => month),
    ...recorded(life, 'extra').map(({ key }) => key),
    ...recorded(life, 'correct').map(({ key }) => key),
    ...recorded(life, 'final').map(({ key }) => key),
    ...recorded(life, 'week').map(({ key }) => key),
  ].filter((run) => !isPaid(life, run))

/** Some of what is confirmed is paid; it counts once everybody has their money. */
export async function orderPay(life: Life, percent: number) {
  for (const run of unpaid(life)) {
    if (!life.dice.chance(percent)) continue
    const { status } = await acts.pay(life.company, { run })
    life.told.push(`${life.today} pay ${run}: ${status}`)
    if (status < 300) life.paying.push(run)
  }
}

/** Whoever could not be paid gives another number; what nobody knows, two people look up. */
export async function mendPay(life: Life) {
  const { company, dice } = life
  for (const run of [...life.paying]) {
    const open = await unpaidIn(life, run)
    if (open.length === 0) {
      life.paying = life.paying.filter((one) => one !== run)
      keepInMind(life, { does: 'pay', given: { run } })
    } else if (dice.chance(30)) {
      const by = await company.by('primary')
      for (const params of await paidBy(company, run)) await by.call(payouts.retryAll, { params })
    } else {
      for (const payout of open) await mendPayout(life, payout)
      await acts.pay(company, { run })
    }
  }
}

async function unpaidIn(life: Life, run: string): Promise<Payout[]> {
  const { company } = life
  const by = await company.by('primary')
  const isWeek = recorded(life, 'week').some(({ key }) => key === run)
  const list = isWeek ? payouts.listCasuals : payouts.list
  const all: Payout[] = []
  for (const params of await paidBy(company, run)) {
    all.push(...(await by.call(list as typeof payouts.list, { params })).body)
  }
  const paid = all.filter(({ status }) => status === 'paid').map(({ payslip_id }) => payslip_id)
  return all.filter(({ payslip_id }) => !paid.includes(payslip_id))
}

async function mendPayout(life: Life, { id, name, status, method }: Payout) {
  const who = name.split(' ')[0] as string
  life.told.push(`${life.today} ${who} ${id}: ${status}`)
  if (status === 'review') await decide(life.company, id)
  if (status !== 'failed') return
  const to = payeeOf(life, method, true)
  const isCasual = recorded(life, 'hireCasual').some((one) => one.who === who)
  const change: Act = isCasual
    ? { does: 'changeCasual', given: { who, phone: to.phone ?? '' } }
    : { does: 'change', given: { who, ...to } }
  await does(life, change)
}

async function decide({ stage, by }: Company, id: string) {
  const { movements } = await stage.payday.simulator.ledger()
  const [attempt] = await stage.payday.rows(
    'select key from payout_attempts where payout_id = $1 order by attempt_no desc limit 1',
    [id],
  )
  const theirs = movements.find(({ key, state }) => key === attempt?.key && state === 'paid')
  const reference = theirs?.receipt ?? 'Statement'
  const body = { paid: theirs !== undefined, reference, reason: 'As the statement says.' }
  for (const who of ['finance', 'primary']) {
    await (await by(who)).call(payouts.decide, { params: { id }, body })
  }
}

// ---------------------------------------------------------------- in

/** Of somebody who pays. */
export const goodPhone = ({ number }: Life) => `07${10_00 + number}9999`
const plans = ['basic', 'standard', 'enterprise'] as const

/** An order of a plan, which a phone may decline at first. */
export async function orderPlan(life: Life) {
  const { company, dice } = life
  const by = await company.by('primary')
  const { package: now } = (await by.call(contract.subscriptions.current)).body
  const package_id = dice.chance(40) && now.id !== 'trial' ? now.id : dice.one(plans)
  const type = package_id === now.id ? ('renew' as const) : ('upgrade' as const)
  const key = `plan ${life.told.length}`
  const wish = { key, package_id, type, duration: dice.one([1, 3] as const) }
  const ending = dice.one(['9999', '0005', '0002', '0001', '0008'])
  const phone = goodPhone(life).replace(/9999$/, ending)
  const { status } = await acts.subscribe(company, { ...wish, phone })
  life.told.push(`${life.today} ${type} ${package_id} ${phone}: ${status}`)
  return status < 300 ? wish : undefined
}
type Ordered = NonNullable<Awaited<ReturnType<typeof orderPlan>>>

/** Paid by another phone, if need be: asked again, or ordered again where it was declined. */
export async function mendPlan(life: Life, plan: Ordered) {
  const { company } = life
  const { stage, by, id } = company
  const phone = goodPhone(life)
  const buyer = await by('primary')
  const payment_details_id = id(plan.key)
  const { state } = await checkOf(buyer, payment_details_id)
  if (state === 'paid') return true
  stage.pass(promptSeconds)
  if (state === 'open') await buyer.call(billing.again, { body: { payment_details_id, phone } })
  else await acts.subscribe(company, { ...plan, phone })
  return false
}
