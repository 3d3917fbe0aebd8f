// @tests slow
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { billing as billingArea } from '../areas/billing/index.ts'
import { callbacks } from '../areas/callbacks/index.ts'
import { leave } from '../areas/leave/index.ts'
import { payouts as payoutArea } from '../areas/payouts/index.ts'
import { openCompany, type Stage } from '../test/company.ts'
import { type Act, perform } from '../test/company-acts.ts'
import { booksOf, moneyOf } from '../test/company-books.ts'
import { faultsOf } from '../test/company-ledgers.ts'
import { type Life, recorded } from '../test/company-life.ts'
import { goodPhone, mendPay, mendPlan, orderPay, orderPlan, settle } from '../test/company-money.ts'
import { beginning, does, nextMonth, thinkOf } from '../test/company-thoughts.ts'
import { type Dice, diceOf } from '../test/dice.ts'
import { reportFigures } from '../test/endurance/figures.ts'
import { killable } from '../test/killable.ts'
import { openPayday, type Payday } from '../test/payday.ts'
import { byHand, pollersIn } from '../test/pollers.ts'
import { reconcile } from '../test/reconcile.ts'
import { retryingCaller, type Twice } from '../test/retrying-caller.ts'

/**
 * Whole companies as chance has them, across all areas: people are hired, paid, lent to, on leave
 * and gone; payrolls are made, reversed and paid; what was said is taken back, sent twice and
 * refused; and the server is killed in the middle of it. What remains of each history, played once
 * in a new company on a server that nobody disturbs, comes to the same books to the cent.
 * `HISTORIES=200 SEED=7` for more, or others.
 */

const histories = Number(process.env.HISTORIES ?? 1)
const seed = Number(process.env.SEED ?? 2026)
const atOnce = 20
const firstMonth = 3
const opening = '2026-03-02T06:00:00Z'
/** Of each month. */
const days = ['04', '12', '22', '27']

const disturbed = await openPayday({ workers: false })
const server = await killable(disturbed)
const peaceful = await openPayday({ workers: false })
const sums = { acts: 0, refused: 0, kept: 0, kills: 0, cut: 0, plans: 0 }
/** How many of these were left in the end. */
const kept = {
  extra: 0,
  correct: 0,
  item: 0,
  reprice: 0,
  raiseAll: 0,
  goes: 0,
  final: 0,
  payBack: 0,
}
/** Of what a second person was asked for. */
const asked = { agreed: 0, sent_back: 0, withdrawn: 0, overtaken: 0 }

// ---------------------------------------------------------------- the disturbed side

/** Pressed by two people, each of these is done once. */
const { payrolls, payouts, leaveRequests, loans, casualPayrolls, employees } = contract
const { makerChecker, offCycle, corrections, leaving } = contract
const natural: readonly object[] = [
  ...[payrolls.create, payrolls.confirm, payrolls.reverse, payouts.make, payouts.approve],
  ...[payouts.retryAll, leaveRequests.create, leaveRequests.approve, leaveRequests.cancel],
  ...[loans.create, loans.approveRequest, loans.approve, loans.cancel, loans.withdraw],
  ...[loans.takeBack, loans.writeOff, casualPayrolls.confirm, casualPayrolls.reverse],
  ...[employees.update, employees.status, corrections.create, leaving.record, leaving.run],
  ...[makerChecker.agree, makerChecker.sendBack, makerChecker.withdraw],
]

/** Questions become due as the clock is put forward; the server itself would look by the second. */
const asking = pollersIn(disturbed.parts, [payoutArea, billingArea]).filter(({ name }) =>
  name.endsWith('ask'),
)
let calls = 0
function impatient(dice: Dice): Stage {
  const twice = (endpoint: object): Twice => {
    if (natural.includes(endpoint) && dice.chance(15)) return 'two keys'
    return dice.chance(15) ? 'one key' : 'no'
  }
  const sending = () => {
    calls += 1
  }
  const lost = () => {
    sums.cut += 1
  }
  const { address, at, pass } = server
  const caller = (token: string) => retryingCaller({ address, token, twice, sending, lost })
  return { payday: disturbed, address, caller, at, pass, work: () => byHand(asking) }
}

/** Killed after so many calls, in the middle of whatever is going on then. */
async function amid(dice: Dice, most: number, work: () => Promise<unknown>) {
  const goal = calls + 1 + dice.below(most)
  const delay_ms = dice.below(30)
  let over = false
  const killing = (async () => {
    while (calls < goal && !over) await pause(1)
    await pause(delay_ms)
    await server.kill()
    sums.kills += 1
    await server.start()
  })()
  await work().finally(() => {
    over = true
  })
  await killing
}

