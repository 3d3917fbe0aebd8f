import type { contract } from '@mshahara/contract'
import type { CostComponent, CostReport, CostRow } from '@mshahara/contract/cost-of-people'
import { monthsLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { sheetCall } from '../../foundation/sheets/download.ts'
import {
  type BudgetLine,
  budgetOf,
  budgetOfComponent,
  budgetOfUnit,
  budgetOfWhole,
  type Held,
  heldAgainst,
  heldTogether,
} from './budget.ts'
import { type CostLine, type CostPart, costLines, type Named } from './cost-lines.ts'
import { costBook } from './cost-sheet.ts'

type Calls = typeof contract.costOfPeople

const isCost = ({ part }: CostLine) => part === 'gross' || part === 'employer'
const sum = (lines: readonly CostLine[]) => lines.reduce((all, { cents }) => all + cents, 0)

/** Lines of both months as one row. */
function rowOf(
  lines: readonly CostLine[],
  month: string,
  { budget, ...about }: Pick<CostRow, 'id' | 'name' | 'budget'>,
): CostRow {
  const now = lines.filter((line) => line.month === month)
  const cost = sum(now.filter(isCost))
  const of = (part: CostPart) => sum(now.filter((line) => line.part === part))
  return {
    ...about,
    ...{ gross: of('gross'), employer: of('employer'), leave: of('leave'), loans: of('loans') },
    ...{ cost, ...heldAgainst(cost, budget) },
    before: sum(lines.filter((line) => line.month !== month && isCost(line))),
  }
}

/** By name, those of none last; also those that have a budget and cost nothing. */
function unitRows(
  lines: readonly CostLine[],
  month: string,
  unit: {
    of: 'department' | 'centre'
    names: Map<string, string>
    none: string
    budget: (id: string | null) => number | null
  },
): CostRow[] {
  const found = Map.groupBy(lines, (line) => line[unit.of])
  return [...unit.names, [null, unit.none] as const].flatMap(([id, name]) => {
    const [own, budget] = [found.get(id) ?? [], unit.budget(id)]
    return own.length > 0 || budget !== null ? [rowOf(own, month, { id, name, budget })] : []
  })
}

/** Gross pay first, as payslips have it; what was budgeted and not paid is among it. */
function componentRows(
  lines: readonly CostLine[],
  month: string,
  budget: readonly BudgetLine[],
): CostComponent[] {
  const found = Map.groupBy(lines.filter(isCost), ({ part, component }) =>
    [part, component.toLowerCase()].join('|'),
  )
  const rows = [...found.values()].map((of): CostComponent => {
    const [{ part, component: name } = { part: 'gross', component: '' }] = of
    const now = of.filter((line) => line.month === month)
    return {
      ...{ name, part: part === 'employer' ? 'employer' : 'gross', cost: sum(now) },
      before: sum(of) - sum(now),
      ...heldAgainst(sum(now), budgetOfComponent(budget, name)),
    }
  })
  const known = new Set(rows.map(({ name }) => name.toLowerCase()))
  const unpaid = Map.groupBy(
    budget.filter(({ component }) => component !== '' && !known.has(component.toLowerCase())),
    ({ component }) => component.toLowerCase(),
  )
  for (const [{ component: name } = { component: '' }] of unpaid.values()) {
    const planned = heldAgainst(0, budgetOfComponent(budget, name))
    rows.push({ name, part: 'gross', cost: 0, before: 0, ...planned })
  }
  const place = ({ part }: CostComponent) => (part === 'gross' ? 0 : 1)
  return rows.sort((a, b) => place(a) - place(b) || b.cost - a.cost || (a.name < b.name ? -1 : 1))
}

async function namesIn(tx: Tx): Promise<Named> {
  const departments = await tx.all<{ id: string; name: string }>`
    select id, name from departments order by name, id`
  const centres = await tx.all<{ id: string; code: string; name: string }>`
    select id, code, name from cost_centres order by code, id`
  return {
    departments: new Map(departments.map(({ id, name }) => [id, name])),
    centres: new Map(centres.map(({ id, code, name }) => [id, `${code} ${name}`])),
  }
}

async function reportOf(tx: Tx, month: string) {
  const month_before = monthsLater(`${month}-01`, -1).slice(0, 7)
  const lines = await costLines(tx, [month, month_before])
  const budget = await budgetOf(tx, month)
  const named = await namesIn(tx)
  const departments = unitRows(lines, month, {
    ...{ of: 'department', names: named.departments, none: 'No department' },
    budget: (id) => budgetOfUnit(budget, 'department_id', id),
  })
  const cost_centres = unitRows(lines, month, {
    ...{ of: 'centre', names: named.centres, none: 'Not assigned' },
    budget: (id) => budgetOfUnit(budget, 'cost_centre_id', id),
  })
  const components = componentRows(lines, month, budget)
  const said = budgetOfWhole(budget)
  const whole = rowOf(lines, month, { id: null, name: 'Total', budget: said })
  const held = (rows: readonly Held[]) => heldTogether(whole.cost, said, rows)
  const of = {
    departments: held(departments),
    cost_centres: held(cost_centres),
    components: held(components),
  }
  const first = Object.values(of).find((one) => one.budget !== null)
  const total = { ...whole, ...first }
  const tables = { departments, cost_centres, components }
  const report: CostReport = { month, month_before, total, ...tables, held: of }
  return { report, lines, named }
}

export const get: Handler<Calls['get']> = async ({ tx }, { params }) =>
  (await reportOf(tx, params.month)).report

/** A workbook has a sheet for each view and one with every line; a csv has the lines. */
export const sheet = sheetCall<Calls['sheet']>(async ({ tx }, input) => {
  const { month } = input.params
  const { extension } = input.query()
  const { report, lines, named } = await reportOf(tx, month)
  const book = costBook(report, lines, named, extension)
  return { name: `Cost-of-People-${month}`, extension, book }
})
