import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../foundation/config/config.ts'
import { type Files, openFiles } from '../foundation/core/files.ts'
import { asAdmin, blankDatabase, cloneDatabase } from './database.ts'

/** Another installation: a database and a store, both empty. */
export async function secondInstallation({ blank = false } = {}) {
  const database = await (blank ? blankDatabase() : cloneDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'mshahara-second-'))
  const files = await openFiles(readConfig({ DATA_DIR: dataDir }))
  return {
    databaseUrl: database.url,
    dataDir,
    files,
    rows: (sql: string) => rowsIn(database.url, sql),
    asOwner: (sql: string) => rowsIn(database.url, sql, 'none'),
    /** Names of files anywhere below the data folder. */
    left: async () =>
      (await readdir(dataDir, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    async drop() {
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Rows of any query, across organisations, without a server. */
export function rowsIn(databaseUrl: string, sql: string, role = 'mshahara_platform') {
  return asAdmin(databaseUrl, async (client) => {
    await client.query(`set role ${role}`)
    return (await client.query(sql)).rows
  })
}

/** The store, with something done before one of its files is read. */
export const filesWith = (files: Files, before: (key: string) => Promise<unknown>): Files => ({
  ...files,
  async read(key) {
    await before(key)
    return files.read(key)
  },
})