const { leaveBalances, leaveCalendar, dashboard, analytics, billing } = contract
/** Looking changes nothing. */
async function look({ company, dice }: Life) {
  const by = await company.by(dice.one(['primary', 'finance']))
  const { body } = await by.call(payrolls.list)
  const one = { params: { id: body[0]?.id ?? '' } }
  const looks = [
    () => by.call(payrolls.checks, one),
    () => by.call(payrolls.get, one),
    () => by.call(payouts.preview, one),
    () => by.call(loans.list),
    () => by.call(leaveBalances.list),
    () => by.call(leaveBalances.ofEmployee, company.one('Achieng')),
    () => by.call(leaveCalendar.get, { query: { from: '2026-03-01', to: '2026-04-05' } }),
    () => by.call(dashboard.get),
    () => by.call(analytics.annual, { params: { year: 2026 } }),
    () => by.call(billing.current),
    () => by.call(makerChecker.list),
    () => by.call(offCycle.people, { query: { month: '2026-04' } }),
  ]
  const { status } = await dice.one(looks)()
  expect(status, 'a look').toBeLessThan(500)
}

async function steps(life: Life, isLast: boolean) {
  for (let step = 0; step < 4; step += 1) {
    if (life.dice.chance(40)) await look(life)
    const act = await thinkOf(life)
    if (act) count(await does(life, act))
  }
  for (let month = nextMonth(life); isLast && month; month = nextMonth(life)) {
    const status = await does(life, { does: 'run', given: { month } })
    count(status)
    if (status >= 300) return
  }
}

function count(status: number) {
  sums.acts += 1
  if (status >= 300) sums.refused += 1
}

/** Orders what is to be paid, and follows it as far as the day allows. */
async function payDay(lives: Life[], stage: Stage, percent: number) {
  const companies = lives.map(({ company }) => company)
  const plans = await each(lives, async (life) => {
    await orderPay(life, percent)
    return percent < 100 && life.dice.chance(20) ? orderPlan(life) : undefined
  })
  for (let turn = 0; turn < 4; turn += 1) {
    if (!plans.some(Boolean) && lives.every(({ paying }) => paying.length === 0)) return
    await settle(stage, companies)
    if (plans.some(Boolean)) await reconcile(disturbed, await disturbed.as('super-admin', ''))
    await each(lives, mendPay)
    await each(lives, async (life, at) => {
      const plan = plans[at]
      if (!plan || !(await mendPlan(life, plan))) return
      sums.plans += 1
      plans[at] = undefined
      const given = { ...plan, phone: goodPhone(life) }
      life.record.push({ scene: life.scene, act: { does: 'subscribe', given } })
    })
  }
  expect(plans.filter(Boolean)).toEqual([])
}

/** What the clock does to all of them, on either side. */
async function night({ parts }: Payday, lives: Life[]) {
  await each(lives, ({ company }) => company.night())
  await byHand(pollersIn(parts, [leave]))
}

async function countAsked({ company: { organization_id } }: Life) {
  const rows = await disturbed.rows(
    `select case state when 'void' then 'overtaken' else replace(state, ' ', '_') end as what,
       count(*) as times
     from proposals where organization_id = $1 and state <> 'waiting' group by 1`,
    [organization_id],
  )
  for (const { what, times } of rows) asked[what as keyof typeof asked] += Number(times)
}

const each = <T, R>(list: T[], work: (one: T, at: number) => Promise<R>) =>
  Promise.all(list.map(work))

interface Scene {
  iso: string
  /** Nobody does anything but pay. */
  ends: boolean
}

function scenesOf(months: number): Scene[] {
  const iso = (month: number, day: string) =>
    `2026-${String(firstMonth + month).padStart(2, '0')}-${day}T06:00:00Z`
  const lived = Array.from({ length: months }, (_, month) => days.map((day) => iso(month, day)))
  const ended = ['02', '04', '06', '08'].map((day) => ({ iso: iso(months, day), ends: true }))
  return [...lived.flat().map((at) => ({ iso: at, ends: false })), ...ended]
}

