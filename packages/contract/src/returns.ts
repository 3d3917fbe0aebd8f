import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byproduct, exportAnswer, extensions } from './exports.ts'
import { day, id, month, optionalText, shillings } from './fields.ts'
import { healthName } from './figures.ts'

/** What a month owes to others, whatever its number of runs (B26). */

export const returnTypes = [
  'SEC_B',
  'nssf',
  'nhif',
  'ahl',
  'nita',
  'helb',
  'withholding',
  'fbt',
  'remittance',
] as const
export type ReturnKind = (typeof returnTypes)[number]

const returnDue = z.object({
  type: z.enum(returnTypes),
  /** Of a remittance: the deduction as its payslips call it. */
  name: z.string().nullable(),
  /** Null where no law sets a day. */
  due: day.nullable(),
  people: z.number(),
  /** Taken from pay, paid by the employer on top, and both: what is to be paid over. */
  deducted: shillings,
  employer: shillings,
  amount: shillings,
  /** The newest file that still holds, or null while none was made. */
  file: byproduct.nullable(),
})
export type ReturnDue = z.output<typeof returnDue>

export const monthReturns = z.object({
  month,
  health: healthName,
  runs: z.array(z.object({ id, code: z.string() })),
  people: z.number(),
  items: z.array(returnDue),
  /** All of them in one archive. */
  file: byproduct.nullable(),
})
export type MonthReturns = z.output<typeof monthReturns>

const mostMonths = 24
export const returnsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(mostMonths).default(6),
  /** Months before this one only. */
  before: month.optional(),
})

export const returnInput = z
  .object({
    type: z.enum(['all', ...returnTypes], 'Please choose a return.'),
    name: optionalText('Deduction'),
    /** On paper: what is sent to somebody without a portal. */
    extension: z.enum([...extensions, 'pdf', 'zip'], 'Please choose a format.'),
  })
  .refine(({ type, name }) => type !== 'remittance' || name !== null, {
    path: ['name'],
    error: 'Please name the deduction.',
  })
  .refine(({ type, extension }) => (type === 'all') === (extension === 'zip'), {
    path: ['extension'],
    error: 'All returns together are a ZIP file, a single one is Excel or CSV.',
  })
  .refine(({ type, extension }) => extension !== 'pdf' || type === 'remittance', {
    path: ['extension'],
    error: 'Returns are Excel or CSV files; what is remitted to others is had as PDF too.',
  })
export type ReturnInput = z.output<typeof returnInput>

export const returns = {
  list: endpoint({
    method: 'GET',
    path: 'returns',
    access: 'export payrolls',
    summary: 'Months with confirmed payrolls, newest first: what is due when, and its file.',
    query: returnsQuery,
    response: z.array(monthReturns),
  }),
  make: endpoint({
    method: 'POST',
    path: 'returns/:month',
    access: 'export payrolls',
    summary: 'One file for all confirmed payrolls of a month: a return, a remittance, or all.',
    params: z.object({ month }),
    body: returnInput,
    response: exportAnswer,
  }),
}
