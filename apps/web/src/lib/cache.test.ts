import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachePrefix, keep, recall } from './cache.ts'

let store: Map<string, string>
beforeEach(() => {
  store = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what is kept comes back, names of every alphabet included', () => {
  const people = [{ id: '1', first_name: 'Ñawi', last_name: 'Müller–Otieno 🌍' }]
  keep('logs/users', people)
  expect(recall('logs/users')).toEqual(people)
})
test('it is not stored in the clear', () => {
  keep('logs/users', [{ first_name: 'Wanjiku' }])
  expect(store.get(`${cachePrefix}logs/users`)).not.toContain('Wanjiku')
})
test('nothing, or something broken, is nothing', () => {
  expect(recall('modules')).toBeUndefined()
  store.set(`${cachePrefix}modules`, '%%%')
  expect(recall('modules')).toBeUndefined()
})
