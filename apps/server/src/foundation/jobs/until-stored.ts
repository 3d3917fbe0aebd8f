import { setTimeout as pause } from 'node:timers/promises'
import { NotNow } from '../core/fail.ts'
import { refusalOf } from '../http/constraints.ts'

/** The same may succeed in a moment: the database is away or full, or somebody else was first. */
export function isPassing(error: unknown): boolean {
  const refusal = refusalOf(error)
  return refusal instanceof NotNow || refusal?.status === 409
}

/** How long an answer is held on to; whoever judges silence waits longer than this. */
export const holdOn_s = 10 * 60

/**
 * Stores what cannot be asked for again, such as a provider's answer to a payment: tried until the
 * database is back. What is stored must be safe to store twice, as a commit may have been lost.
 */
export async function untilStored<T>(store: () => Promise<T>, patience_s = holdOn_s): Promise<T> {
  const end = performance.now() + patience_s * 1000
  for (let wait_ms = 100; ; wait_ms = Math.min(2 * wait_ms, 1_000)) {
    try {
      return await store()
    } catch (error) {
      if (!isPassing(error) || performance.now() > end) throw error
      await pause(wait_ms)
    }
  }
}
