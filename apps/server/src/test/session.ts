import { tokenHash } from '../foundation/core/secrets.ts'
import type { Services } from '../foundation/http/services.ts'
import { openSession } from '../foundation/http/session.ts'

/** The token of a new session. */
export const sessionOf = (parts: Services, user_id: string, organization_id: string | null) =>
  parts.db.inPlatform((tx) =>
    openSession(tx, {
      user_id,
      organization_id,
      now: parts.clock.now(),
      address: '10.0.0.1',
      userAgent: undefined,
    }),
  )

/** The same, by its id. */
export async function sessionIdOf(parts: Services, user_id: string, organization_id: string) {
  const hash = tokenHash(await sessionOf(parts, user_id, organization_id))
  const found = await parts.db.inPlatform(
    (tx) => tx.one<{ id: string }>`select id from sessions where token_hash = ${hash}`,
  )
  return found.id
}
