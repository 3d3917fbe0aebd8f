import { z } from 'zod'
import { crud } from './crud.ts'
import { endpoint } from './endpoint.ts'
import { day, flag, id, instant, message, numberInput, optionalText, text } from './fields.ts'

/** Leave types, public holidays and the organisation's choices (C5, C16). */

/** Days of leave: in steps of a hundredth, because a month earns 1.75. */
export const leaveDays = (label: string, { step = 0.01, most = 366 } = {}) =>
  numberInput(label, (days) =>
    days
      .min(0, `${label} cannot be negative.`)
      .max(most, `${label} can be at most ${most}.`)
      .refine(
        (value) => Math.abs(value / step - Math.round(value / step)) < 1e-6,
        `${label} are given in steps of ${step}.`,
      ),
  ).transform((value) => Math.round(value * 100) / 100)

const none = (value: unknown) => (value === '' || value === undefined ? null : value)
const optionalDays = (label: string) => z.preprocess(none, leaveDays(label).nullable())
const whole = (label: string, most: number, least = 0, tooFew = `${label} cannot be negative.`) =>
  numberInput(label, (number) =>
    number
      .int(`${label} must be a whole number.`)
      .min(least, tooFew)
      .max(most, `${label} can be at most ${most}.`),
  )

export const accruals = ['upfront', 'monthly', 'anniversary'] as const
export const countings = ['working', 'calendar'] as const

/** What is left out keeps its default; all of it can be changed, none of it is forced. */
export const leaveTypeInput = z.object({
  name: text('Name', 80),
  code: optionalText('Code', 20),
  default_days: leaveDays('Default Days'),
  is_paid: flag.default(true),
  requires_approval: flag.default(true),
  is_active: flag.default(true),
  description: optionalText('Description', 500),
  /** Of the Employment Act. */
  section: optionalText('Section of the Act', 60),
  count_by: z.enum(countings, 'Please choose working or calendar days.').default('working'),
  /** Of pay in percent, after the days at full pay. */
  paid_share: whole('Paid Share', 100).default(100),
  /** So many days a year are paid in full before the share applies. */
  full_pay_days: optionalDays('Days at Full Pay').default(null),
  accrual: z.enum(accruals, 'Please choose how it is earned.').default('upfront'),
  /** Null: without limit. */
  carry_over_days: optionalDays('Carry-over Limit').default(0),
  /** Carried days end with this month; null: with the year. */
  carry_over_until: z
    .preprocess(
      none,
      numberInput('Carry-over Expiry', (number) =>
        number.int().min(1, 'Please choose a month.').max(12, 'Please choose a month.'),
      ).nullable(),
    )
    .default(null),
  /** How far the balance may go below zero. */
  negative_days: leaveDays('Negative Days').default(0),
  half_days: flag.default(true),
  /** An attachment is needed for more than so many days; null: never. */
  attachment_after: optionalDays('Attachment needed after').default(null),
  notice_days: whole('Notice', 366).default(0),
  /** How far back an employee may ask for leave; staff record it whenever it was. */
  backdate_days: whole('Back-dating', 366).default(7),
  gender: z
    .preprocess(none, z.enum(['Male', 'Female'], 'Please choose a gender.').nullable())
    .default(null),
  /** Months of service before it can be taken. */
  waiting_months: whole('Waiting Period', 120).default(0),
  encashable: flag.default(false),
})

export const leaveType = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  default_days: z.number(),
  is_paid: z.boolean(),
  requires_approval: z.boolean(),
  is_active: z.boolean(),
  description: z.string().nullable(),
  section: z.string().nullable(),
  count_by: z.enum(countings),
  paid_share: z.number(),
  full_pay_days: z.number().nullable(),
  accrual: z.enum(accruals),
  carry_over_days: z.number().nullable(),
  carry_over_until: z.number().nullable(),
  negative_days: z.number(),
  half_days: z.boolean(),
  attachment_after: z.number().nullable(),
  notice_days: z.number(),
  backdate_days: z.number(),
  gender: z.enum(['Male', 'Female']).nullable(),
  waiting_months: z.number(),
  encashable: z.boolean(),
  created_at: instant,
})
export type LeaveType = z.output<typeof leaveType>

const byStaff = {
  view: 'view leaves',
  create: 'edit leaves',
  edit: 'edit leaves',
  delete: 'edit leaves',
} as const

const typeCalls = crud({
  name: 'leave-type',
  words: 'leave type',
  // Employees choose among them.
  may: { ...byStaff, view: 'signed-in' },
  row: leaveType,
  input: leaveTypeInput,
})

export const leaveTypes = {
  ...typeCalls,
  list: endpoint({
    method: 'GET',
    path: 'leave-types',
    access: 'signed-in',
    summary: 'Every leave type; with `employee_id` those that are for this person.',
    query: z.object({ employee_id: id.optional() }),
    response: z.array(leaveType),
  }),
  get: endpoint({
    method: 'GET',
    path: 'leave-type/:id',
    access: 'signed-in',
    summary: 'One leave type.',
    params: z.object({ id }),
    response: leaveType,
  }),
}

export const leaveHoliday = z.object({
  id,
  day,
  name: z.string(),
  /** By the moon: not confirmed yet. */
  expected: z.boolean(),
  created_at: instant,
})
export type LeaveHoliday = z.output<typeof leaveHoliday>

/** A change recounts the leave that covers the day, and both sides hear of it. */
export const leaveHolidays = crud({
  name: 'leave-holiday',
  words: 'public holiday',
  may: { ...byStaff, view: 'signed-in' },
  row: leaveHoliday,
  input: z.object({ day, name: text('Name', 80), expected: flag.default(false) }),
})

export const joiners = ['pro rata', 'next month'] as const

export const leaveSettings = {
  get: endpoint({
    method: 'GET',
    path: 'leave-settings',
    access: 'view leaves',
    summary: "The organisation's choices for leave.",
    response: z.object({
      remind_days: z.number(),
      pass_on_days: z.number(),
      joiners: z.enum(joiners),
      day_divisor: z.number(),
      pay_leavers: z.boolean(),
    }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: 'leave-settings',
    access: 'edit leaves',
    summary: 'Set when approvers are reminded, what joiners earn, and how leave is paid out.',
    body: z
      .object({
        remind_days: whole('Remind after', 60, 1, 'Remind after at least one day.'),
        pass_on_days: whole('Pass on after', 90, 1, 'Pass on after at least one day.'),
        joiners: z.enum(joiners, 'Please choose.'),
        day_divisor: numberInput('Working days of a month', (days) =>
          days
            .min(20, 'Working days of a month are between 20 and 31.')
            .max(31, 'Working days of a month are between 20 and 31.'),
        ),
        pay_leavers: flag,
      })
      .refine(({ remind_days, pass_on_days }) => pass_on_days > remind_days, {
        path: ['pass_on_days'],
        error: 'Requests are passed on after the reminder.',
      }),
    response: message,
  }),
  pattern: endpoint({
    method: 'GET',
    path: 'leave-pattern/:id',
    access: 'view leaves',
    summary: "The work pattern of an employee, or the organisation's where there is none.",
    params: z.object({ id }),
    response: z.object({
      own: z.boolean(),
      work_saturday: z.boolean(),
      work_sunday: z.boolean(),
    }),
  }),
  changePattern: endpoint({
    method: 'PATCH',
    path: 'leave-pattern/:id',
    access: 'edit leaves',
    summary: 'Give an employee a work pattern, or take it away again.',
    params: z.object({ id }),
    body: z.object({ own: flag, work_saturday: flag, work_sunday: flag }),
    response: message,
  }),
}
