import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, shillings } from './fields.ts'

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
      /** What forms say of this month's law. */
      law: z.object({
        withholding_percent: z.number(),
        withholding_from: shillings,
        vat_percent: z.number(),
        nssf_until_age: z.number(),
        /** What an hour of overtime counts as. */
        overtime_times: z.number(),
        rest_day_times: z.number(),
        usual_month_hours: z.number(),
        usual_week_hours: z.number(),
      }),
    }),
  }),
  job: endpoint({
    method: 'GET',
    path: 'job/:id',
    access: 'signed-in',
    needs: 'login',
    summary: 'Progress of a background job of the caller.',
    params: byId,
    response: job,
  }),
}
