import { type MonthName, monthFrom, monthNames } from '@mshahara/contract/months'

/** "2026-11", "November 2026", "Nov 2026", "11/2026", or the day that Excel made of it. */
export function monthIn(cell: unknown): string | null {
  const text = String(cell ?? '').trim()
  const iso = /^(\d{4})-(0[1-9]|1[0-2])(?:-\d\d)?$/.exec(text)
  if (iso) return `${iso[1]}-${iso[2]}`
  const slashed = /^(0?[1-9]|1[0-2])\/(\d{4})$/.exec(text)
  if (slashed) return `${slashed[2]}-${String(slashed[1]).padStart(2, '0')}`
  const named = /^([a-z]{3,9})\.?[ -]+(\d{4})$/i.exec(text)
  if (named) {
    const [, word = '', year] = named
    const name = monthNames.find((one) => one.toLowerCase().startsWith(word.toLowerCase()))
    return name ? monthFrom(name as MonthName, Number(year)) : null
  }
  const serial = /^\d{5}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(serial)) return null
  return new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 7)
}
