import type { Permission } from '@mshahara/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Gate } from '../http/gate.ts'
import { claims } from '../http/idempotency.ts'
import type { Seats } from '../http/seats.ts'
import type { CookieJar, SignedIn } from '../http/session.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mail } from '../mail/mail.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { asPlatform, type Db, type PlatformTx, type Tx } from './db.ts'
import { fail } from './fail.ts'
import type { Files } from './files.ts'
import type { Secrets } from './secrets.ts'

/** What the server is made of; built once in app.ts. */
export interface Parts {
  config: Config
  clock: Clock
  db: Db
  secrets: Secrets
  jobs: Jobs
  mail: Mail
  files: Files
  gate: Gate
  seats: Seats
  log: FastifyBaseLogger
  /** In tests: a second connection asked for under a lock is a fault. */
  guarded: boolean
  /** Something was written to the activity log: chain it after the commit. */
  sealSoon(): void
  /** In seconds, how long the oldest entry has waited for that. */
  unsealedFor(): Promise<number>
}

/** What work between two transactions has: everything but the database. */
export type Outside = Omit<Ctx, 'tx' | 'apart' | 'later' | 'status' | 'total' | 'answers'>

/** What a handler works with. `tx` is the only road to the database. */
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
  answers: { status?: 200 | 201 }
  /** Answers with this status instead of the endpoint's own. */
  status(code: 200 | 201): void
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

/** The person behind the call. `bind` has let nobody through who is not signed in. */
export function me(ctx: Ctx): SignedIn {
  if (!ctx.user) fail(401)
  return ctx.user
}

/** Whose share of heavy work a call uses: the organisation's, or the person's own. */
export const seatOf = ({ user }: Pick<Ctx, 'user'>): string =>
  user?.organization_id ?? user?.id ?? 'nobody'

/** The organisation the session acts in. */
export function myOrganization(ctx: Ctx): string {
  return me(ctx).organization_id ?? fail(403, 'Please create your organization first.')
}

export const holds = (ctx: Ctx, permission: Permission) => me(ctx).permissions.has(permission)

/**
 * The record is the caller's own, or the caller holds the permission; otherwise 403. Of their own,
 * people who have left see payslips and tax forms only (B22).
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

/** Whether others may have to wait for this transaction. */
export async function holdsLock(tx: Tx): Promise<boolean> {
  const { rows } = await tx.$client.query(
    `select pg_current_xact_id_if_assigned() is not null or exists (
       select from pg_locks where pid = pg_backend_pid() and (mode = 'RowShareLock'
         or locktype = 'advisory' and classid <> ${claims})) as locks`,
  )
  return rows[0].locks
}

/** Across organisations, in the same transaction. Callers are listed in tenancy.test.ts. */
export const inPlatform = <T>(ctx: Ctx, work: (tx: PlatformTx) => Promise<T>): Promise<T> =>
  asPlatform(ctx.tx, work)
