import { z } from 'zod'
import { employeeFields } from './employee-fields.ts'
import { endpoint } from './endpoint.ts'
import { byId, dataUrl, id, instant, message, optionalText, phone, slice, text } from './fields.ts'
import { limits } from './limits.ts'
import { wordingOf } from './say.ts'
import { fieldWords } from './wording.ts'

/** What an employee proposes to change of their own record, and what staff make of it. */

export const detailSubjects = {
  phone: 'Phone',
  address: 'Address',
  kin: 'Next of kin',
  bank: 'Bank account',
  photo: 'Photo',
} as const
export type DetailSubject = keyof typeof detailSubjects
const subject = z.enum(['phone', 'address', 'kin', 'bank', 'photo'])

/** Where pay or codes go: confirmed by a code before staff may accept it. */
export const confirmedSubjects: readonly DetailSubject[] = ['phone', 'bank']

/** The fields of each subject, in the order people read them. */
export const subjectFields = {
  phone: { phone: 'Phone' },
  address: { address: 'Address' },
  kin: { name: 'Name', relationship: 'Relationship', phone: 'Phone' },
  bank: { bank_name: 'Bank', branch_name: 'Branch', account_no: 'Account number' },
  photo: { photo: 'Photo' },
} as const satisfies Record<DetailSubject, Record<string, string>>

const values = z.record(z.string(), z.string().nullable())
export type DetailValues = z.output<typeof values>

export const proposalStatuses = ['open', 'decided', 'withdrawn'] as const

const change = z.object({
  subject,
  before: values,
  after: values,
  /** What the record says now, where staff changed it since the proposal. */
  now: values.nullable(),
  accepted: z.boolean().nullable(),
})

/** A contact that a code goes to; `to` is masked. */
const contact = z.object({
  which: z.enum(['old', 'new']),
  by: z.enum(['text', 'email']),
  to: z.string(),
  /** The number on record can be replaced by email, if it is lost. */
  else_email: z.boolean(),
  confirmed_at: instant.nullable(),
})
export type DetailContact = z.output<typeof contact>

const proposal = z.object({
  id,
  status: z.enum(proposalStatuses),
  /** Rises whenever the proposal is changed; codes and decisions belong to one. */
  revision: z.int(),
  changes: z.array(change),
  contacts: z.array(contact),
  /** Nothing is left for the employee to confirm. */
  ready: z.boolean(),
  /** Why something was refused. */
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  created_at: instant,
})
export type DetailProposal = z.output<typeof proposal>

const held = z.object({
  phone: values,
  address: values,
  kin: values,
  bank: values,
  photo: values,
})

const mine = z.object({
  employee_id: id,
  first_name: z.string(),
  last_name: z.string(),
  pay_by: z.enum(['bank', 'mpesa']),
  held,
  proposal: proposal.nullable(),
  /** The newest ones that are closed. */
  past: z.array(proposal),
})
export type MyDetails = z.output<typeof mine>

const listed = z.object({
  id,
  employee_id: id,
  employee_no: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: z.string().nullable(),
  subjects: z.array(subject),
  status: z.enum(proposalStatuses),
  ready: z.boolean(),
  created_at: instant,
})
export type DetailProposalListed = z.output<typeof listed>

const reviewed = proposal.extend({
  employee: z.object({
    id,
    employee_no: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
  }),
  /** What deserves a look, such as an account that somebody else has too. */
  warnings: z.array(z.string()),
  /** Not confirmed on a phone: whoever accepts it says that they have called the person. */
  call: z.array(z.string()),
  called: z.boolean(),
  /** The caller's own: somebody else decides. */
  own: z.boolean(),
})
export type DetailProposalReviewed = z.output<typeof reviewed>

export const detailWords = wordingOf('detail-fields', {
  which: 'Please say which contact.',
  openAgain: 'Please open the proposal again.',
  enterCode: 'Please enter the code.',
  codeTooLong: 'This code is too long.',
})

const bank = z.object({
  bank_name: text('Bank'),
  branch_name: optionalText('Branch'),
  account_no: employeeFields.shape.account_no
    .refine((value) => value !== null, fieldWords.required({ label: 'Account number' }))
    .transform((value) => value ?? ''),
})

/** The whole proposal: what is left out, or the same as on record, is not proposed. */
export const detailProposalInput = z.object({
  phone: phone.optional(),
  address: optionalText('Address', 200).optional(),
  kin: employeeFields.shape.kin.optional(),
  bank: bank.optional(),
  photo: dataUrl('Photo', limits.logoBytes).optional(),
  /** The picture of the proposal as it stands is proposed again. */
  keep_photo: z.boolean().default(false),
})

const which = z.enum(['old', 'new'], detailWords.which)
/** What the caller saw: another revision is another proposal. */
const revision = z.int(detailWords.openAgain)

export const myDetails = {
  get: endpoint({
    method: 'GET',
    path: 'my-details',
    access: 'signed-in',
    summary: 'What the employer holds of the caller, and what they proposed to change.',
    response: mine,
  }),
  propose: endpoint({
    method: 'PUT',
    path: 'my-details',
    access: 'signed-in',
    summary: 'Propose changes, or change the open proposal; what was confirmed is void then.',
    body: detailProposalInput,
    response: mine,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: 'my-details',
    access: 'signed-in',
    summary: 'Withdraw the open proposal.',
    response: mine,
  }),
  sendCode: endpoint({
    method: 'POST',
    path: 'my-details/code',
    access: 'signed-in',
    summary: 'Send a code to the old or the new contact.',
    body: z.object({
      which,
      revision,
      /** To the email address, because the number on record is lost. */
      by_email: z.boolean().default(false),
    }),
    response: message,
  }),
  confirm: endpoint({
    method: 'POST',
    path: 'my-details/confirm',
    access: 'signed-in',
    summary: 'Confirm a contact by the code it was sent.',
    body: z.object({
      which,
      revision,
      otp: z
        .string(detailWords.enterCode)
        .transform((value) => value.replace(/\s/g, ''))
        .pipe(z.string().min(1, detailWords.enterCode).max(20, detailWords.codeTooLong)),
    }),
    response: mine,
    secret: true,
  }),
}

export const detailProposals = {
  list: endpoint({
    method: 'GET',
    path: 'detail-proposals',
    access: 'edit employees',
    summary: 'Proposals of employees: those that are open first, then the newest.',
    query: slice.extend({ employee_id: id.optional(), open: z.enum(['yes']).optional() }),
    response: z.array(listed),
  }),
  get: endpoint({
    method: 'GET',
    path: 'detail-proposal/:id',
    access: 'edit employees',
    summary: 'One proposal, old and new side by side.',
    params: byId,
    response: reviewed,
  }),
  decide: endpoint({
    method: 'POST',
    path: 'detail-proposal/:id',
    access: 'edit employees',
    summary: 'Accept these changes and refuse the others.',
    params: byId,
    body: z.object({
      revision,
      accept: z.array(subject).max(5),
      reason: optionalText('Reason', 500),
      called: z.boolean().default(false),
    }),
    response: reviewed,
  }),
}
