import { monthInYear } from '../lib/months.ts'

/** 2026-02-28, 28/02/2026 (the day first, as in Kenya), "28 February, 2026" or in Swahili. */
export function parseDay(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim())
  const words = numbers ? `${numbers[3]}-${numbers[2]}-${numbers[1]}` : monthInEnglish(text)
  const time = Date.parse(`${words} UTC`)
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
}

const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** "28 Machi, 2026" → "28 March 2026", which the browser can read. */
function monthInEnglish(text: string): string {
  const word = /[a-z]{3,}/i.exec(text)?.[0].toLowerCase()
  const found = months.find(
    (number) => word && monthInYear(number, 'sw').toLowerCase().startsWith(word),
  )
  const known = word && found ? text.replace(/[a-z]+/i, monthInYear(found, 'en')) : text
  return known.replace(',', '')
}
