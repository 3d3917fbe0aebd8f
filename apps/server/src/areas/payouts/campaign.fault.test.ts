// @tests slow first
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { expect, it } from 'vitest'
import { addManyCasuals, confirmCasuals } from '../../test/casuals.ts'
import { breakConnections, crashDatabase } from '../../test/database-faults.ts'
import { reportFigures } from '../../test/endurance/figures.ts'
import { type Killable, killable } from '../../test/killable.ts'
import { chance, mischief, type PaidRun } from '../../test/mischief.ts'
import { addMany } from '../../test/office.ts'
import {
  actsOf,
  confirmMonth,
  openPayday,
  openPayer,
  type Payday,
  type Payer,
} from '../../test/payday.ts'
import type { Movement } from '../../test/providers.ts'

/**
 * Payouts of employees and casuals through every kind of provider while everything goes wrong by
 * chance: every scenario of the wire; callbacks lost, doubled, early, late and forged; accounts
 * edited, buttons pressed again, bank files made; server and database killed again and again. It
 * ends when every payout has an end, and then the providers' books and ours agree to the cent.
 * `npm run campaign` has 10,000 people.
 */

const { payouts } = contract
const people = Number(process.env.CAMPAIGN ?? 40)
const seed = Number(process.env.SEED ?? 20_260_310)
const kills = Number(process.env.KILLS ?? Math.max(3, Math.round(people / 250)))
/** The tests' own database serves other files too: it is only killed where it is ours alone. */
const crashes = process.env.CRASH === '1'
const minutes = 60_000

const payday = await openPayday({ workers: false })
const server = await killable(payday)
const { alone } = actsOf(payday)

/** One in three goes wrong in some way. */
const everyScenario = { default: 30 } as Record<string, number>
for (let number = 1; number <= 15; number += 1) {
  everyScenario[String(number).padStart(4, '0')] = number === 4 ? 0.1 : 1
}

it(`pays ${people} people once each, whatever happens (seed ${seed})`, {
  timeout: 60 * minutes,
}, async () => {
  await payday.simulator.rules({
    delays: { result: 30, later: 250, late: 600 },
    random: { seed, weights: { b2c: everyScenario, bank: everyScenario } },
    lock_after: 1_000_000,
  })
  // What is committed survives the database's own death.
  await payday.byHand(`do $$ begin
    execute format('alter database %I set synchronous_commit = on', current_database()); end $$`)
  const runs: PaidRun[] = []
  for (const bank of ['kcb', 'coop'] as const) runs.push(...(await prepare(bank)))
  for (const run of runs) expect(await press(run, payouts.make)).toBe(200)
  await trouble(runs)
  const end = () => settle(server)
  await end()
  // Whoever has failed is paid after all, and again something goes wrong.
  for (const run of runs) await press(run, payouts.retryAll)
  await pause(300)
  await server.kill()
  await server.start()
  await end()
  for (let round = 0; round < 5 && (await decideAll(runs)) > 0; round += 1) await end()
  await compare(payday)
})

async function press(
  { organization_id, id }: PaidRun,
  call: typeof payouts.make | typeof payouts.retryAll,
) {
  const payer = await payday.as('primary', organization_id)
  return (await payer.call(call, { params: { id } })).status
}

/** Mischief, and between it the server or the database is killed. */
async function trouble(runs: readonly PaidRun[]) {
  const roll = chance(seed)
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(200 + roll() * 1_500)
    await mischief(payday, runs, server.address, roll)
    const what = roll()
    if (what < 0.3) await (crashes ? crashDatabase(payday) : breakConnections(payday))
    if (what > 0.2) {
      await server.kill()
      if (roll() < 0.3) server.pass(20 + roll() * 200)
      await server.start()
    }
    await unstop()
  }
}

/** Half of the people: four in five employed, every second of them paid by M-PESA. */
async function prepare(bank: 'kcb' | 'coop'): Promise<PaidRun[]> {
  const payer = await openPayer(payday, bank, server.address)
  const { organization_id } = payer
  const staff = Math.floor(people * 0.4)
  await addMany(payday, organization_id, staff)
  const digits = bank === 'kcb' ? '1' : '2'
  await payday.rows(
    `update employees set pay_by = case number % 2 when 0 then 'mpesa' else 'bank' end,
       phone = '07${digits}' || lpad((number % 10000000)::text, 7, '0'), bank_name = 'A bank',
       bank_code = case number % 3 when 0 then '68' when 1 then '01' else '11' end,
       account_no = '1${digits}' || lpad(number::text, 9, '0')
     where organization_id = $1`,
    [organization_id],
  )
  await addManyCasuals(payday, organization_id, Math.floor(people / 2) - staff)
  await alone(payer)
  const hook = await hookOf(payer)
  const casual = await confirmCasuals(payer.primary, '2026-02-02', '2026-02-07')
  return [
    { organization_id, id: await confirmMonth(payer), of: 'employees', hook },
    { organization_id, id: casual.id, of: 'casuals', hook },
  ]
}

