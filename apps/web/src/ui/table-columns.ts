/** Which columns of a table give way when it is too narrow for all of them. */

export interface Yielding {
  key: string
  yields?: number
}

/** Lowest number first, among equals the rightmost; no more of them than it takes. */
export function mustGo(columns: Yielding[], widths: number[], room: number): string[] {
  const order = columns
    .map(({ key, yields }, at) => ({ key, yields, at, width: widths[at] ?? 0 }))
    .filter(({ yields }) => yields !== undefined)
    .sort((one, other) => (one.yields ?? 0) - (other.yields ?? 0) || other.at - one.at)
  let needed = widths.reduce((sum, width) => sum + width, 0)
  const gone: string[] = []
  for (const { key, width } of order) {
    if (needed <= room) break
    gone.push(key)
    needed -= width
  }
  return gone
}
