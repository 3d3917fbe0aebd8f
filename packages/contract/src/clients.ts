import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  byId,
  dataUrl,
  email,
  flag,
  id,
  instant,
  message,
  name,
  numberInput,
  phone,
  text,
} from './fields.ts'
import { importCalls } from './import.ts'
import { limits } from './limits.ts'
import { organization, organizationInput } from './organizations.ts'

/** Organisations as the platform operator looks after them. */

const operator = { access: 'super-admin', needs: 'login' } as const

/** A document that the operator keeps about an organisation. */
export const organizationFile = z.object({
  id,
  name: z.string(),
  /** Under storage/organization/. */
  file: z.string(),
  added_by: z.string(),
  created_at: instant,
})

export const client = organization.extend({
  files: z.array(organizationFile),
  /** Who may do everything there; `invited` until they have signed in. */
  primaries: z.array(z.object({ name: z.string(), email: z.string(), status: z.string() })),
})
export type Client = z.output<typeof client>

const on = flag.default(true)

/** Whole months from today (A17). */
const trialWords = 'Trial Period is 1 to 24 months.'
const trial = numberInput('Trial Period', (months) =>
  months.int(trialWords).min(1, trialWords).max(24, trialWords),
).default(limits.trialMonthsOperator)

export const primaryUser = z.object({
  first_name: name('First Name', 60),
  last_name: name('Last Name', 60),
  email,
  phone,
})

export const clientInput = organizationInput.extend({
  trial,
  paye: on,
  nhif: on,
  nssf: on,
  housing: on,
  nita: on,
  /** Is invited; `role` may be sent, and is always primary. */
  user: primaryUser.extend({ role: z.literal('primary').optional() }),
})
export type ClientInput = z.output<typeof clientInput>

const upload = importCalls('organization-upload', 'super-admin', 'Add organizations')

export const clients = {
  get: endpoint({
    method: 'GET',
    path: 'organizations/:id',
    ...operator,
    summary: 'One organisation with its documents and primary users.',
    params: byId,
    response: client,
  }),
  create: endpoint({
    method: 'POST',
    path: 'organization',
    ...operator,
    summary: 'Add an organisation on trial; its primary user is invited by email.',
    body: clientInput,
    response: client,
    success: 201,
  }),
  addFile: endpoint({
    method: 'POST',
    path: 'organization-file',
    ...operator,
    summary: 'Keep a document about an organisation.',
    body: z.object({
      organization_id: id,
      name: text('Name', 100),
      file: dataUrl('File', limits.documentBytes),
    }),
    bodyBytes: limits.documentBody,
    response: organizationFile,
    success: 201,
  }),
  revokeFile: endpoint({
    method: 'DELETE',
    path: 'organization-file/:id',
    ...operator,
    summary: 'Remove a document about an organisation.',
    params: byId,
    response: message,
  }),
  upload: { ...upload.upload, path: 'organization-upload', needs: operator.needs },
  faults: { ...upload.faults, needs: operator.needs },
  template: { ...upload.template, needs: operator.needs },
}
