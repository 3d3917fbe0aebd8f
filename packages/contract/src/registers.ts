import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, dataUrl, id, instant, shillings } from './fields.ts'
import { limits } from './limits.ts'

/**
 * The parallel run: the register that another system made of a month, beside a payroll of ours,
 * person by person and figure by figure (B34). Nothing of it is kept but how it came out.
 */

/** What a register is compared in. */
export const registerFigures = [
  'salary',
  'gross',
  'taxable',
  'paye',
  'nssf',
  'health',
  'housing',
  'other_deductions',
  'total_deductions',
  'net',
] as const
export type RegisterFigure = (typeof registerFigures)[number]

/** Of a register: who a row is about, and what is compared. */
export const registerColumns = [
  'employee_no',
  'pin_no',
  'id_number',
  'name',
  ...registerFigures,
] as const
export type RegisterColumn = (typeof registerColumns)[number]

/**
 * Why a figure differs: what goes into it is not the same (`input`), the same pay has another
 * deduction (`law`), or less than a shilling (`rounding`).
 */
export const registerCauses = ['input', 'law', 'rounding'] as const
export type RegisterCause = (typeof registerCauses)[number]

/** Null where the sheet has none of it; what was chosen by hand, or else was recognised. */
const columnsFound = z.record(z.enum(registerColumns), z.string().nullable())
const columnsChosen = z.partialRecord(z.enum(registerColumns), z.string().max(200).nullable())
export type ColumnsChosen = z.output<typeof columnsChosen>

/** Whether gross pay of the register is cash, or has benefits in kind in it. */
export const grossReadings = ['cash', 'with benefits'] as const
export type GrossReading = (typeof grossReadings)[number]

const difference = z.object({
  figure: z.enum(registerFigures),
  here: shillings,
  there: shillings,
  cause: z.enum(registerCauses),
})
const totals = z.object({ figure: z.enum(registerFigures), here: shillings, there: shillings })
const onlyOne = z.object({ employee_no: z.string(), name: z.string(), net: shillings.nullable() })

const registerCompared = z.object({
  /** Of the sheet that was read, and all of its headings. */
  sheet: z.string(),
  headings: z.array(z.string()),
  columns: columnsFound,
  /** Every figure of everybody, to the cent, and nobody in one of them alone. */
  equal: z.boolean(),
  /** In both, and how many of these agree in every figure. */
  people_count: z.number(),
  equal_count: z.number(),
  /** As it fits taxable pay; null where nobody has benefits, or a column is missing. */
  gross_is: z.enum(grossReadings).nullable(),
  /** What is compared, over the people in both. */
  totals: z.array(totals),
  /** How many figures differ for which cause. */
  causes: z.array(z.object({ cause: z.enum(registerCauses), count: z.number() })),
  /** Who differs, by number. */
  people: z.array(
    z.object({
      employee_id: id,
      employee_no: z.string(),
      name: z.string(),
      differences: z.array(difference),
    }),
  ),
  only_here: z.array(onlyOne),
  only_there: z.array(onlyOne.extend({ row: z.number() })),
  /** Rows and cells that could not be taken. */
  faults: z.array(z.object({ row: z.number(), column: z.string(), reason: z.string() })),
})
export type RegisterCompared = z.output<typeof registerCompared>

/** How the last comparison of a payroll came out: counts, and no pay. */
const registerOutcome = z.object({
  equal: z.boolean(),
  people: z.number(),
  equal_people: z.number(),
  figures: z.array(z.enum(registerFigures)),
  made_by: z.string(),
  made_at: instant,
  /** The payroll still comes to what was compared. */
  stands: z.boolean(),
})
export type RegisterOutcome = z.output<typeof registerOutcome>

export const registers = {
  outcome: endpoint({
    method: 'GET',
    path: 'payroll/:id/register',
    access: 'view payrolls',
    summary: 'How the last comparison of this payroll with a register came out; null before one.',
    params: byId,
    response: registerOutcome.nullable(),
  }),
  compare: endpoint({
    method: 'POST',
    path: 'payroll/:id/register',
    access: 'view payrolls',
    // An answer with everybody's pay is not kept for a repeated request either.
    secret: true,
    summary:
      "Another system's register of the month beside this payroll: who and what differs, and why. " +
      'Nothing of the register is kept; how many people agree is remembered.',
    params: byId,
    body: z.object({
      file: dataUrl('File', limits.documentBytes),
      /** Headings chosen by hand; null: the sheet is not asked about it. */
      columns: columnsChosen.default({}),
    }),
    bodyBytes: limits.documentBody,
    response: registerCompared,
  }),
}
