import { isIPv6 } from 'node:net'
import type { SignedIn } from './signed-in.ts'

/** IPv6 comes in blocks of /64: somebody with one address of a block has them all. */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] as string).split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array(Math.max(0, gap)).fill('0'), ...back]
  const block = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${block.join(':')}::/64`
}

/** New organisations that have paid nothing: those of one address count as one. */
export const young = 'young '
export const isYoung = (seat: string) => seat.startsWith(young)

/** Whose share of the server somebody uses: the organisation's, or the person's own. */
export const seatAt = (
  { organization_id, id, settled }: Pick<SignedIn, 'organization_id' | 'id' | 'settled'>,
  address: string,
): string => (settled ? (organization_id ?? id) : young + addressBlock(address))
