import type { Parts } from './ctx.ts'
import type { SignedIn } from './session.ts'

const refresh_ms = 20_000

/** Notes that a session is in use, at most every 20 s and never in a request's way. */
export function touch(parts: Parts, user: SignedIn, now: Date) {
  if (now.getTime() - Date.parse(user.last_seen_at) < refresh_ms) return
  parts.db
    .apart((tx) =>
      tx.$client.query(
        `update sessions set last_seen_at = $2 where id = (
           select id from sessions where id = $1 and last_seen_at < $2 for update skip locked)`,
        [user.session_id, now],
      ),
    )
    .catch((error) => parts.log.warn({ err: error }, 'session not refreshed'))
}
