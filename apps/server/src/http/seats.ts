import { placeOf } from '../core/places.ts'
import { tokenHash } from '../core/secrets.ts'
import type { SignedIn } from '../core/signed-in.ts'

/**
 * Whose share of the server a request uses, known before the database is asked: the organisation of
 * a session seen before, else the address it comes from.
 */
export interface Seats {
  of(token: string | undefined, address: string): string
  note(token: string, user: SignedIn): void
}

/** Callers not yet seen with a session: by network address, IPv6 by its block. */
export const strangers = 'address '
const mostKnown = 20_000

export function openSeats(): Seats {
  const known = new Map<string, string>()
  return {
    of(token, address) {
      return (token && known.get(markOf(token))) || `${strangers}${placeOf(address)}`
    },
    note(token, user) {
      const mark = markOf(token)
      const seat = user.organization_id ?? user.id
      if (known.get(mark) === seat) return
      // The oldest are forgotten: they count by their address until they are seen again.
      if (known.size >= mostKnown) known.delete(known.keys().next().value as string)
      known.set(mark, seat)
    },
  }
}

const markOf = (token: string) => tokenHash(token).toString('base64')
