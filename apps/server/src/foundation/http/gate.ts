import { setTimeout as pause } from 'node:timers/promises'
import { isYoung } from '../core/client-address.ts'
import { NotNow } from '../core/fail.ts'
import { strangerAt, strangers } from './seats.ts'
import { say } from './sentences.ts'

/**
 * Who may work with the database now. Places are few; each organisation has a share of them and a
 * line of its own, and the lines are served in turns, so that one noisy customer waits for itself.
 * Strangers, and all new organisations together, leave a part of the places to the others.
 * Requests that would wait too long are refused instead.
 */
export interface Gate {
  /** Waits for a place; the answer gives it back. */
  enter(key: string): Promise<() => void>
}

export interface GateOptions {
  places: number
  /** How many of them one organisation, or one address without a session, may hold. */
  share: number
  /** How many all addresses without a session may hold together. */
  strangers: number
  /** How many all new organisations that have paid nothing may hold together. */
  young: number
  /** The longest anybody waits. */
  patience_ms: number
  /** The longest line. */
  most: number
  /** A stranger hears of a refusal after so long: who asks again at once costs little. */
  refusal_ms: number
}

const usualGate: GateOptions = {
  places: 16,
  share: 4,
  strangers: 4,
  young: 6,
  patience_ms: 8000,
  most: 500,
  refusal_ms: 1000,
}

/** Calendars and links in letters: so few that they never hold what sign-ins wait for. */
export const aside: GateOptions = {
  places: 3,
  share: 2,
  strangers: 3,
  young: 0,
  patience_ms: 8000,
  most: 100,
  refusal_ms: 1000,
}

type Kind = 'settled' | 'young' | 'strangers'
const kindOf = (key: string): Kind =>
  key.startsWith(strangers) ? 'strangers' : isYoung(key) ? 'young' : 'settled'

interface Line {
  running: number
  waiting: (() => void)[]
  /** A moving average of how long its requests take. */
  usual_ms: number
}

const tooBusy = () => new NotNow(503, say.veryBusy)

export function openGate(options: GateOptions = usualGate): Gate {
  const { places, share } = options
  const lines = new Map<string, Line>()
  let running = 0
  const most = { settled: places, young: options.young, strangers: options.strangers }
  const held = { settled: 0, young: 0, strangers: 0 }

  const hasRoom = (key: string, line: Line) => {
    const kind = kindOf(key)
    return running < places && line.running < share && held[kind] < most[kind]
  }
  const tidy = (key: string, line: Line) => {
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key)
  }

  /** The line that has been served least recently comes first: a Map keeps the order of entry. */
  const next = () => {
    for (const [key, line] of lines) {
      if (running >= places) return
      if (!hasRoom(key, line)) continue
      const first = line.waiting.shift()
      if (!first) continue
      lines.delete(key)
      lines.set(key, line)
      first()
    }
  }

  const begin = (key: string, line: Line): (() => void) => {
    const startedAt = performance.now()
    running += 1
    line.running += 1
    held[kindOf(key)] += 1
    let left = false
    return () => {
      if (left) return
      left = true
      running -= 1
      line.running -= 1
      held[kindOf(key)] -= 1
      line.usual_ms += (performance.now() - startedAt - line.usual_ms) / 8
      tidy(key, line)
      next()
    }
  }

  const wait = (key: string, line: Line) =>
    new Promise<() => void>((resolve, reject) => {
      const late = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1)
        tidy(key, line)
        reject(tooBusy())
      }, options.patience_ms)
      const waiting = () => {
        clearTimeout(late)
        resolve(begin(key, line))
      }
      line.waiting.push(waiting)
    })

  return {
    async enter(key) {
      const line = lines.get(key) ?? { running: 0, waiting: [], usual_ms: 0 }
      const mayBegin = hasRoom(key, line) && line.waiting.length === 0
      if (!mayBegin && isHopeless(line, options)) await refuse(key, options)
      lines.set(key, line)
      return mayBegin ? begin(key, line) : wait(key, line)
    },
  }
}

async function refuse(key: string, { refusal_ms }: GateOptions): Promise<never> {
  if (kindOf(key) === 'strangers') await pause(refusal_ms)
  throw tooBusy()
}

function isHopeless({ waiting, usual_ms }: Line, { share, patience_ms, most }: GateOptions) {
  const expected_ms = (waiting.length / share) * usual_ms
  return waiting.length >= most || expected_ms > patience_ms
}

/** Lets a caller without a session in by its address, for as long as the work takes. */
export async function asStranger<T>(gate: Gate, address: string, work: () => Promise<T>) {
  const leave = await gate.enter(strangerAt(address))
  try {
    return await work()
  } finally {
    leave()
  }
}
