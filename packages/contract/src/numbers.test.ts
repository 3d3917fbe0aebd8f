import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { numberInput, shillingsInput } from './fields.ts'
import { contract } from './index.ts'
import { leaveDays } from './leave.ts'
import { loanSettingsInput } from './loan-fields.ts'
import { commissionRateInput } from './structure.ts'
import { variableCells } from './variable-pay.ts'

/** Numbers are taken as people write them (B27), by forms, sheets and calls alike. */

const kept = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? result.data : 'refused'
}
const sentences = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)
const written = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

describe('an amount of money', () => {
  const amount = shillingsInput('Salary')
  test.each([
    [12_500, 12_500_00],
    ['12,500', 12_500_00],
    ['Ksh 12,500.50', 12_500_50],
    ['12500', 12_500_00],
    [0, 0],
    ['12.500,00', 'refused'],
    [Number.NaN, 'refused'],
    [['12,500'], 'refused'],
  ])('%o is kept as %o', (value, expected) => expect(kept(amount, value)).toBe(expected))

  test.each([
    ['-5', 'Salary cannot be negative.'],
    [-5, 'Salary cannot be negative.'],
    ['', 'Salary is required.'],
    [undefined, 'Salary is required.'],
    ['lots', 'Salary must be a number.'],
    [true, 'Salary must be a number.'],
    [10.005, 'Salary can have at most two decimals.'],
    ['2,000,000,000', 'Salary is too large.'],
  ])('of %o it says %s', (value, sentence) => expect(sentences(amount, value)).toEqual([sentence]))
})

describe('another number', () => {
  const { rate } = commissionRateInput.shape
  const { most_guaranteed: loans } = loanSettingsInput.shape
  const { overtime_hours: hours, absence_days: days } = variableCells
  test.each([
    [hours, '12', 12],
    [hours, 12.25, 12.25],
    [hours, '0', 0],
    [rate, '2.5', 2.5],
    [rate, ' 2.5 ', 2.5],
    [rate, '.5', 0.5],
    [days, '1.5', 1.5],
    [leaveDays('Days'), '1.75', 1.75],
    [loans, '3', 3],
    [numberInput('Many', (many) => many), '1,200', 1200],
    [rate, Number.NaN, 'refused'],
    [rate, ['2.5'], 'refused'],
    [rate, true, 'refused'],
  ])('%# is kept as people write it: %o as %o', (schema, value, expected) =>
    expect(kept(schema, value)).toBe(expected),
  )

  test.each([
    [rate, '', 'Rate is required.'],
    [rate, null, 'Rate is required.'],
    [rate, 'half', 'Rate must be a number.'],
    [rate, '2,5', /^Rate must be a number\. Please write it like 12,500\.50/],
    [rate, '-1', 'Rate cannot be negative.'],
    [rate, '101', 'Rate can be at most 100%.'],
    [rate, 2.555, 'Rate can have at most two decimals.'],
    [hours, '745', /at most 744/],
    [days, '1.3', 'Absence Days are whole or half days.'],
    [loans, '2.5', 'Loans one person may guarantee is a whole number.'],
    [loans, '0', 'Loans one person may guarantee is 1 at least.'],
  ])('%# keeps its bounds: of %o it says %s', (schema, value, sentence) => {
    expect(sentences(schema, value)).toEqual([expect.stringMatching(sentence)])
  })

  test('is documented as both, with its bounds', () => {
    const text = { type: 'string' }
    expect(written(rate)).toMatchObject({
      anyOf: [{ type: 'number', minimum: 0, maximum: 100 }, text],
    })
    expect(written(loans)).toMatchObject({
      anyOf: [{ type: 'integer', minimum: 1, maximum: 50 }, text],
    })
    expect(written(shillingsInput('Salary'))).toMatchObject({
      anyOf: [{ type: 'number', minimum: 0 }, text],
    })
  })
})

/** What nobody writes by hand: parts of a list, what is chosen from a list, and a key's. */
const chosen = new RegExp(
  '[.](offset|limit|page|per_page|revision|year|level|duration|severance_divisor|' +
    'publicKeyAlgorithm)$',
)
/** Taken in either spelling, and ignored (the trial), or one of two; or counted by the screen. */
const others = [
  'organizations.register.trial',
  'musterRolls.save.days',
  'musterRolls.copy.days',
  'offCycle.create.items[].formulas[].people',
  'offCycle.save.items[].formulas[].people',
]

interface Shape {
  type?: string
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
}
function onlyNumbers(path: string, { type, anyOf = [], items, properties = {} }: Shape): string[] {
  if (type === 'number' || type === 'integer') return [path]
  if (anyOf.some((form) => form.type === 'string')) return []
  return [
    ...anyOf.flatMap((form) => onlyNumbers(path, form)),
    ...(items ? onlyNumbers(`${path}[]`, items) : []),
    ...Object.entries(properties).flatMap(([name, form]) => onlyNumbers(`${path}.${name}`, form)),
  ]
}

test('no call takes a number otherwise', () => {
  const found = Object.entries(contract).flatMap(([area, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { body }]) =>
      body ? onlyNumbers(`${area}.${name}`, written(body) as Shape) : [],
    ),
  )
  expect(found.filter((path) => !chosen.test(path)).sort()).toEqual(others.sort())
})
