import { addressBlock } from '../../foundation/core/client-address.ts'
import { hashPassword, passwordMatches } from '../../foundation/core/secrets.ts'
import { turns } from '../../foundation/core/turns.ts'
import { say } from './sentences.ts'

/**
 * A password fills a core for as long as it takes to hash. One network address has one hashed at a
 * time, so that the place beside it is always open to the others. An account is bounded by its
 * counters, which are asked first. Never within a transaction that others wait for: a call that
 * strangers can make hashes between two (`Staged`).
 */
const inTurn = turns({
  places: 2,
  each: 1,
  waiting: 100,
  longest_ms: 8000,
  busy: say.manySignIns,
})

interface From {
  address: string
}

export const hashInTurn = ({ address }: From, password: string): Promise<string> =>
  inTurn(addressBlock(address), () => hashPassword(password))

/** Also of nobody, so that it takes as long for a person who does not exist. */
export const matchesInTurn = (
  { address }: From,
  hash: string | null | undefined,
  password: string,
): Promise<boolean> => inTurn(addressBlock(address), () => passwordMatches(hash, password))
