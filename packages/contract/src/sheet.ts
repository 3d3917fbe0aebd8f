import { z } from 'zod'

/** A table that is also offered as a file: the format asked for, and the file in the answer. */

export const extensions = ['xlsx', 'csv'] as const
export type Extension = (typeof extensions)[number]

export const sheetQuery = z.object({
  extension: z.enum(extensions, 'Please choose a format.'),
})

export const sheetAnswer = z.object({
  /** As it is called when it is saved. */
  name: z.string(),
  /** As a data URL. */
  file: z.string(),
})
