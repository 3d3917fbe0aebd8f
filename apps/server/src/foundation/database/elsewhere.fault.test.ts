// @tests slow
import { contract } from '@mshahara/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAnchors, verifyLog } from '../../areas/logs/index.ts'
import { rotateKey } from '../../commands/rotate-key.ts'
import { testKey } from '../../test/database.ts'
import {
  type Elsewhere,
  haveDebians,
  makeCertificate,
  openDebianPostgres,
  openPgBouncer,
} from '../../test/debians.ts'
import { employ, runMonth } from '../../test/office.ts'
import { makeWorld, type World } from '../../test/world.ts'
import { migrate } from './migrate.ts'

/**
 * Debian's PostgreSQL 15, and the same behind its PgBouncer, which gives each transaction another
 * connection: the server works there, and every wall stands. Left out where they are not to be had.
 */

describe.skipIf(!haveDebians())("somebody else's PostgreSQL", { timeout: 120_000 }, () => {
  let elsewhere: Elsewhere
  beforeAll(async () => {
    elsewhere = await openDebianPostgres()
  }, 60_000)
  afterAll(() => elsewhere.close())

  async function pooled(work: (world: World) => Promise<void>) {
    const database = await elsewhere.database()
    const pooler = await openPgBouncer(database.url)
    const world = await makeWorld({ database, pooledUrl: pooler.url })
    await work(world)
    await world.close()
    await pooler.close()
  }

  test('is worked on directly', async () => {
    const world = await makeWorld({ database: await elsewhere.database() })
    await expectMonth(world)
    // Triggers are compared as PostgreSQL writes them down, this one too.
    expect((await verifyLog(world.parts.db, world.parts.secrets)).faults).toEqual([])
    await world.close()
  })

  test('is worked on through PgBouncer, by many requests at once', () => pooled(expectMonth))

  test('shows each of many transactions its own organisation only', () =>
    pooled(async (world) => {
      const { db } = world.parts
      const organizations: string[] = []
      for (const name of ['One', 'Two', 'Three']) {
        organizations.push(await world.addOrganization(name))
      }
      const look = (n: number) => {
        const organization_id = organizations[n % 3] as string
        return db.inOrg({ organization_id }, async (tx) => {
          const seen = await tx.one<{ who: string; there: string; named: number }>`
            select current_user::text as who,
              (select string_agg(id::text, ' ') from organizations) as there,
              (select count(*) from pg_prepared_statements)::int as named`
          // A statement that one transaction named would be missing, or another's, in the next.
          return [seen.who, seen.there, seen.named].join() === `mshahara_app,${organization_id},0`
        })
      }
      const across = () =>
        world.rows('select current_user::text as who, count(*)::int from organizations')
      const seen = await Promise.all(
        Array.from({ length: 180 }, async (_, n) => {
          if (n % 5 > 0) return look(n)
          const [row] = await across()
          return row.who === 'mshahara_platform' && row.count === 3
        }),
      )
      expect(seen).toEqual(Array(180).fill(true))
    }))

  test('changes its key while PgBouncer keeps connections, and not beside a server', () =>
    pooled(async (world) => {
      const { config, files, clock } = world.parts
      await world.as('primary', await world.addOrganization())
      const store = openAnchors(config, files)
      const { databaseUrl } = world
      const rotate = () =>
        rotateKey({ databaseUrl, oldKey: testKey, newKey: testKey.repeat(2), store, clock })
      await expect(rotate()).rejects.toThrow(/stop every server/)
      await world.app.close()
      expect((await rotate()).entries).toBeGreaterThan(0)
    }))

  test('is spoken to in the open by nobody who asks for TLS', async () => {
    const { pathname } = new URL((await elsewhere.database()).url)
    const url = `postgresql://postgres@127.0.0.1:${elsewhere.port}${pathname}?sslmode=verify-full`
    await expect(migrate(url, testKey)).rejects.toThrow('does not support SSL')
  })

  test('is worked on over TLS, and not with a certificate that is not trusted', async () => {
    const { certificate, flags, remove } = await makeCertificate()
    const encrypted = await openDebianPostgres(flags)
    const database = await encrypted.database()
    const { pathname } = new URL(database.url)
    const place = `127.0.0.1:${encrypted.port}${pathname}`
    const verified = `postgresql://postgres@${place}?sslmode=verify-full`
    await expect(migrate(verified, testKey)).rejects.toThrow(/self.signed certificate/)
    const url = `${verified}&sslrootcert=${encodeURIComponent(certificate)}`
    const world = await makeWorld({ database: { ...database, url } })
    const [{ plain }] = await world.rows(`select count(*)::int as plain from pg_stat_ssl
      join pg_stat_activity using (pid) where usename like 'mshahara%' and not ssl`)
    expect(plain).toBe(0)
    await expectMonth(world)
    await world.close()
    await encrypted.close()
    await remove()
  })

  test('is refused by name where the only way leads through a pooler', async () => {
    const database = await elsewhere.database()
    const pooler = await openPgBouncer(database.url)
    await expect(migrate(pooler.url, testKey)).rejects.toThrow(
      /^DATABASE_URL leads through a connection pooler .* Set DATABASE_DIRECT_URL/,
    )
    await pooler.close()
  })
})

async function expectMonth(world: World) {
  const primary = await world.as('primary', await world.addOrganization())
  await employ(primary)
  const lists = await Promise.all(
    Array.from({ length: 30 }, () => primary.call(contract.employees.list)),
  )
  expect(lists.map(({ status }) => status)).toEqual(Array(30).fill(200))
  const id = await runMonth(primary, 'February', 2026)
  expect(id).toBeTruthy()
}
