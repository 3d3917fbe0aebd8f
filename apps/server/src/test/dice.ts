/** Random choices that are the same for a seed: a history that failed can be played again. */

export interface Dice {
  /** From 0 to one less. */
  below: (count: number) => number
  one: <T>(list: readonly T[]) => T
  /** So often out of a hundred. */
  chance: (percent: number) => boolean
}

export function diceOf(seed: number): Dice {
  let state = (seed * 2_654_435_761) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    one: <T>(list: readonly T[]) => list[below(list.length)] as T,
    chance: (percent) => below(100) < percent,
  }
}

/** A few with every run of the tests; `HISTORIES=200` plays as many. */
export const seedsOf = (few: number) =>
  Array.from({ length: Number(process.env.HISTORIES ?? few) }, (_, index) => index + 1)
