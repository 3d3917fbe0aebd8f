import { isYoung, young } from './client-address.ts'
import { type Message, NotNow } from './fail.ts'

/** A few places for heavy work, taken in turns, so that no organisation holds up the others. */

interface Rules {
  places: number
  /** The most that one organisation holds at once, however idle the other places are. */
  each?: number
  /** How many of one organisation may wait; any more are refused with `busy`. */
  waiting: number
  /** After waiting this long they are refused with `busy` as well. */
  longest_ms?: number
  busy: Message
}

export type InTurn = <T>(
  whose: string,
  work: () => Promise<T>,
  /** A job is patient: nobody waits for its answer. */
  options?: { patient?: boolean },
) => Promise<T>

/** Young organisations take turns among themselves, with the others as one, and leave a place. */
export function turns(rules: Rules): InTurn {
  const all = inLines(rules)
  const ofYoung = inLines({ ...rules, places: Math.max(1, rules.places - 1) })
  return (whose, work, options) =>
    isYoung(whose)
      ? ofYoung(whose, () => all(young, work, { patient: true }), options)
      : all(whose, work, options)
}

function inLines({ places, each = places, waiting, longest_ms, busy }: Rules): InTurn {
  let free = places
  const inUse = new Map<string, number>()
  /** Those just served go to the back, so that the first was served longest ago. */
  const queues = new Map<string, (() => void)[]>()
  const heldBy = (whose: string) => inUse.get(whose) ?? 0
  const lineUp = (whose: string, queue: (() => void)[]) => {
    queues.delete(whose)
    if (queue.length > 0) queues.set(whose, queue)
  }

  const nextOne = () => {
    const able = [...queues.keys()].filter((whose) => heldBy(whose) < each)
    const fewest = Math.min(...able.map(heldBy))
    return able.find((whose) => heldBy(whose) === fewest)
  }
  const fill = () => {
    while (free > 0) {
      const whose = nextOne()
      if (whose === undefined) return
      const [begin, ...rest] = queues.get(whose) ?? []
      lineUp(whose, rest)
      take(whose, 1)
      begin?.()
    }
  }
  const take = (whose: string, count: 1 | -1) => {
    free -= count
    const now = heldBy(whose) + count
    if (now > 0) inUse.set(whose, now)
    else inUse.delete(whose)
  }

  return async (whose, work, { patient = false } = {}) => {
    const queue = queues.get(whose) ?? []
    const canBegin = free > 0 && queue.length === 0 && heldBy(whose) < each
    if (!canBegin && !patient && queue.length >= waiting) throw new NotNow(503, busy)
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        const rest = (queues.get(whose) ?? []).filter((one) => one !== begin)
        if (rest.length > 0) queues.set(whose, rest)
        else queues.delete(whose)
        reject(new NotNow(503, busy))
      }
      const timer = patient || !longest_ms ? undefined : setTimeout(leave, longest_ms)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      queues.set(whose, [...queue, begin])
      fill()
    })
    try {
      return await work()
    } finally {
      take(whose, -1)
      lineUp(whose, queues.get(whose) ?? [])
      fill()
    }
  }
}
