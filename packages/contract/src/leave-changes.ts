import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, flag, id, optional } from './fields.ts'
import { countings } from './leave.ts'

/** Whom a change of holidays, types or working days touches, before it is made (C21). */

const pattern = { work_saturday: flag, work_sunday: flag }

export const leaveChange = z.discriminatedUnion('what', [
  /** One that is there is moved to a day, or goes without one; one that is not is added. */
  z.object({ what: z.literal('holiday'), id: optional(id), day: optional(day) }),
  z.object({ what: z.literal('type'), id, count_by: z.enum(countings) }),
  z.object({ what: z.literal('pattern'), employee_id: id, own: flag, ...pattern }),
  z.object({ what: z.literal('organization'), ...pattern }),
])
export type LeaveChange = z.input<typeof leaveChange>

const touched = z.object({
  request_id: id,
  name: z.string(),
  type: z.string(),
  start_date: day,
  end_date: day,
  before: z.number(),
  after: z.number(),
  /** It would cost more than the balance has: it stays as it was counted. */
  kept: z.boolean(),
})
export type AffectedLeave = z.output<typeof touched>

export const leaveChanges = {
  preview: endpoint({
    method: 'POST',
    path: 'leave-changes',
    access: 'edit leaves',
    effect: 'read',
    summary: 'Leave that a change would count anew, on days that are not over; the first fifty.',
    body: leaveChange,
    response: z.object({ count: z.number(), leaves: z.array(touched) }),
  }),
}
