import type { Tx } from '../../foundation/core/db.ts'
import { area } from '../../foundation/http/area.ts'
import { hookHash, newHookToken } from './addresses.ts'
import { receive, replayer } from './receive.ts'

export const callbacks = area('callbacks', {
  calls: [],
  pages: receive,
  pollers: (services) => [replayer(services)],
})

export interface NewHook {
  organization_id: string | null
  /** The area that hears what comes: its poller is called `<subject>.callbacks`. */
  subject: string
  subject_id: string
  provider: string
  /** What may be heard there: a result is never taken for the answer to a question. */
  kind?: 'result' | 'answer' | 'test'
}

/** A token for each, to be put into the address; from its commit on, callbacks are expected. */
export async function expectCallbacks(tx: Tx, wanted: NewHook[]): Promise<string[]> {
  const tokens = wanted.map(newHookToken)
  const column = <K extends keyof NewHook>(name: K) => wanted.map((hook) => hook[name])
  await tx.run`insert into provider_hooks
      (token_hash, organization_id, subject, subject_id, provider, kind)
    select * from unnest(${tokens.map(hookHash)}::bytea[], ${column('organization_id')}::uuid[],
      ${column('subject')}::text[], ${column('subject_id')}::uuid[], ${column('provider')}::text[],
      ${wanted.map(({ kind = 'result' }) => kind)}::text[])`
  return tokens
}

export { hooksFor } from './addresses.ts'
export { type CallbackEvent, eventsFor, eventsWait, noteApplied } from './events.ts'
