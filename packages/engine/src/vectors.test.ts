import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { differences, inputOf, type VectorCase } from './vectors.ts'

/** 69 cases over every regime, worked out independently with exact decimals (see their `meta`). */
const file = new URL('./statutory-vectors.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: VectorCase[] }

test('there are 69 of them', () => expect(cases).toHaveLength(69))

describe('each case holds to the cent', () => {
  test.each(cases.map((given) => [`${given.id} ${given.period}`, given] as const))(
    '%s',
    (_name, given) => expect(differences(given)).toEqual([]),
  )
})

test('a wrong figure, an unknown item, option or line is told by name', () => {
  const [given] = cases as [VectorCase]
  const wrong = { ...given, expected: { ...given.expected, paye: '1.00', bonus: '2' } }
  expect(differences(wrong)).toEqual([
    expect.stringMatching(/paye: 22323\.35, expected 1\.00/),
    expect.stringMatching(/"bonus" is not a line/),
  ])
  expect(() => inputOf({ ...given, pay: { basic: '1', tips: '2' } })).toThrow(/"tips"/)
  expect(() => inputOf({ ...given, options: { vip: true } })).toThrow(/"vip"/)
  expect(differences({ ...given, pay: { basic: 'much' } })[0]).toMatch(/not an amount/)
})
