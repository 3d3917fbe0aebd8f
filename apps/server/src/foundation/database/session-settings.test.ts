import { expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

/** What a connection was left with by somebody else does not reach the next transaction. */

const world = await openWorld()

test('a date is read as it was written, whatever style the connection has', async () => {
  const { db } = world.parts
  const client = await db.work.connect()
  await client.query("set datestyle = 'SQL, DMY'")
  client.release()
  const seen = await db.inOrg(
    { organization_id: null },
    (tx) => tx.one`select date '2026-02-03'::text as day, date '2026-02-03' as read,
      ${'2026-02-03'}::date = date '2026-02-03' as same`,
  )
  expect(seen).toEqual({ day: '2026-02-03', read: '2026-02-03', same: true })
  await db.work.query('reset datestyle')
})
