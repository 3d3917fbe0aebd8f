// @tests long
import { randomInt, randomUUID } from 'node:crypto'
import { addressOf, type Endpoint } from '@mshahara/contract'
import { month } from '@mshahara/contract/fields'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { employeeBody } from '../test/office.ts'
import { everyCall, isElsewhere, oneOfEach } from '../test/one-of-each.ts'

/** Every field of every call is sent what no form sends; nothing of it may break the server. */

const { world, primary, target, idNamed } = await oneOfEach()

const shape = (schema: z.ZodType | undefined) =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape) : {}
interface Shape {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  minimum?: number
  pattern?: string
}

const { pattern: ofMonths } = shape(month)

/** Something each field takes, so that only the one under test is odd. */
function good(field: string, form: Shape): unknown {
  if (form.enum) return form.enum[0]
  if (form.const !== undefined) return form.const
  if (form.anyOf) return good(field, form.anyOf.find(({ type }) => type !== 'null') ?? {})
  if (form.properties) return goodObject(form)
  if (form.type === 'array') return form.items ? [good(field, form.items)] : []
  if (form.type === 'number' || form.type === 'integer') return Math.max(1, form.minimum ?? 1)
  if (form.type === 'boolean') return true
  if (/_id$|^id$/.test(field)) return idNamed(field) ?? randomUUID()
  if (/month/.test(field) || form.pattern === ofMonths) return '2026-02'
  if (/date|^from$|^to$/.test(field) || form.format === 'date') return '2026-01-05'
  if (/email/.test(field)) return 'somebody@example.test'
  if (/phone/.test(field)) return '0712345678'
  return String(randomInt(10_000_000, 99_999_999))
}
/** Where the fields depend on each other. */
const proper = (): Record<string, object> => ({
  'employees.create': employeeBody(),
  'employees.update': employeeBody(),
})
const goodObject = ({ properties = {} }: Shape) =>
  Object.fromEntries(Object.entries(properties).map(([name, form]) => [name, good(name, form)]))

/** What else it takes is a record of another kind. */
const onItsOwn = ['loans.settlement', 'journal.file']

/** All that it takes; what it needs, where they do not go together or say when something began. */
function goodQuery({ name, endpoint }: Named) {
  const form = shape(endpoint.query)
  // A sheet of the muster roll has whole weeks, from a Monday.
  const all = { ...goodObject(form), ...(form.properties?.days && { days: 7 }) }
  const needed = Object.entries(all).filter(([field]) => form.required?.includes(field))
  const fits = endpoint.query?.safeParse(all).success && !onItsOwn.includes(name)
  return fits ? all : Object.fromEntries(needed)
}

const odd: unknown[] = [
  '0000-01-01',
  '0000-00-00',
  '0000-01',
  '99999-01-01',
  '2026-02-30',
  'a\u0000b',
  '\ud800',
  '\u202e\ufeff',
  `${randomUUID()}\u0000`,
  [randomUUID()],
  [['a']],
  { $ne: null },
  { toString: 'x', __proto__x: 1 },
  '9'.repeat(400),
  1e308,
  -1,
  2 ** 53,
  true,
]

/** Each call comes from an address of its own, so that no limit answers for the handler. */
async function statusOf({ name, endpoint }: Named, query: object, body: unknown): Promise<number> {
  const { by, params } = target(name, endpoint)
  const address = [10, randomInt(255), randomInt(255), randomInt(255)].join('.')
  const call = { params, query, body } as never
  return (await world.caller(by.token, address).call(endpoint, call)).status
}
interface Named {
  name: string
  endpoint: Endpoint
}

const isText = (value: unknown) => typeof value === 'string' && value.isWellFormed()

/** The same value in each field at once, and by itself in each whose schema takes it. */
function oddly(schema: z.ZodType | undefined, fine: object | undefined, values: unknown[]) {
  const fields = Object.keys(shape(schema).properties ?? {})
  return values.flatMap((value) => {
    const everywhere = Object.fromEntries(fields.map((field) => [field, value]))
    const alone = fields.map((field) => ({ ...fine, [field]: value }))
    return [everywhere, ...alone.filter((given) => schema?.safeParse(given).success)]
  })
}

describe('odd values, alone where the schema takes them and in all fields at once', () => {
  const withFields = everyCall.filter(({ endpoint }) => endpoint.body || endpoint.query)
  test.each(withFields)('$name', async (call) => {
    const { name, endpoint } = call
    const body = shape(endpoint.body)
    const fine = endpoint.body ? (proper()[name] ?? goodObject(body)) : undefined
    const broken: unknown[] = []
    const seen = new Set<number>()
    if (body.properties) {
      for (const given of oddly(endpoint.body, fine, odd)) {
        const status = await statusOf(call, {}, given)
        seen.add(status)
        if (status >= 500) broken.push({ given, status })
      }
    }
    if (shape(endpoint.query).properties) {
      for (const query of oddly(endpoint.query, {}, odd.filter(isText))) {
        const status = await statusOf(call, query, fine)
        if (status >= 500) broken.push({ query, status })
      }
    }
    expect(broken).toEqual([])
    // Read by its schema, and not refused before that because nothing was there.
    if (body.properties && !isElsewhere(name)) expect([...seen]).toContain(422)
  })
})

/** Those above were looked at, and not turned away because nothing was there. */
describe('a good query finds what it asks about', () => {
  const asking = everyCall.filter(
    ({ name, endpoint }) => endpoint.query && !endpoint.body && !isElsewhere(name),
  )
  test.each(asking)('$name', async (call) => {
    const query = goodQuery(call)
    expect([query, await statusOf(call, query, undefined)]).toEqual([query, 200])
  })
})

describe('an odd value in the address', () => {
  const withParams = everyCall.filter(({ endpoint }) => endpoint.params)
  test.each(withParams)('$name', async ({ endpoint }) => {
    for (const bad of ['%00', '%ud800', '..%2f..', '0000-00-00', '%F0%9F', "'", 'a'.repeat(300)]) {
      const path = endpoint.path.replace(/:\w+/g, bad)
      const { statusCode } = await world.app.inject({
        method: endpoint.method as 'GET',
        url: `/api/${path}`,
        headers: { authorization: `Bearer ${primary.token}` },
      })
      expect([bad, statusCode < 500]).toEqual([bad, true])
    }
  })
})

describe('a body nested ten thousand deep', () => {
  const deep = (inner: string) => `${'{"a":['.repeat(10_000)}${inner}${']}'.repeat(10_000)}`
  const writes = everyCall.filter(({ endpoint }) => endpoint.body && endpoint.effect === 'write')
  test.each(writes)('$name', async ({ name, endpoint }) => {
    const { by, params } = target(name, endpoint)
    const url = addressOf(endpoint, { params } as never)
    const field = Object.keys(shape(endpoint.body).properties ?? {})[0] ?? 'a'
    for (const payload of [deep('1'), `{"${field}":${deep('1')}}`, '['.repeat(50_000)]) {
      const { statusCode } = await world.app.inject({
        method: endpoint.method as 'POST',
        url,
        payload,
        headers: {
          authorization: `Bearer ${by.token}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
      })
      expect([400, 422]).toContain(statusCode)
    }
  })
})
