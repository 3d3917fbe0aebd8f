import { everywhere } from '@mshahara/contract/everywhere'
import type { Sentence } from '@mshahara/contract/say'
import { sentenceOf } from '@mshahara/contract/wording.sw'
import { z } from 'zod'
import { Refused } from '../core/fail.ts'

/**
 * What a request brings, held against its schema. A long list is looked at entry by entry, and no
 * further than its first faults: telling a hundred thousand of them would hold everybody up.
 */

const mostFaults = 50
const longList = 100

interface Fault {
  path: PropertyKey[]
  message: string
}

export function parse(schema: z.ZodType, value: unknown): unknown {
  const early = faultsInLongLists(schema, value)
  const result = early.length > 0 ? undefined : schema.safeParse(value)
  if (result?.success) return result.data
  const faults = early.length > 0 ? early : (result?.error.issues ?? [])
  const errors: Record<string, Sentence[]> = {}
  for (const { path, message } of faults.slice(0, mostFaults)) {
    const field = path.join('.') || 'body'
    errors[field] = [...(errors[field] ?? []), sentenceOf(message)]
  }
  throw new Refused(422, everywhere.markedFields, { errors })
}

function faultsInLongLists(schema: z.ZodType, value: unknown): Fault[] {
  const shape = bare(schema)
  if (!(shape instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, list]) => {
    const field = bare(shape.shape[name])
    if (!Array.isArray(list) || list.length <= longList || !(field instanceof z.ZodArray)) return []
    return faultsInList(name, field.element as z.ZodType, list)
  })
}

function faultsInList(name: string, element: z.ZodType, list: unknown[]): Fault[] {
  const faults: Fault[] = []
  for (const [at, one] of list.entries()) {
    const { error } = element.safeParse(one)
    if (!error) continue
    faults.push(
      ...error.issues.map(({ path, message }) => ({ path: [name, at, ...path], message })),
    )
    if (faults.length >= mostFaults) break
  }
  return faults
}

/** Without what only wraps it: optional, with a default, changed afterwards. */
function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return bare(schema.in)
  const wrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  return wrapped ? bare(schema.unwrap()) : schema
}
