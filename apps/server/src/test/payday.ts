import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { contract } from '@mshahara/contract'
import { payouts } from '../areas/payouts/index.ts'
import { employ, runMonth } from './office.ts'
import { byHand, pollersIn } from './pollers.ts'
import { simulated, startSimulator } from './providers.ts'
import { openWorld, type World } from './world.ts'

/** A server that listens, providers to pay through, and offices with people to pay. */

export type Payday = Awaited<ReturnType<typeof openPayday>>

export async function openPayday({ workers = true } = {}) {
  const simulator = await startSimulator()
  await simulator.rules({ delays: { result: 20, later: 150, late: 400 } })
  const world = await openWorld({ env: simulator.env, workers })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  world.parts.config.publicUrl = `http://127.0.0.1:${port}`
  return { ...world, simulator }
}

const banks = {
  kcb: {
    bank_name: 'KCB Bank Kenya',
    bank_code: '01',
    branch_code: '100',
    account_no: '1300000001',
  },
  coop: {
    bank_name: 'Co-operative Bank of Kenya',
    bank_code: '11',
    branch_code: '000',
    account_no: '01100000000100',
  },
} as const

/** An organisation that pays through its bank and by M-PESA, with two people who may pay. */
export async function openPayer(
  payday: Payday,
  bank: keyof typeof banks = 'kcb',
  address = payday.parts.config.publicUrl,
) {
  const organization_id = await payday.addOrganization()
  const { bank_name, bank_code, branch_code, account_no } = banks[bank]
  await payday.rows(
    `update organizations set bank_name = $2, bank_code = $3, branch_code = $4, account_no = $5
     where id = $1`,
    [organization_id, bank_name, bank_code, branch_code, account_no],
  )
  const operator = await payday.as('super-admin', organization_id)
  await integrate(payday, operator, { organization_id, type: 'bank', bank, address })
  await integrate(payday, operator, { organization_id, type: 'mpesa', bank, address })
  await payday.rows(
    `update integrations set meta = meta || '{"per_second": 0}' where organization_id = $1`,
    [organization_id],
  )
  const primary = await payday.as('primary', organization_id)
  const finance = await payday.as('finance', organization_id)
  return { organization_id, primary, finance, operator }
}

type Caller = Awaited<ReturnType<World['as']>>

interface Integrated {
  organization_id: string
  type: 'bank' | 'mpesa'
  bank: keyof typeof banks
  /** Of the server that hears what the bank reports. */
  address: string
}

