import type { Tx } from '../../foundation/core/db.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { cost_budgets } from './tables.ts'

/** What was budgeted for a month, and what of it a line of the report is held against. */

export interface BudgetLine {
  department_id: string | null
  cost_centre_id: string | null
  component: string
  amount: number
}

export const budgetOf = (tx: Tx, month: string): Promise<BudgetLine[]> =>
  tx.select().from(cost_budgets).where(eq(cost_budgets.month, month))

type Unit = 'department_id' | 'cost_centre_id'

/** Of all, of those by department, or of those by cost centre: nobody is counted in two of them. */
const ofAll = ({ department_id, cost_centre_id }: BudgetLine) =>
  department_id === null && cost_centre_id === null
const axes: ((line: BudgetLine) => boolean)[] = [
  ofAll,
  ({ department_id }) => department_id !== null,
  ({ cost_centre_id }) => cost_centre_id !== null,
]

/** What was said of the whole, or else its components together; null where nothing was said. */
function whole(lines: readonly BudgetLine[]): number | null {
  const said = lines.filter(({ component }) => component === '')
  const counted = said.length > 0 ? said : lines
  return counted.length > 0 ? counted.reduce((sum, { amount }) => sum + amount, 0) : null
}

export const budgetOfUnit = (lines: readonly BudgetLine[], unit: Unit, id: string | null) =>
  id === null ? null : whole(lines.filter((line) => line[unit] === id))

/** Unit by unit, since one may be budgeted as a whole and another by its components. */
function inUnits(lines: readonly BudgetLine[]): number | null {
  const units = Map.groupBy(lines, (line) => line.department_id ?? line.cost_centre_id)
  const sums = [...units.values()].map(whole).filter((sum) => sum !== null)
  return sums.length > 0 ? sums.reduce((sum, one) => sum + one, 0) : null
}

/** What was said of the organisation as a whole, or component by component. */
export const budgetOfWhole = (lines: readonly BudgetLine[]) => whole(lines.filter(ofAll))

/** The organisation's own, or what its departments come to, or else its cost centres. */
export function budgetOfComponent(lines: readonly BudgetLine[], name: string): number | null {
  const own = lines.filter(({ component }) => component.toLowerCase() === name.toLowerCase())
  for (const axis of axes) {
    const sum = inUnits(own.filter(axis))
    if (sum !== null) return sum
  }
  return null
}

export interface Held {
  budget: number | null
  beyond: number | null
}

/** Only what has a budget is held against one. */
export const heldAgainst = (cost: number, budget: number | null): Held => ({
  budget,
  beyond: budget === null ? null : cost - budget,
})

export function heldTogether(cost: number, said: number | null, rows: readonly Held[]): Held {
  if (said !== null) return heldAgainst(cost, said)
  return rows.reduce<Held>(
    (all, { budget, beyond }) =>
      budget === null || beyond === null
        ? all
        : { budget: (all.budget ?? 0) + budget, beyond: (all.beyond ?? 0) + beyond },
    { budget: null, beyond: null },
  )
}
