/** How the columns of a wide table are shared out over sheets of paper. */

/** A4 landscape within its margins, less the columns that every sheet repeats. */
const room_mm = 277 - 66
const digit_mm = 1.55
const padding_mm = 3
const least_mm = 19

/** As even as possible: two sheets of eight read better than one of eleven and one of five. */
export function sharedOut<C extends { total: string }>(columns: readonly C[]): C[][] {
  const longest = Math.max(0, ...columns.map(({ total }) => total.length))
  const width = Math.max(least_mm, longest * digit_mm + padding_mm)
  const most = Math.max(1, Math.floor(room_mm / width))
  const sheets = Math.ceil(columns.length / most)
  const each = Math.ceil(columns.length / sheets)
  return Array.from({ length: sheets }, (_, at) => columns.slice(at * each, (at + 1) * each))
}
