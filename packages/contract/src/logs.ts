import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, instant } from './fields.ts'

export const logEvents = [
  'created',
  'updated',
  'deleted',
  'login',
  'logout',
  'failed login',
  'code shown',
  'second factor',
  'refused',
] as const

const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

export const logQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(10),
  log_name: blank(z.string().regex(/^[\w-]{1,60}$/, 'There is no such module.')),
  causer_id: blank(id),
  event: blank(z.enum(logEvents)),
  from: blank(day),
  to: blank(day),
})

export const logEntry = z.object({
  id: z.number(),
  /** Who did it, as named at the time. */
  description: z.string(),
  log_name: z.string(),
  event: z.enum(logEvents),
  created_at: instant,
  properties: z.record(z.string(), z.unknown()).nullable(),
  /** Whose record it is, as it is called now: "allowance House of Njeri Mwangi (BR-0004)". */
  subject: z.string().nullable(),
  /** Of the ids among the properties, as far as there is such a record. */
  names: z.record(z.string(), z.string()),
})
export type LogEntry = z.output<typeof logEntry>

export const logs = {
  list: endpoint({
    method: 'POST',
    path: 'logs',
    access: 'view logs',
    effect: 'read',
    summary: 'A page of the activity log, newest first.',
    query: z.object({ page: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    body: logQuery,
    response: z.object({ data: z.array(logEntry), last_page: z.number(), total: z.number() }),
  }),
  modules: endpoint({
    method: 'GET',
    path: 'modules',
    access: 'view logs',
    summary: 'The modules the log can be filtered by.',
    response: z.array(z.object({ id: z.number(), module: z.string(), name: z.string() })),
  }),
  users: endpoint({
    method: 'GET',
    path: 'logs/users',
    access: 'view logs',
    summary: 'The people the log can be filtered by.',
    response: z.array(z.object({ id, first_name: z.string(), last_name: z.string() })),
  }),
}
