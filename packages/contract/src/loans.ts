import { z } from 'zod'
import { limits } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, day, id, message, optional, optionalText, slice, text } from './fields.ts'
import {
  chosen,
  colleague,
  guarantorRequest,
  loan,
  loanInput,
  loanListed,
  loanProductShown,
  loanRemittance,
  loanSettings,
  loanSettingsInput,
  loanStanding,
  quotation,
  quotationInput,
  rejection,
  repaymentInput,
  settlement,
} from './loan-fields.ts'
import { loanStatuses } from './loan-states.ts'

/** Staff loans: what can be borrowed, who guarantees, how it is decided and repaid. */

const decides = {
  access: 'primary',
  insiders: true,
  forbidden: 'Only a primary user may decide about loans.',
} as const
const owned = 'owner-or view loans'

export const loans = {
  list: endpoint({
    method: 'GET',
    path: 'loans',
    access: owned,
    summary: 'Loan applications, newest first: all of them for staff, else the own ones.',
    query: slice.extend({
      employee_id: id.optional(),
      status: z.enum(loanStatuses).optional(),
      from_date: day.optional(),
      to_date: day.optional(),
    }),
    response: z.array(loanListed),
  }),
  get: endpoint({
    method: 'GET',
    path: 'loan/:id',
    access: owned,
    summary: 'A loan with its guarantors, schedule, entries and what settles it today.',
    params: byId,
    response: loan,
  }),
  create: endpoint({
    method: 'POST',
    path: 'loan',
    access: 'signed-in',
    summary: 'Apply for a loan of the catalogue; every figure is worked out by the server.',
    body: loanInput,
    response: loan,
    success: 201,
  }),
  products: endpoint({
    method: 'GET',
    path: 'loan-products',
    access: 'signed-in',
    summary: 'What can be borrowed, on which terms and, for an employee, how much.',
    response: z.array(loanProductShown),
  }),
  quote: endpoint({
    method: 'POST',
    path: 'generate-quotation',
    access: 'signed-in',
    effect: 'read',
    summary: 'What a loan would cost, with its working.',
    body: quotationInput,
    response: quotation,
  }),
  colleagues: endpoint({
    method: 'GET',
    path: 'loan-colleagues',
    access: 'signed-in',
    summary: 'Colleagues to ask, by name, number and department; never with their pay.',
    query: slice,
    response: z.array(colleague),
  }),
  checkGuarantor: endpoint({
    method: 'POST',
    path: 'loan-guarantor/check',
    access: 'signed-in',
    effect: 'read',
    summary: 'Whether a colleague can guarantee a loan of the one who asks, and if not why.',
    body: z.object({ employee_id: chosen, loan_id: optional(id) }),
    response: z.object({ refusal: z.string().nullable() }),
  }),
  addGuarantor: endpoint({
    method: 'POST',
    path: 'loan/:id/guarantor',
    access: 'signed-in',
    summary: 'Ask one more colleague, while the application is pending; for its owner.',
    params: byId,
    body: z.object({
      employee_id: z.preprocess((value) => value || undefined, z.uuid('Please select an employee')),
    }),
    response: loan,
    success: 201,
  }),
  approve: endpoint({
    method: 'PATCH',
    path: 'loan/:id/approve',
    ...decides,
    summary: 'Approve an application: its schedule begins, and the next runs take instalments.',
    params: byId,
    body: z
      .object({
        comments: optionalText('Comments', 500),
        /** Today, unless the money is paid out on another day. */
        disbursed_on: optional(day),
      })
      .nullish(),
    response: loan,
  }),
  reject: endpoint({
    method: 'PATCH',
    path: 'loan/:id/reject',
    ...decides,
    summary: 'Reject an application, with a reason.',
    params: byId,
    body: rejection,
    response: loan,
  }),
  requests: endpoint({
    method: 'GET',
    path: 'loan-guarantor/:id',
    access: owned,
    summary: 'What an employee was asked to guarantee, newest first.',
    params: byId,
    response: z.array(guarantorRequest),
  }),
  approveRequest: endpoint({
    method: 'PATCH',
    path: 'loan-guarantor/:id/approve',
    access: 'signed-in',
    summary: 'Agree to guarantee; for the guarantor.',
    params: byId,
    response: message,
  }),
  rejectRequest: endpoint({
    method: 'PATCH',
    path: 'loan-guarantor/:id/reject',
    access: 'signed-in',
    summary: 'Refuse to guarantee, with a reason; for the guarantor.',
    params: byId,
    body: rejection,
    response: message,
  }),
  settlement: endpoint({
    method: 'GET',
    path: 'loan/:id/settlement',
    access: owned,
    summary: 'What settles a loan on any day, with its working.',
    params: byId,
    query: z.object({ day: day.optional() }),
    response: settlement,
  }),
  repay: endpoint({
    method: 'POST',
    path: 'loan/:id/repayment',
    access: 'edit loans',
    summary: 'Record what was repaid outside a payroll; the settlement figure ends the loan.',
    params: byId,
    body: repaymentInput,
    bodyBytes: limits.documentBody,
    response: loan,
    success: 201,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: 'loan-entry/:id/take-back',
    access: 'edit loans',
    summary: 'Take back a repayment or a write-off that was recorded wrongly.',
    params: byId,
    body: z.object({ reason: text('Reason', 500) }),
    response: loan,
  }),
  writeOff: endpoint({
    method: 'POST',
    path: 'loan/:id/write-off',
    ...decides,
    summary: 'Give up what is still owed, with a reason.',
    params: byId,
    body: z.object({ reason: text('Reason', 500) }),
    response: loan,
  }),
  standing: endpoint({
    method: 'GET',
    path: 'employee/:id/loans',
    access: owned,
    summary: 'What an employee owes now, and what they guarantee.',
    params: byId,
    response: loanStanding,
  }),
  remittances: endpoint({
    method: 'GET',
    path: 'loan-remittances',
    access: 'view loans',
    summary: 'By month and product, what payrolls took and what was remitted, newest first.',
    response: z.array(loanRemittance),
  }),
  settings: endpoint({
    method: 'GET',
    path: 'loan-settings',
    access: 'view loans',
    summary: "The organisation's choices about loans.",
    response: loanSettings,
  }),
  changeSettings: endpoint({
    method: 'PATCH',
    path: 'loan-settings',
    access: 'edit organization',
    summary: 'Change them, for applications from now on.',
    body: loanSettingsInput,
    response: loanSettings,
  }),
}

export const loanStatements = {
  file: endpoint({
    method: 'GET',
    path: 'loan/:id/statement',
    access: owned,
    summary: 'The statement of an approved loan as a PDF, in a data URL.',
    params: byId,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
}
