import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, optional, shillings } from './fields.ts'
import { monthNames } from './months.ts'
import { sheetAnswer, sheetQuery } from './sheet.ts'

/** From last month's pay to this month's, reason by reason and to the cent. */

/** In the order in which they are told; gross and net move together but for the last two. */
export const varianceTitles = {
  joined: 'Joined',
  left: 'Left',
  salary: 'Salary changes',
  days: 'Days worked',
  item: 'Allowances and other incomes',
  'one-off': 'One-off and variable pay',
  deduction: 'Other deductions',
  statutory: 'Tax and statutory deductions',
} as const
export type VarianceKind = keyof typeof varianceTitles
export const varianceKinds = Object.keys(varianceTitles) as [VarianceKind, ...VarianceKind[]]

const both = { gross: shillings, net: shillings }

const reason = z.object({
  kind: z.enum(varianceKinds),
  /** Which allowance, deduction or tax; empty where the kind says it all. */
  name: z.string(),
  /** "80,000 → 90,000", "15 of 30 days → whole month". */
  detail: z.string(),
  /** What it adds to the pay, or takes from it. */
  ...both,
})

const person = z.object({
  employee_id: id,
  employee_no: z.string(),
  name: z.string(),
  before: z.object(both),
  after: z.object(both),
  reasons: z.array(reason),
})
export type VariancePerson = z.output<typeof person>

/** All payslips of a month that were compared. */
const side = z.object({
  month: z.enum(monthNames),
  year: z.number(),
  /** The runs it is made of. */
  codes: z.array(z.string()),
  count: z.number(),
  ...both,
})

export const payrollVariance = z.object({
  id,
  code: z.string(),
  /** Null when no month before it was confirmed: there is nothing to compare with. */
  opening: side.nullable(),
  closing: side,
  /** Opening and these add up to closing. */
  reasons: z.array(reason.omit({ detail: true }).extend({ count: z.number() })),
  /** People whose pay is made up differently; a slice of them, when one was asked for. */
  people_count: z.number(),
  people: z.array(person),
})
export type PayrollVariance = z.output<typeof payrollVariance>

const slice = z.object({
  kind: optional(z.enum(varianceKinds, 'There is no such reason.')),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
})

export const payrollVariances = {
  get: endpoint({
    method: 'GET',
    path: 'payroll/variance/:id',
    access: 'view payrolls',
    summary: 'From the last confirmed month to this run: why gross and net differ.',
    params: byId,
    query: slice,
    response: payrollVariance,
  }),
  sheet: endpoint({
    method: 'GET',
    path: 'payroll/variance/:id/sheet',
    access: 'export payrolls',
    summary: 'The same as a spreadsheet, person by person, as a data URL.',
    params: byId,
    query: sheetQuery,
    response: sheetAnswer,
  }),
}
