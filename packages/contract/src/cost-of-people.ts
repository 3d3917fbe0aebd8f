import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, month, shillings } from './fields.ts'
import { importCalls } from './import.ts'
import { sheetAnswer, sheetQuery } from './sheet.ts'

/** What people cost in a month, against the month before and a budget. */

const against = {
  /** Gross pay and what the employer adds to it. */
  cost: shillings,
  /** Of the month before. */
  before: shillings,
  /** Null where nothing was budgeted. */
  budget: shillings.nullable(),
  /** What of the cost is more than that, of what has a budget. */
  beyond: shillings.nullable(),
}
const held = z.object({ budget: against.budget, beyond: against.beyond })

/** Of a department, of a cost centre, or of all. */
const costRow = z.object({
  /** Null: of none. */
  id: id.nullable(),
  name: z.string(),
  gross: shillings,
  employer: shillings,
  ...against,
  /** Of the gross pay: leave pay, leave that was paid out. */
  leave: shillings,
  /** Taken back of loans: no cost. */
  loans: shillings,
})
export type CostRow = z.output<typeof costRow>

const costComponent = z.object({
  name: z.string(),
  part: z.enum(['gross', 'employer']),
  ...against,
})
export type CostComponent = z.output<typeof costComponent>

export const costReport = z.object({
  month,
  month_before: month,
  total: costRow,
  departments: z.array(costRow),
  cost_centres: z.array(costRow),
  components: z.array(costComponent),
  /** Of each table: the organisation's own budget, or else that of its lines. */
  held: z.object({ departments: held, cost_centres: held, components: held }),
})
export type CostReport = z.output<typeof costReport>

const ofMonth = z.object({ month })

export const costOfPeople = {
  get: endpoint({
    method: 'GET',
    path: 'cost-of-people/:month',
    access: 'view annual-analytics',
    summary: 'What people cost in a month, by department, cost centre and component.',
    params: ofMonth,
    response: costReport,
  }),
  sheet: endpoint({
    method: 'GET',
    path: 'cost-of-people/:month/sheet',
    access: 'view annual-analytics',
    summary: 'The same as a spreadsheet, with every line of it, as a data URL.',
    params: ofMonth,
    query: sheetQuery,
    response: sheetAnswer,
  }),
}

/** The budget of a month is replaced by the rows that a sheet has of it. */
export const costBudgets = importCalls('cost-budgets', 'edit departments', 'Set the budget')
