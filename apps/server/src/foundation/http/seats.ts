import { addressBlock, seatAt } from '../core/client-address.ts'
import { tokenHash } from '../core/secrets.ts'
import type { SignedIn } from '../core/signed-in.ts'

/**
 * Whose share of the server a request uses, known before the database is asked: the organisation of
 * a session seen before, else the address it comes from. A new organisation that has paid nothing
 * counts by the address as well, together with others of its kind (docs/decisions/041).
 */
export interface Seats {
  of(token: string | undefined, address: string): string
  note(token: string, user: SignedIn): void
}

type Known = Pick<SignedIn, 'organization_id' | 'id' | 'settled'>

/** Callers not yet seen with a session: by network address, IPv6 by its block. */
export const strangers = 'address '
export const strangerAt = (address: string) => `${strangers}${addressBlock(address)}`
const mostKnown = 20_000

export function openSeats(): Seats {
  const known = new Map<string, Known>()
  return {
    of(token, address) {
      const user = token && known.get(markOf(token))
      return user ? seatAt(user, address) : strangerAt(address)
    },
    note(token, { organization_id, id, settled }) {
      const mark = markOf(token)
      // The oldest are forgotten: they count by their address until they are seen again.
      if (known.size >= mostKnown && !known.has(mark)) {
        known.delete(known.keys().next().value as string)
      }
      known.set(mark, { organization_id, id, settled })
    },
  }
}

const markOf = (token: string) => tokenHash(token).toString('base64')
