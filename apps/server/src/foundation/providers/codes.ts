import { z } from 'zod'
import type { Reason, Submitted } from './provider.ts'
import type { Called } from './tokens.ts'

/** What providers' codes and figures mean, where several of them agree. */

/** Codes come as text from one call and as numbers from the next. */
export const code = z.union([z.string(), z.number()]).transform(String)
/** Whatever a provider writes: texts are for people, and never decide. */
export const words = z.union([z.string(), z.number()]).transform(String).nullish()
/** One, or a list of them. */
export const oneOrMore = <T extends z.ZodType>(schema: T) =>
  z.union([z.array(schema), schema.transform((one) => [one])])

/** "84250.75" or 84250.75 as cents; null for what is no amount. */
export function centsOf(amount: unknown): number | null {
  const text = String(amount ?? '').trim()
  return /^-?\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : null
}

/** Cents as the shillings of a JSON number: at most two decimals, never a rounding error. */
export const shillingsOf = (cents: number) => Number((cents / 100).toFixed(2))

export const refused = (
  code: string,
  reason: string,
  stops_run = false,
): { outcome: 'refused' } & Reason => ({ outcome: 'refused', code, reason, stops_run })

export const unknown = (reason: string) => ({ outcome: 'unknown', reason }) as const
export const tooFast = () => ({ ...unknown('The provider was asked too often.'), slower: true })

/** What is the same for every provider when there is no answer to read. */
export function unread(called: Exclude<Called, { outcome: 'answered' }>): Submitted {
  if (called.outcome === 'lost') return unknown(called.reason)
  if (called.outcome === 'refused') return called
  return { outcome: 'not_sent', reason: called.reason, slower: 'slower' in called && called.slower }
}

/** A sentence out of what a provider wrote, cut to a length people read. */
export function sentence(text: string | null | undefined, otherwise: string): string {
  const clean = (text ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
  if (!clean) return otherwise
  return /[.!?]$/.test(clean) ? clean : `${clean}.`
}

export const unfamiliar = 'The provider’s answer was not understood.'
