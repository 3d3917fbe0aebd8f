import { daysCounted, type LeaveDay } from '@mshahara/engine/leave-day-totals'
import { type ComesBack, comingBack, freeFor, leftFor } from '@mshahara/engine/leave-standing'
import type { NewEntry } from './ledger.ts'
import { reasons } from './reasons.ts'
import type { Stands } from './standings.ts'

/**
 * Leave of a year that is over, recorded when its days have lapsed or gone into the next: they come
 * back for it, so that both years stand as if it had been recorded in time (C21).
 */

export interface Reopened extends ComesBack {
  from: Stands
  next: Stands | undefined
}

interface Part {
  remaining: number
  reopened: Reopened | null
}

/** What there is for the days of one year, and what of it has to come back. */
export function partOf(
  lines: readonly LeaveDay[],
  year: number,
  stands: ReadonlyMap<number, Stands>,
  today: string,
): Part {
  const from = stands.get(year)
  if (!from) return { remaining: 0, reopened: null }
  const next = year < Number(today.slice(0, 4)) ? stands.get(year + 1) : undefined
  const could = comingBack(Number.POSITIVE_INFINITY, from, next)
  const remaining = freeFor(lines, from, today, could.lapsed + could.carried)
  const missing = daysCounted(lines) - Math.max(0, leftFor(lines, from))
  const back = comingBack(missing, from, next)
  const reopened = back.lapsed + back.carried > 0 ? { ...back, from, next } : null
  return { remaining, reopened }
}

/** How many fewer days were carried into a balance, by its id. */
export const fewerCarried = (reopened: readonly Reopened[]): ReadonlyMap<string, number> =>
  new Map(
    reopened
      .filter(({ carried }) => carried > 0)
      .map(({ next, carried }) => [next?.balance_id as string, carried]),
  )

export const reopenedEntries = (
  { from, next, lapsed, carried }: Reopened,
  request_id: string,
): NewEntry[] => {
  const reason = reasons.recordedLater({ year: from.year })
  const entry = { day: `${from.year + 1}-01-01`, request_id, reason }
  const [closed, into] = [from.balance_id as string, next?.balance_id as string]
  const entries: NewEntry[] = [
    // Should the leave not be taken after all, they do not count as earned again (C18).
    { ...entry, kind: 'expiry', balance_id: closed, entitled: lapsed, beyond: lapsed },
    { ...entry, kind: 'carry-over', balance_id: closed, entitled: carried },
    { ...entry, kind: 'carry-over', balance_id: into, entitled: -carried },
  ]
  return entries.filter(({ entitled }) => entitled !== 0)
}
