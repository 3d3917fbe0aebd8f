import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id } from './fields.ts'

export const job = z.object({
  id,
  name: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  done: z.number(),
  total: z.number(),
  result: z.unknown(),
  error: z.string().nullable(),
})
export type Job = z.output<typeof job>

export const settings = {
  config: endpoint({
    method: 'GET',
    path: 'config',
    access: 'public',
    needs: 'login',
    summary: 'What the web application must know before anybody signs in.',
    response: z.object({
      accounts_url: z.string().nullable(),
      payments_mode: z.enum(['simulator', 'sandbox', 'production']),
      demo: z.boolean(),
      /** The outbox at /dev/mail is open. */
      dev_mail: z.boolean(),
    }),
  }),
  job: endpoint({
    method: 'GET',
    path: 'job/:id',
    access: 'signed-in',
    summary: 'Progress of a background job of the caller.',
    params: byId,
    response: job,
  }),
}
