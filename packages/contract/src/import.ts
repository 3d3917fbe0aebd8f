import { z } from 'zod'
import { limits } from './constants.ts'
import { dataUrl, id } from './fields.ts'

/** What every spreadsheet upload takes and answers (B20): a dry run, then all or nothing. */

export const importQuery = z.object({ dry: z.literal(['0', '1', 'true', 'false']).optional() })
export const importBody = z.object({ file: dataUrl('File', limits.documentBytes) })

/** A cell that cannot be taken: where it is, what it holds, what was expected. */
export const importFault = z.object({
  row: z.number(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
})
export type ImportFault = z.output<typeof importFault>

export const importAnswer = z.object({
  message: z.string(),
  /** Rows read from the sheet. */
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  /** The first faults; `fault_count` counts them all. */
  faults: z.array(importFault),
  fault_count: z.number(),
  /** The first rows as they were understood, for a look before the confirmation. */
  columns: z.array(z.string()),
  preview: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  /** When it works in the background: GET job/{id} tells how far it is. */
  job_id: id.nullable(),
})
export type ImportAnswer = z.output<typeof importAnswer>
