import { z } from 'zod'
import {
  casualFaults,
  casualPayWays,
  changedCasualFields,
  dailyAmount,
  newCasualFields,
  payBases,
} from './casual-fields.ts'
import { crud } from './crud.ts'
import type { FieldFault } from './employee-fields.ts'
import { statusChange, statuses } from './employees.ts'
import { endpoint } from './endpoint.ts'
import {
  byId,
  dataUrl,
  day,
  dayOr,
  flag,
  id,
  instant,
  numberInput,
  optionalText,
  shillings,
  slice,
} from './fields.ts'
import { itemName } from './figures.ts'
import { waitingImport } from './import.ts'
import { limits } from './limits.ts'
import { nextNo } from './structure.ts'

/** People paid by the day or by the piece, and what is added to and taken from each day's pay. */

const keysOf = <T extends object>(names: T) =>
  Object.keys(names) as [keyof T & string, ...(keyof T & string)[]]

export const casualListed = z.object({
  id,
  casual_no: z.string(),
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  id_number: z.string(),
  phone: z.string(),
  status: z.enum(statuses),
  avatar: z.string().nullable(),
  department_id: id.nullable(),
  work_station_id: id.nullable(),
  created_at: instant,
})
export type CasualListed = z.output<typeof casualListed>

const named = z.object({ name: z.string() }).nullable()

export const casual = casualListed.extend({
  gender: z.string().nullable(),
  dob: day.nullable(),
  address: z.string().nullable(),
  /** For a day, or for a piece. */
  pay: shillings,
  pay_basis: z.enum(keysOf(payBases)),
  piece: z.string().nullable(),
  pay_by: z.enum(keysOf(casualPayWays)),
  duty: z.string().nullable(),
  employment_date: day,
  termination_date: day.nullable(),
  pin_no: z.string().nullable(),
  nssf_no: z.string().nullable(),
  nhif_no: z.string().nullable(),
  department: named,
  station: named,
  /** When the phone number or the way of payment last changed. */
  payee_changed_at: instant.nullable(),
})
export type Casual = z.output<typeof casual>

const refuse = (faults: FieldFault[], ctx: z.RefinementCtx) => {
  for (const { field, sentence } of faults) {
    ctx.addIssue({ code: 'custom', path: [field], message: sentence })
  }
}

export const casualInput = newCasualFields.superRefine((given, ctx) =>
  refuse(casualFaults(given), ctx),
)
/** Only what is sent changes. */
export const casualChange = changedCasualFields.superRefine((given, ctx) =>
  refuse(casualFaults(given), ctx),
)

export const casuals = {
  list: endpoint({
    method: 'GET',
    path: 'casuals',
    access: 'view casuals',
    summary:
      'Every casual worker, newest first; with offset, limit or search a slice, and in the ' +
      'header x-total-count how many there are.',
    query: slice,
    response: z.array(casualListed),
  }),
  nextNo: endpoint({
    method: 'GET',
    path: 'casualNextNo',
    access: 'create casuals',
    summary: 'The number the next casual worker is likely to get.',
    response: nextNo,
  }),
  get: endpoint({
    method: 'GET',
    path: 'casual/:id',
    access: 'view casuals',
    summary: 'One casual worker.',
    params: byId,
    response: casual,
  }),
  create: endpoint({
    method: 'POST',
    path: 'casual',
    access: 'create casuals',
    waits: true,
    summary: 'Add a casual worker; the number is assigned.',
    body: casualInput,
    response: z.object({ data: casual }),
    success: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'casual/:id',
    access: 'edit casuals',
    waits: true,
    summary: 'Change a casual worker; what is not sent stays as it is.',
    params: byId,
    body: casualChange,
    response: casual,
  }),
  status: endpoint({
    method: 'PATCH',
    path: 'casual/status/:id',
    access: 'edit casuals',
    waits: true,
    summary: 'Change the status, which decides who is in a casual payroll.',
    params: byId,
    body: statusChange,
    response: casual,
  }),
  avatar: endpoint({
    method: 'POST',
    path: 'casual/avatar',
    access: 'edit casuals',
    summary: 'Set the photo of a casual worker.',
    body: z.object({ casual_id: id, file: dataUrl('Photo', limits.logoBytes) }),
    response: z.object({ avatar: z.string() }),
  }),
  /** By role and not by permission (A11). */
  ...waitingImport('casual', 'primary', 'Add casual workers'),
}

