// @tests long
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@mshahara/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../foundation/core/clock.ts'
import { openDb } from '../../foundation/core/db.ts'
import { secretsFrom } from '../../foundation/core/secrets.ts'
import { backup } from '../../foundation/database/backup.ts'
import { loginsOf } from '../../foundation/database/logins.ts'
import { restore } from '../../foundation/database/restore.ts'
import { cloneDatabase, testKey } from '../../test/database.ts'
import { type Caller, makeWorld, type World } from '../../test/world.ts'
import { type Anchor, anchorIn, signed } from './anchor.ts'
import { anchorHourly, anchorMailed } from './anchoring.ts'
import {
  type Anchoring,
  anchorRestored,
  anchorText,
  firstAnchor,
  openAnchors,
  verifyLog,
  writeAnchor,
} from './index.ts'

let world: World
let organization: string
let primary: Caller & { email: string }
let parts: Anchoring
let folder: string

beforeEach(async () => {
  world = await makeWorld()
  organization = await world.addOrganization('Anchored Ltd')
  primary = await world.as('primary', organization)
  const { db, secrets, clock, config, files } = world.parts
  parts = { db, secrets, clock, store: openAnchors(config, files) }
  folder = join(config.dataDir, 'anchors')
  await act('Asha')
})
afterEach(() => world.close())

/** One more entry in the log of the organisation. */
const act = (first_name: string) =>
  primary.call(contract.auth.updateProfile, {
    body: { first_name, last_name: 'Odera', phone: '0712345678', email: primary.email },
  })

const verify = (given: string[] = []) =>
  verifyLog(parts.db, parts.secrets, { store: parts.store, given })
const faults = async (given?: string[]) => (await verify(given)).faults

const logTables = ['activity_log', 'activity_unsealed', 'activity_seals', 'activity_heads']

describe('without any anchor', () => {
  test('an untouched log has no faults', async () => {
    expect(await verify()).toMatchObject({ faults: [], notes: [], anchors: 0, chains: 2 })
  })
  test('an erased log is found', async () => {
    await world.byHand(`truncate ${logTables.join(', ')}`)
    expect(await faults()).toEqual([
      'The log of the platform is missing altogether.',
      `The log of organization ${organization} is missing altogether.`,
    ])
  })
  test('an organisation without a log is found', async () => {
    await verify()
    await forget(organization)
    expect(await faults()).toEqual([
      `The log of organization ${organization} is missing altogether.`,
    ])
  })
  test('and so is one whose log started again after it was erased', async () => {
    await verify()
    await forget(organization)
    await act('Bahati')
    const found = await faults()
    for (const table of ['organizations', 'memberships']) {
      expect(found).toContain(
        `The log lacks the creation of 1 of the records in ${table} of organization ${organization}.`,
      )
    }
  })
})

async function forget(chain: string) {
  await world.byHand('delete from activity_log where organization_id = $1', [chain])
  await world.byHand('delete from activity_seals where chain = $1', [chain])
  await world.byHand('delete from activity_heads where chain = $1', [chain])
}

/** The log as it was: entries, seals and heads of an earlier moment put back. */
async function earlier() {
  const [{ last }] = (await world.byHand('select max(id) as last from activity_log')) as [
    { last: number },
  ]
  const heads = await world.byHand('select * from activity_heads')
  return async () => {
    await world.byHand('delete from activity_seals where entry_id > $1', [last])
    await world.byHand('delete from activity_log where id > $1', [last])
    await world.byHand('delete from activity_heads')
    for (const { chain, position, seal } of heads) {
      await world.byHand('insert into activity_heads values ($1, $2, $3)', [chain, position, seal])
    }
  }
}

