import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId } from './fields.ts'

/** What somebody who leaves is given. */
export const leaving = {
  certificate: endpoint({
    method: 'GET',
    path: 'employee/certificate/:id',
    access: 'view employees',
    summary: 'The certificate of service of somebody who has left, as a PDF.',
    params: byId,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
}
