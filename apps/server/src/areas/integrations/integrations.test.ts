// @tests story
import { randomUUID } from 'node:crypto'
import { type Call, contract, type Role } from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { backedUpText } from '../../test/commands.ts'
import { coop, kcb, mpesa } from '../../test/integrations.ts'
import { startSimulator } from '../../test/providers.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { activeIntegration, integrations, openIntegration } from './index.ts'
import { seal, unseal } from './keep.ts'

/** The operator adds ways to pay; an organisation sees and tests its own. */

const { save, list, status, test: tryOut } = contract.integrations
const simulator = await startSimulator()
const lines: string[] = []
const world = await openWorld({
  env: { ...simulator.env, LOG_LEVEL: 'debug' },
  log: { stream: { write: (line) => lines.push(line) } },
})
let operator: Caller
let home: string
let primary: Caller

const bankOf = (id: string, bank_code: string | null, bank_name = 'A Bank') =>
  world.rows('update organizations set bank_code = $2, bank_name = $3 where id = $1', [
    id,
    bank_code,
    bank_name,
  ])
const organizationWith = async (bank_code: string | null) => {
  const id = await world.addOrganization()
  await bankOf(id, bank_code)
  return id
}
const added = async (body: Call<typeof save>['body']) => {
  const reply = await operator.call(save, { body: body })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.body.integration
}

beforeAll(async () => {
  home = await organizationWith('01')
  operator = await world.as('super-admin', home)
  primary = await world.as('primary', home)
})

describe('adding', () => {
  test('M-PESA and a bank, of which nothing secret is ever shown', async () => {
    const reply = await operator.call(save, { body: kcb(home) })
    expect(reply).toMatchObject({
      status: 201,
      body: { message: 'Bank Integration successfully updated' },
    })
    expect(reply.body.integration).toMatchObject({
      type: 'bank',
      provider: 'KCB',
      bank_code: '01',
      status: 'active',
      meta: { company_code: 'KE0010001' },
      callback_url: expect.stringMatching(/\/hooks\/k\/[0-9a-f]{32}$/),
    })
    const phone = await added(mpesa(home))
    expect(phone).toMatchObject({ provider: 'M-PESA', bank_code: null, callback_url: null })
    expect(phone.meta).toEqual({
      initiator_name: 'payrollapi',
      initiator_password: '********',
      short_code: '600997',
      password_expires_on: '2026-06-08',
    })
    const { body } = await primary.call(contract.organizations.get)
    expect(body.integrations.map(({ type, status }) => [type, status])).toEqual([
      ['bank', 'active'],
      ['mpesa', 'active'],
    ])
    expect(body.integrations[1]?.meta.initiator_password).toBe('********')
    const all = await operator.call(contract.organizations.list)
    expect(all.body.find(({ id }) => id === home)?.integrations).toHaveLength(2)
  })

  test('only M-PESA’s and the bank’s own fields are kept', async () => {
    const id = await organizationWith('11')
    const { meta } = await added({ ...coop(id), meta: { ...mpesa(id).meta, company_code: 'X' } })
    expect(meta).toEqual({})
  })

  test('new credentials replace the old ones, which stay with what they paid', async () => {
    const id = await organizationWith('01')
    const first = await added(kcb(id))
    world.pass(60)
    const second = await added({ ...kcb(id), consumer_secret: 'another' })
    const { body } = await operator.call(list, { params: { id } })
    expect(body.map((one) => [one.id, one.status])).toEqual([
      [second.id, 'active'],
      [first.id, 'inactive'],
    ])
    // KCB was told one address, once.
    expect(second.callback_url).toBe(first.callback_url)
    const used = await world.platform((tx) => activeIntegration(tx, id, 'bank'))
    expect(used).toMatchObject({ id: second.id, provider: 'KCB', per_second: null })
  })

  test('twenty at once leave one in use', async () => {
    const id = await organizationWith('01')
    await Promise.all(Array.from({ length: 20 }, () => operator.call(save, { body: mpesa(id) })))
    const { body } = await operator.call(list, { params: { id } })
    expect(body).toHaveLength(20)
    expect(body.filter((one) => one.status === 'active')).toHaveLength(1)
  })

  test('in and out of use; never two of a kind', async () => {
    const id = await organizationWith('01')
    const first = await added(mpesa(id))
    const second = await added(mpesa(id))
    const set = (which: string, to: 'active' | 'inactive') =>
      operator.call(status, { params: { id: which }, body: { status: to } })
    expect(await set(first.id, 'active')).toMatchObject({
      status: 422,
      body: { message: 'Another integration of this kind is active. Deactivate it first.' },
    })
    expect((await set(second.id, 'inactive')).body.status).toBe('inactive')
    expect(await world.platform((tx) => activeIntegration(tx, id, 'mpesa'))).toBeUndefined()
    expect((await set(first.id, 'active')).body.status).toBe('active')
  })
})

