import { timeZone } from '@mshahara/contract/limits'
import { locales, spoken } from './spoken.ts'

/** How days, instants and amounts are written everywhere (specification 1, section 9). */

const parts = (options: Intl.DateTimeFormatOptions, locale: string = locales.en) =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options })
const daysIn = (locale: string) => ({
  instant: parts({ day: '2-digit', month: 'long', year: 'numeric' }, locale),
  calendar: parts({ day: '2-digit', month: 'long', year: 'numeric', timeZone: 'UTC' }, locale),
})
const days = { en: daysIn(locales.en), sw: daysIn(locales.sw) }
const clock = parts({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clockWithSeconds = parts({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const iso = new Intl.DateTimeFormat('en-CA', { timeZone })

function spell(format: Intl.DateTimeFormat, date: Date): string {
  const found = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]))
  return `${found.get('day')} ${found.get('month')}, ${found.get('year')}`
}

/** '2026-03-05' or an instant → "05 March, 2026". */
export function date(value: string | null | undefined): string {
  if (!value) return ''
  const calendar = /^\d{4}-\d{2}-\d{2}$/.test(value)
  return spell(days[spoken()][calendar ? 'calendar' : 'instant'], new Date(value))
}

/** Sentences name days as the wire has them; people read them as fields show them. */
export const daysInWords = (sentence: string) =>
  sentence.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => date(day))

/** An instant → "05 March, 2026 14:07". */
export function dateTime(value: string | null | undefined): string {
  return value ? `${date(value)} ${clock.format(new Date(value))}` : ''
}

/** An instant as the log shows it: "2026-03-05 14:07:09". */
export function stamp(value: string): string {
  const instant = new Date(value)
  return `${iso.format(instant)} ${clockWithSeconds.format(instant)}`
}

/** The calendar day in Nairobi. */
export function today(now = new Date()): string {
  return iso.format(now)
}

const grouped = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Shillings → "1,234.50"; a negative amount is shown as 0: `signed` where there can be one. */
export function amount(shillings: number): string {
  return grouped.format(Math.max(0, shillings) || 0)
}
/** What may lower pay, such as days of absence: "−1,234.50". */
export const signed = (shillings: number): string =>
  shillings < 0 ? `−${amount(-shillings)}` : amount(shillings)
/** What was added or taken away: "+1,234.50", "−1,234.50"; nothing where nothing changed. */
export function difference(shillings: number): string {
  if (Math.abs(shillings) < 0.005) return ''
  return `${shillings < 0 ? '−' : '+'}${grouped.format(Math.abs(shillings))}`
}
export const ksh = (shillings: number) => `Ksh ${amount(shillings)}`
/** What a refund of tax may make less than nothing. */
export const signedKsh = (shillings: number) =>
  shillings < 0 ? `−${ksh(-shillings)}` : ksh(shillings)

export const fullName = (person: { first_name: string; last_name: string }) =>
  `${person.first_name} ${person.last_name}`.trim()

export const wholeName = (person: {
  first_name: string
  middle_name: string | null
  last_name: string
}) => [person.first_name, person.middle_name, person.last_name].filter(Boolean).join(' ')

/** 'super-admin' → "Super Admin". */
export const words = (key: string) =>
  key.replace(/[-_]/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** In a field: 80,000 without cents, 80,000.50 with them; what cannot be stays as it was typed. */
export const amountToType = (value: number): string => grouped.format(value).replace('.00', '')