describe('with anchors', () => {
  test('a tail that was cut with the old head put back is found', async () => {
    await verify()
    const putBack = await earlier()
    await act('Bahati')
    const { at, heads } = await writeAnchor(parts)
    const saw = heads.get(organization)?.position ?? 0
    expect(await faults()).toEqual([])
    await putBack()
    expect(await faults()).toEqual([
      `The log of organization ${organization} ends at place ${saw - 1}, before anchor 1 of ${at}, ` +
        `which saw ${saw}: its end was cut, or the database was put back to an earlier day.`,
    ])
    await act('Somebody else')
    expect(await faults()).toEqual([
      expect.stringMatching(/holds another entry at place \d+ than anchor 1 of .* saw there/),
    ])
  })
  test('a log erased and started again is found', async () => {
    await writeAnchor(parts)
    await world.byHand(`truncate ${logTables.join(', ')}`)
    for (let n = 0; n < 12; n += 1) await act(`Name ${'abcdefghijkl'[n]}`)
    const found = (await faults()).join('\n')
    expect(found).toMatch(/log of the platform is missing altogether/)
    expect(found).toMatch(/holds another entry at place \d+ than anchor 1/)
  })
  test('are numbered, follow each other, and are written only when there is news', async () => {
    const first = await writeAnchor(parts)
    expect(await writeAnchor(parts)).toEqual(first)
    await act('Bahati')
    const second = await writeAnchor(parts)
    expect([first.number, second.number, second.after]).toEqual([1, 2, first.proof])
    expect(await readdir(folder)).toEqual(['00000001.anchor', '00000002.anchor'])
    expect(await verify()).toMatchObject({ anchors: 2, faults: [] })
  })
  test('of two writers at once both are told, and nothing is written over', async () => {
    await Promise.all(Array.from({ length: 4 }, () => writeAnchor(parts)))
    await act('Bahati')
    await Promise.all(Array.from({ length: 4 }, () => writeAnchor(parts)))
    expect(await faults()).toEqual([])
  })
  test('that were killed before they were counted are found by the next', async () => {
    await writeAnchor(parts)
    await world.byHand('delete from log_anchors')
    await act('Bahati')
    expect((await writeAnchor(parts)).number).toBe(2)
    expect(await faults()).toEqual([])
  })
  test('are for the server alone', async () => {
    await writeAnchor(parts)
    const { stat } = await import('node:fs/promises')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, '00000001.anchor'))).mode & 0o777).toBe(0o600)
  })
  test('live in the common store where there is one', async () => {
    const { files, config } = world.parts
    const store = openAnchors({ ...config, storageUrl: 's3://shared' }, files)
    const anchor = await writeAnchor({ ...parts, store })
    expect(await store.numbers()).toEqual([1])
    expect(await files.get('anchors', '00000001.anchor')).toBeTruthy()
    const found = await verifyLog(parts.db, parts.secrets, { store })
    expect([found.anchors, found.faults]).toEqual([1, []])
    await files.write('anchors/00000001.anchor', Buffer.from(anchorText(anchor).replace('7', '8')))
    expect((await verifyLog(parts.db, parts.secrets, { store })).faults).not.toEqual([])
  })
})

describe('an anchor that somebody tampered with', () => {
  const three = async () => {
    const texts: string[] = []
    for (const name of ['Bahati', 'Cherono', 'Dalmas']) {
      await act(name)
      texts.push(anchorText(await writeAnchor(parts)))
    }
    return texts
  }
  const file = (number: number) => join(folder, `0000000${number}.anchor`)

  test.each([
    [[1], 'Anchor 1 is missing.'],
    [[2], 'Anchor 2 is missing.'],
    [[3], 'Anchor 3 is missing.'],
    [[1, 2, 3], 'Anchors 1 to 3 are missing.'],
  ])('and removed %j is missed', async (numbers, sentence) => {
    await three()
    for (const number of numbers) await rm(file(number))
    expect(await faults()).toEqual([sentence])
  })
  test('and changed does not count', async () => {
    await three()
    const text = await readFile(file(2), 'utf8')
    await writeFile(file(2), text.replace(/^at .*$/m, 'at 2020-01-01T00:00:00.000Z'))
    expect(await faults()).toEqual([
      'Anchor 2 was changed or has another key.',
      'Anchor 2 is missing.',
    ])
  })
  test('and removed with the database’s count shows by the copy kept elsewhere', async () => {
    await verify()
    const putBack = await earlier()
    const [, , newest = ''] = await three()
    await putBack()
    await world.byHand('delete from log_anchors')
    await rm(folder, { recursive: true })
    expect(await faults()).toEqual([])
    const mail = `Dear operator,\n\n> ${newest.replaceAll('\n', '\n> ')}\n-- \nMshahara`
    for (const given of [newest, mail]) {
      const found = await faults([given])
      expect(found).toContainEqual('Anchors 1 to 3 are missing.')
      expect(found).toContainEqual(
        expect.stringMatching(/its end was cut, or the database was put/),
      )
    }
  })
  test('and made up is not believed', async () => {
    const [first = ''] = await three()
    const stranger = secretsFrom('another key of thirty-two letters')
    await expect(writeAnchor({ ...parts, secrets: stranger })).rejects.toThrow(/^SECRET_KEY is not/)
    const genuine = anchorIn(first, parts.secrets) as Anchor
    const forged = anchorText(signed(stranger, genuine))
    for (const given of ['nonsense', first.replace('anchor 1', 'anchor 7'), forged]) {
      expect(await faults([given])).toContainEqual(
        'The anchor given was changed or has another key.',
      )
    }
  })
})

