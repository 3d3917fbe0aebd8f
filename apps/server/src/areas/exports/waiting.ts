import type { WaitingLine } from '@mshahara/contract/dashboard'
import { monthAndYear } from '@mshahara/contract/months'
import type { ReturnKind } from '@mshahara/contract/returns'
import { daysLater } from '../../foundation/core/clock.ts'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'
import { monthsDeclared, type Prepared, returnsAtAGlance } from './month-returns.ts'

/** Whoever makes them has a week. What was due longer ago was filed some other way. */
const ahead_days = 7
const missed_days = 31

/** Returns of the last months that nobody has made a file of. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'export payrolls')) return []
  const months = await returnsAtAGlance(ctx.tx, await monthsDeclared(ctx.tx, { limit: 2 }))
  return months.flatMap((month) => lineOf(month, ctx.today))
}

function lineOf({ month, health, items, file }: Prepared, today: string): WaitingLine[] {
  const missing = items.filter(({ due, file: own }) => due && !own && !file)
  const [first] = missing.map(({ due }) => due as string).sort()
  if (!first || first < daysLater(today, -missed_days)) return []
  const { month: name, year } = monthAndYear(month)
  const names = missing.map(({ type }) => (type === 'nhif' ? health : titles[type]))
  const near = first <= daysLater(today, ahead_days) ? 'soon' : 'open'
  return [
    {
      key: `returns ${month}`,
      title: `Returns for ${name} ${year}`,
      text: `No file yet for ${names.join(', ')}.`,
      link: '/returns',
      urgency: first < today ? 'late' : near,
      due: first,
    },
  ]
}

const titles: Record<Exclude<ReturnKind, 'nhif'>, string> = {
  SEC_B: 'PAYE',
  nssf: 'NSSF',
  ahl: 'Housing Levy',
  nita: 'NITA',
  helb: 'HELB',
  withholding: 'withholding tax',
  fbt: 'fringe benefit tax',
  remittance: 'remittances',
}
