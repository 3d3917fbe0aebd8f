import type { Permission } from '@mshahara/contract'
import { errorWords } from '@mshahara/contract/errors'
import type { Language, Words } from '@mshahara/contract/language'
import { seatAt } from './client-address.ts'
import { asPlatform, type PlatformTx, type Tx } from './db.ts'
import { fail } from './fail.ts'
import type { Parts } from './parts.ts'
import type { SignedIn } from './signed-in.ts'

/** What work between two transactions has: everything but the database. */
export type Outside = Omit<Ctx, 'tx' | 'apart' | 'later' | 'status' | 'total' | 'answers'> & {
  /** In the organisation and in nobody's name: what the clock would do, done now. */
  byItself<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** What a handler works with. `tx` is the only way to the database. */
export interface Ctx extends Parts {
  tx: Tx
  now: Date
  /** The day in Kenya. */
  today: string
  user: SignedIn | undefined
  address: string
  userAgent: string | undefined
  cookies: CookieJar
  requestId: string
  answers: { status?: 200 | 201 | 409 }
  /** On the screen of whoever asks. */
  language: Language
  /** In that language. */
  say(words: Words): string
  /** Answers with this status instead of the endpoint's own; 409 refuses, and keeps the writes. */
  status(code: 200 | 201 | 409): void
  /** How many rows there are, when the answer is a slice of them. */
  total(count: number): void
  /**
   * A transaction of its own, for what must outlive a refusal: tries, locks, failed sign-ins. Never
   * after this one has locked anything: those who wait for the lock may hold every connection.
   */
  apart<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T>
  /** Work for after the commit, recorded in the transaction. */
  later(job: string, data: object): Promise<void>
}

/** The cookies of a sign-in: the session, and before it the ticket that binds the code. */
export interface CookieJar {
  /** The session that the browser brought along, live or not. */
  session: string | undefined
  ticket: string | undefined
  /** Never the one the browser brought along: somebody else may have put it there. */
  freshTicket(): string
  giveSession(token: string): void
  dropSession(): void
  /** A browser that has signed in before (A29). The cookie opens nothing. */
  device: string | undefined
  giveDevice(token: string): void
  /** Asked by a page of ours in a browser, and not by a client that may keep no cookies. */
  fromPage: boolean
  /** A page has the cookie, and no script of it needs the token (A5). */
  forClient(token: string): string | undefined
}

/** The person behind the call. `bind` has let nobody through who is not signed in. */
export function me(ctx: Ctx): SignedIn {
  if (!ctx.user) fail(401)
  return ctx.user
}

/** Whose share of heavy work a call uses. */
export const seatOf = ({ user, address }: Pick<Ctx, 'user' | 'address'>): string =>
  user ? seatAt(user, address) : 'nobody'

/** The organisation the session acts in. */
export function myOrganization(ctx: Ctx): string {
  return me(ctx).organization_id ?? fail(403, errorWords.organizationFirst)
}

export const holds = (ctx: Ctx, permission: Permission) => me(ctx).permissions.has(permission)

/**
 * The record is the caller's own, or the caller holds the permission; otherwise 403. People
 * who have left see only their own payslips and tax forms (B22).
 */
export function ownerOr(
  ctx: Ctx,
  employee_id: string | null,
  permission: Permission,
  { leavers = false } = {},
) {
  const user = me(ctx)
  const own = employee_id !== null && user.employee_id === employee_id && (!user.leaver || leavers)
  if (!own && !holds(ctx, permission)) fail(403)
}

/** Across organisations, in the same transaction. Callers are listed in tenancy.test.ts. */
export const inPlatform = <T>(ctx: Ctx, work: (tx: PlatformTx) => Promise<T>): Promise<T> =>
  asPlatform(ctx.tx, work)
