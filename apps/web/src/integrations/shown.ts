import { type Integration, reminderOf } from '@mshahara/contract/integrations'
import { date, today } from '../lib/format.ts'

/** company_code → "Company code", shortCode → "Short code". */
export function humanised(key: string): string {
  const words = key
    .replace(/_/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Days are written as everywhere else. */
export const metaOf = ({ meta }: Pick<Integration, 'meta'>): [string, string][] =>
  Object.entries(meta).map(([key, value]) => [
    humanised(key),
    /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? date(String(value)) : String(value),
  ])

export function passwordNote(one: Pick<Integration, 'meta' | 'status'>): string | undefined {
  const ends = reminderOf(one)
  if (!ends || one.status !== 'active') return undefined
  return ends < today()
    ? `The M-PESA password expired on ${date(ends)}. Payments fail until a new one is entered.`
    : `The M-PESA password expires on ${date(ends)}.`
}

const wait_ms = 60_000

/** Asks again while the answer to a test may still come; not for ever. */
export const untilTested = (list: Integration[] | null | undefined) =>
  list?.some(
    ({ test_open, tested_at }) =>
      test_open && tested_at !== null && Date.now() - Date.parse(tested_at) < wait_ms,
  )
    ? 2_000
    : (false as const)
