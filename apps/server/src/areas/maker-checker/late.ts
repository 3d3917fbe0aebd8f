import type { ShownChange } from '@mshahara/contract/maker-checker'
import { monthInWords } from '@mshahara/contract/months'
import type { Tx } from '../../foundation/core/db.ts'
import type { Write } from './writes.ts'

/** What pay items that reach back to paid months come to, as a second person sees it (B30). */

interface DueOfMonths {
  months: string[]
  /** In cents. */
  net: number
}

type Due = Map<string, DueOfMonths>

/** By people. Asked before something is written and after, it says what that comes to. */
export type DueLate = (tx: Tx, people: readonly string[]) => Promise<Due>

export interface LateNets {
  before: Due
  after: Due
}

const reachesBack = ({ before, after }: Write) =>
  [before, after].some((item) => item && 'late' in item && item.late)

export const latePeople = (writes: readonly Write[]) => [
  ...new Set(writes.filter(reachesBack).flatMap(({ payee_id }) => payee_id ?? [])),
]

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const none: DueOfMonths = { months: [], net: 0 }

/** So many people are told one by one; of more there is a sum. */
const atOnce = 8

export function lateLines(writes: readonly Write[], nets: LateNets | null): ShownChange[] {
  if (!nets) return []
  const names = new Map(writes.map(({ payee_id, person }) => [payee_id, person]))
  const changed = latePeople(writes).flatMap((id) => {
    const [before, after] = [nets.before.get(id) ?? none, nets.after.get(id) ?? none]
    const months = [...new Set([...before.months, ...after.months])].sort()
    const person = names.get(id) ?? ''
    return months.length > 0 ? [{ person, months, before: before.net, after: after.net }] : []
  })
  if (changed.length <= atOnce) return changed.map((one) => line(one.person, one))
  const sum = (side: 'before' | 'after') => changed.reduce((all, one) => all + one[side], 0)
  const months = [...new Set(changed.flatMap((one) => one.months))].sort()
  const whole = { months, before: sum('before'), after: sum('after') }
  return [line(`${changed.length} people`, whole)]
}

const line = (
  who: string,
  { months, before, after }: { months: string[]; before: number; after: number },
): ShownChange => ({
  label: `${who}: arrears, net, of ${months.map(monthInWords).join(', ')}`,
  before: before === 0 ? null : money.format(before / 100),
  after: money.format(after / 100),
})
