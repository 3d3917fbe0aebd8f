import { type MonthName, monthNames } from '@mshahara/contract/months'

/** The month people run next: this one after the 8th, the last one until then. */
export function defaultMonth(today: string): { month: MonthName; year: number } {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const months = year * 12 + month - 1 - (day > 8 ? 0 : 1)
  return { month: monthNames[months % 12] as MonthName, year: Math.floor(months / 12) }
}

/** 2024 to the current year (B14). */
export function yearsToRun(today: string): string[] {
  const last = Number(today.slice(0, 4))
  return Array.from({ length: last - 2023 }, (_, index) => String(2024 + index))
}
