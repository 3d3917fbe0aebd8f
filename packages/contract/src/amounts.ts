/** Amounts as people write them (B27): comma or space groups, point divides. */

const currency = /^(?:kshs?|kes)\.?\s*|\s*(?:kshs?|kes)\.?$/gi
const grouped = /^-?\d{1,3}(?:(?:,\d{3})+|(?: \d{3})+)(?:\.\d*)?$/

/**
 * "Ksh 12,500.00", "12 500/=" or "12500" in shillings; null where it could mean something else.
 * Three digits after a point are more likely thousands than cents, and 12,5 is neither.
 */
export function amountIn(text: string): number | null {
  const bare = text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .replace(currency, '')
    .replace(/\s?\/[=-]?$/, '')
  const plain = grouped.test(bare) ? bare.replace(/[, ]/g, '') : bare
  return /^-?(?:\d+\.?\d{0,2}|\.\d{1,2})$/.test(plain) ? Number(plain) : null
}

/** Said at a field whose text is no amount. */
export const amountHint =
  'Please write it like 12,500.50, with a comma between thousands and a point before cents.'

/** Ten times the usual or a tenth of it: more often a slip than meant. */
export const isFar = (amount: number, usual: number) =>
  amount > 0 && usual > 0 && (amount >= usual * 10 || amount * 10 <= usual)

export interface Usual {
  amount: number
  /** As in "far from 80,000.00, the salary so far". */
  words: string
}

/** The usual amount that this one is far from, if any. What was far before need not be asked. */
export function farFrom(
  amount: number,
  before: number | undefined,
  usual: readonly Usual[],
): Usual | undefined {
  if (amount === before) return undefined
  if (before && isFar(amount, before)) return { amount: before, words: 'the amount so far' }
  return usual.find((one) => isFar(amount, one.amount) && !isFar(before ?? 0, one.amount))
}

export const usualSalary = (amount: number): Usual[] => [{ amount, words: 'the usual salary here' }]

/** An item is often a small part of the salary, but hardly ever a multiple of it. */
export const usualItem = (name: string, amount: number, usual: number, salary: number): Usual[] => [
  { amount: usual, words: `usual here for ${name.trim()}` },
  { amount: amount > salary ? salary : 0, words: "this person's salary" },
]
