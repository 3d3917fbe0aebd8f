import type { PlatformTx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { HookKind } from '../../foundation/providers/provider.ts'

/** What has come, for the area that waits for it: taken by one server at a time, and once. */
export interface CallbackEvent {
  id: number
  organization_id: string | null
  subject_id: string
  provider: string
  kind: HookKind
  body: unknown
}

export const eventsFor = (tx: PlatformTx, subject: string, most: number) =>
  tx.all<CallbackEvent>`select * from provider_events
    where subject = ${subject} and applied_at is null
    order by id limit ${most} for update skip locked`

/** What `eventsFor` would find, for the lookout. */
export const eventsWait = (subject: string) =>
  sql`exists (select from provider_events where subject = ${subject} and applied_at is null)`

/** With what was made of each. */
export const noteApplied = (
  tx: PlatformTx,
  events: readonly CallbackEvent[],
  outcomes: readonly string[],
) =>
  tx.run`update provider_events e set applied_at = app_now(), outcome = n.outcome
    from unnest(${events.map(({ id }) => id)}::bigint[], ${outcomes}::text[]) as n (id, outcome)
    where e.id = n.id`