describe('refused in a sentence', () => {
  const said = async (body: object) => {
    const reply = await operator.call(save, { body } as never)
    return [reply.status, reply.body.errors]
  }
  test('a bank that cannot be paid through, or no bank at all', async () => {
    const equity = await world.addOrganization()
    await bankOf(equity, '68', 'Equity Bank Kenya')
    const told = await said({ ...coop(equity) })
    expect(told).toEqual([
      422,
      {
        type: [
          'Equity Bank Kenya cannot be paid through from here. Pay with the bank file: open the ' +
            'confirmed payroll and export it for the bank.',
        ],
      },
    ])
    const none = await world.addOrganization()
    expect(JSON.stringify(await said(coop(none)))).toContain('no bank account yet')
  })
  test.each([
    ['meta.company_code', { meta: {} }],
    ['meta.company_code', { meta: { company_code: 'K'.repeat(16) } }],
    ['consumer_key', { consumer_key: '' }],
    ['consumer_key', { consumer_key: 'two words' }],
    ['consumer_secret', { consumer_secret: 'x'.repeat(201) }],
    ['type', { type: 'paypal' }],
    ['type', { type: 'stripe' }],
    ['type', { type: 'cash' }],
    ['organization_id', { organization_id: randomUUID() }],
    ['organization_id', { organization_id: 'x' }],
    ['status', { status: 'on' }],
    ['meta.per_second', { meta: { company_code: 'K', per_second: 0 } }],
  ])('%s of a bank: %o', async (field, change) => {
    const [code, errors] = await said({ ...kcb(home), ...change })
    expect([code, Object.keys(errors ?? {})]).toEqual([422, [field]])
  })
  test.each([
    ['meta.initiator_name', { initiator_name: '' }],
    ['meta.initiator_password', { initiator_password: null }],
    ['meta.initiator_password', { initiator_password: 'with(brackets)' }],
    ['meta.short_code', { short_code: '12AB' }],
    ['meta.short_code', { short_code: '12345678' }],
    ['meta.password_expires_on', { password_expires_on: 'soon' }],
  ])('%s of M-PESA: %o', async (field, change) => {
    const body = mpesa(home)
    const [code, errors] = await said({ ...body, meta: { ...body.meta, ...change } })
    expect([code, Object.keys(errors ?? {})]).toEqual([422, [field]])
    expect(JSON.stringify(errors)).not.toContain('brackets')
  })
  test('the simulator’s keys where money is real', async () => {
    const { config } = world.parts
    const mode = config.paymentsMode
    config.paymentsMode = 'production'
    const [code, errors] = await said(mpesa(home)).finally(() => {
      config.paymentsMode = mode
    })
    expect(code).toBe(422)
    expect(JSON.stringify(errors)).toContain('the key of the simulator')
  })
  test.each(['primary', 'admin', 'finance', 'user', 'employee'] as Role[])(
    'whatever %s asks that is the operator’s',
    async (role) => {
      const somebody = await world.as(role, home)
      const { body } = await operator.call(list, { params: { id: home } })
      const id = body[0]?.id as string
      const replies = [
        await somebody.call(save, { body: mpesa(home) }),
        await somebody.call(list, { params: { id: home } }),
        await somebody.call(status, { params: { id }, body: { status: 'inactive' } }),
      ]
      expect(replies.map((one) => one.status)).toEqual([403, 403, 403])
      const tested = await somebody.call(tryOut, { params: { id } })
      expect(tested.status).toBe(role === 'primary' ? 200 : 403)
      const seen = await somebody.call(contract.organizations.get)
      const setup = JSON.stringify(seen.body.integrations)
      expect(setup.includes('600997')).toBe(role === 'primary')
    },
  )
  test('by the database too: an organisation adds and changes nothing', async () => {
    const write = (text: string) =>
      world.parts.db.inOrg({ organization_id: home }, (tx) => tx.$client.query(text))
    await expect(write(`update integrations set status = 'inactive'`)).rejects.toThrow(/denied/)
    await expect(write('delete from integrations')).rejects.toThrow(/denied/)
  })
})

