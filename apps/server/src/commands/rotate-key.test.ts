// @tests long
import { createECDH } from 'node:crypto'
import { contract } from '@mshahara/contract'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openIntegration } from '../areas/integrations/index.ts'
import {
  openAnchors,
  refuseOtherKey,
  sealWaiting,
  verifyLog,
  writeAnchor,
} from '../areas/logs/index.ts'
import { openDb } from '../foundation/core/db.ts'
import { secretsFrom } from '../foundation/core/secrets.ts'
import { loginsOf } from '../foundation/database/logins.ts'
import { mpesa } from '../test/integrations.ts'
import { employ } from '../test/office.ts'
import { addApp, totp } from '../test/second-factor.ts'
import { type Caller, makeWorld, password, type World } from '../test/world.ts'
import { rotateKey } from './rotate-key.ts'

const oldKey = 'a key for tests, never for anybody else'
const newKey = 'kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe'
const newcomer = { email: 'wanjiru@example.test', id_number: '31245678' }

let world: World
let primary: Caller & { email: string }
let again: FastifyInstance | undefined

beforeEach(async () => {
  world = await makeWorld()
  primary = await world.as('primary', await world.addOrganization())
  await employ(primary, newcomer)
  const { db, secrets, clock } = world.parts
  await writeAnchor({ db, secrets, clock, store: store() })
  await change('Bahati')
  await writeAnchor({ db, secrets, clock, store: store() })
  world.pass(60)
  await world.caller().call(contract.auth.login, { body: { email: primary.email, password } })
})
afterEach(async () => {
  await again?.close()
  again = undefined
  await world.close()
})

const store = () => openAnchors(world.parts.config, world.parts.files)
const change = (first_name: string) =>
  primary.call(contract.auth.updateProfile, {
    body: { first_name, last_name: 'Odera', phone: '0712345678', email: primary.email },
  })
const rotate = (from = oldKey, to = newKey) =>
  rotateKey({
    databaseUrl: world.databaseUrl,
    oldKey: from,
    newKey: to,
    store: store(),
    clock: world.parts.clock,
  })
async function faultsUnder(key: string) {
  const db = await openDb(loginsOf(world.databaseUrl, key), world.parts.clock)
  const found = verifyLog(db, secretsFrom(key), { store: store() })
  return (await found.finally(() => db.close())).faults
}
/** As a server did that was started with another key before that was refused. */
async function sealedWith(secrets: ReturnType<typeof secretsFrom>) {
  const db = await openDb(loginsOf(world.databaseUrl, oldKey), world.parts.clock)
  await world.byHand(
    `with entry as (insert into activity_log (description, log_name, event)
       values ('System', 'organizations', 'updated') returning id)
     insert into activity_unsealed select id from entry`,
  )
  return { rows: await sealWaiting(db, secrets).finally(() => db.close()) }
}
/** The server as it is started with the new key. */
async function reopen() {
  const { config, clock } = world.parts
  const { app, parts } = await buildApp({
    config,
    clock,
    databaseUrl: world.databaseUrl,
    secretKey: newKey,
    workers: false,
  })
  again = app
  /** A browser, which keeps the ticket of a sign-in that it began. */
  const ticket: Record<string, string> = {}
  const post = async (url: string, payload: object) => {
    const sent = { method: 'POST', url, payload, remoteAddress: '10.0.0.1' } as const
    const reply = await app.inject({ ...sent, cookies: ticket })
    for (const { name, value } of reply.cookies) ticket[name] = value
    return reply.statusCode
  }
  return { app, parts, post }
}

