// @tests story
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secretsFrom } from '../../foundation/core/secrets.ts'
import { openWorld, type World } from '../../test/world.ts'
import { signed } from './anchor.ts'
import {
  type Anchoring,
  anchorText,
  openAnchors,
  refuseOtherStore,
  verifyLog,
  writeAnchor,
} from './index.ts'

/** Two installations whose anchors were sent to one folder: the second is told at its start. */

const [first, second] = [await openWorld(), await openWorld()]
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-shared-'))
  for (const world of [first, second]) await world.byHand('delete from log_anchors')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const at = ({ parts }: World): Anchoring => ({
  db: parts.db,
  secrets: parts.secrets,
  clock: parts.clock,
  store: openAnchors({ ...parts.config, anchorDir: folder }, parts.files),
})
const faults = async ({ db, secrets, store }: Anchoring) =>
  (await verifyLog(db, secrets, { store })).faults
const refusal = () =>
  `${folder} (LOG_ANCHOR_DIR) holds the anchors of another installation's log. Give each ` +
  'installation one of its own; where the other is gone for good, move its anchors away.'

async function texts() {
  const names = (await readdir(folder)).sort()
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

test('it is refused by name, and the first one’s anchors are as they were', async () => {
  await first.addOrganization()
  const [one, other] = [at(first), at(second)]
  await writeAnchor(one)
  const before = await texts()
  await expect(refuseOtherStore(other)).rejects.toThrow(refusal())
  await expect(writeAnchor(other)).rejects.toThrow(refusal())
  expect(await texts()).toEqual(before)
  await first.addOrganization()
  await writeAnchor(one)
  expect(await faults(one)).toEqual([])
})

test('also where the first one has another key', async () => {
  await first.addOrganization()
  const anchor = await writeAnchor(at(first))
  const key = secretsFrom('kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe')
  await at(first).store.replace(1, anchorText(signed(key, anchor)))
  const before = await texts()
  await expect(refuseOtherStore(at(second))).rejects.toThrow(refusal())
  expect(await texts()).toEqual(before)
})

test('and so is the later one of two that begin at once', async () => {
  for (const world of [first, second]) await world.addOrganization()
  const both = [at(first), at(second)]
  const begun = await Promise.allSettled(both.map(refuseOtherStore))
  const told = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
  expect(told).toEqual([refusal()])
  const kept = both[begun.findIndex(({ status }) => status === 'fulfilled')] as Anchoring
  expect(await faults(kept)).toEqual([])
})

test('also in a bucket that both were given', async () => {
  await first.addOrganization()
  const { files } = first.parts
  const inBucket = ({ parts }: World): Anchoring => ({
    ...{ db: parts.db, secrets: parts.secrets, clock: parts.clock },
    store: openAnchors({ ...parts.config, storageUrl: 's3://shared' }, files),
  })
  await refuseOtherStore(inBucket(first))
  await expect(refuseOtherStore(inBucket(second))).rejects.toThrow(
    /^The store of STORAGE_URL holds the anchors of another installation's log\./,
  )
  expect(await faults(inBucket(first))).toEqual([])
})

test('one that was killed before it counted its first anchor goes on', async () => {
  const one = at(first)
  await writeAnchor(one)
  await first.byHand('delete from log_anchors')
  await refuseOtherStore(one)
  expect(await faults(one)).toEqual([])
})
