import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  byId,
  dataUrl,
  day,
  flag,
  id,
  instant,
  message,
  optional,
  optionalText,
  slice,
  text,
} from './fields.ts'
import { leaveLine } from './leave-lines.ts'
import { approvalStates, leaveStates, leaveWords } from './leave-states.ts'
import { limits } from './limits.ts'
import { fieldWords } from './wording.ts'

export { countRules, type LeaveLine, leaveLine } from './leave-lines.ts'

/** Requests for leave, who decides them, and who stands in (C6 to C8). */

const named = z.object({ name: z.string() }).nullable()
const person = z.object({ first_name: z.string(), last_name: z.string() })

const employee = z.object({
  id,
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  employee_no: z.string(),
  department: named,
  designation: named,
})

export const leaveFile = z.object({ id, url: z.string(), file: z.string() })

export const leaveApproval = z.object({
  id,
  level: z.number(),
  user: person,
  status: z.enum(approvalStates),
  comments: z.string().nullable(),
  /** When it was decided, whichever way. */
  approved_at: instant.nullable(),
  /** Who decided in the place of the approver. */
  by: z.string().nullable(),
})

export const leaveRequest = z.object({
  id,
  employee_id: id,
  employee,
  leave_type_id: id,
  leave_type: z.object({ name: z.string() }),
  start_date: day,
  end_date: day,
  half_start: z.boolean(),
  half_end: z.boolean(),
  days: z.number(),
  status: z.enum(leaveStates),
  reason: z.string().nullable(),
  created_at: instant,
  approver: person.nullable(),
  approved_at: instant.nullable(),
  rejection_reason: z.string().nullable(),
})
export type LeaveRequest = z.output<typeof leaveRequest>

export const leaveRequestDetails = leaveRequest.extend({
  files: z.array(leaveFile),
  attachment: z.string().nullable(),
  cover: person.extend({ id }).nullable(),
  approvals: z.array(leaveApproval),
  lines: z.array(leaveLine),
  /** Colleagues of the department who are away on some of these days; for whoever decides. */
  clashes: z.array(
    z.object({ name: z.string(), start_date: day, end_date: day, status: z.enum(leaveStates) }),
  ),
  /** What the person who asks may do with it. */
  may: z.object({ decide: z.boolean(), withdraw: z.boolean(), shorten: z.boolean() }),
})
export type LeaveRequestDetails = z.output<typeof leaveRequestDetails>

const { endFirst, fillAll: missing, reasonNeeded } = fieldWords

const asked = z.object({
  /** Left out: one's own. */
  employee_id: optional(id),
  leave_type_id: z.string(missing).min(1, missing).pipe(id),
  start_date: z.string(missing).min(1, missing).pipe(day),
  end_date: z.string(missing).min(1, missing).pipe(day),
  half_start: flag.default(false),
  half_end: flag.default(false),
})
const inOrder = { path: ['end_date'], error: endFirst }

export const leaveRequestInput = asked
  .extend({
    reason: optionalText('Reason', 1000),
    cover_employee_id: optional(id),
    attachment: optional(dataUrl('Attachment', limits.documentBytes)),
  })
  .refine(({ start_date, end_date }) => end_date >= start_date, inOrder)

export const leaveFilter = slice.extend({
  employee_id: optional(id),
  status: optional(z.enum(leaveStates, leaveWords.chooseStatus)),
  from_date: optional(day),
  to_date: optional(day),
})

const asQuery = z.object({
  ...slice.shape,
  employee_id: id.optional(),
  status: z.enum(leaveStates).optional(),
  from_date: day.optional(),
  to_date: day.optional(),
})

