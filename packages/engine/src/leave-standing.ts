import type { Day } from './calendar.ts'
import { expiring } from './leave-accrual.ts'
import { type DayCount, daysCounted } from './leave-day-totals.ts'
import type { DayHundredths } from './units.ts'

/** What a balance has for a leave, by the days it is for (C21). Hundredths of a day. */

export interface BalanceEntry {
  kind: string
  /** From when it counts. */
  day: Day
  entitled: DayHundredths
  used: DayHundredths
  pending: DayHundredths
  /** What a request has promised or used; told from its days instead. */
  of_request: boolean
}

export interface Standing {
  year: number
  entries: readonly BalanceEntry[]
  /** The days other leave has been promised or taken for. */
  promised: readonly DayCount[]
  /** On which days carried into the year can be taken for the last time. */
  last_carried: Day
}

const sum = <T>(list: readonly T[], of: (one: T) => DayHundredths) =>
  list.reduce((all, one) => all + of(one), 0)

export const remainingOf = (entries: readonly BalanceEntry[]): DayHundredths =>
  sum(entries, ({ entitled, used, pending }) => entitled - used - pending)

/** Days that came from the year before, without what was lost of them. */
export const carriedInto = ({ year, entries }: Pick<Standing, 'year' | 'entries'>): DayHundredths =>
  sum(
    entries.filter(({ kind, day }) => kind === 'carry-over' && day === `${year}-01-01`),
    ({ entitled }) => entitled,
  )

/** What was lost of carried days; what lapses with the year is dated in the next. */
export const expiredOf = ({ year, entries }: Pick<Standing, 'year' | 'entries'>): DayHundredths =>
  sum(
    entries.filter(({ kind, day }) => kind === 'expiry' && day <= `${year}-12-31`),
    ({ entitled }) => -entitled,
  )

/** Used until a day by leave on days until then, and by what was paid out. */
const takenBy = ({ entries, promised }: Standing, last: Day): DayHundredths =>
  daysCounted(promised.filter(({ day }) => day <= last)) +
  sum(
    entries.filter(({ of_request, day }) => !of_request && day <= last),
    ({ used }) => used,
  )

/**
 * What is there for these days. Carried days serve those on which they can still be taken, even
 * where they have been lost since; what was earned later serves no earlier day. `more` could come
 * back into the year (`comingBack`).
 */
export const freeFor = (
  asked: readonly DayCount[],
  standing: Standing,
  today: Day,
  more = 0,
): DayHundredths => Math.min(leftFor(asked, standing) + more, thenFor(asked, standing, today))

/** Of what the balance has now. */
export function leftFor(asked: readonly DayCount[], standing: Standing): DayHundredths {
  const { last_carried } = standing
  const early = daysCounted(asked.filter(({ day }) => day <= last_carried))
  const carried = carriedInto(standing)
  const expired = expiredOf(standing)
  const taken = takenBy(standing, last_carried) + early
  const back = Math.max(0, -expiring({ carried, taken, expired, remaining: 0 }))
  const all = remainingOf(standing.entries) + back
  const later = daysCounted(asked) - early
  // Carried days that nobody has used by their last day serve no later one.
  const unused = later > 0 ? Math.max(0, carried - (expired - back) - taken) : 0
  return all - unused
}

// ---------------------------------------------------------------- a year that was closed

export interface ComesBack {
  /** Of what lapsed with the year. */
  lapsed: DayHundredths
  /** Of what went into the next year. */
  carried: DayHundredths
  /** So much less is left there: what had been lost of it since costs nothing. */
  cost: DayHundredths
}

/**
 * Of so many days, those that the end of a year took: what lapsed comes back first, then what was
 * carried over, as far as the next year can do without it. Both years then stand as if the leave
 * had been recorded in time.
 */
export function comingBack(
  days: DayHundredths,
  closed: Standing,
  next: Standing | undefined,
): ComesBack {
  const gone = closed.entries.filter(({ kind, day }) => kind === 'expiry' && day > lastDay(closed))
  const lapsed = Math.min(Math.max(0, days), -sum(gone, ({ entitled }) => entitled))
  if (!next) return { lapsed, carried: 0, cost: 0 }
  const lost = lostAfter(next)
  const costs = (less: DayHundredths) => less - (lost(0) - lost(less))
  const remaining = Math.max(0, remainingOf(next.entries))
  const all = Math.min(carriedInto(next), remaining + lost(0))
  const most = costs(all) <= remaining ? all : Math.min(all, remaining)
  const carried = Math.max(0, Math.min(days - lapsed, most))
  return { lapsed, carried, cost: costs(carried) }
}

const lastDay = ({ year }: Pick<Standing, 'year'>) => `${year}-12-31`

/** What stays lost of carried days where so many fewer had been carried. */
const lostAfter = (standing: Standing) => {
  const [carried, expired] = [carriedInto(standing), expiredOf(standing)]
  const taken = takenBy(standing, standing.last_carried)
  return (less: DayHundredths) => Math.min(expired, Math.max(0, carried - less - taken))
}

/**
 * As it stood on each day of leave since the first asked for, where those are over: nothing there
 * is taken twice. What lies ahead is not bound by it.
 */
function thenFor(asked: readonly DayCount[], standing: Standing, today: Day): DayHundredths {
  const first = asked.find(({ day, counts }) => day < today && counts > 0)?.day
  if (first === undefined) return Number.POSITIVE_INFINITY
  const over = [...asked, ...standing.promised].filter(({ day }) => day >= first && day < today)
  const free = over.map(({ day: on }) => {
    const there = standing.entries.filter((entry) => isThereOn(on, entry))
    const later = daysCounted(asked.filter(({ day }) => day > on))
    return sum(there, ({ entitled }) => entitled) - takenBy(standing, on) + later
  })
  return Math.min(...free)
}

/** What staff have put right counts from the beginning; what was earned from when it was. */
const isThereOn = (last: Day, { kind, day }: BalanceEntry): boolean =>
  kind === 'adjustment' || (kind === 'expiry' ? day < last : day <= last)