// ---------------------------------------------------------------- each day's additions

const may = {
  view: 'view casuals',
  create: 'edit casuals',
  edit: 'edit casuals',
  delete: 'edit casuals',
} as const
const description = optionalText('Description', 500)

/** The lists hang on a person. */
const ofCasual = <Row extends z.ZodType>(path: string, words: string, row: Row) =>
  endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: may.view,
    summary: `The ${words} of a casual worker.`,
    params: byId,
    response: z.array(row),
  })

export const casualAdvance = z.object({
  id,
  casual_id: id,
  name: z.string(),
  /** Added to each day's pay. */
  amount: shillings,
  description: z.string().nullable(),
  created_at: instant,
})
export type CasualAdvance = z.output<typeof casualAdvance>

const { list: _, ...advanceCalls } = crud({
  name: 'casual-advance',
  words: 'daily advance',
  may,
  row: casualAdvance,
  input: z.object({
    casual_id: id,
    name: itemName('Name'),
    amount: dailyAmount('Amount'),
    description,
  }),
})
export const casualAdvances = {
  list: ofCasual('casual-advances', 'daily advances', casualAdvance),
  ...advanceCalls,
}

export const casualDeduction = casualAdvance.extend({ from: day, to: day })
export type CasualDeduction = z.output<typeof casualDeduction>

const { list: __, ...deductionCalls } = crud({
  name: 'casual-deduction',
  words: 'daily deduction',
  may,
  row: casualDeduction,
  input: z
    .object({
      casual_id: id,
      name: itemName('Name'),
      amount: dailyAmount('Amount'),
      from: dayOr('From is required, such as 2026-02-28.'),
      to: dayOr('To is required, such as 2026-02-28.'),
      description,
    })
    .refine(({ from, to }) => to >= from, { path: ['to'], error: 'To cannot be before From.' }),
})
export const casualDeductions = {
  list: ofCasual('casual-deductions', 'daily deductions', casualDeduction),
  ...deductionCalls,
}

// ---------------------------------------------------------------- the organisation's terms

const hundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

export const casualSettings = z.object({
  /** Statutory deductions are taken from casual pay too (C1). */
  statutory: z.boolean(),
  /** What an hour of overtime counts. */
  overtime_factor: z.number(),
  /** Hours in a day's pay. */
  day_hours: z.number(),
  /** Days without a sheet are paid only when they are ticked (C22); on with the first sheet. */
  keeps_roll: z.boolean(),
})
export type CasualSettings = z.output<typeof casualSettings>

export const casualTerms = {
  get: endpoint({
    method: 'GET',
    path: 'casual-settings',
    access: 'view casuals',
    summary:
      'Whether the law is applied to casual pay, how overtime is counted, and whether a muster ' +
      'roll is kept.',
    response: casualSettings,
  }),
  change: endpoint({
    method: 'PATCH',
    path: 'casual-settings',
    access: 'edit organization',
    summary: 'Change that, for payrolls created or recalculated from now on.',
    body: z.object({
      statutory: flag,
      keeps_roll: flag.optional(),
      overtime_factor: numberInput('Overtime Factor', (factor) =>
        factor
          .min(1, 'Overtime Factor must be between 1 and 3.')
          .max(3, 'Overtime Factor must be between 1 and 3.')
          .refine(hundredths, 'Overtime Factor can have at most two decimals.'),
      ),
      day_hours: numberInput('Hours in a Day', (hours) =>
        hours
          .min(4, 'Hours in a Day must be between 4 and 12.')
          .max(12, 'Hours in a Day must be between 4 and 12.')
          .refine(hundredths, 'Hours in a Day can have at most two decimals.'),
      ),
    }),
    response: casualSettings,
  }),
}