describe('a test of the connection', () => {
  test('tells at once what Co-op has, and keeps it', async () => {
    const id = await organizationWith('11')
    const { id: integration } = await added(coop(id))
    const { body } = await operator.call(tryOut, { params: { id: integration } })
    expect(body).toMatchObject({
      test_result: 'The credentials are accepted.',
      tested_at: world.parts.clock.now().toISOString(),
    })
    expect(body.balance).toBeGreaterThan(0)
    const used = await world.platform((tx) => activeIntegration(tx, id, 'bank'))
    expect(used?.balance).toBe(Math.round((body.balance ?? 0) * 100))
  })

  test('says what KCB and wrong keys say', async () => {
    const id = await organizationWith('01')
    const good = await added(kcb(id))
    const result = async (integration: string) =>
      (await operator.call(tryOut, { params: { id: integration } })).body.test_result
    expect(await result(good.id)).toMatch(/KCB accepts .* does not report balances/)
    const bad = await added({ ...kcb(id), consumer_secret: 'wrong' })
    expect(await result(bad.id)).toMatch(/does not accept the consumer key and secret/)
  })

  test('hears M-PESA’s balance later, once, at an address nobody can guess', async () => {
    const id = await organizationWith(null)
    const { id: integration } = await added(mpesa(id))
    const { body } = await operator.call(tryOut, { params: { id: integration } })
    expect(body.test_result).toMatch(/M-PESA accepts .* reports the balance later/)
    const sent = (await simulator.log()).filter(({ url }) => url?.includes('accountbalance')).at(-1)
    const { ResultURL } = (sent?.body ?? {}) as { ResultURL: string }
    const Value = 'Working Account|KES|1|1|0|0&Utility Account|KES|228037.00|228037.00|0.00|0.00'
    const callBack = async (url: string, payload: object | string) =>
      (await world.app.inject({ method: 'POST', url, payload })).statusCode
    const told = (available: string) => ({
      Result: {
        ResultType: '0',
        ResultCode: '0',
        ResultParameters: {
          ResultParameter: {
            Key: 'AccountBalance',
            Value: Value.replaceAll('228037.00', available),
          },
        },
      },
    })
    const [listening] = integrations.pollers?.(world.parts) ?? []
    const shown = async () => {
      await listening?.next()
      return (await operator.call(list, { params: { id } })).body[0]
    }
    const address = new URL(ResultURL).pathname
    expect(address).toMatch(/^\/hooks\/i\/[0-9a-f]{32}$/)
    expect(await callBack(`/hooks/i/${'0'.repeat(32)}`, told('1.00'))).toBe(404)
    expect(await callBack(address, told('228037.00'))).toBe(200)
    expect(await shown()).toMatchObject({ balance: 228_037, test_open: false })
    // Kept like every callback, and nothing more is made of it: once is enough.
    expect(await callBack(address, told('1.00'))).toBe(200)
    expect(await callBack(address, 'nothing that anybody understands')).toBe(200)
    expect(await shown()).toMatchObject({
      balance: 228_037,
      test_result: 'The credentials are accepted.',
    })
    const all = await world.rows(
      `select outcome from provider_events where subject = 'integrations'
         and organization_id = $1 order by id`,
      [id],
    )
    expect(all.map(({ outcome }) => outcome)).toEqual([
      'known',
      'nobody waits for it',
      'nobody waits for it',
    ])
  })

  test('is counted, since wrong passwords lock', async () => {
    const id = await organizationWith('01')
    const { id: integration } = await added(kcb(id))
    const codes: number[] = []
    for (let n = 0; n < 6; n += 1) {
      codes.push((await operator.call(tryOut, { params: { id: integration } })).status)
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  })
})

test('an organisation that has moved to another bank pays through neither', async () => {
  const id = await organizationWith('01')
  await added(kcb(id))
  await bankOf(id, '68')
  expect(await world.platform((tx) => activeIntegration(tx, id, 'bank'))).toBeUndefined()
})

test('the password’s end is told in time', async () => {
  const id = await organizationWith(null)
  const body = mpesa(id)
  const owner = await world.as('primary', id)
  const waiting = async () => (await owner.call(contract.dashboard.get)).body.waiting
  await added({ ...body, meta: { ...body.meta, password_expires_on: '2026-04-30' } })
  expect((await waiting()).map(({ key }) => key)).not.toContain('mpesa-password')
  await added({ ...body, meta: { ...body.meta, password_expires_on: '2026-03-20' } })
  const line = (await waiting()).find(({ key }) => key === 'mpesa-password')
  expect(line).toMatchObject({ urgency: 'soon', due: '2026-03-20', link: '/integration' })
})

/** As it is, in hexadecimal, and inside base64 wherever a piece of three bytes begins. */
const writings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  ...[0, 1, 2].map((at) => {
    const based = Buffer.from(' '.repeat(at) + secret).toString('base64')
    return based.slice(at && 4, Math.floor((at + secret.length) / 3) * 4)
  }),
]

