import type { Parts } from '../core/ctx.ts'
import type { SignedIn } from './session.ts'

const refresh_ms = 20_000

/**
 * Notes that a session is in use, at most every 20 s and never in a request's way; that a browser
 * uses it is noted before the first answer.
 */
export async function touch(parts: Parts, user: SignedIn, now: Date, cookie: boolean) {
  const marks = cookie && !user.by_cookie
  if (!marks && now.getTime() - Date.parse(user.last_seen_at) < refresh_ms) return
  const noted = parts.db
    .apart((tx) =>
      tx.$client.query(
        `update sessions set last_seen_at = greatest(last_seen_at, $2), by_cookie = by_cookie or $3
         where id = (select id from sessions where id = $1 for update skip locked)`,
        [user.session_id, now, cookie],
      ),
    )
    .catch((error) => parts.log.warn({ err: error }, 'session not refreshed'))
  if (marks) await noted
}
