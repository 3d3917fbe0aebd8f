// @tests long
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asAdmin } from '../../test/database.ts'
import { makeWorld, type World } from '../../test/world.ts'
import { sealWaiting, verifyLog } from './index.ts'

let world: World
let organization: string

const verify = () => verifyLog(world.parts.db, world.parts.secrets)

beforeEach(async () => {
  world = await makeWorld()
  organization = await world.addOrganization('Sealed Ltd')
  const primary = await world.as('primary', organization)
  for (const first_name of ['Asha', 'Bahati', 'Cherono']) {
    await primary.call(contract.auth.updateProfile, {
      body: { first_name, last_name: 'Odera', phone: '0712345678', email: primary.email },
    })
  }
  await sealWaiting(world.parts.db, world.parts.secrets)
})
afterEach(() => world.close())

const entries = () =>
  world.byHand('select id from activity_log where organization_id = $1 order by id', [organization])

test('an untouched log has no faults', async () => {
  const found = await verify()
  expect(found.faults).toEqual([])
  expect(found.entries).toBeGreaterThan(5)
})

describe('by hand in the database', () => {
  test('a changed entry is found', async () => {
    const [first] = await entries()
    await world.byHand(`update activity_log set description = 'Somebody else' where id = $1`, [
      first?.id,
    ])
    expect((await verify()).faults).toEqual([expect.stringMatching(/was changed/)])
  })
  test('a changed detail of an entry is found', async () => {
    const [{ id }] = (await entries()).slice(-1) as [{ id: number }]
    await world.byHand(`update activity_log set properties = '{"new": {}}' where id = $1`, [id])
    expect((await verify()).faults).toEqual([expect.stringMatching(/was changed/)])
  })
  test('a removed entry is found', async () => {
    const [, second] = await entries()
    await world.byHand('delete from activity_log where id = $1', [second?.id])
    expect((await verify()).faults).toEqual([expect.stringMatching(/was removed/)])
  })
  test('an entry removed together with its seal is found', async () => {
    const [, second] = await entries()
    await world.byHand('delete from activity_seals where entry_id = $1', [second?.id])
    await world.byHand('delete from activity_log where id = $1', [second?.id])
    expect((await verify()).faults.join()).toMatch(/seal before .* was removed/)
  })
  test('a cut end is found, with its seal and without', async () => {
    const [last] = (await entries()).slice(-1)
    await world.byHand('delete from activity_seals where entry_id = $1', [last?.id])
    await world.byHand('delete from activity_log where id = $1', [last?.id])
    expect((await verify()).faults).toEqual([expect.stringMatching(/was cut/)])
    await world.byHand('delete from activity_heads where chain = $1', [organization])
    expect((await verify()).faults).toEqual([expect.stringMatching(/head .* is missing/)])
  })
  test('an entry slipped in is found', async () => {
    await world.byHand(
      `insert into activity_log (organization_id, description, log_name, event)
       values ($1, 'Nobody', 'users', 'created')`,
      [organization],
    )
    expect((await verify()).faults).toEqual([expect.stringMatching(/outside the chain/)])
  })
  test('an entry moved to another organisation is found', async () => {
    const other = await world.addOrganization('Other Ltd')
    const [first] = await entries()
    await world.byHand('update activity_log set organization_id = $2 where id = $1', [
      first?.id,
      other,
    ])
    expect((await verify()).faults.length).toBeGreaterThan(0)
  })
})

test('two sealers at once make one chain', async () => {
  const primary = await world.as('primary', organization)
  await Promise.all(
    Array.from({ length: 8 }, () =>
      primary.call(contract.auth.updateProfile, {
        body: {
          first_name: crypto.randomUUID().slice(0, 8),
          last_name: 'Odera',
          phone: '0712345678',
          email: primary.email,
        },
      }),
    ),
  )
  const { db, secrets } = world.parts
  await Promise.all(Array.from({ length: 4 }, () => sealWaiting(db, secrets)))
  expect((await verify()).faults).toEqual([])
})

