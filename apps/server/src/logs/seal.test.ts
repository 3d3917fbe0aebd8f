import { contract } from '@mshahara/contract'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'
import { sealWaiting, verifyLog } from './index.ts'

let world: World
let organization: string

/** As somebody with the database in hand would do it: as its owner, past every guard. */
async function byHand(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

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
  byHand('select id from activity_log where organization_id = $1 order by id', [organization])

test('an untouched log has no faults', async () => {
  const found = await verify()
  expect(found.faults).toEqual([])
  expect(found.entries).toBeGreaterThan(5)
})

describe('by hand in the database', () => {
  test('a changed entry is found', async () => {
    const [first] = await entries()
    await byHand(`update activity_log set description = 'Somebody else' where id = $1`, [first?.id])
    expect((await verify()).faults).toEqual([expect.stringMatching(/was changed/)])
  })
  test('a changed detail of an entry is found', async () => {
    const [{ id }] = (await entries()).slice(-1) as [{ id: number }]
    await byHand(`update activity_log set properties = '{"new": {}}' where id = $1`, [id])
    expect((await verify()).faults).toEqual([expect.stringMatching(/was changed/)])
  })
  test('a removed entry is found', async () => {
    const [, second] = await entries()
    await byHand('delete from activity_log where id = $1', [second?.id])
    expect((await verify()).faults).toEqual([expect.stringMatching(/was removed/)])
  })
  test('an entry removed together with its seal is found', async () => {
    const [, second] = await entries()
    await byHand('delete from activity_seals where entry_id = $1', [second?.id])
    await byHand('delete from activity_log where id = $1', [second?.id])
    expect((await verify()).faults.join()).toMatch(/seal before .* was removed/)
  })
  test('a cut end is found, with its seal and without', async () => {
    const [last] = (await entries()).slice(-1)
    await byHand('delete from activity_seals where entry_id = $1', [last?.id])
    await byHand('delete from activity_log where id = $1', [last?.id])
    expect((await verify()).faults).toEqual([expect.stringMatching(/was cut/)])
    await byHand('delete from activity_heads where chain = $1', [organization])
    expect((await verify()).faults).toEqual([expect.stringMatching(/head .* is missing/)])
  })
  test('an entry slipped in is found', async () => {
    await byHand(
      `insert into activity_log (organization_id, description, log_name, event)
       values ($1, 'Nobody', 'users', 'created')`,
      [organization],
    )
    expect((await verify()).faults).toEqual([expect.stringMatching(/outside the chain/)])
  })
  test('an entry moved to another organisation is found', async () => {
    const other = await world.addOrganization('Other Ltd')
    const [first] = await entries()
    await byHand('update activity_log set organization_id = $2 where id = $1', [first?.id, other])
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
