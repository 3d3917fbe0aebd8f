import { everywhere } from '@mshahara/contract/everywhere'
import { addressBlock } from './client-address.ts'
import { secondsLater } from './clock.ts'
import type { Ctx } from './ctx.ts'
import type { PlatformTx, Tx } from './db.ts'
import { isKnownDevice } from './devices.ts'
import { fail, type Message } from './fail.ts'
import { type Secrets, tokenHash } from './secrets.ts'

/**
 * The one limiter, for tries, codes, passwords and emails (A29). Counters are in the database, so
 * that several servers count together and a restart forgets nothing.
 */
export interface Limit {
  name: string
  /** The window, which begins with the first one counted. */
  seconds: number
  /** Most from one network address, whichever account is tried. */
  place?: number
  /** Most for one account from one address, or from one device that it knows. */
  here?: number
  /** Most for one account from anywhere; devices it knows are exempt. */
  account?: number
  /** Most by one organisation. */
  organization?: number
  sentence?: Message
}

export interface AttemptTarget {
  /** The email address or id that stands for the account. */
  account?: string
  organization?: string
}

/** What counting needs, in a request and in a background job alike. */
export interface CountingParts {
  secrets: Secrets
  now: Date
}

interface Counter {
  kind: 'place' | 'here' | 'device' | 'account' | 'organization'
  key: string
  most: number
  seconds: number
}

function countersOf(
  limit: Limit,
  target: AttemptTarget,
  place: string,
  device?: string,
): Counter[] {
  const { name, seconds, here, account, organization } = limit
  const counters: Counter[] = []
  const add = (most: number | undefined, kind: Counter['kind'], ...words: string[]) => {
    const key = [name, kind, ...words].join(' ')
    if (most !== undefined) counters.push({ kind, key, most, seconds })
  }
  add(limit.place, 'place', place)
  if (target.account && device) add(here, 'device', target.account, device)
  if (target.account && !device) {
    add(here, 'here', target.account, place)
    add(account, 'account', target.account)
  }
  if (target.organization) add(organization, 'organization', target.organization)
  return counters
}

const keyOf = ({ secrets }: CountingParts, key: string) =>
  secrets.digest('attempts', key).toString('hex')

/** Counts in this transaction and answers with what is past its limit. */
async function count(tx: Tx, by: CountingParts, counters: Counter[]): Promise<Counter[]> {
  if (counters.length === 0) return []
  const byKey = new Map(counters.map((counter) => [keyOf(by, counter.key), counter]))
  const rows = [...byKey].map(([key, { most, seconds }]) => ({
    key,
    most,
    until: secondsLater(by.now, seconds),
  }))
  const over = await tx.all<{ key: string }>`
    select count_attempts(${JSON.stringify(rows)}, ${by.now}) as key`
  return over.map(({ key }) => byKey.get(key) as Counter)
}

const deviceOf = async (tx: PlatformTx, ctx: Ctx, target: AttemptTarget) => {
  const { device } = ctx.cookies
  if (!device || !target.account || !(await isKnownDevice(tx, device, target.account))) return
  return tokenHash(device).toString('hex')
}

/** Whether the account has signed in from this browser before. */
export const isOwnDevice = async (tx: PlatformTx, ctx: Ctx, account: string): Promise<boolean> =>
  (await deviceOf(tx, ctx, { account })) !== undefined

/**
 * Counts one in a transaction of its own, so that a refusal does not undo it. Before anything is
 * written or locked by the request: nobody who holds a lock waits for a second connection.
 */
export const within = (ctx: Ctx, limits: Limit[], target: AttemptTarget = {}): Promise<boolean> =>
  ctx.apart(async (tx) => {
    const device = await deviceOf(tx, ctx, target)
    const place = addressBlock(ctx.address)
    const counters = limits.flatMap((limit) => countersOf(limit, target, place, device))
    return (await count(tx, ctx, counters)).length === 0
  })

/** The same; past a limit it refuses with 429. */
export async function allow(ctx: Ctx, limits: Limit[], target: AttemptTarget = {}) {
  if (await within(ctx, limits, target)) return
  fail(429, limits.find(({ sentence }) => sentence)?.sentence ?? everywhere.tooManyAttempts)
}

/** Counts a message together with its record, in one transaction; says whether it may be sent. */
export const spend = async (tx: Tx, by: CountingParts, limits: Limit[], target: AttemptTarget) =>
  (await count(tx, by, countersFor(limits, target))).length === 0

/** The same for many accounts at once; answers with those that are past the limit. */
export async function spendFor(tx: Tx, by: CountingParts, limits: Limit[], accounts: string[]) {
  const owners = new Map<string, string>()
  const counters = accounts.flatMap((account) => countersFor(limits, { account }))
  for (const account of accounts) {
    for (const { key } of countersFor(limits, { account })) owners.set(key, account)
  }
  return new Set((await count(tx, by, counters)).map(({ key }) => owners.get(key) as string))
}

const countersFor = (limits: Limit[], target: AttemptTarget) =>
  limits.flatMap((limit) => countersOf(limit, target, ''))

/** Counts one for an account and answers with how many there are in the window. */
export async function nth(
  tx: PlatformTx,
  by: CountingParts,
  { name, seconds }: Limit,
  account: string,
) {
  const counters = countersFor([{ name, seconds, account: 0 }], { account })
  await count(tx, by, counters)
  const keys = counters.map(({ key }) => keyOf(by, key))
  const row = await tx.maybe<{ count: number }>`
    select count from attempts where key = any (${keys})`
  return row?.count ?? 1
}

/** After a success: this place's counter is reset, and the account's goes back by one. */
export async function forgive(tx: PlatformTx, ctx: Ctx, limits: Limit[], target: AttemptTarget) {
  const device = await deviceOf(tx, ctx, target)
  const place = addressBlock(ctx.address)
  const own = limits.flatMap((limit) => countersOf(limit, target, place, device))
  const of = (wanted: Counter['kind']) =>
    own.filter(({ kind }) => kind === wanted).map(({ key }) => keyOf(ctx, key))
  await tx.run`delete from attempts where key = any (${[...of('here'), ...of('device')]})`
  await tx.run`update attempts set count = greatest(count - 1, 0)
    where key = any (${of('account')})`
}
