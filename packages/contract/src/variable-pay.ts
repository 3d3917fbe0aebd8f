import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, message, month, numberInput, shillings, shillingsInput, slice } from './fields.ts'
import { figureNameTaken, isFigureName } from './figures.ts'
import { dryQuery, waitingImport } from './import.ts'

/** What changes from month to month: overtime, bonuses, absence, one-off deductions, revenue. */

/** Hours and days have at most two decimals; nothing is written as an empty cell or as 0. */
const quantity = (label: string, most: number, words: string) =>
  numberInput(label, (number) =>
    number
      .min(0, `${label} cannot be negative.`)
      .max(most, `${label} can be at most ${words}.`)
      .refine(
        (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
        `${label} can have at most two decimals.`,
      ),
  ).transform((value) => Math.round(value * 100) / 100)

const hours = (label: string) => quantity(label, 744, '744, the hours of a month')

/** The cells of a person's month, in the order of the sheet. */
export const variableCells = {
  overtime_hours: hours('Overtime Hours'),
  rest_hours: hours('Rest Day Hours'),
  /** Of a normal hour. None: the salary's. */
  hourly_rate: shillingsInput('Hourly Rate'),
  bonus: shillingsInput('Bonus'),
  absence_days: quantity('Absence Days', 31, '31 days').refine(
    (value) => Number.isInteger(value * 2),
    'Absence Days are whole or half days.',
  ),
  deduction_name: z
    .string()
    .trim()
    .max(120, 'Deduction can have at most 120 characters.')
    .refine((name) => !isFigureName(name), figureNameTaken),
  deduction: shillingsInput('Deduction Amount'),
  revenue: shillingsInput('Revenue'),
  commission_rate_id: id.nullable(),
  days_away: quantity('Days Away', 31, '31 days').refine(
    Number.isInteger,
    'Days Away are whole days.',
  ),
  /** Of each of these days. */
  per_diem: shillingsInput('Per Diem'),
}
export type VariableCell = keyof typeof variableCells

/** Cells that are not named stay as they are. */
const variableInput = z.object({
  employee_id: id,
  ...(Object.fromEntries(
    Object.entries(variableCells).map(([key, schema]) => [key, schema.optional()]),
  ) as { [K in VariableCell]: z.ZodOptional<(typeof variableCells)[K]> }),
})
export type VariableInput = z.output<typeof variableInput>

const person = z.object({
  employee_id: id,
  employee_no: z.string(),
  name: z.string(),
  overtime_hours: z.number(),
  rest_hours: z.number(),
  hourly_rate: shillings,
  /** The salary by the organisation's hours, which counts where no rate is given. */
  usual_rate: shillings,
  bonus: shillings,
  absence_days: z.number(),
  deduction_name: z.string(),
  deduction: shillings,
  revenue: shillings,
  commission_rate_id: id.nullable(),
  /** Several, or paid ones: changed on the employee's page if at all. */
  revenue_fixed: z.boolean(),
  days_away: z.number(),
  per_diem: shillings,
  paid: z.boolean(),
})
export type VariablePerson = z.output<typeof person>

const totals = z.object({
  people: z.number(),
  overtime_hours: z.number(),
  rest_hours: z.number(),
  bonus: shillings,
  absence_days: z.number(),
  deduction: shillings,
  revenue: shillings,
  days_away: z.number(),
})
export type VariableTotals = z.output<typeof totals>

const monthHours = numberInput('Hours', (hours) =>
  hours
    .int('Please give whole hours.')
    .min(100, 'Hours must be between 100 and 300.')
    .max(300, 'Hours must be between 100 and 300.'),
)

export const variablePay = {
  list: endpoint({
    method: 'GET',
    path: 'variable-pay',
    access: 'edit employees',
    summary: 'Everybody employed in a month with their variable pay, a slice at a time.',
    query: slice.extend({ month, filled: z.literal(['0', '1']).optional() }),
    response: z.object({
      month,
      /** What the salary is divided by for an hour of work. */
      month_hours: z.number(),
      /** How many the search leaves, and the sums of the whole month. */
      count: z.number(),
      totals,
      people: z.array(person),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    path: 'variable-pay',
    access: 'edit employees',
    waits: true,
    summary:
      'Set cells of a month to these values; the same again changes nothing, `dry=1` saves nothing.',
    query: dryQuery,
    body: z.object({
      month,
      people: z.array(variableInput).min(1, 'There is nothing to save.').max(10_000),
    }),
    bodyBytes: 4 * 1024 * 1024,
    response: message.extend({
      changed: z.number(),
      unchanged: z.number(),
      /** What is far from usual, and more often a slip than meant. */
      warnings: z.array(
        z.object({ employee_id: id, name: z.string(), field: z.string(), sentence: z.string() }),
      ),
    }),
  }),
  ...waitingImport('variable-pay', 'edit employees', "Set a month's variable pay"),
  template: endpoint({
    method: 'GET',
    path: 'variable-pay/template',
    access: 'edit employees',
    summary: "The month's spreadsheet with everybody in it, as a data URL.",
    query: z.object({ month }),
    response: z.object({ name: z.string(), file: z.string() }),
  }),
  changeHours: endpoint({
    method: 'PATCH',
    path: 'variable-pay/hours',
    access: 'edit organization',
    summary: 'Set the hours that a monthly salary is divided by for overtime.',
    body: z.object({ month_hours: monthHours }),
    response: message,
  }),
}
