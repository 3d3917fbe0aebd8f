import { createHash } from 'node:crypto'
import { type Accounts, defaultAccounts } from './accounts.ts'
import { type Keys, makeKeys } from './certificate.ts'
import { digitsOf, openClock, type SimClock } from './clock.ts'
import { type Books, emptyLedger, type Ledger, openBooks } from './ledger.ts'
import { type Log, openLog } from './log.ts'
import { type Rules, usualRules } from './rules.ts'
import { openTokens, type Tokens } from './tokens.ts'

export interface TextMessage {
  id: string
  from: string
  /** 254712345678 */
  number: string
  text: string
  at: number
}

/** Everything that is kept between two runs. */
export interface SavedState {
  accounts: Accounts
  ledger: Ledger
  /** Wrong initiator passwords in a row, by consumer key. */
  wrong: Record<string, number>
  /** The newest text messages, oldest first. */
  texts: TextMessage[]
  keys?: Keys
}

export interface Sim {
  clock: SimClock
  log: Log
  tokens: Tokens
  rules: Rules
  /** What a reset goes back to. */
  startedWith: Partial<Rules>
  accounts: Accounts
  books: Books
  wrong: Record<string, number>
  texts: TextMessage[]
  /** Made in the background at start. */
  keys: Promise<Keys>
  /** Callers may send the same credential for months; opening one takes a millisecond. */
  opened: Map<string, string | undefined>
  /** There is something new to keep. */
  changed(): void
}

export const nothingKept = (): SavedState => ({
  accounts: defaultAccounts(),
  ledger: emptyLedger(),
  wrong: {},
  texts: [],
})

export function openSim(kept: SavedState, rules: Partial<Rules>, changed: () => void): Sim {
  const clock = openClock()
  return {
    clock,
    log: openLog(clock.now),
    tokens: openTokens(clock.now),
    rules: { ...usualRules(), ...structuredClone(rules) },
    startedWith: rules,
    accounts: kept.accounts,
    books: openBooks(kept.ledger),
    wrong: kept.wrong,
    texts: kept.texts,
    keys: kept.keys ? Promise.resolve(kept.keys) : makeKeys(),
    opened: new Map(),
    changed,
  }
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** UKF5YB2C3D: year, month and day, then what no other has. */
export function receiptAt(sim: Sim): string {
  const now = digitsOf(sim.clock.now())
  const year = letters[(Number(now.slice(0, 4)) - 1996) % 36]
  const month = letters[Number(now.slice(4, 6)) + 9]
  const day = letters[Number(now.slice(6, 8))]
  const count = sim.books.next().toString(36).toUpperCase().padStart(5, '0')
  const salt = Number.parseInt(hex(count).slice(0, 6), 16) % 1296
  return `${year}${month}${day}${salt.toString(36).toUpperCase().padStart(2, '0')}${count}`
}

/** AG_20261115_20106e9209f64bebd05b */
export const conversationAt = (sim: Sim) =>
  `AG_${digitsOf(sim.clock.now()).slice(0, 8)}_${hex(`c${sim.books.next()}`).slice(0, 20)}`

/** 3f1a-4c2b-9d0e-6b7c8d9e0f11204417 */
export const requestIdAt = (sim: Sim) =>
  hex(`r${sim.books.next()}`).replace(/^(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4204417')
