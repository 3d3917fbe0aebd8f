import pg from 'pg'
import { runningEmbedded } from '../apps/server/src/foundation/database/embedded-postgres.ts'

/** The database behind a server (the common one), where a test must not wait for its clock. */
export async function inDatabase(
  work: (client: pg.Client) => Promise<void>,
  dataDir = process.env.E2E_DATA ?? '',
) {
  const { url } = (await runningEmbedded(dataDir)) ?? { url: '' }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set role mshahara_platform')
  await work(client).finally(() => client.end())
}
