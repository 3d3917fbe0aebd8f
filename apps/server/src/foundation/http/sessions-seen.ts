import type { SignedIn } from '../core/signed-in.ts'
import type { Services } from './services.ts'

const refresh_ms = 20_000

/**
 * Notes that a session is in use, at most every 20 s and never in a request's way; that a browser
 * uses it is noted before the first answer.
 */
export async function touch(services: Services, user: SignedIn, now: Date, cookie: boolean) {
  const marks = cookie && !user.by_cookie
  if (!marks && now.getTime() - Date.parse(user.last_seen_at) < refresh_ms) return
  const noted = services.db
    .apart(
      (tx) => tx.run`update sessions
        set last_seen_at = greatest(last_seen_at, ${now}), by_cookie = by_cookie or ${cookie}
        where id = (select id from sessions where id = ${user.session_id} for update skip locked)`,
    )
    .catch((error) => services.log.warn({ err: error }, 'session not refreshed'))
  if (marks) await noted
}
