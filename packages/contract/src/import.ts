import { z } from 'zod'
import { type Access, endpoint } from './endpoint.ts'
import { dataUrl, id } from './fields.ts'
import { limits } from './limits.ts'

/** What every spreadsheet upload takes and answers (B20): a dry run, then all or nothing. */

/** `dry=1` only says what would happen. */
export const dryQuery = z.object({ dry: z.literal(['0', '1', 'true', 'false']).optional() })
const importBody = z.object({ file: dataUrl('File', limits.documentBytes) })

/** A cell that cannot be taken: where it is, what it holds, what was expected. */
const importFault = z.object({
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
  /** What can be taken but deserves a look; likewise the first of them. */
  warnings: z.array(importFault),
  warning_count: z.number(),
  /** Sums of the columns of amounts, to compare with those of the sheet. */
  totals: z.array(z.object({ column: z.string(), sum: z.number(), rows: z.number() })),
  /** What empty cells are taken as, in sentences. */
  assumed: z.array(z.string()),
  /** The first rows as they were understood, for a look before the confirmation. */
  columns: z.array(z.string()),
  preview: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  /** When it works in the background: GET job/{id} tells how far it is. */
  job_id: id.nullable(),
})
export type ImportAnswer = z.output<typeof importAnswer>

/** Told instead of success. */
export const nothingChanged = 'Nothing changed: everything was recorded already.'

/** The sheet to fill in, and what takes it back; `does` as in "Add employees". */
export const importCalls = (path: string, access: Access, does: string) => ({
  upload: endpoint({
    method: 'POST',
    path: `${path}/upload`,
    access,
    summary: `${does} from a spreadsheet; \`dry=1\` only says what would happen.`,
    query: dryQuery,
    body: importBody,
    bodyBytes: limits.documentBody,
    response: importAnswer,
  }),
  faults: endpoint({
    method: 'POST',
    path: `${path}/faults`,
    access,
    effect: 'read',
    summary: 'The rows of a spreadsheet that cannot be taken, each with its reason, as a data URL.',
    body: importBody,
    bodyBytes: limits.documentBody,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
  template: endpoint({
    method: 'GET',
    path: `${path}/template`,
    access,
    summary: 'The spreadsheet to fill in, as a data URL.',
    response: z.object({ name: z.string(), file: z.string() }),
  }),
})
/** The same where a second person may have to agree to the whole of it. */
export function waitingImport(path: string, access: Access, does: string) {
  const { upload, ...calls } = importCalls(path, access, does)
  return { ...calls, upload: { ...upload, waits: true as const } }
}
export type ImportCalls = ReturnType<typeof importCalls>
