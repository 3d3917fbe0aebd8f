import pg from 'pg'
import { secretsFrom } from '../core/secrets.ts'

/**
 * The server never works as the owner of the database. It signs in as `mshahara_app`, which sees one
 * organisation at a time and can become nobody else, or as `mshahara_platform`, which crosses
 * organisations and may drop to the application's role. Their passwords follow from SECRET_KEY.
 */
export interface Logins {
  app: string
  platform: string
}

const loginRoles = ['mshahara_app', 'mshahara_platform'] as const
type LoginRole = (typeof loginRoles)[number]
/** Nobody signs in as the last or becomes it: it is what `erase_person` may do. */
const ownRoles = [...loginRoles, 'mshahara_eraser'] as const

const passwordOf = (secretKey: string, role: LoginRole) =>
  secretsFrom(secretKey).digest('database login', role).toString('base64url')

function loginUrl(ownerUrl: string, secretKey: string, role: LoginRole): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = passwordOf(secretKey, role)
  return url.href
}

export const loginsOf = (ownerUrl: string, secretKey: string): Logins => ({
  app: loginUrl(ownerUrl, secretKey, 'mshahara_app'),
  platform: loginUrl(ownerUrl, secretKey, 'mshahara_platform'),
})

/**
 * Lets both roles sign in, with no defaults of their own: a role may set some for itself.
 * Nothing is altered where all is well.
 */
export async function prepareLogins(owner: pg.Client, ownerUrl: string, secretKey: string) {
  for (const role of loginRoles) {
    const { rows } = await owner.query<{ datname: string | null }>(
      `select d.datname from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase
       where s.setrole = $1::text::regrole`,
      [role],
    )
    for (const { datname } of rows) {
      await owner.query(`alter role ${role} ${datname ? `in database "${datname}"` : ''} reset all`)
    }
    if (await canSignIn(loginUrl(ownerUrl, secretKey, role))) continue
    await owner.query(`alter role ${role} login password '${passwordOf(secretKey, role)}'`)
  }
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code?.startsWith('28')) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Roles belong to the whole cluster, so another database may have made them at this moment. */
export async function createRoles(owner: pg.Client) {
  for (const role of ownRoles) {
    await owner.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then
        create role ${role} nologin noinherit;
      end if;
    exception when duplicate_object or unique_violation then null; end $$`)
    await owner.query(`do $$ begin
      if not pg_has_role(session_user, '${role}', 'member') then
        execute format('grant ${role} to %I', session_user);
      end if; end $$`)
  }
  await owner.query(`do $$ begin
    if not pg_has_role('mshahara_platform', 'mshahara_app', 'member') then
      grant mshahara_app to mshahara_platform;
    end if; end $$`)
}

/** The rights a managed database's user may lack, in words its administrator can act on. */
export function explainRights(error: unknown): never {
  if ((error as { code?: string }).code !== '42501') throw error
  const make = ownRoles.map(
    (role) => `create role ${role}; grant ${role} to USER with admin option;`,
  )
  throw new Error(
    'The user of DATABASE_URL may not make or use the roles of Mshahara. As an administrator run: ' +
      [...make, 'grant mshahara_app to mshahara_platform; alter user USER createrole;'].join(' '),
    { cause: error },
  )
}

/** Refuses connections that could do more than they should. */
export async function refuseWrongLogin(client: pg.ClientBase, role: LoginRole) {
  const { rows } = await client.query(
    `select session_user::text as login, current_user::text as role,
       (select rolsuper or rolbypassrls or rolcreaterole from pg_roles
        where rolname = session_user) as beyond,
       pg_has_role(session_user, nspowner, 'member') as owns,
       pg_has_role(session_user, 'mshahara_platform', 'member') as crosses
     from pg_namespace where nspname = 'pgboss'`,
  )
  const [is] = rows
  const crosses = role === 'mshahara_platform'
  const fits =
    is?.login === role &&
    is.role === 'mshahara_app' &&
    !is.beyond &&
    !is.owns &&
    is.crosses === crosses
  if (!fits) throw new Error(`The database connection of ${role} acts as ${is?.login}/${is?.role}.`)
}
