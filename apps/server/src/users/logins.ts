import { eq } from 'drizzle-orm'
import type { Tx } from '../core/db.ts'
import type { Secrets } from '../core/secrets.ts'
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

export async function addLogin(tx: Tx, login: typeof users.$inferInsert): Promise<Login> {
  const [row] = await tx.insert(users).values(login).returning()
  return row as Login
}

export async function setLogin(tx: Tx, id: string, columns: Columns) {
  await tx.update(users).set(columns).where(eq(users.id, id))
}

/** Corrects a login that its owner has not taken over yet; codes to an old address die. */
export async function changeLogin(
  tx: Tx,
  id: string,
  contact: { first_name: string; last_name: string; email: string; phone: string },
  readdressed: boolean,
) {
  await setLogin(tx, id, contact)
  if (readdressed) await tx.$client.query('delete from codes where user_id = $1', [id])
}

/** What stands for a person's ID number until the first password is chosen (A6). */
export const activationHash = (secrets: Secrets, user_id: string, idNumber: string) =>
  secrets.digest('id number', `${user_id}|${idNumber.trim()}`)
