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

/** Further back, a week without a payroll was a week without work. */
const looksBack = 8

interface Paid extends Week {
  status: string
}

/** The first week that is over and in no payroll; after the last of them, the next. */
export function weekToPay(runs: readonly Paid[], day: string): Week {
  const last = lastWeek(day)
  const valid = runs.filter(({ status }) => status !== 'reversed')
  if (valid.length === 0) return last
  const [begun = last.to] = valid.map(({ from }) => from).sort()
  const weeks = Array.from({ length: looksBack + 1 }, (_, back) => ({
    from: shifted(last.from, -7 * (looksBack - back)),
    to: shifted(last.to, -7 * (looksBack - back)),
  }))
  const hasRun = (week: Week) => valid.some(({ from, to }) => from <= week.to && to >= week.from)
  const open = weeks.find((week) => week.to >= begun && !hasRun(week))
  return open ?? { from: shifted(last.from, 7), to: shifted(last.to, 7) }
}

/** The last Monday to Sunday that is over. */
export function lastWeek(day: string): Week {
  const to = shifted(day, -(new Date(day).getUTCDay() || 7))
  return { from: shifted(to, -6), to }
}
