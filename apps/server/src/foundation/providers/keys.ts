import { createHash } from 'node:crypto'

/** Keys of payments: the same for an attempt of a payout whenever and wherever they are made. */

const digest = (slip_id: string, attempt_no: number) =>
  createHash('sha256').update(`mshahara payout ${slip_id}:${attempt_no}`).digest()

/** In the form of a UUID made of a name. */
export function uuidKey(slip_id: string, attempt_no: number): string {
  const bytes = digest(slip_id, attempt_no).subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** P and as many letters and digits as fit, five bits of the digest each. */
export function shortKey(slip_id: string, attempt_no: number, length: number): string {
  const bits = BigInt(`0x${digest(slip_id, attempt_no).toString('hex')}`)
  const letter = (_: unknown, at: number) => crockford[Number((bits >> BigInt(5 * at)) & 31n)]
  return `P${Array.from({ length: length - 1 }, letter).join('')}`
}
