/** The days a calendar shows: a whole month, or a week from Monday. */

export type View = 'month' | 'week'

const oneDay_ms = 86_400_000
const shift = (day: string, days: number) =>
  new Date(Date.parse(day) + days * oneDay_ms).toISOString().slice(0, 10)

const weekdayOf = (day: string) => new Date(day).getUTCDay()

/** The first day of what is shown around a day. */
export const startOf = (view: View, day: string) =>
  view === 'month' ? `${day.slice(0, 7)}-01` : shift(day, -((weekdayOf(day) + 6) % 7))

/** The same a step later or earlier. */
export function stepped(view: View, day: string, by: 1 | -1): string {
  if (view === 'week') return shift(startOf('week', day), 7 * by)
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

export function daysOf(view: View, day: string): string[] {
  const first = startOf(view, day)
  const count =
    view === 'week'
      ? 7
      : Math.round((Date.parse(stepped('month', first, 1)) - Date.parse(first)) / oneDay_ms)
  return Array.from({ length: count }, (_, at) => shift(first, at))
}

export const isRest = (
  day: string,
  { work_saturday, work_sunday }: { work_saturday: boolean; work_sunday: boolean },
) => (weekdayOf(day) === 6 && !work_saturday) || (weekdayOf(day) === 0 && !work_sunday)
