import { setTimeout as pause } from 'node:timers/promises'

/** How long somebody may wait for an answer while a crowd asks for all there is. */

const half_a_second = 500
/** A machine with nothing else to do answers within a part of it. */
const share = 8

/** Where even a call of its own takes long, the machine's other work is a part of the wait. */
export const enough = (alone: number) => Math.max(half_a_second, share * alone)

export const p95 = (times: number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] as number

/** What is left of a crowd when it has been answered: readers that end, connections that close. */
const settles_ms = 200

/** Asks alone, beside the crowd that `gather` brings together, and alone again. */
export async function beside<S>(
  ask: () => Promise<number[]>,
  gather: () => Promise<() => Promise<S>>,
) {
  const before = p95(await ask())
  const disperse = await gather()
  const waited = p95(await ask())
  const crowd = await disperse()
  await pause(settles_ms)
  const alone = Math.max(before, p95(await ask()))
  const told = `p95 ${Math.round(waited)} ms, alone ${Math.round(alone)} ms`
  return { waited, alone, crowd, told }
}
