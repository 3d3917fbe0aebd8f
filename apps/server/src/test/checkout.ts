import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import type { Duration } from '@mshahara/contract/subscriptions'
import { billing } from '../areas/billing/index.ts'
import { callbacks } from '../areas/callbacks/index.ts'
import { byHand, pollersIn } from './pollers.ts'
import { startSimulator } from './providers.ts'
import { type Caller, openWorld } from './world.ts'

/** A server that listens, M-PESA to pay through, and organisations that want a plan. */

export type Checkout = Awaited<ReturnType<typeof openCheckout>>

interface Options {
  workers?: boolean
  /** What M-PESA is reached through. */
  through?: (address: string) => Promise<{ address: string }>
}

export async function openCheckout({ workers = false, through }: Options = {}) {
  const simulator = await startSimulator()
  await simulator.rules({ delays: { result: 20, later: 150, late: 300 } })
  const way = (await through?.(simulator.address))?.address ?? simulator.address
  const world = await openWorld({ env: { SIMULATOR_URL: way }, workers })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  world.parts.config.publicUrl = `http://127.0.0.1:${port}`
  const pollers = pollersIn(world.parts, [billing, callbacks])
  /** Until nothing is left to do, and M-PESA will tell nothing more within this time. */
  const settle = async (within_ms = 400) => {
    for (;;) {
      const ahead = await simulator.ahead(within_ms)
      if ((await byHand(pollers)) + ahead === 0) return
      if (ahead > 0) await pause(10)
    }
  }
  return { ...world, simulator, pollers, settle }
}

export interface Wish {
  package_id?: string
  type?: 'renew' | 'upgrade'
  duration?: Duration
  phone?: string
}

type Buyer = Pick<Caller, 'call'>

let numbers = 0
/** Each its own, that pays at once: a number is not asked often. */
const someNumber = () => {
  numbers += 1
  return `071${String(numbers % 1000).padStart(3, '0')}9999`
}

/** Asks for the price and orders at that price, as the modal does. */
export async function order(by: Buyer, wish: Wish = {}) {
  const { phone = someNumber(), ...rest } = wish
  const wanted = { package_id: 'standard', type: 'upgrade', duration: 1, ...rest } as const
  const quoted = await by.call(contract.billing.quote, { body: wanted })
  if (quoted.status !== 200) return { ...quoted, body: { ...quoted.body, id: '' } }
  const { id: quote_id, amount } = quoted.body
  return by.call(contract.billing.init, { body: { ...wanted, amount, phone, quote_id } })
}

export const checkOf = async (by: Buyer, payment_details_id: string) =>
  (await by.call(contract.billing.check, { body: { payment_details_id } })).body

export async function newCustomer(shop: Checkout) {
  const organization_id = await shop.addOrganization()
  return { organization_id, primary: await shop.as('primary', organization_id) }
}

/** Orders, pays and is given it. */
export async function buy(shop: Checkout, by: Buyer, wish: Wish = {}) {
  const made = await order(by, wish)
  await shop.settle()
  const { status } = await checkOf(by, made.body.id)
  if (status !== 'Completed') throw new Error(`The payment is ${status}.`)
  return made.body.id
}

/** Looks until it has ended so: a late callback comes when it comes. */
export async function endsAs(shop: Checkout, by: Buyer, id: string, wanted: string) {
  let status = ''
  for (let tries = 0; status !== wanted && tries < 40; tries += 1) {
    await shop.settle(100)
    status = (await checkOf(by, id)).status
  }
  return status
}

/** The receipts of an order: of what paid it, and of what became credit. */
export const receiptsOf = (shop: Checkout, order_id: string) =>
  shop.rows('select * from payment_receipts where order_id = $1 order by number', [order_id])