describe('credentials', () => {
  test('open for their own row only', async () => {
    const [one, other] = [await organizationWith('01'), await organizationWith('01')]
    const mine = await added(mpesa(one))
    const theirs = await added({ ...mpesa(other), consumer_secret: 'not-mine' })
    const row = { organization_id: one, id: mine.id }
    const { secrets } = world.parts
    const sealed = seal(secrets, row, { consumer_key: 'a', consumer_secret: 'b' })
    expect(unseal(secrets, { ...row, sealed })).toEqual({ consumer_key: 'a', consumer_secret: 'b' })
    expect(() => unseal(secrets, { ...row, id: randomUUID(), sealed })).toThrow()
    expect(() => unseal(secrets, { ...row, organization_id: other, sealed })).toThrow()
    await world.byHand(
      `update integrations i set sealed = t.sealed from integrations t
       where i.id = $1 and t.id = $2`,
      [mine.id, theirs.id],
    )
    const opened = world.platform((tx) => openIntegration(tx, world.parts, row))
    await expect(opened).rejects.toThrow()
  })

  test('are nowhere to be read: database, backup, log, activity log, answers, documentation', async () => {
    const secrets = ['konsumer-key-771', 'konsumer-secret-772', 'Inisiator773']
    const id = await organizationWith('01')
    const [consumer_key, consumer_secret, initiator_password] = secrets as [string, string, string]
    const body = mpesa(id)
    const meta = { ...body.meta, initiator_password }
    const reply = await operator.call(save, {
      body: { ...body, consumer_key, consumer_secret, meta },
    })
    const integration = reply.body.integration.id
    const owner = await world.as('primary', id)
    const bad = { ...body, consumer_key, consumer_secret, meta: { ...meta, short_code: 'x' } }
    const answers = [
      reply.body,
      (await operator.call(save, { body: bad })).body,
      (await operator.call(save, { body: { ...bad, type: consumer_secret as never } })).body,
      (await operator.call(tryOut, { params: { id: integration } })).body,
      (await operator.call(list, { params: { id } })).body,
      (await operator.call(contract.organizations.list)).body,
      (await owner.call(contract.organizations.get)).body,
      (await owner.call(contract.logs.list, { body: {} })).body,
      (await world.app.inject({ url: '/api/openapi.json' })).body,
    ]
    const tables = await world.byHand(
      `select schemaname || '.' || tablename as name from pg_tables
       where schemaname in ('public', 'pgboss')`,
    )
    const dump: unknown[] = []
    for (const { name } of tables) {
      dump.push(await world.byHand(`select t::text, to_jsonb(t)::text from ${name} t`))
    }
    const backedUp = await backedUpText(world)
    const everything = JSON.stringify([answers, dump, lines, backedUp])
    expect(lines.length).toBeGreaterThan(0)
    expect(everything).toContain(integration)
    expect(backedUp).toContain(integration)
    for (const word of secrets.flatMap(writings)) expect(everything).not.toContain(word)
    const log = (await owner.call(contract.logs.list, { body: { log_name: 'integrations' } })).body
    expect(JSON.stringify(log.data)).toContain('(hidden)')
  })
})