describe('a backup put back', () => {
  let place: string
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'mshahara-anchored-'))
  })
  afterEach(() => rm(place, { recursive: true, force: true }))

  /** The backup of today, restored elsewhere after more has happened here. */
  async function putBack(store = parts.store) {
    const key = 'a key for tests, never for anybody else'
    const path = join(place, 'backup.gz')
    const anchor = anchorText(await writeAnchor(parts))
    const here = { databaseUrl: world.databaseUrl, secretKey: key, keyFolder: undefined, anchor }
    await backup(here, world.parts.files, path)
    await act('Later')
    await writeAnchor(parts)
    const database = await cloneDatabase()
    const restored = await restore(
      { databaseUrl: database.url, secretKey: key },
      world.parts.files,
      path,
    )
    const db = await openDb(loginsOf(database.url, key), systemClock)
    const close = async () => {
      await db.close()
      await database.drop()
    }
    return { there: { ...parts, db, store }, anchor: restored.anchor, close }
  }

  test('is told honestly, and is no fault once the restore is on record', async () => {
    const { there, anchor, close } = await putBack()
    const before = await verifyLog(there.db, there.secrets, there)
    expect(before.faults).toEqual([
      expect.stringMatching(/before anchor 2 .*put back to an earlier day/),
    ])
    expect((await anchorRestored(there, anchor)).number).toBe(3)
    const after = await verifyLog(there.db, there.secrets, there)
    expect(after).toMatchObject({ faults: [], anchors: 3 })
    expect(after.notes).toEqual([
      expect.stringMatching(/^A backup of anchor 1 was restored at .*, as anchor 3 says\./),
      expect.stringMatching(/before anchor 2/),
    ])
    await close()
  })
  test.each([
    ['the same key', testKey],
    ['a key of its own', 'kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe'],
  ])('over another installation with %s sets its anchors aside', async (_, key) => {
    const store = openAnchors(
      { ...world.parts.config, anchorDir: join(place, 'anchors') },
      world.parts.files,
    )
    const { there, anchor, close } = await putBack(store)
    const begun = await makeWorld()
    await begun.as('primary', await begun.addOrganization('Begun Ltd'))
    await writeAnchor({ ...parts, db: begun.parts.db, store, secrets: secretsFrom(key) })
    await begun.close()
    await anchorRestored(there, anchor)
    const { faults, anchors } = await verifyLog(there.db, there.secrets, there)
    expect([faults, anchors]).toEqual([[], 2])
    const aside = (await readdir(join(place, 'anchors'))).filter((name) => /another-log/.test(name))
    expect(aside).toHaveLength(1)
    await close()
  })
  test('on another machine brings its anchor along', async () => {
    const elsewhere = { ...world.parts.config, anchorDir: join(place, 'anchors') }
    await act('Earlier')
    await writeAnchor(parts)
    const { there, anchor, close } = await putBack(openAnchors(elsewhere, world.parts.files))
    await anchorRestored(there, anchor)
    const found = await verifyLog(there.db, there.secrets, there)
    expect([found.anchors, found.faults]).toEqual([2, []])
    await rm(join(place, 'anchors', '00000001.anchor'))
    const lost = await verifyLog(there.db, there.secrets, there)
    expect(lost.faults).toEqual(['Anchor 1 is missing.'])
    await close()
  })
})

describe('by the clock', () => {
  test('an anchor is written every hour', async () => {
    expect(anchorHourly.cron).toBe('41 * * * *')
    await world.work(anchorHourly)
    expect(await parts.store.numbers()).toEqual([1])
  })
  test('the newest goes to the operator, who can hold it against the log', async () => {
    const to = 'operator@example.test'
    world.parts.config.anchorMail = to
    await world.work(anchorMailed)
    const [mail] = await world.mails(to)
    expect(mail?.subject).toBe('Log anchor 1')
    expect(await faults([mail?.text ?? ''])).toEqual([])
    await rm(folder, { recursive: true })
    expect(await faults([mail?.text ?? ''])).toEqual(['Anchor 1 is missing.'])
    world.parts.config.anchorMail = undefined
    await world.work(anchorMailed)
    expect(await world.mails(to)).toHaveLength(1)
  })
})

test('an installation has an anchor from its first start, and not a second for starting again', async () => {
  const fresh = await makeWorld({ workers: true })
  const there = join(fresh.parts.config.dataDir, 'anchors')
  await vi.waitFor(
    async () => expect(await readdir(there).catch(() => [])).toEqual(['00000001.anchor']),
    60_000,
  )
  const { db, secrets, clock, config, files } = fresh.parts
  const store = openAnchors(config, files)
  await vi.waitFor(
    async () => expect((await verifyLog(db, secrets, { store })).anchors).toBe(1),
    60_000,
  )
  await firstAnchor({ db, secrets, clock, store })
  expect(await readdir(there)).toEqual(['00000001.anchor'])
  await fresh.close()
})
