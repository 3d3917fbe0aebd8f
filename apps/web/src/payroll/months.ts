export { defaultMonth } from '@mshahara/contract/months'

/** 2024 to the current year (B14). */
export function yearsToRun(today: string): string[] {
  const last = Number(today.slice(0, 4))
  return Array.from({ length: last - 2023 }, (_, index) => String(2024 + index))
}
