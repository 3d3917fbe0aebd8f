/** Weeks as casuals are counted: Sunday to Saturday; and as they are paid: Monday to Sunday. */

const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export interface Week {
  from: string
  to: string
}

/** The week of a day, from Sunday to Saturday (specification 3, section 9). */
export function weekOf(day: string): Week {
  const from = shifted(day, -new Date(day).getUTCDay())
  return { from, to: shifted(from, 6) }
}

/** The last Monday to Sunday that is over: what is paid next. */
export function lastWeek(day: string): Week {
  const to = shifted(day, -(new Date(day).getUTCDay() || 7))
  return { from: shifted(to, -6), to }
}