async function live(numbers: number[], scenes: Scene[], dice: Dice): Promise<Life[]> {
  server.at(opening)
  const lives = await each(numbers, async (number) => {
    const stage = impatient(diceOf(seed * 10_000 + number + 5_000))
    const own = diceOf(seed * 10_000 + number)
    const kind = { bank: own.one(['kcb', 'coop'] as const), asksSecond: number % 2 === 0 }
    const company = await openCompany(stage, kind)
    const life: Life = {
      ...{ number, company, dice: own, today: '2026-03-02', scene: -1, record: [], told: [] },
      ...{ firm: new Set(), paying: [], made: 0 },
    }
    for (const act of beginning(life)) {
      expect(await does(life, act), life.told.at(-1)).toBeLessThan(300)
    }
    return life
  })
  const stage = impatient(dice)
  const lived = scenes.filter(({ ends }) => !ends).length
  const often = histories < atOnce ? 1 : 3
  const kills = new Set(Array.from({ length: often }, () => dice.below(lived)))
  // Where most is paid, at the end of a month.
  const paidKills = new Set(Array.from({ length: often }, () => 3 + 4 * dice.below(lived / 4)))
  for (const [scene, { iso, ends }] of scenes.entries()) {
    server.at(iso)
    for (const life of lives) Object.assign(life, { scene, today: iso.slice(0, 10) })
    await night(disturbed, lives)
    const isLast = scene % days.length === days.length - 1
    const act = () => (ends ? Promise.resolve() : each(lives, (life) => steps(life, isLast)))
    await (kills.has(scene) ? amid(dice, lives.length * 20, act) : act())
    const pay = () => payDay(lives, stage, ends ? 100 : isLast ? 60 : 10)
    await (paidKills.has(scene) ? amid(dice, lives.length * 3, pay) : pay())
  }
  return lives
}

// ---------------------------------------------------------------- the peaceful side

const everyRound = pollersIn(peaceful.parts, [payoutArea, billingArea, callbacks])
const calm: Stage = {
  payday: peaceful,
  address: peaceful.parts.config.publicUrl,
  caller: (token) => peaceful.caller(token),
  at: peaceful.setTime,
  pass: peaceful.pass,
  work: () => byHand(everyRound),
}

/** What counts of each life, once and in order: all of it is accepted. */
async function replay(lives: Life[], scenes: Scene[]): Promise<Life[]> {
  calm.at(opening)
  const again = await each(lives, async (life) => ({
    ...life,
    company: await openCompany(calm, life.company),
    ...{ dice: diceOf(1), paying: [] as string[], record: [...life.record] },
  }))
  const companies = again.map(({ company }) => company)
  for (let scene = -1; scene < scenes.length; scene += 1) {
    calm.at(scenes[scene]?.iso ?? opening)
    if (scene >= 0) await night(peaceful, again)
    await each(lives, ({ record }, at) =>
      once(
        again[at] as Life,
        record.filter((one) => one.scene === scene).map(({ act }) => act),
      ),
    )
    await settle(calm, companies)
    for (let turn = 0; turn < 8 && again.some(({ paying }) => paying.length > 0); turn += 1) {
      await each(again, mendPay)
      await settle(calm, companies)
    }
  }
  return again
}

async function once(life: Life, list: Act[]) {
  for (const act of list) {
    const { status, body } = await perform(life.company, act)
    const why = () => JSON.stringify([act, body, life.told], null, 1)
    if (status >= 300) throw new Error(`Refused in peace: ${why()}`)
    if (act.does === 'pay') life.paying.push(act.given.run)
  }
}

// ---------------------------------------------------------------- both

const batches = Array.from({ length: Math.ceil(histories / atOnce) }, (_, at) => at)

test.each(batches)('batch %i', { timeout: 3_000_000 }, async (batch) => {
  const first = batch * atOnce
  const numbers = Array.from({ length: Math.min(atOnce, histories - first) }, (_, at) => first + at)
  const dice = diceOf(seed * 10_000 + 9_000 + batch)
  const scenes = scenesOf(2 + (histories < atOnce ? 0 : dice.below(3)))
  const lives = await live(numbers, scenes, dice)
  const cleaned = await replay(lives, scenes)
  const last = `${scenes.at(-1)?.iso.slice(0, 10)}T14:00:00Z`
  server.at(last)
  calm.at(last)
  for (const [at, life] of lives.entries()) {
    const clean = cleaned[at] as Life
    const told = `history ${numbers[at]} of seed ${seed}\n${life.told.join('\n')}`
    expect([life.paying, clean.paying], told).toEqual([[], []])
    expect(await booksOf(life.company), told).toEqual(await booksOf(clean.company))
    for (const { company } of [life, clean]) {
      expect(await faultsOf(company), told).toEqual([])
      const { out, in: received, twice } = await moneyOf(company)
      expect([out.ours, received.ours, twice], told).toEqual([out.theirs, received.theirs, 0])
    }
    sums.kept += life.record.length
    for (const does of Object.keys(kept) as (keyof typeof kept)[]) {
      kept[does] += recorded(life, does).length
    }
    await countAsked(life)
  }
  reportFigures({ histories: first + numbers.length, ...sums, ...kept, ...asked })
})

test('the histories did something', () => {
  expect(sums.kept).toBeGreaterThan(histories * 20)
  expect(sums.kills).toBeGreaterThan(batches.length)
  expect(asked.agreed).toBeGreaterThan(0)
})
