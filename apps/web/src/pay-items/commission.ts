/** What a revenue would earn, for the preview; the server has the last word. */
export function commissionOf(revenue: number, threshold: number, rate: number): number {
  const above = Math.round((revenue - threshold) * 100)
  return above > 0 ? Math.round((above * Math.round(rate * 100)) / 10_000) / 100 : 0
}

/** The sum of amounts with cents, exact to the cent. */
export const sum = (amounts: number[]) =>
  amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100
