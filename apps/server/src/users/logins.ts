import { eq } from 'drizzle-orm'
import type { Tx } from '../core/db.ts'
import type { Secrets } from '../core/secrets.ts'
import { endSessions } from '../core/session.ts'
import { users } from './tables.ts'

/** Logins are written here and nowhere else. All of it needs the platform role. */

export type Login = typeof users.$inferSelect
type Columns = Partial<typeof users.$inferInsert>

export async function loginByEmail(tx: Tx, email: string): Promise<Login | undefined> {
  const [login] = await tx.select().from(users).where(eq(users.email, email))
  return login
}

export async function loginById(tx: Tx, id: string): Promise<Login | undefined> {
  const [login] = await tx.select().from(users).where(eq(users.id, id))
  return login
}

/**
 * The login, held until the transaction ends. Whoever opens or ends sessions of a person, or moves
 * the login, holds it first: so a session is never opened behind the back of what ends them all.
 */
export async function holdLogin(tx: Tx, id: string): Promise<Login | undefined> {
  const [login] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return login
}

export async function holdLoginOf(tx: Tx, email: string): Promise<Login | undefined> {
  const [login] = await tx.select().from(users).where(eq(users.email, email)).for('no key update')
  return login
}

/** One act at a time for an address: the second of two clicks sees what the first one did. */
export const holdAddress = (tx: Tx, email: string) =>
  tx.$client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`address ${email}`])

export async function addLogin(tx: Tx, login: typeof users.$inferInsert): Promise<Login> {
  const [row] = await tx.insert(users).values(login).returning()
  return row as Login
}

export async function setLogin(tx: Tx, id: string, columns: Columns) {
  await tx.update(users).set(columns).where(eq(users.id, id))
}

export interface Contact {
  first_name: string
  last_name: string
  email: string
  phone: string
}

/** Corrects a login; what the old address was sent or had opened dies with it. */
export async function changeLogin(tx: Tx, id: string, contact: Partial<Contact>) {
  await setLogin(tx, id, contact)
  if (contact.email === undefined) return
  await tx.$client.query('delete from codes where user_id = $1', [id])
  await endSessions(tx, { user_id: id })
}

/** What stands for a person's ID number until the first password is chosen (A6). */
export const activationHash = (secrets: Secrets, user_id: string, idNumber: string) =>
  secrets.digest('id number', `${user_id}|${idNumber.trim().toUpperCase()}`)
