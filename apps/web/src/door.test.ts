import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const textOf = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8').trim()

test('the sign-in page takes styles of the library in the order of the library', () => {
  const door = readFileSync(new URL('./door.css', import.meta.url), 'utf8')
  const parts = [...door.matchAll(/"(@mantine\/core\/styles\/.+\.css)"/g)].map(([, name]) => name)
  const whole = textOf('@mantine/core/styles.css')
  const places = parts.map((name) => whole.indexOf(textOf(name ?? '').slice(0, 60)))
  expect(places.length).toBeGreaterThan(10)
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
