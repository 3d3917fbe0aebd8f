import { z } from 'zod'
import { crud } from './crud.ts'
import { endpoint } from './endpoint.ts'
import {
  byId,
  flag,
  id,
  idNamed,
  instant,
  month,
  numberInput,
  optional,
  optionalText,
  shillings,
  shillingsInput,
} from './fields.ts'
import { itemName } from './figures.ts'
import { importCalls } from './import.ts'

/** Pension schemes, and who is in them: the employee’s part and the employer’s (B4). */

export const schemeKinds = ['pension', 'provident'] as const
/** Basic pay, or all taxed cash pay. */
export const schemeBases = ['basic', 'gross'] as const

const none = (value: unknown) => (value === '' || value === undefined ? null : value)
/** Of a field that may be left out or empty. */
const given = <T extends z.ZodType>(schema: T) =>
  z
    .preprocess(none, schema.nullable())
    .optional()
    .transform((value) => value ?? null)
const percentInput = (label: string) =>
  given(
    numberInput(label, (rate) =>
      rate
        .min(0, `${label} cannot be negative.`)
        .max(100, `${label} can be at most 100%.`)
        .refine(
          (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
          `${label} can have at most two decimals.`,
        ),
    ),
  )
const amountInput = (label: string) => given(shillingsInput(label))

const partsInput = {
  own_percent: percentInput("Employee's Percentage"),
  own_amount: amountInput("Employee's Amount"),
  employer_percent: percentInput("Employer's Percentage"),
  employer_amount: amountInput("Employer's Amount"),
}
const parts = {
  own_percent: z.number().nullable(),
  own_amount: shillings.nullable(),
  employer_percent: z.number().nullable(),
  employer_amount: shillings.nullable(),
}

const eitherOr = 'Please give a percentage or an amount, not both.'
type Either = Record<'own_percent' | 'own_amount' | 'employer_percent' | 'employer_amount', unknown>
const ownEither = ({ own_percent, own_amount }: Either) =>
  own_percent === null || own_amount === null
const employerEither = ({ employer_percent, employer_amount }: Either) =>
  employer_percent === null || employer_amount === null

export const pensionScheme = z.object({
  id,
  name: z.string(),
  number: z.string().nullable(),
  kind: z.enum(schemeKinds),
  base: z.enum(schemeBases),
  cap: shillings.nullable(),
  ...parts,
  /** Its members' tier II of NSSF goes to it. */
  contracts_out: z.boolean(),
  /** People who are in it in this month or a later one. */
  members: z.number(),
  created_at: instant,
})
export type PensionScheme = z.output<typeof pensionScheme>

export const pensionSchemeInput = z
  .object({
    name: itemName('Scheme Name'),
    number: optionalText('Scheme Number'),
    kind: z.enum(schemeKinds, 'Please choose a kind.').default('pension'),
    base: z.enum(schemeBases, 'Please choose what it is a percentage of.').default('basic'),
    /** Empty: all of the base counts. */
    cap: amountInput('Highest Pay That Counts'),
    ...partsInput,
    contracts_out: flag.default(false),
  })
  .refine(ownEither, { path: ['own_amount'], error: eitherOr })
  .refine(employerEither, { path: ['employer_amount'], error: eitherOr })
  .refine(({ cap }) => cap !== 0, {
    ...{ path: ['cap'], error: 'Please leave this empty where all of it counts.' },
  })

export const pensionMember = z.object({
  id,
  scheme_id: id,
  scheme: z.string(),
  employee_id: id,
  employee_no: z.string(),
  employee: z.string(),
  member_no: z.string().nullable(),
  from: month,
  to: month.nullable(),
  ...parts,
  /** What the months take: parts of their own, where somebody has any, or the scheme's. */
  taken: z.object({ base: z.enum(schemeBases), ...parts }),
  created_at: instant,
})
export type PensionMember = z.output<typeof pensionMember>

export const pensionMemberInput = z
  .object({
    scheme_id: idNamed('Please choose a scheme.'),
    employee_id: id,
    member_no: optionalText('Member Number', 60),
    from: month,
    /** The last month; empty: until further notice. */
    to: optional(month),
    /** Where all are empty, the scheme's count. */
    ...partsInput,
  })
  .refine(({ from, to }) => to === null || to >= from, {
    ...{ path: ['to'], error: 'The last month cannot be before the first.' },
  })
  .refine(ownEither, { path: ['own_amount'], error: eitherOr })
  .refine(employerEither, { path: ['employer_amount'], error: eitherOr })

export const pensionSchemes = {
  ...crud({
    name: 'pension-scheme',
    words: 'pension scheme',
    may: {
      view: 'view employees',
      create: 'edit organization',
      edit: 'edit organization',
      delete: 'edit organization',
    },
    row: pensionScheme,
    input: pensionSchemeInput,
  }),
  members: endpoint({
    method: 'GET',
    path: 'pension-scheme/:id/members',
    access: 'view employees',
    summary: 'Who is or was in a pension scheme.',
    params: byId,
    response: z.array(pensionMember),
  }),
}

export const pensionMembers = {
  ...crud({
    name: 'pension-member',
    words: 'member of a pension scheme',
    may: {
      view: 'view employees',
      create: 'edit employees',
      edit: 'edit employees',
      delete: 'edit employees',
    },
    row: pensionMember,
    input: pensionMemberInput,
  }),
  list: endpoint({
    method: 'GET',
    path: 'pension-members/:id',
    access: 'owner-or view employees',
    summary: 'The pension schemes that an employee is or was in.',
    params: byId,
    response: z.array(pensionMember),
  }),
  ...importCalls('pension-members', 'edit employees', 'Set members of pension schemes'),
}
