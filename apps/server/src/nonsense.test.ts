import { randomInt, randomUUID } from 'node:crypto'
import { type AreaCalls, addressOf, contract, type Endpoint } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { employ, employeeBody } from './test/office.ts'
import { openWorld } from './test/world.ts'

/** Every field of every call is sent what no form sends; nothing of it may break the server. */

const every = Object.entries(contract as Record<string, AreaCalls>).flatMap(([area, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)

const ids = new Map<string, string>()

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)
const elsewhere = await world.as('super-admin', home)
const { body } = await elsewhere.call(contract.auth.switch, { params: { id: home } })
const operator = world.caller(body.token)
await someOfEverything(home)

async function someOfEverything(home: string) {
  const made = async (kind: string, endpoint: Endpoint, body: object) => {
    const reply = await primary.call(endpoint, { body } as never)
    const { id } = reply.body as { id?: string }
    if (!id) throw new Error(`${kind}: ${reply.status} ${JSON.stringify(reply.body)}`)
    ids.set(kind, id)
  }
  ids.set('organization', home)
  await made('department', contract.departments.create, { name: 'One' })
  await made('designation', contract.designations.create, { name: 'One' })
  await made('work-station', contract.workStations.create, { name: 'One' })
  await made('commission-rate', contract.commissionRates.create, { name: 'a', amount: 1, rate: 1 })
  const { id: employee_id } = await employ(primary)
  ids.set('employee', employee_id)
  const item = { employee_id, name: 'One', amount: 1, from: '2026-01-01' }
  await made('allowance', contract.allowances.create, item)
  await made('recur-income', contract.incomes.create, item)
  await made('recur-deduction', contract.deductions.create, item)
  const month = { month: 'January', year: 2026 }
  await made('employee-revenue', contract.revenues.create, { ...item, ...month })
  await made('payroll', contract.payrolls.create, month)
}

const own = (path: string) => ids.get(path.split('/')[0] ?? '') ?? ids.get('employee') ?? ''
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
  minimum?: number
}

/** Something each field takes, so that only the one under test is odd. */
function good(field: string, form: Shape): unknown {
  if (form.enum) return form.enum[0]
  if (form.const !== undefined) return form.const
  if (form.anyOf) return good(field, form.anyOf.find(({ type }) => type !== 'null') ?? {})
  if (form.properties) return goodObject(form)
  if (form.type === 'array') return form.items ? [good(field, form.items)] : []
  if (form.type === 'number' || form.type === 'integer') return Math.max(1, form.minimum ?? 1)
  if (form.type === 'boolean') return true
  if (/_id$|^id$/.test(field))
    return ids.get(field.replace(/_id$/, '').replace('_', '-')) ?? randomUUID()
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
async function statusOf(endpoint: Endpoint, query: object, body: unknown): Promise<number> {
  const { token } = endpoint.access === 'super-admin' ? operator : primary
  const address = [10, randomInt(255), randomInt(255), randomInt(255)].join('.')
  const params = { id: own(endpoint.path), type: 'user', year: '2026' }
  const reply = await world.caller(token, address).call(endpoint, { params, query, body } as never)
  return reply.status
}

const isText = (value: unknown) => typeof value === 'string' && value.isWellFormed()

describe('an odd value in one field, the others being fine', () => {
  const withFields = every.filter(({ endpoint }) => endpoint.body || endpoint.query)
  test.each(withFields)('$name', async ({ name, endpoint }) => {
    const body = shape(endpoint.body)
    const fine = endpoint.body ? (proper()[name] ?? goodObject(body)) : undefined
    const broken: unknown[] = []
    for (const field of Object.keys(body.properties ?? {})) {
      for (const value of odd) {
        const status = await statusOf(endpoint, {}, { ...fine, [field]: value })
        if (status >= 500) broken.push({ field, value, status })
      }
    }
    for (const field of Object.keys(shape(endpoint.query).properties ?? {})) {
      for (const value of odd.filter(isText)) {
        const status = await statusOf(endpoint, { [field]: value }, fine)
        if (status >= 500) broken.push({ query: field, value, status })
      }
    }
    expect(broken).toEqual([])
  })
})

describe('an odd value in the address', () => {
  const withParams = every.filter(({ endpoint }) => endpoint.params)
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
  const writes = every.filter(({ endpoint }) => endpoint.body && endpoint.effect === 'write')
  test.each(writes)('$name', async ({ endpoint }) => {
    const url = addressOf(endpoint, { params: { id: own(endpoint.path), type: 'user' } } as never)
    const field = Object.keys(shape(endpoint.body).properties ?? {})[0] ?? 'a'
    for (const payload of [deep('1'), `{"${field}":${deep('1')}}`, '['.repeat(50_000)]) {
      const { statusCode } = await world.app.inject({
        method: endpoint.method as 'POST',
        url,
        payload,
        headers: {
          authorization: `Bearer ${(endpoint.access === 'super-admin' ? operator : primary).token}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
      })
      expect([400, 422]).toContain(statusCode)
    }
  })
})
