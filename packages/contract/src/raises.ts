import { z } from 'zod'
import { agreedNetInput, salaryWords, terms } from './employee-fields.ts'
import { endpoint } from './endpoint.ts'
import { id, message, month, numberInput, shillings, shillingsInput } from './fields.ts'
import { waitingImport } from './import.ts'

/** Raises for many people at once: worked out, looked over, and recorded in one act. */

/** To what a new salary is rounded: the engine's. */
export const raiseRoundings = ['cent', 'shilling', 'ten', 'fifty', 'hundred'] as const

const mostPeople = 10_000
const share = 'Please give a percentage between -90 and 1,000.'

const percent = numberInput('Percent', (given) => given.min(-90, share).max(1000, share)).transform(
  (given) => Math.round(given * 100),
)
const bound = (label: string) =>
  shillingsInput(label)
    .nullish()
    .transform((given) => given ?? null)

/** By how much, for everybody alike. */
export const raiseRule = z.object({
  by: z.discriminatedUnion('what', [
    z.object({ what: z.literal('percent'), percent }),
    z.object({ what: z.literal('more'), amount: shillingsInput('Amount') }),
    z.object({ what: z.literal('to'), amount: shillingsInput('New Salary') }),
    z.object({ what: z.literal('net'), amount: agreedNetInput }),
  ]),
  rounding: z.enum(raiseRoundings).default('cent'),
  /** More than before, at least. */
  least: bound('At least'),
  /** What the new salary is, at least. */
  floor: bound('Salary of at least'),
})
export type RaiseRuleInput = z.input<typeof raiseRule>

const some = <T extends z.ZodType>(of: T, most: number) => z.array(of).max(most).optional()
/** Whoever fits all that is given; nothing given is everybody. */
const whom = z.object({
  departments: some(id, 500),
  designations: some(id, 500),
  terms: some(z.enum(terms), terms.length),
  employees: some(id, mostPeople),
})

const own = z
  .object({
    employee_id: id,
    from: month.optional(),
    amount: shillingsInput('Salary').nullish(),
    /** In place of an amount: the salary is agreed net. */
    agreed_net: agreedNetInput.nullish().transform((net) => net ?? null),
  })
  .refine(({ amount, agreed_net }) => typeof amount === 'number' || agreed_net !== null, {
    path: ['amount'],
    error: salaryWords.needed,
  })

const raisesAsked = z.object({
  from: month,
  whom: whom.default({}),
  /** Null: only those who are given by name. */
  rule: raiseRule.nullable().default(null),
  /** Amounts, and months, of single people instead of what the rule says. */
  own: z.array(own).max(mostPeople).default([]),
})
export type RaisesAsked = z.input<typeof raisesAsked>

const person = z.object({ employee_id: id, employee_no: z.string(), name: z.string() })

export const raiseRow = person.extend({
  department: z.string().nullable(),
  designation: z.string().nullable(),
  terms: z.string(),
  from: month,
  before: shillings,
  /** Gross; of an agreed net as the law of the month `from` makes it. */
  after: shillings,
  /** The net that was and would be agreed; null: gross. */
  net_before: shillings.nullable(),
  net_after: shillings.nullable(),
  /** Of confirmed months that it reaches back to: pay, and what is left of it. */
  arrears: z.array(z.object({ month, pay: shillings, net: shillings })),
  /** What deserves a look, in a sentence. */
  doubt: z.string().nullable(),
  /** Of all it was worked out from: sent back, so that nothing is recorded that was not seen. */
  seen: z.string(),
})
export type RaiseRow = z.output<typeof raiseRow>

const raisesWorkedOut = z.object({
  /** "5% more, rounded to 100"; empty without a rule. */
  told: z.string(),
  rows: z.array(raiseRow),
  /** Who cannot have it, and why. */
  refused: z.array(person.extend({ reason: z.string() })),
})
export type RaisesWorkedOut = z.output<typeof raisesWorkedOut>

const raise = z.object({
  employee_id: id,
  from: month,
  amount: shillingsInput('Salary'),
  agreed_net: agreedNetInput.nullish().transform((net) => net ?? null),
  seen: z.string('Please look at the salaries before they are saved.').max(64),
})

const sheet = waitingImport('raises', 'edit employees', 'Change salaries')

export const raises = {
  preview: endpoint({
    method: 'POST',
    path: 'raises/preview',
    access: 'edit employees',
    effect: 'read',
    summary:
      'What a raise for many people comes to, person by person: salary before and after, and the ' +
      'arrears of confirmed months. Nothing is saved.',
    bodyValues: 5 * mostPeople + 2000,
    body: raisesAsked,
    response: raisesWorkedOut,
  }),
  save: endpoint({
    method: 'POST',
    path: 'raises',
    access: 'edit employees',
    waits: true,
    summary: 'Record new salaries as they were worked out: all of them, or none.',
    bodyValues: 6 * mostPeople + 100,
    body: z.object({
      rows: z
        .array(raise)
        .min(1, 'Please choose at least one person.')
        .max(mostPeople, 'At most 10,000 salaries are changed at once.')
        .refine(
          (rows) => new Set(rows.map(({ employee_id }) => employee_id)).size === rows.length,
          'Somebody is in it twice.',
        ),
    }),
    response: message.extend({ changed: z.number() }),
  }),
  ...sheet,
  upload: endpoint({
    ...sheet.upload,
    /** The rows as they can be taken, to look over and save with `save`. */
    response: sheet.upload.response.extend({ proposed: z.array(raiseRow) }),
  }),
  template: endpoint({
    ...sheet.template,
    summary: 'The sheet to fill in, with everybody and their salary, as a data URL.',
    query: z.object({ from: month }),
  }),
}
