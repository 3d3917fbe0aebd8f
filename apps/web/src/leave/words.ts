/** How leave is told in words. */

const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

export const weekday = (day: string) => weekdays.format(new Date(day))

export const inDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

/** The badge of what remains: nothing left, few days, enough. */
export const toneOf = (remaining: number) =>
  remaining <= 0 ? 'red' : remaining < 5 ? 'amber' : 'green'