export const leaveRequests = {
  list: endpoint({
    method: 'GET',
    path: 'leave-requests',
    access: 'view leaves',
    summary: 'Leave requests, newest first, a slice at a time.',
    query: asQuery,
    response: z.array(leaveRequest),
  }),
  filter: endpoint({
    method: 'POST',
    path: 'leave-requests/filter',
    access: 'view leaves',
    effect: 'read',
    summary: 'The same by employee, status and days.',
    body: leaveFilter,
    response: z.array(leaveRequest),
  }),
  create: endpoint({
    method: 'POST',
    path: 'leave-request',
    access: 'owner-or create leaves',
    summary: 'Ask for leave, for oneself or, as staff, for an employee. Also as a multipart form.',
    body: leaveRequestInput,
    bodyBytes: limits.documentBody,
    form: true,
    response: leaveRequestDetails,
    success: 201,
  }),
  count: endpoint({
    method: 'POST',
    path: 'leave-request/count',
    access: 'owner-or create leaves',
    effect: 'read',
    summary: 'The days of a leave line by line, what would remain, and what speaks against it.',
    body: asked.refine(({ start_date, end_date }) => end_date >= start_date, inOrder),
    response: z.object({
      days: z.number(),
      lines: z.array(leaveLine),
      /** Holidays by the moon on or beside these days: the count rests on them. */
      estimates: z.array(z.object({ day, name: z.string() })),
      /** By leave year. */
      balances: z.array(z.object({ year: z.number(), days: z.number(), remaining: z.number() })),
      issues: z.array(z.object({ field: z.string(), sentence: z.string() })),
      /** An attachment has to come with it. */
      attachment: z.boolean(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: 'leave-request/:id',
    access: 'owner-or view leaves',
    summary: 'One request, for its owner, its approvers and staff.',
    params: byId,
    response: leaveRequestDetails,
  }),
  approve: endpoint({
    method: 'PATCH',
    path: 'leave-request/approve/:id',
    access: 'signed-in',
    summary: 'Approve on the level that is asked; the last level approves the request.',
    params: byId,
    body: z.object({ comments: optionalText('Comments', 1000) }),
    response: message,
  }),
  reject: endpoint({
    method: 'PATCH',
    path: 'leave-request/reject/:id',
    access: 'signed-in',
    summary: 'Reject it, with a reason.',
    params: byId,
    body: z.object({
      rejection_reason: z
        .string(reasonNeeded)
        .trim()
        .min(1, reasonNeeded)
        .max(1000, fieldWords.tooLong({ label: 'Reason', most: 1000 })),
    }),
    response: message,
  }),
  cancel: endpoint({
    method: 'PATCH',
    path: 'leave-request/cancel/:id',
    access: 'owner-or edit leaves',
    summary: 'Give up a pending request, or an approved one that has not begun.',
    params: byId,
    response: message,
  }),
  shorten: endpoint({
    method: 'PATCH',
    path: 'leave-request/shorten/:id',
    access: 'owner-or edit leaves',
    summary: 'End an approved leave that has begun earlier; the days after the last one come back.',
    params: byId,
    body: z.object({
      last_day: z.string(leaveWords.lastDay).min(1, leaveWords.lastDay).pipe(day),
    }),
    response: message,
  }),
  /** For pickers: never pay (A12). */
  people: endpoint({
    method: 'GET',
    path: 'leave-employees',
    access: 'signed-in',
    summary: 'Employees for choosing one: name, number, department.',
    query: slice,
    response: z.array(
      z.object({
        id,
        name: z.string(),
        employee_no: z.string(),
        department: z.string().nullable(),
      }),
    ),
  }),
}

export const leaveApprover = z.object({
  id,
  user_id: id,
  user: person.extend({ email: z.string() }),
  work_station_id: id.nullable(),
  work_station: named,
  department_id: id.nullable(),
  department: named,
  designation_id: id.nullable(),
  designation: named,
  level: z.number(),
})
export type LeaveApprover = z.output<typeof leaveApprover>

export const leaveApprovers = {
  list: endpoint({
    method: 'GET',
    path: 'leave-approvers',
    access: 'view leaves',
    summary: 'Who approves leave, by level.',
    response: z.array(leaveApprover),
  }),
  create: endpoint({
    method: 'POST',
    path: 'leave-approver',
    access: 'edit leaves',
    summary: 'Appoint somebody on a level, for everybody or for some places.',
    body: z.object({
      user_id: z.string(leaveWords.selectUser).min(1, leaveWords.selectUser).pipe(id),
      work_station_id: optional(id),
      department_id: optional(id),
      designation_id: optional(id),
      level: z.coerce
        .number('Please select a level.')
        .int('Please select a level.')
        .min(1, 'Please select a level.')
        .max(4, 'Please select a level.'),
    }),
    response: leaveApprover,
    success: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'leave-approver/:id',
    access: 'edit leaves',
    summary: 'Take an appointment back; what waits for them can be reassigned.',
    params: byId,
    response: message,
  }),
}

const delegation = z.object({
  id,
  delegate_id: id,
  name: z.string(),
  from: day,
  to: day,
})

export const leaveApprovals = {
  /** The approval beside its request. */
  list: endpoint({
    method: 'GET',
    path: 'leave-approvals/:id',
    access: 'owner-or view leaves',
    summary: 'What waits for a user, by the id of the login; also where they stand in.',
    params: byId,
    response: z.array(
      z.object({
        id,
        status: z.enum(approvalStates),
        level: z.number(),
        /** Whose place the user takes. */
        standing_in_for: z.string().nullable(),
        created_at: instant,
        leave_request: leaveRequest,
      }),
    ),
  }),
  reassign: endpoint({
    method: 'POST',
    path: 'leave-approvals/:id/reassign',
    access: 'primary',
    summary: 'Ask somebody else instead.',
    params: byId,
    body: z.object({
      user_id: z.string(leaveWords.selectUser).min(1, leaveWords.selectUser).pipe(id),
    }),
    response: z.object({ data: z.object({ leave_request_id: id }) }),
  }),
  /** Behind the button of the e-mail. */
  open: endpoint({
    method: 'POST',
    path: 'leave-approval-link',
    access: 'signed-in',
    effect: 'read',
    summary: 'The request behind the link of an e-mail, for the approver it was sent to.',
    body: z.object({ token: text('Link', 100) }),
    response: leaveRequestDetails,
  }),
  decide: endpoint({
    method: 'POST',
    path: 'leave-approval-link/decide',
    access: 'signed-in',
    summary: 'Decide by the link of an e-mail, once.',
    body: z.object({
      token: text('Link', 100),
      approve: flag,
      comments: optionalText('Comments', 1000),
    }),
    response: message,
  }),
  delegations: endpoint({
    method: 'GET',
    path: 'leave-delegations',
    access: 'signed-in',
    summary: 'Who stands in for me, and when.',
    response: z.object({
      mine: z.array(delegation),
      /** Whom I can ask. */
      people: z.array(z.object({ id, name: z.string() })),
    }),
  }),
  delegate: endpoint({
    method: 'POST',
    path: 'leave-delegation',
    access: 'signed-in',
    summary: 'Ask a colleague to decide in my place for a time.',
    body: z
      .object({
        delegate_id: z.string(leaveWords.selectUser).min(1, leaveWords.selectUser).pipe(id),
        from: day,
        to: day,
      })
      .refine(({ from, to }) => to >= from, { path: ['to'], error: endFirst }),
    response: message,
    success: 201,
  }),
  endDelegation: endpoint({
    method: 'DELETE',
    path: 'leave-delegation/:id',
    access: 'signed-in',
    summary: 'Take it back.',
    params: byId,
    response: message,
  }),
}