async function hookOf({ operator, organization_id }: Payer): Promise<string | null> {
  const { body } = await operator.call(contract.integrations.list, {
    params: { id: organization_id },
  })
  const urls = body.flatMap(({ callback_url }) => (callback_url ? [callback_url] : []))
  return urls[0] ? new URL(urls[0]).pathname : null
}

/** Somebody has looked after the credentials that were said to be wrong. */
const unstop = () => payday.rows('update payment_lanes set paused_at = null, paused_reason = null')

/** Until no question can settle more: the clock goes forward when it is quiet. */
async function settle(running: Killable) {
  const steps = [130, 200, 800, 1_000, 4_000, 4_000, 4_000, 4_000, 4_000, 90_000, 4_000]
  for (const seconds of steps) {
    await quiet()
    running.pass(seconds)
  }
  await quiet()
}

async function quiet() {
  for (let calm = 0; calm < 3; ) {
    await unstop()
    const [{ busy }] = await payday.rows(
      `select (select count(*) from payout_attempts where state = 'created' and try_at <= $1
           or state = 'sending' and sent_at > $1::timestamptz - interval '5 seconds'
           or ask_at <= $1)
         + (select count(*) from provider_events where applied_at is null) > 0 as busy`,
      [payday.parts.clock.now()],
    )
    calm = busy ? 0 : calm + 1
    await pause(200)
  }
}

/** A person enters, by the providers' statements, what no question could settle. */
async function decideAll(runs: readonly PaidRun[]): Promise<number> {
  const books = await statements()
  let count = 0
  for (const { organization_id, id } of runs) {
    const payer = await payday.as('primary', organization_id)
    const open = await payday.rows(
      `select a.key, a.payout_id from payout_attempts a join payouts o on o.id = a.payout_id
       where o.run_id = $1 and a.state = 'review'`,
      [id],
    )
    for (const { key, payout_id } of open) {
      const theirs = books.get(key)
      // What is still under way there is nobody's to decide.
      if (theirs?.state === 'pending') continue
      const paid = theirs?.state === 'paid'
      const reference = paid ? (theirs?.receipt ?? '') : 'Statement'
      const body = { paid, reference, reason: 'As the statement says.' }
      const reply = await payer.call(payouts.decide, { params: { id: payout_id }, body })
      expect(reply.status, reply.body.message).toBe(200)
      count += 1
    }
  }
  return count
}

const statements = async () =>
  new Map((await payday.simulator.ledger()).movements.map((one) => [one.key, one]))

interface Ours {
  slip_id: string
  key: string
  state: string
  amount: string
  account: string
  receipt: string | null
  alarm: string | null
}

const cents = (amount: string) => Math.round(Number(amount) * 100)

/** What is wrong with what we hold of an instruction, by the provider's books. */
function faultOf(one: Ours, theirs: Movement | undefined): string | null {
  const left = theirs?.state === 'paid'
  // Money that a bank has taken back is an alarm, and stays on record as paid.
  const taken = theirs?.state === 'reversed' && one.alarm !== null
  if (one.state === 'paid') {
    if (!left && !taken) return 'said paid but not'
    const same = theirs.receipt === one.receipt && theirs.amount === cents(one.amount)
    return same ? null : 'wrong'
  }
  if (one.state === 'failed') return left ? 'said failed but paid' : null
  // For ever under way at the provider: nobody can say more than that.
  return theirs?.state === 'pending' && one.state === 'review' ? null : 'stuck'
}

/** Nobody is paid twice, nothing is lost, and everything has an end. */
async function compare(world: Payday) {
  const ours = (await world.rows(
    'select slip_id, key, state, amount, account, receipt, alarm from payout_attempts',
  )) as Ours[]
  const theirBooks = await statements()
  const count: Record<string, number> = { twice: 0, wrong: 0, 'said paid but not': 0 }
  Object.assign(count, { 'said failed but paid': 0, stuck: 0, lost: 0 })
  const states: Record<string, number> = {}
  const times = new Map<string, number>()
  const sums = { ours: 0, theirs: 0 }
  const faults: object[] = []
  for (const one of ours) {
    states[one.state] = (states[one.state] ?? 0) + 1
    const theirs = theirBooks.get(one.key)
    if (one.state === 'paid' && theirs?.state !== 'reversed') sums.ours += cents(one.amount)
    if (theirs?.state === 'paid') {
      sums.theirs += theirs.amount
      times.set(one.slip_id, (times.get(one.slip_id) ?? 0) + 1)
    }
    const fault = faultOf(one, theirs)
    if (!fault) continue
    count[fault] = (count[fault] ?? 0) + 1
    faults.push({ fault, ...one, theirs })
  }
  count.twice = [...times.values()].filter((paid) => paid > 1).length
  const known = new Set(ours.map(({ key }) => key))
  count.lost = [...theirBooks.keys()].filter((key) => !known.has(key)).length
  const books = { ours: sums.ours / 100, theirs: sums.theirs / 100 }
  reportFigures({ people, kills: kills + 1, instructions: ours.length, states, ...books })
  console.table(count)
  expect(faults.slice(0, 3)).toEqual([])
  expect(Object.values(count).every((number) => number === 0)).toBe(true)
  expect(sums.ours).toBe(sums.theirs)
}
