import { setTimeout as pause } from 'node:timers/promises'

interface Limits {
  /** In one write. */
  most: number
  /** How long the first waits for others. */
  patience_ms: number
}

/**
 * Many small writes as few: what comes in meanwhile is written together. Everybody waits until
 * their own is written, and hears how it went.
 */
export function batched<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  { most, patience_ms }: Limits,
): { add(item: Item): Promise<Result>; waiting(): number } {
  interface Waiting {
    item: Item
    resolve(result: Result): void
    reject(error: unknown): void
  }
  const waiting: Waiting[] = []
  let writing = false
  const go = async () => {
    if (writing) return
    writing = true
    while (waiting.length > 0) {
      if (waiting.length < most) await pause(patience_ms)
      const batch = waiting.splice(0, most)
      try {
        const results = await write(batch.map(({ item }) => item))
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] as Result)
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    writing = false
  }
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        void go()
      }),
    waiting: () => waiting.length,
  }
}
