import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { expect, it } from 'vitest'
import { type Killable, killable } from '../test/killable.ts'
import { addMany } from '../test/office.ts'
import { openPayday, openPayer, type Payday, until } from '../test/payday.ts'
import type { Movement } from '../test/providers.ts'

/**
 * Payouts through every kind of provider while everything goes wrong by chance: every scenario of
 * the wire, callbacks lost, doubled, early, late and forged, and the server killed again and again.
 * At the end the providers' books and ours agree to the cent. `npm run campaign` has 10,000.
 */

const { payouts, payrolls } = contract
const people = Number(process.env.CAMPAIGN ?? 160)
const seed = Number(process.env.SEED ?? 20_260_310)
const kills = Number(process.env.KILLS ?? Math.max(6, Math.round(people / 250)))
const minutes = 60_000

const payday = await openPayday({ workers: false })
const server = await killable(payday)

/** One in three goes wrong in some way. */
const everyScenario = { default: 30 } as Record<string, number>
for (let number = 1; number <= 15; number += 1) {
  everyScenario[String(number).padStart(4, '0')] = number === 4 ? 0.1 : 1
}

/** The same numbers for the same seed. */
function chance(from: number) {
  let state = from
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

it(`pays ${people} people once each, whatever happens (seed ${seed})`, {
  timeout: 40 * minutes,
}, async () => {
  await payday.simulator.rules({
    delays: { result: 30, later: 250, late: 600 },
    random: { seed, weights: { b2c: everyScenario, bank: everyScenario } },
    lock_after: 1_000_000,
  })
  const runs = []
  for (const bank of ['kcb', 'coop'] as const)
    runs.push(await prepare(payday, bank, server.address))
  for (const { organization_id, id } of runs) {
    const payer = await payday.as('primary', organization_id)
    const made = await payer.call(payouts.make, { params: { id } })
    expect(made.status, made.body.message).toBe(200)
  }
  const roll = chance(seed)
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(200 + roll() * 1_500)
    await server.kill()
    if (roll() < 0.3) server.pass(20 + roll() * 200)
    await server.start()
    await unstop(payday)
  }
  await settle(payday, server)
  for (const { organization_id, id } of runs) {
    const payer = await payday.as('primary', organization_id)
    await payer.call(payouts.retryAll, { params: { id } })
  }
  await pause(300)
  await server.kill()
  await server.start()
  await settle(payday, server)
  await compare(payday)
})

/** Half of the people at one bank's customer, every second of them paid by M-PESA. */
async function prepare(payday: Payday, bank: 'kcb' | 'coop', address: string) {
  const payer = await openPayer(payday, bank, address)
  const { organization_id } = payer
  await addMany(payday, organization_id, Math.floor(people / 2))
  const digits = bank === 'kcb' ? '1' : '2'
  await payday.rows(
    `update employees set pay_by = case number % 2 when 0 then 'mpesa' else 'bank' end,
       phone = '07${digits}' || lpad((number % 10000000)::text, 7, '0'), bank_name = 'A bank',
       bank_code = case number % 3 when 0 then '68' when 1 then '01' else '11' end,
       account_no = '1${digits}' || lpad(number::text, 9, '0')
     where organization_id = $1`,
    [organization_id],
  )
  await payday.rows('update payout_settings set second_person = false where organization_id = $1', [
    organization_id,
  ])
  const { body } = await payer.primary.call(payrolls.create, {
    body: { month: 'February', year: 2026 },
  })
  const params = { params: { id: body.id } }
  await until(
    async () => (await payer.primary.call(payrolls.get, { ...params, query: { limit: 1 } })).body,
    ({ calculated }) => calculated,
  )
  const confirmed = await payer.primary.call(payrolls.confirm, params)
  expect(confirmed.status, confirmed.body.message).toBe(200)
  return { organization_id, id: body.id }
}

/** Somebody has looked after the credentials that were said to be wrong. */
const unstop = (payday: Payday) =>
  payday.rows('update payment_lanes set paused_at = null, paused_reason = null')

/** Until every payment is paid, failed or in review: the clock goes forward when it is quiet. */
async function settle(payday: Payday, server: Killable) {
  const steps = [130, 200, 800, 1_000, 4_000, 90_000, 4_000]
  for (const seconds of steps) {
    await quiet(payday)
    server.pass(seconds)
  }
  await quiet(payday)
}

async function quiet(payday: Payday) {
  for (let calm = 0; calm < 3; ) {
    await unstop(payday)
    const [{ busy }] = await payday.rows(
      `select (select count(*) from payout_attempts where state = 'created' and try_at <= $1
           or state = 'sending' and sent_at > $1::timestamptz - interval '5 seconds'
           or ask_at <= $1 and (state <> 'failed' or retry_wanted is not null))
         + (select count(*) from provider_events where applied_at is null) > 0 as busy`,
      [payday.parts.clock.now()],
    )
    calm = busy ? 0 : calm + 1
    await pause(200)
  }
}

interface Ours {
  payout_id: string
  key: string
  state: string
  amount: string
  receipt: string | null
  alarm: string | null
}

const cents = (amount: string) => Math.round(Number(amount) * 100)

/** Whether what we hold of an instruction is what the provider's books say. */
function isRight(one: Ours, theirs: Movement | undefined): boolean {
  if (one.state === 'paid') {
    // Money that a bank has taken back is an alarm, and stays on record as paid.
    const left = theirs?.state === 'paid' || (theirs?.state === 'reversed' && one.alarm !== null)
    return left && theirs?.receipt === one.receipt && theirs.amount === cents(one.amount)
  }
  if (one.state === 'failed') return theirs?.state !== 'paid' && theirs?.state !== 'pending'
  // Never arrived, by the word of a provider whose word is not enough; or for ever under way.
  return one.state === 'review' && (!theirs || theirs.state === 'pending')
}

/** Nobody is paid twice, nothing is lost, and only what no question settles waits for a person. */
async function compare(payday: Payday) {
  const ours = (await payday.rows(
    'select payout_id, key, state, amount, receipt, alarm from payout_attempts',
  )) as Ours[]
  const { movements } = await payday.simulator.ledger()
  const books = new Map(movements.map((movement) => [movement.key, movement]))
  const paidFor = new Map<string, number>()
  const states: Record<string, number> = {}
  const sums = { ours: 0, theirs: 0 }
  for (const one of ours) {
    states[one.state] = (states[one.state] ?? 0) + 1
    const theirs = books.get(one.key)
    if (one.state === 'paid' && theirs?.state !== 'reversed') sums.ours += cents(one.amount)
    if (theirs?.state !== 'paid') continue
    sums.theirs += theirs.amount
    paidFor.set(one.payout_id, (paidFor.get(one.payout_id) ?? 0) + 1)
  }
  const wrong = ours
    .filter((one) => !isRight(one, books.get(one.key)))
    .map((one) => ({ ...one, theirs: books.get(one.key) }))
  const twice = [...paidFor.values()].filter((count) => count > 1).length
  const known = new Set(ours.map(({ key }) => key))
  const strange = movements.filter(({ key }) => !known.has(key)).length
  console.log(
    `campaign: ${people} people, seed ${seed}, ${kills + 1} kills, ${ours.length} instructions: ` +
      `${JSON.stringify(states)}; paid twice ${twice}, wrong ${wrong.length}, lost ${strange}, ` +
      `ours ${sums.ours / 100}, theirs ${sums.theirs / 100}`,
  )
  expect(wrong.slice(0, 3)).toEqual([])
  expect({ twice, strange }).toEqual({ twice: 0, strange: 0 })
  expect(sums.ours).toBe(sums.theirs)
}
