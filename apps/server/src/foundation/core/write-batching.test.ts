import { expect, it } from 'vitest'
import { batched } from './write-batching.ts'

it('writes what came in meanwhile together, each with its own result', async () => {
  const batches: number[][] = []
  const { add } = batched<number, number>(
    async (items) => {
      batches.push(items)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return items.map((item) => item * 2)
    },
    { most: 3, patience_ms: 1 },
  )
  const results = await Promise.all([1, 2, 3, 4].map(add))
  expect(results).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([[1, 2, 3], [4]])
})

it('tells those of a failed write, and goes on', async () => {
  const { add } = batched<number, number>(
    async (items) => {
      if (items.includes(2)) throw new Error('no')
      return items
    },
    { most: 1, patience_ms: 0 },
  )
  const told = await Promise.allSettled([1, 2, 3].map(add))
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
