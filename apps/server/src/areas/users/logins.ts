import { idNumberKept } from '@mshahara/contract/employee-fields'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { eq, inArray } from '../../foundation/core/drizzle.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { moveOffers } from '../organizations/index.ts'
import { forgetCodes } from './one-time-codes.ts'
import { users } from './tables.ts'

/** Logins are written here and nowhere else. */

export type Login = typeof users.$inferSelect
type Columns = Partial<typeof users.$inferInsert>

export async function loginByEmail(tx: PlatformTx, email: string): Promise<Login | undefined> {
  const [login] = await tx.select().from(users).where(eq(users.email, email))
  return login
}

export async function loginById(tx: PlatformTx, id: string): Promise<Login | undefined> {
  const [login] = await tx.select().from(users).where(eq(users.id, id))
  return login
}

/**
 * The login, locked until the transaction ends. Opening or ending sessions of a person, or moving
 * the login, locks it first, so that no session is opened unnoticed while all are being ended.
 */
export async function holdLogin(tx: PlatformTx, id: string): Promise<Login | undefined> {
  const [login] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return login
}

async function holdLoginOf(tx: PlatformTx, email: string): Promise<Login | undefined> {
  const [login] = await tx.select().from(users).where(eq(users.email, email)).for('no key update')
  return login
}

/** One act at a time for an address: the second of two clicks sees what the first one did. */
export const holdAddress = (tx: PlatformTx, email: string) => advisoryLock(tx, `address ${email}`)

export async function addLogin(tx: PlatformTx, login: typeof users.$inferInsert): Promise<Login> {
  const [row] = await tx.insert(users).values(login).returning()
  return row as Login
}

export async function setLogin(tx: PlatformTx, id: string, columns: Columns) {
  await tx.update(users).set(columns).where(eq(users.id, id))
}

/**
 * The login of an address that an organisation writes down, held. Of a new one nothing but the
 * address is known: the rest is its owner's to say (A28).
 */
export async function loginFor(tx: PlatformTx, email: string): Promise<Login> {
  await holdAddress(tx, email)
  const known = await holdLoginOf(tx, email)
  return known ?? addLogin(tx, { email, first_name: '', last_name: '' })
}

/** The same for many addresses, by address; held in one order. */
export async function loginsFor(tx: PlatformTx, emails: string[]): Promise<Map<string, Login>> {
  await tx.run`insert into users (first_name, last_name, email)
    select '', '', email from unnest(${emails}::text[]) email order by email
    on conflict (email) do nothing`
  const rows = await tx
    .select()
    .from(users)
    .where(inArray(users.email, emails))
    .orderBy(users.id)
    .for('no key update')
  return new Map(rows.map((login) => [login.email, login]))
}

/** An address only entered by an employer passes to its owner's login, with its invitations. */
export async function takeOver(tx: PlatformTx, email: string, owner: string) {
  const placeholder = await holdLoginOf(tx, email)
  if (
    !placeholder ||
    placeholder.activated_at ||
    placeholder.last_login_at ||
    placeholder.super_admin
  )
    return
  await moveOffers(tx, placeholder.id, owner)
  await forgetCodes(tx, placeholder.id)
  await tx.delete(users).where(eq(users.id, placeholder.id))
}

export interface Contact {
  first_name: string
  last_name: string
  email: string
  phone: string
}

/** What stands for a person's ID number until the first password is chosen (A6). */
export const activationHash = (secrets: Secrets, user_id: string, idNumber: string) =>
  secrets.digest('id number', `${user_id}|${idNumberKept(idNumber)}`)
