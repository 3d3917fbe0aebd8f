import { holidayIn, leaveTypeIn } from '@mshahara/contract/leave-names'
import { locales, spoken } from '../lib/spoken.ts'

/** How leave is told in words. */

const namesIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
const weekdays = { en: namesIn(locales.en), sw: namesIn(locales.sw) }

export const weekday = (day: string) => weekdays[spoken()].format(new Date(day))

export const inDays = (days: number) =>
  spoken() === 'sw' ? `Siku ${days}` : `${days} ${days === 1 ? 'day' : 'days'}`

export const typeName = ({ name }: { name: string }) => leaveTypeIn(name, spoken())
export const holidayName = (name: string) => holidayIn(name, spoken())

/** The badge of what remains: nothing left, few days, enough. */
export const toneOf = (remaining: number) =>
  remaining <= 0 ? 'red' : remaining < 5 ? 'amber' : 'green'
