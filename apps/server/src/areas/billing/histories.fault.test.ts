// @tests slow
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { expect, it } from 'vitest'
import { openCheckout, order } from '../../test/checkout.ts'
import { killable } from '../../test/killable.ts'
import { outageOf } from '../../test/outage.ts'
import { enterByHand, reconcile, statementOf } from '../../test/reconcile.ts'

/**
 * Histories of orders as chance has them: paid, unheard, late, twice, forged, entered by hand
 * before and after, while the server is killed and the database goes away. Whatever happens, what
 * came in is what was given, once. `HISTORIES=200 SEED=7` for more, or others.
 */

const histories = Number(process.env.HISTORIES ?? 8)
const seed = Number(process.env.SEED ?? 2026)
const atOnce = 24
const steps = 5

const shop = await openCheckout()
const server = await killable(shop)
const outage = await outageOf(shop)

/** Mulberry32: the same numbers for the same seed. */
function chanceFrom(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const chance = chanceFrom(seed)
const oneOf = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T

/** Mostly paid, one way or another; apps/simulator/src/scenarios.ts has them. */
const endings = '9999 9999 0005 0005 0006 0007 0008 0009 0010 0012 0013 0014 0015 0001 0002'
const plans = ['basic', 'standard', 'enterprise'] as const

interface History {
  organization_id: string
  phones: string
  story: string[]
  /** What came by bank, in shillings. */
  byBank: number
}

const operator = () => shop.as('super-admin', '')
const { billing, subscriptions } = contract

const acts: Record<string, (history: History) => Promise<string>> = {
  async order({ organization_id, phones }) {
    const buyer = await shop.as('primary', organization_id)
    const phone = phones + oneOf(endings.split(' '))
    const { package: now } = (await buyer.call(subscriptions.current)).body
    const package_id = chance() < 0.3 ? now.id : oneOf(plans)
    const type = package_id === now.id ? 'renew' : 'upgrade'
    const { status } = await order(buyer, { package_id, type, phone })
    return `${type} ${package_id} by ${phone}: ${status}`
  },
  async again({ organization_id, phones }) {
    const buyer = await shop.as('primary', organization_id)
    const open = (await buyer.call(billing.current)).body.order
    if (open?.state !== 'open') return 'nothing open'
    const body = { payment_details_id: open.id, phone: phones + oneOf(endings.split(' ')) }
    return `again on ${body.phone}: ${(await buyer.call(billing.again, { body })).status}`
  },
  async hand({ phones }) {
    const own = (await statementOf(shop)).filter(({ party }) => party.includes(phones.slice(1)))
    if (own.length === 0) return 'nothing on the statement'
    const overlooks = chance() < 0.4
    const { receipt, ...movement } = oneOf(own)
    const { status } = await enterByHand(
      shop,
      await operator(),
      { receipt, ...movement },
      overlooks,
    )
    return `${receipt} by hand${overlooks ? ', for none' : ''}: ${status}`
  },
  async bank(history) {
    const { organization_id } = history
    const by = await operator()
    const { orders } = (await by.call(billing.candidates, { query: { organization_id } })).body
    const meant = chance() < 0.6 ? orders[0] : undefined
    const amount = meant?.amount ?? 100 * (1 + Math.floor(chance() * 90))
    const { status } = await by.call(billing.addCredit, {
      body: {
        organization_id,
        amount,
        method: 'Bank',
        reference: `FT${organization_id.slice(0, 8)}${history.story.length}`,
        reason: 'By bank',
        order_id: meant?.id ?? null,
        nameless_id: null,
      },
    })
    if (status === 201) history.byBank += amount
    return `${amount} by bank: ${status}`
  },
  async free({ organization_id }) {
    const buyer = await shop.as('primary', organization_id)
    return `free: ${(await buyer.call(billing.free)).status}`
  },
  wait: async () => 'waits',
}
const likely = 'order order order again hand hand hand bank wait wait free'.split(' ')

async function act(history: History, first: boolean) {
  const name = first ? 'order' : oneOf(likely)
  history.story.push(`${name}: ${await acts[name]?.(history)}`)
}

const events: Record<string, () => Promise<void>> = {
  async kill() {
    await server.kill()
    await server.start()
  },
  async away() {
    await outage.begin()
    await pause(700)
    await outage.end()
  },
  async awayAndKilled() {
    await outage.begin()
    await pause(300)
    await server.kill()
    await outage.end()
    await server.start()
  },
  quiet: () => pause(400),
}

async function live(batch: History[]) {
  for (let step = 0; step < steps; step += 1) {
    for (const history of batch) await act(history, step === 0)
    await pause(chance() * 200)
    await events[oneOf(['kill', 'away', 'awayAndKilled', 'quiet', 'quiet'])]?.()
    server.pass(oneOf([5, 50, 65, 200, 800]))
    await pause(300)
  }
  const open = `select from payment_pushes
    where state in ('created', 'pushing', 'prompted', 'confirming')`
  const unheard = 'select from provider_events where applied_at is null'
  for (let turn = 0; turn < 60; turn += 1) {
    if (!(await shop.rows(`${open} union all ${unheard}`)).length) break
    server.pass(90)
    await pause(400)
  }
  expect(await shop.rows(open)).toEqual([])
}

interface Books {
  received: number
  orders: number
  credit_in: number
  used: number
  left: number
  balance: number
  periods: number
  worth: number
}

/** What came in, and what became of it, in shillings. */
const booksOf = async (organization_id: string) =>
  (
    await shop.rows(
      `with paid as (select * from payment_orders where organization_id = $1 and state = 'paid'),
       credits as (select * from payment_credits where organization_id = $1)
       select (select coalesce(sum(amount), 0) from payment_receipts
           where organization_id = $1)::float as received,
         (select coalesce(sum(amount), 0) from paid)::float as orders,
         (select coalesce(sum(balance_used), 0) from paid)::float as used,
         (select coalesce(sum(amount + balance_used + credit), 0) from paid)::float as worth,
         (select coalesce(sum(paid), 0) from subscriptions
           where organization_id = $1)::float as periods,
         (select coalesce(sum(amount), 0) from credits where receipt_id is not null)::float
           as credit_in,
         (select coalesce(sum(amount), 0) from credits where receipt_id is null and amount > 0)::float
           as "left",
         (select coalesce(sum(amount), 0) from credits)::float as balance`,
      [organization_id],
    )
  )[0] as Books

async function audit({ organization_id, phones, byBank, story }: History) {
  const own = (await statementOf(shop)).filter(({ party }) => party.includes(phones.slice(1)))
  const books = await booksOf(organization_id)
  const byPhone = own.reduce((sum, { amount }) => sum + amount / 100, 0)
  const told = story.join('; ')
  expect({ told, received: books.received }).toEqual({ told, received: byPhone + byBank })
  expect({ told, given: books.orders + books.credit_in }).toEqual({ told, given: books.received })
  expect({ told, balance: books.credit_in + books.left - books.used }).toEqual({
    told,
    balance: books.balance,
  })
  expect(books.balance).toBeGreaterThanOrEqual(0)
  expect({ told, periods: books.periods }).toEqual({ told, periods: books.worth })
  const receipts = await shop.rows(
    `select upper(reference) as reference from payment_receipts
     where organization_id = $1 and method = 'M-PESA' order by 1`,
    [organization_id],
  )
  expect(receipts.map(({ reference }) => reference)).toEqual(
    own.map(({ receipt }) => receipt).sort(),
  )
  return books.received
}

it('what came in is what was given', { timeout: 60_000 + histories * 8_000 }, async () => {
  await shop.simulator.rules({ delays: { result: 60, later: 250, late: 900 } })
  let received = 0
  for (let begun = 0; begun < histories; begun += atOnce) {
    const batch: History[] = []
    for (let number = begun; number < Math.min(histories, begun + atOnce); number += 1) {
      const organization_id = await shop.addOrganization()
      batch.push({ organization_id, phones: `07${1000 + number}`, story: [], byBank: 0 })
    }
    await live(batch)
    await reconcile(shop, await operator())
    for (const history of batch) received += await audit(history)
  }
  const [{ twice }] = await shop.rows(
    `select count(*)::int - count(distinct receipt_no)::int as twice from payment_receipts`,
  )
  expect(twice).toBe(0)
  const [{ ways }] = await shop.rows(
    `select string_agg(n || ' ' || how, ', ') as ways from (select count(*) as n, method ||
       case when by_name is null then '' else ' by hand' end || ' as ' || applied as how
     from payment_receipts group by 2 order by 1 desc) counted`,
  )
  console.log(`histories: ${histories}, seed ${seed}, Ksh ${received} received: ${ways}`)
  expect(received).toBeGreaterThan(histories * 1000)
})
