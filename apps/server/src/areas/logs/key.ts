import pg from 'pg'
import { type Secrets, secretsFrom } from '../../foundation/core/secrets.ts'
import { createRoles, explainRights } from '../../foundation/database/logins.ts'
import { entryColumns, sealOf } from './seal.ts'

/** Another SECRET_KEY would seal what nobody can verify afterwards: it is refused beforehand. */

interface Sealed {
  chain: string
  position: number
  seal: Buffer
  before: Buffer | null
  words: string
}

/** The log begins with the installation, so that its oldest seals were made with its own key. */
const oldest = 3

/**
 * Whether the log was begun with this key, or is still empty. One seal is proof enough: that others
 * do not fit is for `logs:verify` to tell. In a transaction of the platform.
 */
export async function isKeyOf(client: pg.ClientBase, secrets: Secrets): Promise<boolean> {
  const { rows } = await client.query<Sealed>(
    `select s.chain, s.position::int as position, s.seal, b.seal as before, e.words
     from (select * from activity_seals order by entry_id limit ${oldest}) s
     cross join lateral (select ${entryColumns} from activity_log l where l.id = s.entry_id) e
     left join activity_seals b on b.chain = s.chain and b.position = s.position - 1`,
  )
  return (
    rows.length === 0 ||
    rows.some(({ chain, position, seal, before, words }) =>
      sealOf(secrets, chain, position, before ?? Buffer.alloc(0), words).equals(seal),
    )
  )
}

export const otherKey =
  'SECRET_KEY is not the key of this database, whose log was sealed with another one. Nothing was ' +
  'changed. Set the key in use so far; npm run rotate-key puts everything under a new one.'

/** Before anything is written and before the passwords of the logins follow the key. */
export async function refuseOtherKey(databaseUrl: string, secretKey: string, sentence = otherKey) {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    const made = await client.query(`select to_regclass('public.activity_seals') is not null as is`)
    if (!made.rows[0].is) return
    await createRoles(client).catch(explainRights)
    await client.query('begin read only; set local role mshahara_platform')
    if (!(await isKeyOf(client, secretsFrom(secretKey)))) throw new Error(sentence)
  } finally {
    await client.end().catch(() => {})
  }
}
