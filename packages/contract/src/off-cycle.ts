import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  byId,
  dayOr,
  id,
  message,
  month,
  numberInput,
  shillings,
  shillingsInput,
  text,
} from './fields.ts'
import { payrollInput, payrollListed } from './payroll.ts'

/** Extra payrolls, beside the month's: chosen people and amounts, a name and a day of their own. */

/** What the law makes of an amount (B3). */
export const extraKinds = ['one-off', 'regular', 'untaxed'] as const
export type ExtraKind = (typeof extraKinds)[number]
export const extraKindLabels: Record<ExtraKind, string> = {
  'one-off': 'Taxable, one-off (bonus, 13th month): no SHIF, no Housing Levy',
  regular: 'Taxable, regular (commission)',
  untaxed: 'Not taxable (refund of costs)',
}

/** Columns of amounts in one payroll. */
export const mostItems = 8
const mostPeople = 10_000
const mostPercent = 'Please give a share between 0 and 1,000%.'

/** How the year counts in a formula, and to what its amounts are rounded: the engine's. */
export const servedBy = ['not', 'months', 'days'] as const
export const roundings = ['cent', 'shilling', 'ten', 'hundred'] as const

const percent = numberInput('Percent of basic pay', (given) =>
  given.min(0, mostPercent).max(1000, mostPercent),
).transform((given) => Math.round(given * 100))
const bound = (label: string) =>
  shillingsInput(label)
    .nullish()
    .transform((given) => given ?? null)
/** For a 13th month or a bonus: a share of basic pay in percent, or an amount. */
export const formulaInput = z.object({
  of: z.discriminatedUnion('base', [
    z.object({ base: z.literal('share'), percent }),
    z.object({ base: z.literal('fixed'), amount: shillingsInput('Amount') }),
  ]),
  served: z.enum(servedBy),
  rounding: z.enum(roundings),
  least: bound('At least'),
  most: bound('At most'),
})
export type FormulaInput = z.input<typeof formulaInput>
/** For whom it was used: how many people, and how they were chosen. */
const used = { people: z.number().int().min(1).max(mostPeople), who: z.string().max(200) }
const formulaUsed = formulaInput.extend(used)
export type FormulaUsed = z.input<typeof formulaUsed>

const item = z.object({
  name: text('Name of the amount', 60),
  kind: z.enum(extraKinds, 'Please choose what kind of amount this is.'),
  formulas: z.array(formulaUsed).max(20, 'A column keeps at most 20 formulas.').default([]),
})
export type ExtraItem = z.output<typeof item>
/** As it is sent. */
export type ExtraItemInput = z.input<typeof item>

/** As it is kept, with the sentence that tells it. */
const formulaKept = z.object({
  ...used,
  of: z.union([
    // Hundredths, as money is.
    z.object({ base: z.literal('share'), percent: shillings }),
    z.object({ base: z.literal('fixed'), amount: shillings }),
  ]),
  served: z.enum(servedBy),
  rounding: z.enum(roundings),
  least: shillings.nullable(),
  most: shillings.nullable(),
  told: z.string(),
})
export type FormulaKept = z.output<typeof formulaKept>
const items = z
  .array(item)
  .min(1, 'Please name what is paid.')
  .max(mostItems, `An extra payroll has at most ${mostItems} kinds of amounts.`)
  .refine(
    (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
    'Two amounts have the same name.',
  )

const people = z
  .array(id)
  .min(1, 'Please choose at least one person.')
  .max(mostPeople, `An extra payroll has at most ${mostPeople} people.`)

export const extraPayrollInput = payrollInput.extend({
  title: text('Name', 60),
  pay_on: dayOr('Pay Date is required.'),
  items,
  employees: people,
})
export type ExtraPayrollInput = z.input<typeof extraPayrollInput>

/** Somebody who can be in an extra payroll of a month. */
export const extraPerson = z.object({
  id,
  employee_no: z.string(),
  name: z.string(),
  department_id: id.nullable(),
  department: z.string().nullable(),
  designation: z.string().nullable(),
  /** Basic pay of a whole month; null where none is recorded. */
  salary: shillings.nullable(),
  /** Months of the calendar year served by the end of the month, for a 13th month. */
  months: z.number(),
})
export type ExtraPerson = z.output<typeof extraPerson>

export const extraAmounts = z.object({
  items: z.array(item.omit({ formulas: true }).extend({ formulas: z.array(formulaKept) })),
  /** In the order of the staff list; amounts beside the items. */
  rows: z.array(
    extraPerson.extend({
      payslip_id: id,
      amounts: z.array(shillings),
      /** As they were worked out; null until then. */
      taken: shillings.nullable(),
      net: shillings.nullable(),
    }),
  ),
})
export type ExtraAmounts = z.output<typeof extraAmounts>

export const offCycle = {
  people: endpoint({
    method: 'GET',
    path: 'extra-payroll/people',
    access: 'create payrolls',
    summary: 'Who can be in an extra payroll of a month, with basic pay and months served.',
    query: z.object({ month }),
    response: z.array(extraPerson),
  }),
  create: endpoint({
    method: 'POST',
    path: 'extra-payroll',
    access: 'create payrolls',
    summary: 'Open an extra payroll beside the month: a draft for chosen people.',
    body: extraPayrollInput,
    response: payrollListed,
    success: 201,
  }),
  amounts: endpoint({
    method: 'GET',
    path: 'extra-payroll/amounts/:id',
    access: 'view payrolls',
    summary: 'What an extra payroll pays each of its people.',
    params: byId,
    response: extraAmounts,
  }),
  save: endpoint({
    method: 'PATCH',
    path: 'extra-payroll/amounts/:id',
    access: 'edit payrolls',
    waits: true,
    summary: 'Set the amounts of a draft, all of them, and work its figures out again.',
    params: byId,
    bodyValues: (mostItems + 4) * mostPeople + 5000,
    body: z.object({
      items,
      rows: z
        .array(
          z.object({ payslip_id: id, amounts: z.array(shillingsInput('Amount')).max(mostItems) }),
        )
        .max(mostPeople),
    }),
    response: message,
  }),
  formula: endpoint({
    method: 'POST',
    path: 'extra-payroll/formula/:id',
    access: 'view payrolls',
    effect: 'read',
    summary: 'What a formula comes to for people of an extra payroll, each with its working.',
    params: byId,
    bodyValues: mostPeople + 100,
    body: z.object({ formula: formulaInput, payslips: z.array(id).min(1).max(mostPeople) }),
    response: z.object({
      told: z.string(),
      rows: z.array(z.object({ payslip_id: id, amount: shillings, working: z.string() })),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: 'extra-payroll/people/:id',
    access: 'edit payrolls',
    summary: 'Add people to a draft.',
    params: byId,
    body: z.object({ employees: people }),
    response: message,
  }),
}