describe('a new key', () => {
  test('takes over what can go on, and says good-bye to the rest', async () => {
    const otp = await world.codeFor(primary.email)
    const home = { organization_id: await world.addOrganization(), id: '' }
    const operator = await world.as('super-admin', home.organization_id)
    const { body } = await operator.call(contract.integrations.save, {
      body: mpesa(home.organization_id),
    })
    home.id = body.integration.id
    const guarded = await world.as('finance', home.organization_id)
    const { secret, recovery } = await addApp(guarded, world.parts.clock.now)
    const device = {
      endpoint: 'https://web.push.apple.com/x',
      public_key: createECDH('prime256v1').generateKeys('base64url'),
      secret: 'A'.repeat(22),
    }
    const allowed = await primary.call(contract.notifications.allowPush, { body: device })
    expect(allowed.status).toBe(200)
    const kept = await world.parts.mail.kept()
    world.pass(30)
    await world.app.close()
    const done = await rotate()
    const counted = { mails: kept.length, integrations: 1, factors: 1, devices: 1 }
    expect(done).toMatchObject({ anchors: 2, ...counted })
    expect(await world.byHand('select from push_subscriptions')).toEqual([])
    const { app, parts, post } = await reopen()
    const headers = { authorization: `Bearer ${primary.token}` }
    expect((await app.inject({ url: '/api/profile', headers })).statusCode).toBe(200)
    expect(await parts.mail.kept()).toEqual(kept)
    const opened = parts.db.inPlatform((tx) => openIntegration(tx, parts, home))
    expect(await opened).toHaveProperty('submit')
    expect(await post('/api/verify-otp', { email: primary.email, otp })).toBe(401)
    const { email, id_number } = newcomer
    expect(await post('/api/login', { email, password: id_number })).toBe(201)
    expect(await post('/api/login', { email: primary.email, password })).toBe(200)
    for (const code of [totp(secret, parts.clock.now()), recovery[0]]) {
      expect(await post('/api/login', { email: guarded.email, password })).toBe(200)
      const given = { email: guarded.email, code }
      expect(await post('/api/verify-second-factor', given)).toBe(200)
    }
  })

  test('seals the log and its anchors again, and the old one proves nothing any more', async () => {
    await world.app.close()
    await rotate()
    expect(await store().numbers()).toEqual([1, 2])
    expect(await faultsUnder(newKey)).toEqual([])
    expect((await faultsUnder(oldKey)).join()).toMatch(/Anchor 1 was changed or has another key/)
    await world.byHand(`update activity_log set description = 'Nobody' where id = 3`)
    expect((await faultsUnder(newKey)).join()).toMatch(/entry 3 of .* was changed/)
  })

  test('finishes what an earlier try was cut off from', async () => {
    await world.app.close()
    const before = new Map<number, string>()
    for (const number of [1, 2]) before.set(number, (await store().read(number)) ?? '')
    await rotate()
    for (const [number, text] of before) await store().replace(number, text)
    expect(await faultsUnder(newKey)).not.toEqual([])
    expect(await rotate()).toMatchObject({ entries: 0, mails: 0, integrations: 0, factors: 0 })
    expect(await faultsUnder(newKey)).toEqual([])
  })
})

describe('another key than the one of the database', () => {
  const wrong = 'not the key in use until now, at all'

  test('is refused, and its own is not', async () => {
    await world.app.close()
    await faultsUnder(oldKey)
    await expect(refuseOtherKey(world.databaseUrl, wrong)).rejects.toThrow(/^SECRET_KEY is not/)
    await refuseOtherKey(world.databaseUrl, oldKey)
  })

  test('seals nothing while it only looks', async () => {
    const { db, clock } = world.parts
    await change('Chebet')
    const secrets = secretsFrom(wrong)
    expect((await verifyLog(db, secrets)).faults[0]).toMatch(/^SECRET_KEY is not the key/)
    await expect(writeAnchor({ db, secrets, clock, store: store() })).rejects.toThrow(/SECRET_KEY/)
    expect((await verifyLog(db, world.parts.secrets)).faults).toEqual([])
  })
})

describe('nothing changes', () => {
  const unchanged = async (attempt: () => Promise<unknown>, sentence: RegExp) => {
    await expect(attempt()).rejects.toThrow(sentence)
    expect(await faultsUnder(oldKey)).toEqual([])
  }
  test('while a server is at work', async () => {
    await unchanged(rotate, /stop every server/)
  })
  test('with the wrong old key', async () => {
    await world.app.close()
    await unchanged(() => rotate('not the key in use until now, at all'), /not the key\s+in use/)
  })
  test('where a server ran with another key, and not if that is the new one either', async () => {
    await world.app.close()
    await faultsUnder(oldKey)
    const another = secretsFrom(newKey)
    const { rows } = await sealedWith(another)
    expect(rows).toBeGreaterThan(0)
    await expect(rotate()).rejects.toThrow(/does not verify with the old key/)
    await expect(rotate(newKey, oldKey)).rejects.toThrow(/not the key in use so far/)
  })
  test('with the same key', async () => {
    await world.app.close()
    await unchanged(() => rotate(oldKey, oldKey), /the same as the old one/)
  })
  test('where somebody tampered with the log', async () => {
    await world.app.close()
    await faultsUnder(oldKey)
    await world.byHand(`update activity_log set description = 'Nobody' where id = 3`)
    await expect(rotate()).rejects.toThrow(/entry 3 of .* was changed/)
    expect((await faultsUnder(oldKey)).join()).toMatch(/entry 3 of .* was changed/)
  })
})
