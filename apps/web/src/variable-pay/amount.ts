/** "12,500.50", "Ksh 12 500" or "12500"; null where it could mean something else. */
export function amountIn(text: string): number | null {
  const bare = text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .replace(/^(?:kshs?|kes)\.?\s*/i, '')
    .replace(/\s?\/[=-]?$/, '')
  const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.|$)|^-?\d{1,3}(?: \d{3})+(?:\.|$)/.test(bare)
  const plain = grouped ? bare.replace(/[, ]/g, '') : bare
  return /^-?(?:\d+\.?\d{0,2}|\.\d{1,2})$/.test(plain) ? Number(plain) : null
}
