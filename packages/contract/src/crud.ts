import { z } from 'zod'
import { type Access, endpoint } from './endpoint.ts'
import { byId, message } from './fields.ts'
import type { Subject, Verb } from './permissions.ts'

/** "an allowance", "a revenue". */
export const withArticle = (thing: string) => `${/^[aeiou]/i.test(thing) ? 'an' : 'a'} ${thing}`

/** Each verb by its own permission: `view departments`, `create departments`, … */
export const withPermissions = (subject: Subject): Record<Verb, Access> => ({
  view: `view ${subject}`,
  create: `create ${subject}`,
  edit: `edit ${subject}`,
  delete: `delete ${subject}`,
})

interface Records<Row extends z.ZodType, Given extends z.ZodType> {
  /** As in the address: `leave-type`, listed at `leave-types`. */
  name: string
  /** For people: "leave type". */
  words: string
  may: Record<Verb, Access>
  row: Row
  input: Given
  /** To add, change or delete one may need a second person. */
  waits?: true
}

/** The four calls of a list that can be added to, changed and deleted from. */
export function crud<Row extends z.ZodType, Given extends z.ZodType>(records: Records<Row, Given>) {
  const { name, words, may, row, input, waits } = records
  const maybe = waits && { waits }
  return {
    list: endpoint({
      method: 'GET',
      path: `${name}s`,
      access: may.view,
      summary: `The ${words}s of the organisation.`,
      response: z.array(row),
    }),
    create: endpoint({
      method: 'POST',
      path: name,
      access: may.create,
      ...maybe,
      summary: `Add ${withArticle(words)}.`,
      body: input,
      response: row,
      success: 201,
    }),
    update: endpoint({
      method: 'PATCH',
      path: `${name}/:id`,
      access: may.edit,
      ...maybe,
      summary: `Change ${withArticle(words)}.`,
      params: byId,
      body: input,
      response: row,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${name}/:id`,
      access: may.delete,
      ...maybe,
      summary: `Delete ${withArticle(words)}.`,
      params: byId,
      response: message,
    }),
  }
}
