import { z } from 'zod'

/** An empty line of the settings is none. */
export const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)
