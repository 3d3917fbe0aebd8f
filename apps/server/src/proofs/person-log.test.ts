// @tests story
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnchors, sealWaiting, verifyLog, writeAnchor } from '../areas/logs/index.ts'
import { erasePerson } from '../commands/person-erase.ts'
import { rotateKey } from '../commands/rotate-key.ts'
import { openDb } from '../foundation/core/db.ts'
import { secretsFrom } from '../foundation/core/secrets.ts'
import { loginsOf } from '../foundation/database/logins.ts'
import { testKey } from '../test/database.ts'
import { addEmployee } from '../test/office.ts'
import { makeWorld, type World } from '../test/world.ts'

/** What an erasure leaves in the log, and what shows that it was one. */

let world: World
let organization: string
let id: string

beforeEach(async () => {
  world = await makeWorld()
  organization = await world.addOrganization('Baraka Ltd')
  id = await addEmployee(world, organization, {
    employment_date: '2012-01-01',
    termination_date: '2015-01-31',
    status: 'terminated',
  })
})
afterEach(() => world.close())

const request = () => ({ organization, employee: id, reason: 'The legal period is over' })
const erase = () => erasePerson(world.parts, request())
const store = () => openAnchors(world.parts.config, world.parts.files)
const verify = () => verifyLog(world.parts.db, world.parts.secrets, { store: store() })
const anchor = () => writeAnchor({ ...world.parts, store: store() })

/** The whole log as an earlier version would have sealed it. */
async function sealAsBefore() {
  await world.byHand(`lock table sealer_turn in exclusive mode;
    update activity_log set salt = null;
    delete from activity_seals; delete from activity_heads;
    insert into activity_unsealed select id from activity_log on conflict do nothing`)
  await sealWaiting(world.parts.db, world.parts.secrets)
}

test('entries sealed before there were salts verify, and are not erased', async () => {
  await sealAsBefore()
  expect((await verify()).faults).toEqual([])
  await expect(erase()).rejects.toThrow('npm run rotate-key')
})

test('a change of keys gives old entries salts, and proves erased ones again', async () => {
  await sealAsBefore()
  await anchor()
  await world.app.close()
  const { clock, files } = world.parts
  const under = async (key: string) => {
    const db = await openDb(loginsOf(world.databaseUrl, key), clock)
    const secrets = secretsFrom(key)
    await erasePerson({ db, secrets, files }, request())
    return verifyLog(db, secrets, { store: store() }).finally(() => db.close())
  }
  const keys = [testKey, 'kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe', 'Zq7Lw2Xc9Vb4Nm6As1Df8Gh3Jk5Pr0Ty']
  for (const [index, newKey] of keys.slice(1).entries()) {
    const oldKey = keys[index] ?? ''
    await rotateKey({ databaseUrl: world.databaseUrl, oldKey, newKey, store: store(), clock })
    const found = await under(newKey)
    expect(found.faults).toEqual([])
    expect(found.notes.join()).toMatch(/were erased on 2026-03-10/)
  }
})

describe('by hand in the database', () => {
  beforeEach(() => sealWaiting(world.parts.db, world.parts.secrets))
  const blind = `update activity_log set erased = entry_digest(salt, description, properties),
    salt = null, properties = '{"new": {"erased": true}}' where id = $1`
  const someEntry = async () =>
    (await world.rows(`select id from activity_log where subject_id = $1 limit 1`, [id]))[0]?.id

  test('a quiet erasure is found', async () => {
    await world.byHand(blind, [await someEntry()])
    expect((await verify()).faults).toEqual([expect.stringMatching(/erased, and nothing says why/)])
  })
  test('a quiet erasure with an entry that lists it is found', async () => {
    const entry = await someEntry()
    await world.byHand(blind, [entry])
    await world.byHand(
      `with entry as (insert into activity_log (organization_id, description, log_name, event,
         subject_id, properties) values ($1, 'System', 'employees', 'updated', $2, $3) returning id)
       insert into activity_unsealed select id from entry`,
      [organization, id, { new: { erasure: 'Trust me', erased_entries: [entry] } }],
    )
    expect((await verify()).faults).toEqual([expect.stringMatching(/erased or changed by hand/)])
  })
  test('words put into an erased entry are found, and an erasure that was taken away', async () => {
    await erase()
    const [entry] = await world.rows('select id from activity_log where erased is not null limit 1')
    await world.byHand(`update activity_log set description = 'Somebody else' where id = $1`, [
      entry?.id,
    ])
    expect((await verify()).faults).toEqual([expect.stringMatching(/erased or changed by hand/)])
    await world.byHand(`delete from activity_log where properties -> 'new' ? 'erasure'`)
    expect((await verify()).faults.join()).toMatch(/was removed/)
  })
})