/** With keys of its own, so that callbacks of its bank come to its own address. */
async function integrate(
  { simulator }: Payday,
  operator: Caller,
  { organization_id, type, bank, address }: Integrated,
) {
  const consumer_key = `key-${randomUUID()}`
  const { consumer_secret } = type === 'mpesa' ? simulated.daraja : simulated[bank]
  const { initiator, password, shortcode } = simulated.daraja.b2c
  const meta =
    type === 'mpesa'
      ? { initiator_name: initiator, initiator_password: password, short_code: shortcode }
      : { company_code: simulated.kcb.company_code }
  const reply = await operator.call(contract.integrations.save, {
    body: { organization_id, type, consumer_key, consumer_secret, meta },
  })
  if (reply.status > 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  const { callback_url } = reply.body.integration
  await simulator.account(type === 'mpesa' ? 'daraja' : bank, {
    consumer_key,
    consumer_secret,
    ...(callback_url ? { callback_url: `${address}${new URL(callback_url).pathname}` } : {}),
  })
}

/** New credentials in the place of those in use. */
export const addIntegration = (
  payday: Payday,
  { organization_id, operator }: { organization_id: string; operator: Caller },
  type: 'bank' | 'mpesa',
  bank: keyof typeof banks = 'kcb',
) =>
  integrate(payday, operator, {
    organization_id,
    type,
    bank,
    address: payday.parts.config.publicUrl,
  })

/** Somebody to pay: by phone or account, whose last four digits say what will happen. */
export interface Payee {
  phone?: string
  account?: string
  bank_code?: string
  salary?: number
  name?: string
}

/** A confirmed run of these people, each with the way they are paid. */
export async function confirmedRun(payday: Payday, by: Caller, people: Payee[]) {
  for (const { phone, account, bank_code = '01', salary = 50_000, name = 'Njeri' } of people) {
    const { id } = await employ(by, { first_name: name, salary })
    await payday.rows(
      `update employees set pay_by = $2, phone = $3, bank_code = $4, bank_name = $5, account_no = $6
       where id = $1`,
      [id, phone ? 'mpesa' : 'bank', phone ?? null, bank_code, 'A bank', account ?? null],
    )
  }
  return runMonth(by, 'February', 2026)
}

/** Looks until it is so; fails with what was seen last. */
export async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (const patience = Date.now() + 60_000; ; ) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (Date.now() > patience) throw new Error(`Still not so: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

export type Payer = Awaited<ReturnType<typeof openPayer>>

/** Whoever pays needs nobody else, and has needed nobody since yesterday. */
export async function payAlone({ rows, settlePayers }: World, organization_id: string) {
  await rows('update payout_settings set second_person = false where organization_id = $1', [
    organization_id,
  ])
  await settlePayers()
}

/** As the dialog does it: what is ordered is what was shown. */
export async function orderShown(by: Pick<Caller, 'call'>, id: string) {
  const { digest } = (await by.call(contract.payouts.preview, { params: { id } })).body
  return by.call(contract.payouts.make, { params: { id }, body: { digest } })
}

/** What people do about payouts, and what they see, on a server whose pollers go by hand. */
export function actsOf(payday: Payday) {
  const { payouts: calls } = contract
  const work = pollersOf(payday)
  const listOf = async ({ primary }: Payer, id: string) =>
    (await primary.call(calls.list, { params: { id } })).body
  /** Looked at and asked for by one; the dialog that the other sees. */
  const request = async ({ finance, primary }: Payer, id: string) => {
    await orderShown(finance, id)
    return (await primary.call(calls.preview, { params: { id } })).body
  }
  return {
    work,
    request,
    listOf,
    statusesOf: async (payer: Payer, id: string) =>
      (await listOf(payer, id)).map(({ status }) => status),
    summaryOf: async ({ primary }: Payer, id: string) =>
      (await primary.call(calls.summary, { params: { id } })).body,
    /** Ordered by one, agreed to by the other, and sent. */
    pay: async (payer: Payer, id: string) => {
      const asked = { params: { id: (await request(payer, id)).request?.id ?? '' } }
      const { status, body } = await payer.primary.call(calls.approve, asked)
      if (status !== 200) throw new Error(`${status} ${body.message}`)
      await work(500)
    },
    /** Whoever pays needs nobody else. */
    alone: ({ organization_id }: Payer) => payAlone(payday, organization_id),
    /** Asked about for so long that a person has to decide. */
    untilReview: async () => {
      for (const seconds of [1000, 700, 700]) {
        payday.pass(seconds)
        await work()
      }
    },
  }
}

/** The pollers of the payouts by hand: as often as there is something to do. */
export function pollersOf({ parts, simulator }: Pick<Payday, 'parts' | 'simulator'>) {
  const pollers = pollersIn(parts, [payouts])
  /** Until nothing is left to do, and no callback is on its way or due within this time. */
  return async (soon_ms = 250) => {
    for (;;) {
      const ahead = await simulator.ahead(soon_ms)
      if ((await byHand(pollers)) === 0 && ahead === 0) return
    }
  }
}

/** February, worked out as a job where there are many people; its id. */
export async function confirmMonth({ primary }: Payer): Promise<string> {
  const { payrolls } = contract
  const { body } = await primary.call(payrolls.create, { body: { month: 'February', year: 2026 } })
  const params = { params: { id: body.id } }
  await until(
    async () => (await primary.call(payrolls.get, { ...params, query: { limit: 1 } })).body,
    ({ calculated }) => calculated,
  )
  const confirmed = await primary.call(payrolls.confirm, params)
  if (confirmed.status !== 200) throw new Error(confirmed.body.message)
  return body.id
}
