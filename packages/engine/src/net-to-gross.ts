import { LawError, type Month } from './dated.ts'
import { checkInput, type PayInput } from './input.ts'
import { mostCents } from './money.ts'
import { basesOf, compute } from './payslip.ts'
import { type Law, lawOf } from './statutory/index.ts'
import type { Cents } from './units.ts'

/**
 * The lowest salary with the wanted net pay to the cent, or the nearest reachable below.
 *
 * Net pay rises with salary, but not everywhere: it falls where a contribution jumps (NHIF's table,
 * SHIF's minimum), and by a cent or two where several lines round up together. So each stretch
 * between two jumps is searched by halving, and the neighbourhood of the crossing cent by cent.
 */
export interface NetToGross {
  salary: Cents
  net: Cents
  /** False when no salary gives exactly the wanted net. */
  exact: boolean
}

/**
 * Rounding moves a line by half a cent, or by a shilling where lines are kept in whole shillings.
 */
const nearCents = 12
const nearShillings = 700

export const netToGross = (
  input: Omit<PayInput, 'salary'>,
  month: Month,
  wanted: Cents,
): NetToGross => nearest(input, month, wanted, 'below')

/**
 * The lowest salary with the wanted net pay to the cent; where none has it, the lowest that leaves
 * more. Nobody gets less than they were promised.
 */
export const leastForNet = (
  input: Omit<PayInput, 'salary'>,
  month: Month,
  wanted: Cents,
): NetToGross => nearest(input, month, wanted, 'above')

/** Where no salary has the wanted net pay: on which side of it the nearest is looked for. */
type Side = 'below' | 'above'

function nearest(
  input: Omit<PayInput, 'salary'>,
  month: Month,
  wanted: Cents,
  side: Side,
): NetToGross {
  const { net, near, parts } = searched(input, month, wanted)
  let best: NetToGross | undefined
  for (const [first, last] of parts) {
    // Between two jumps net pay only rises, but for what is rounded.
    if (side === 'above' && net(last) < wanted - near) continue
    const found = searchStretch(net, first, last, { wanted, near, side })
    if (found?.exact) return found
    if (found && (!best || isNearer(found, best, side))) best = found
  }
  return best ?? { salary: 0, net: net(0), exact: net(0) === wanted }
}

const isNearer = (one: NetToGross, other: NetToGross, side: Side) =>
  side === 'above' ? one.salary < other.salary : one.net > other.net

function searched(input: Omit<PayInput, 'salary'>, month: Month, wanted: Cents) {
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > mostCents / 4) {
    throw new LawError('The wanted net pay must be whole cents, not negative and not absurd.')
  }
  checkInput({ ...input, salary: 0 })
  const law = lawOf(month)
  const net = (salary: Cents) => compute({ ...input, salary }, law).netPay
  const { shifRounding, payeRounding } = input.options ?? {}
  const coarse = shifRounding === 'shilling' || payeRounding === 'shilling'
  const near = coarse ? nearShillings : nearCents
  return { net, near, parts: stretches(input, law, net, wanted + near) }
}

/** Salaries between two jumps of net pay, up to where it has passed the wanted one for good. */
function stretches(
  input: Omit<PayInput, 'salary'>,
  law: Law,
  net: (salary: Cents) => Cents,
  beyond: Cents,
): [Cents, Cents][] {
  const { regular, oneOff } = basesOf({ ...input, salary: 0 })
  const edges = new Set<Cents>([0, 1])
  if (law.health.kind === 'nhif') {
    for (const { from } of law.health.steps) edges.add(from - regular - oneOff)
  }
  let top = 100_00
  while (net(top) <= beyond) top *= 2
  const highestEdge = Math.max(...edges)
  const end = Math.max(top, highestEdge + 1)
  const starts = [...edges].filter((edge) => edge >= 0).sort((a, b) => a - b)
  return starts.map((start, index) => [start, (starts[index + 1] ?? end + 1) - 1])
}

function searchStretch(
  net: (salary: Cents) => Cents,
  first: Cents,
  last: Cents,
  { wanted, near, side }: { wanted: Cents; near: number; side: Side },
): NetToGross | undefined {
  let low = first
  let high = last
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (net(middle) < wanted) low = middle
    else high = middle
  }
  let best: NetToGross | undefined
  const from = Math.max(first, low - near)
  const to = Math.min(last, high + near)
  for (let salary = from; salary <= to; salary += 1) {
    const reached = net(salary)
    if (reached === wanted) return { salary, net: reached, exact: true }
    if (reached > wanted !== (side === 'above')) continue
    const found = { salary, net: reached, exact: false }
    if (!best || isNearer(found, best, side)) best = found
  }
  return best
}