describe('sealing cannot be held up', () => {
  const holding = 'begin; lock table sealer_turn in exclusive mode'
  /** Everything is sealed; then somebody acts while, as its owner, one holds the database. */
  async function actUnder(client: { query(text: string): Promise<unknown> }, lock: string) {
    const primary = await world.as('primary', organization)
    await sealWaiting(world.parts.db, world.parts.secrets)
    await client.query(lock)
    await primary.call(contract.auth.updateProfile, {
      body: { first_name: 'Dalila', last_name: 'Odera', phone: '0712345678', email: primary.email },
    })
  }
  const waiting = async () => (await world.byHand('select entry_id from activity_unsealed')).length

  test('by the application: its role can take no lock that the sealer waits for', async () => {
    const client = await world.parts.db.requests.connect()
    for (const mode of ['access share', 'row exclusive', 'share row exclusive']) {
      const lock = `begin; lock table sealer_turn in ${mode} mode`
      expect(await client.query(lock).catch(({ code }) => code)).toBe('42501')
      await client.query('rollback')
    }
    await actUnder(client, `select pg_advisory_lock(hashtext('mshahara seal'))`)
    await sealWaiting(world.parts.db, world.parts.secrets)
    expect(await waiting()).toBe(0)
    client.release(true)
  })
  test('by a vacuum of what it writes', async () => {
    await asAdmin(world.databaseUrl, async (client) => {
      await actUnder(client, 'begin; lock table activity_heads in share update exclusive mode')
      await sealWaiting(world.parts.db, world.parts.secrets, 'at once')
    })
    expect(await waiting()).toBe(0)
  })
  test('by another server that is at it: it is not waited for', async () => {
    await asAdmin(world.databaseUrl, async (client) => {
      await actUnder(client, holding)
      const waits = `select count(*)::int from pg_locks where not granted`
      world.parts.sealSoon()
      for (let time = 0; time < 10; time += 1) {
        await pause(100)
        expect((await client.query(waits)).rows).toEqual([{ count: 0 }])
      }
    })
    await vi.waitFor(async () => expect(await waiting()).toBe(0), 60_000)
  })
  test('without verify saying so', async () => {
    const { faults } = await asAdmin(world.databaseUrl, async (client) => {
      await actUnder(client, holding)
      return verify()
    })
    expect(faults[0]).toMatch(/keeps the log from being sealed/)
    expect(faults[1]).toMatch(/^Entry \d+ is not sealed\.$/)
    expect((await verify()).faults).toEqual([])
  })
  test('to have an entry removed before: its mark stays and tells', async () => {
    const removed = await asAdmin(world.databaseUrl, async (client) => {
      await actUnder(client, holding)
      const { rows } = await client.query(
        `delete from activity_log where id in (select entry_id from activity_unsealed) returning id`,
      )
      await client.query('commit')
      return rows
    })
    expect(removed.length).toBeGreaterThan(0)
    for (let time = 0; time < 2; time += 1) {
      expect((await verify()).faults).toContain(
        `Entry ${removed[0]?.id} was removed before it was sealed.`,
      )
    }
  })
  test('without the metrics showing for how long', async () => {
    const shown = async () => {
      const { payload } = await world.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
      return Number(/^log_unsealed_seconds (\S+)$/m.exec(payload)?.[1])
    }
    expect(await shown()).toBe(0)
    await world.byHand(
      `insert into activity_unsealed (entry_id, since) values (0, now() - interval '10 min')`,
    )
    expect(await shown()).toBeGreaterThan(590)
  })
})

test('an entry that waits for minutes is an error in the log of the server', async () => {
  const lines: string[] = []
  const other = await makeWorld({
    env: { LOG_LEVEL: 'error' },
    log: { stream: { write: (line) => lines.push(line) } },
  })
  await other.rows(
    `insert into activity_unsealed (entry_id, since) values (0, now() - interval '10 min')`,
  )
  other.parts.sealSoon()
  await vi.waitFor(() => expect(lines.join()).toMatch(/wait to be sealed/), 60_000)
  await other.close()
})
