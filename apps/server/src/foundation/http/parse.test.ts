// @tests story
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Refused } from '../core/fail.ts'
import { parse } from './parse.ts'

const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refused) return error
  }
  throw new Error('It was taken.')
}

test('a long list is looked at no further than its first faults', () => {
  let looked = 0
  const odd = z.number().refine((number) => {
    looked += 1
    return number % 2 === 1
  }, 'Odd numbers only.')
  const schema = z.object({ day: z.string(), marks: z.array(odd).max(80_000).optional() })
  const wrong = refusalOf(() => parse(schema, { day: 'Monday', marks: Array(80_000).fill(2) }))
  expect(looked).toBeLessThan(100)
  expect(Object.keys(wrong.errors ?? {})).toHaveLength(50)
  expect(wrong.errors?.['marks.0']).toBeDefined()
})

test('a long list without a fault is taken, and a short one tells every fault', () => {
  const schema = z.object({ marks: z.array(z.object({ day: z.number() })) })
  const good = { marks: Array(500).fill({ day: 1 }) }
  expect(parse(schema, good)).toEqual(good)
  const { errors = {} } = refusalOf(() => parse(schema, { marks: [{}, { day: 1 }, {}] }))
  expect(Object.keys(errors)).toEqual(['marks.0.day', 'marks.2.day'])
})

test('however long a list may be, only its first faults are told', () => {
  const schema = z.record(z.string(), z.number())
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`a${at}`, 'x']))
  const { errors = {} } = refusalOf(() => parse(schema, many))
  expect(Object.keys(errors)).toHaveLength(50)
})
