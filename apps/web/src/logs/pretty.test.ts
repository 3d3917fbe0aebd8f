import { expect, test } from 'vitest'
import { pretty } from './pretty.ts'

test.each([null, undefined, '', {}, '{}', []])('%j is no data', (value) => {
  expect(pretty(value)).toBe('No data')
})
test('objects, and objects as text, are indented', () => {
  const expected = '{\n  "old": {\n    "role": "user"\n  }\n}'
  expect(pretty({ old: { role: 'user' } })).toBe(expected)
  expect(pretty('{"old":{"role":"user"}}')).toBe(expected)
})
test('text that is no JSON stays as it is', () => {
  expect(pretty('{broken')).toBe('{broken')
})
