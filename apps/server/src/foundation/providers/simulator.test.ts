// @tests long
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulated, startSimulator } from '../../test/providers.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { openNetwork } from './network.ts'
import type { Credentials, HookKind, Instruction, PayoutProvider } from './provider.ts'
import { openProvider, type PayoutType, providerFor } from './registry.ts'
import { openTill, parseCollection } from './stk.ts'

/** The clients on the real wire: every scenario that the simulator plays, for every provider. */

const simulator = await startSimulator()
const network = openNetwork(readConfig(simulator.env), systemClock)

/** What was called back, by the address. */
const heard = new Map<string, unknown[]>()
const waiting: (() => void)[] = []
const hooks = createServer((request, response) => {
  let text = ''
  request.on('data', (piece) => {
    text += piece
  })
  request.on('end', () => {
    const at = request.url ?? ''
    heard.set(at, [...(heard.get(at) ?? []), JSON.parse(text)])
    response.end('{"ResultCode":0,"ResultDesc":"Accepted"}')
    for (const wake of waiting.splice(0)) wake()
  })
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((done) => hooks.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}`
  await simulator.rules({ delays: { result: 30, later: 150, late: 300 }, lock_after: 50 })
  const onboarded = { consumer_key: 'sim-kcb-key', callback_url: `${base}/hooks/k` }
  await simulator.account('kcb', onboarded)
})
afterAll(() => {
  hooks.close()
})

const none = {
  company_code: null,
  initiator_name: null,
  initiator_password: null,
  short_code: null,
  account_no: '01100000000100',
}
const { b2c, ...keys } = simulated.daraja
const accounts: Record<
  string,
  { type: PayoutType; bank_code: string | null; credentials: Credentials }
> = {
  daraja: {
    type: 'mpesa',
    bank_code: null,
    credentials: {
      ...none,
      ...keys,
      initiator_name: b2c.initiator,
      initiator_password: b2c.password,
      short_code: b2c.shortcode,
    },
  },
  kcb: { type: 'bank', bank_code: '01', credentials: { ...none, ...simulated.kcb } },
  coop: { type: 'bank', bank_code: '11', credentials: { ...none, ...simulated.coop } },
}
type Name = 'daraja' | 'kcb' | 'coop'
const open = (name: Name, change: Partial<Credentials> = {}) => {
  const account = accounts[name] as (typeof accounts)[string]
  const credentials = { ...account.credentials, ...change }
  return openProvider({ ...account, credentials }, network) as PayoutProvider
}
const kindOf = (name: Name) => {
  const { type, bank_code } = accounts[name] as (typeof accounts)[string]
  return providerFor(type, bank_code) as NonNullable<ReturnType<typeof providerFor>>
}

let count = 0
/** A payment to an account that ends in this. */
function instruction(name: Name, ending: string, change: Partial<Instruction> = {}): Instruction {
  count += 1
  const key = kindOf(name).keyOf(`${process.pid} ${ending}`, count)
  return {
    key,
    amount: 485_000,
    name: 'Jane Doe',
    account: name === 'daraja' ? `25471234${ending}` : `1300001${ending}`,
    bank_code: name === 'daraja' ? null : '68',
    narration: 'Salary November 2026',
    hooks: { result: `${base}/hooks/r/${count}`, timeout: `${base}/hooks/t/${count}` },
    provider_ref: null,
    ...change,
  }
}

async function callbacks(at: string, most: number): Promise<unknown[]> {
  const path = new URL(at).pathname
  while ((heard.get(path)?.length ?? 0) < most) {
    await new Promise<void>((wake) => waiting.push(wake))
  }
  return heard.get(path) ?? []
}

/** The outcomes that were told for one payment, in order. */
async function told(name: Name, given: Instruction, most: number, kind: HookKind = 'result') {
  const { parseCallback } = kindOf(name)
  if (name !== 'kcb') {
    const at = kind === 'timeout' ? given.hooks.timeout : given.hooks.result
    return (await callbacks(at, most)).map((body) => parseCallback(kind, body))
  }
  // KCB has one address for all.
  for (let all = 1; ; all += 1) {
    const bodies = (await callbacks(`${base}/hooks/k`, all)).map((body) =>
      parseCallback('result', body),
    )
    const own = bodies.filter((one) => one?.key === given.key)
    if (own.length >= most) return own
  }
}

const every: Name[] = ['daraja', 'kcb', 'coop']

test.each(every)('%s pays, tells who and how much, and says so again when asked', async (name) => {
  const given = instruction(name, '5678')
  const sent = await open(name).submit(given)
  expect(sent.outcome).toBe('accepted')
  const [result] = await told(name, given, 1)
  expect(result).toMatchObject({
    said: { outcome: 'paid', amount: given.amount, account: given.account },
    key: given.key,
    provider_ref: sent.outcome === 'accepted' ? sent.provider_ref : '',
  })
  const hooks = { result: `${base}/hooks/q/${given.key}`, timeout: given.hooks.timeout }
  const asked = await open(name).query({ ...given, hooks })
  const answer =
    asked.outcome === 'pending'
      ? kindOf(name).parseCallback('answer', (await callbacks(hooks.result, 1))[0])
      : { said: asked, key: given.key }
  expect(answer).toMatchObject({ said: { outcome: 'paid', amount: given.amount }, key: given.key })
  const receipt = result?.said.outcome === 'paid' && result.said.receipt
  expect(answer?.said).toMatchObject({ receipt })
  const { movements } = await simulator.ledger()
  expect(movements.filter(({ key }) => key === given.key)).toMatchObject([
    { state: 'paid', amount: given.amount, receipt },
  ])
})

test.each([
  ['daraja', '0001', 'failed', '1'],
  ['daraja', '0002', 'failed', '2040'],
  ['daraja', '0003', 'failed', 'SFC_IC0003'],
  ['daraja', '0004', 'failed', '2001'],
  ['kcb', '0001', 'failed', 'FAILED'],
  ['kcb', '0002', 'failed', 'FAILED'],
  ['coop', '0001', 'failed', '1'],
  ['coop', '0002', 'failed', '1'],
] as const)('%s …%s: %s with %s', async (name, ending, outcome, code) => {
  const given = instruction(name, ending)
  expect((await open(name).submit(given)).outcome).toBe('accepted')
  const [result] = await told(name, given, 1)
  expect(result?.said).toMatchObject({ outcome, code, stops_run: code === '2001' })
})

test.each(['kcb', 'coop'] as const)('%s …0004 refuses the credentials', async (name) => {
  const sent = await open(name).submit(instruction(name, '0004'))
  expect(sent).toMatchObject({ outcome: 'refused', code: '900901', stops_run: true })
})

test.each(every)('%s …0006 tells three times', async (name) => {
  const given = instruction(name, '0006')
  await open(name).submit(given)
  const results = await told(name, given, 3)
  expect(results.map((one) => one?.said.outcome)).toEqual(['paid', 'paid', 'paid'])
})

test.each(every)('%s …0007 tells before it has answered', async (name) => {
  const given = instruction(name, '0007')
  const answered = open(name).submit(given)
  const [result] = await told(name, given, 1)
  expect(result?.said.outcome).toBe('paid')
  expect((await answered).outcome).toBe('accepted')
})

test.each(every)('%s …0008 and …0009: a lost answer says nothing either way', async (name) => {
  const after = instruction(name, '0008')
  expect((await open(name).submit(after)).outcome).toBe('unknown')
  expect((await told(name, after, 1))[0]?.said.outcome).toBe('paid')
  const before = instruction(name, '0009')
  expect((await open(name).submit(before)).outcome).toBe('unknown')
  const asked = await open(name).query({
    ...before,
    hooks: { ...before.hooks, result: `${base}/hooks/q/${before.key}` },
  })
  if (name === 'coop') expect(asked).toEqual({ outcome: 'not_found', certain: true })
  if (name === 'kcb') expect(asked).toEqual({ outcome: 'not_found', certain: false })
  if (name === 'daraja') {
    const [body] = await callbacks(`${base}/hooks/q/${before.key}`, 1)
    const answer = kindOf(name).parseCallback('answer', body)
    expect(['not_found', 'unknown']).toContain(answer?.said.outcome)
    expect(answer?.said).not.toMatchObject({ certain: true })
  }
})

test.each(every)('%s …0013, a page of HTML, and a doubled key: unknown', async (name) => {
  expect((await open(name).submit(instruction(name, '0013'))).outcome).toBe('unknown')
  const given = instruction(name, '4321')
  expect((await open(name).submit(given)).outcome).toBe('accepted')
  expect((await open(name).submit(given)).outcome).toBe('unknown')
})

test('M-PESA …0010 and …0011: a queue timeout first, the outcome later', async () => {
  const paid = instruction('daraja', '0010')
  const failed = instruction('daraja', '0011')
  for (const given of [paid, failed]) {
    await open('daraja').submit(given)
    const [late] = await told('daraja', given, 1, 'timeout')
    expect(late).toMatchObject({ said: { outcome: 'unknown' }, key: given.key })
  }
  expect((await told('daraja', paid, 1))[0]?.said.outcome).toBe('paid')
  expect((await told('daraja', failed, 1))[0]?.said).toMatchObject({ outcome: 'failed', code: '8' })
})

test.each(['kcb', 'coop'] as const)('%s …0010 stays open, …0011 times out', async (name) => {
  const open10 = instruction(name, '0010')
  expect((await open(name).submit(open10)).outcome).toBe('accepted')
  expect(await open(name).query(open10)).toEqual({ outcome: 'pending' })
  const timed = instruction(name, '0011')
  expect((await open(name).submit(timed)).outcome).toBe('unknown')
  expect((await told(name, timed, 1))[0]?.said.outcome).toBe('paid')
})

test.each(every)('%s …0012 and …0015: the amount and the ids give it away', async (name) => {
  const other = instruction(name, '0012')
  await open(name).submit(other)
  const [wrong] = await told(name, other, 1)
  expect(wrong?.said.outcome === 'paid' && wrong.said.amount).not.toBe(other.amount)
  const given = instruction(name, '0015')
  const sent = await open(name).submit(given)
  const own = sent.outcome === 'accepted' ? sent.provider_ref : null
  const results = await told(name, given, name === 'kcb' ? 2 : 1)
  const [forged] = results
  expect(forged?.key !== given.key || forged?.provider_ref !== own).toBe(true)
})

test('M-PESA …0014 fails in doubt and pays later; a bank takes back what it paid', async () => {
  const given = instruction('daraja', '0014')
  await open('daraja').submit(given)
  const doubtful = await told('daraja', given, 2)
  expect(doubtful.map((one) => one?.said.outcome)).toEqual(['unknown', 'paid'])
  const back = instruction('coop', '0014')
  await open('coop').submit(back)
  const reversed = await told('coop', back, 2)
  expect(reversed.map((one) => one?.said.outcome)).toEqual(['paid', 'failed'])
})

test('within a bank cents are paid, and older builds of KCB are understood', async () => {
  for (const [name, bank_code] of [
    ['kcb', '01'],
    ['coop', '11'],
  ] as const) {
    const given = instruction(name, '7777', { bank_code, amount: 8_425_075 })
    expect((await open(name).submit(given)).outcome).toBe('accepted')
    expect((await told(name, given, 1))[0]?.said).toMatchObject({ amount: 8_425_075 })
  }
  await simulator.rules({ kcb_nested: true })
  const older = instruction('kcb', '7778')
  expect((await open('kcb').submit(older)).outcome).toBe('accepted')
  // Its callback must not come while the next test counts.
  await told('kcb', older, 1)
  await simulator.rules({ kcb_nested: false })
})

test('what cannot be paid is refused before anything is sent', async () => {
  const before = (await simulator.log()).length
  for (const [name, amount] of [
    ['daraja', 999],
    ['daraja', 25_000_100],
    ['daraja', 485_050],
    ['kcb', 100_000_000],
    ['coop', 485_050],
    ['coop', 100_000_000],
  ] as const) {
    const sent = await open(name).submit(instruction(name, '5555', { amount }))
    expect(sent).toMatchObject({ outcome: 'refused', code: 'amount', stops_run: false })
  }
  expect((await simulator.log()).length).toBe(before)
})

test.each(every)('%s tells a good test from a bad one', async (name) => {
  const hooks = { result: `${base}/hooks/i/${name}`, timeout: `${base}/hooks/i/${name}` }
  const good = await open(name).test(hooks)
  expect(good.outcome).toBe(name === 'coop' ? 'known' : 'accepted')
  if (name === 'daraja') {
    const [body] = await callbacks(hooks.result, 1)
    expect(kindOf(name).parseBalance(body)).toBeGreaterThan(0)
  }
  const bad = await open(name, { consumer_secret: 'wrong' }).test(hooks)
  expect(bad).toMatchObject({ outcome: 'refused', stops_run: true })
  const sent = await open(name, { consumer_secret: 'wrong' }).submit(instruction(name, '5556'))
  expect(sent).toMatchObject({ outcome: 'refused', stops_run: true })
})

test('a token that another server has made invalid is asked for again', async () => {
  const elsewhere = openNetwork(readConfig(simulator.env), systemClock)
  const account = accounts.daraja as (typeof accounts)[string]
  const there = openProvider(account, elsewhere) as PayoutProvider
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await open('daraja').submit(instruction('daraja', '3333'))).outcome).toBe('accepted')
    expect((await there.submit(instruction('daraja', '3334'))).outcome).toBe('accepted')
  }
})

test('a prompt on a phone is answered, asked about and called back', async () => {
  const { paybill } = simulated.daraja
  const account = { ...keys, short_code: paybill.shortcode, passkey: paybill.passkey }
  const till = openTill(
    { ...account, receiver: paybill.shortcode, type: 'CustomerPayBillOnline' },
    network,
  )
  const hook = `${base}/hooks/s/1`
  const prompt = { amount: 11_000, hook, reference: 'SUB0000481', description: 'Subscription' }
  const sent = await till.push({ ...prompt, phone: '254712345678' })
  if (sent.outcome !== 'prompted') throw new Error(sent.outcome)
  const [body] = await callbacks(hook, 1)
  expect(parseCollection(body)).toMatchObject({
    checkout_id: sent.checkout_id,
    merchant_id: sent.merchant_id,
    said: { outcome: 'paid', amount: 1_100_000 },
  })
  expect(await till.query(sent.checkout_id)).toEqual({ outcome: 'paid' })
  expect(await till.query('ws_CO_unknown')).toEqual({ outcome: 'not_found' })
  const locked = await till.push({ ...prompt, phone: '254712340011' })
  expect(locked).toMatchObject({ outcome: 'refused', stops_run: false })
  // A till is signed for by its head office, and gets the money itself.
  const shop = openTill({ ...account, receiver: '174379', type: 'CustomerBuyGoodsOnline' }, network)
  const sold = await shop.push({ ...prompt, amount: 500, phone: '254712345679' })
  expect(sold.outcome).toBe('prompted')
  const sent_by = (await simulator.log()).findLast(({ url }) => url?.includes('processrequest'))
  expect(sent_by?.body).toMatchObject({ BusinessShortCode: 600100, PartyB: 174379 })
})
