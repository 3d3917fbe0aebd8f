import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, day, id, instant, message, optional, slice, text } from './fields.ts'
import { importCalls } from './import.ts'
import { leaveDays } from './leave.ts'
import { leaveRequest } from './leave-requests.ts'
import { leaveWords } from './leave-states.ts'
import { sheetAnswer, sheetQuery } from './sheet.ts'
import { fieldWords } from './wording.ts'

/** Balances and the ledger behind them (C6), the calendar, and what leave comes to. */

export const entryKinds = [
  'entitlement',
  'accrual',
  'carry-over',
  'expiry',
  'reservation',
  'use',
  'release',
  'recount',
  'adjustment',
  'encashment',
] as const
export type EntryKind = (typeof entryKinds)[number]

export const leaveBalance = z.object({
  id,
  employee_id: id,
  employee: z.object({
    id,
    first_name: z.string(),
    middle_name: z.string().nullable(),
    last_name: z.string(),
    employee_no: z.string(),
  }),
  leave_type_id: id,
  leave_type: z.object({ name: z.string() }),
  year: z.number(),
  entitled_days: z.number(),
  used_days: z.number(),
  pending_days: z.number(),
  /** The three above, by construction. */
  remaining: z.number(),
  encashable: z.boolean(),
  /** Days that are to be paid out and that no payroll has taken yet. */
  paying_out: z.number(),
})
export type LeaveBalance = z.output<typeof leaveBalance>

/** What becomes of a balance when its year ends, if nothing more is asked for. */
export const yearEnd = z.object({
  goes_over: z.number(),
  lapses: z.number(),
  /** Days carried into this year that lapse after a day of it. */
  carried: z.object({ days: z.number(), last: day }).nullable(),
})
export type YearEnd = z.output<typeof yearEnd>

/** Of somebody's year: one that has not been opened yet has no entries, and what it would have. */
export const ownBalance = leaveBalance.extend({
  id: id.nullable(),
  /** Where days of the type go over into the next year at all. */
  year_end: yearEnd.nullable(),
})
export type OwnBalance = z.output<typeof ownBalance>

/** What an entry adds to each of the three sums. */
export const leaveEntry = z.object({
  id,
  kind: z.enum(entryKinds),
  day,
  entitled: z.number(),
  used: z.number(),
  pending: z.number(),
  /** What remained after it. */
  remaining: z.number(),
  reason: z.string().nullable(),
  by: z.string(),
  created_at: instant,
})
export type LeaveEntry = z.output<typeof leaveEntry>

const yearOf = z.coerce
  .number(fieldWords.chooseYear)
  .int(fieldWords.chooseYear)
  .min(2015, 'Please choose a year from 2015.')
  .max(2100, 'Please choose a year before 2100.')

const reason = text('Reason', 300)

const asQuery = slice.extend({ employee_id: id.optional(), year: yearOf.optional() })

export const leaveBalances = {
  list: endpoint({
    method: 'GET',
    path: 'leave-balances',
    access: 'view leaves',
    summary: 'Balances by employee, type and year, a slice at a time.',
    query: asQuery,
    response: z.array(leaveBalance),
  }),
  filter: endpoint({
    method: 'POST',
    path: 'leave-balances/filter',
    access: 'view leaves',
    effect: 'read',
    summary: 'The same by employee and year.',
    body: slice.extend({
      employee_id: optional(id),
      year: z.preprocess((value) => (value === '' ? null : value), yearOf.nullish()),
    }),
    response: z.array(leaveBalance),
  }),
  years: endpoint({
    method: 'GET',
    path: 'leave-years',
    access: 'view leaves',
    summary: 'The years that have balances, newest first.',
    response: z.array(z.number()),
  }),
  create: endpoint({
    method: 'POST',
    path: 'leave-balance',
    access: 'edit leaves',
    summary: 'Open a balance; without days of its own it starts with what the type gives.',
    body: z.object({
      employee_id: id,
      leave_type_id: id,
      year: yearOf,
      entitled_days: leaveDays('Entitled Days', { step: 0.5 }).nullish(),
    }),
    response: leaveBalance,
    success: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'leave-balance/:id',
    access: 'edit leaves',
    summary: 'Set the entitled days: the difference becomes an adjustment with its reason.',
    params: byId,
    body: z.object({ entitled_days: leaveDays('Entitled Days', { step: 0.5 }), reason }),
    /** Says so where more was taken or promised than that. */
    response: leaveBalance.extend({ warning: z.string().nullable() }),
  }),
  ledger: endpoint({
    method: 'GET',
    path: 'leave-balance/:id/entries',
    access: 'owner-or view leaves',
    summary: 'The entries a balance is the sum of; with a day, as it stood then.',
    params: byId,
    query: z.object({ as_of: day.optional() }),
    response: z.object({
      balance: leaveBalance,
      entries: z.array(leaveEntry),
      /** Months that will have been earned by then, where the day lies ahead. */
      coming: z.number(),
    }),
  }),
  encash: endpoint({
    method: 'POST',
    path: 'leave-balance/:id/encash',
    access: 'edit leaves',
    summary: 'Pay days out instead: the next payroll has them as a line, paid once.',
    params: byId,
    body: z.object({ days: leaveDays('Days', { step: 0.5 }), reason }),
    response: message,
  }),
  keepInstead: endpoint({
    method: 'DELETE',
    path: 'leave-balance/:id/encash',
    access: 'edit leaves',
    summary: 'Give back to the balance what was to be paid out and no payroll has taken yet.',
    params: byId,
    response: message,
  }),
  ...importCalls('leave-balances', 'edit leaves', 'Set opening balances'),
  ofEmployee: endpoint({
    method: 'GET',
    path: 'employee/:id/leaves',
    access: 'owner-or view leaves',
    summary: 'The leave of one employee: requests, and the year of every type there is a right to.',
    params: byId,
    response: z.object({ leaves: z.array(leaveRequest), balances: z.array(ownBalance) }),
  }),
}

const away = z.object({
  employee_id: id,
  name: z.string(),
  department: z.string().nullable(),
  station: z.string().nullable(),
  spans: z.array(
    z.object({
      start_date: day,
      end_date: day,
      half_start: z.boolean(),
      half_end: z.boolean(),
      /** Null for colleagues: they see that somebody is away, and no more. */
      type: z.string().nullable(),
      request_id: id.nullable(),
      pending: z.boolean(),
    }),
  ),
})
export type Away = z.output<typeof away>

export const leaveCalendar = {
  get: endpoint({
    method: 'GET',
    path: 'leave-calendar',
    access: 'signed-in',
    summary: 'Who is away between two days, at most 42 of them, a slice of people at a time.',
    query: slice
      .extend({
        from: day,
        to: day,
        department_id: id.optional(),
        work_station_id: id.optional(),
      })
      .refine(({ from, to }) => to >= from, {
        path: ['to'],
        error: fieldWords.endFirst,
      })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 42 * 86_400_000, {
        path: ['to'],
        error: leaveWords.sixWeeks,
      }),
    response: z.object({
      people: z.array(away),
      count: z.number(),
      holidays: z.array(z.object({ day, name: z.string(), expected: z.boolean() })),
      departments: z.array(z.object({ id, name: z.string() })),
      stations: z.array(z.object({ id, name: z.string() })),
      work_saturday: z.boolean(),
      work_sunday: z.boolean(),
    }),
  }),
  feed: endpoint({
    method: 'POST',
    path: 'leave-feed',
    access: 'signed-in',
    secret: true,
    summary: 'A new private address for calendar programs; the one before stops working.',
    response: z.object({ address: z.string() }),
  }),
  closeFeed: endpoint({
    method: 'DELETE',
    path: 'leave-feed',
    access: 'signed-in',
    summary: 'Close the private address.',
    response: message,
  }),
}

const sum = z.object({ name: z.string(), days: z.number() })

export const leaveAnalytics = {
  get: endpoint({
    method: 'GET',
    path: 'leave-analytics',
    access: 'view leaves',
    summary:
      'Days taken and days owed of a year; what they are worth for holders of view payrolls.',
    query: z.object({ year: yearOf.optional() }),
    response: z.object({
      year: z.number(),
      by_type: z.array(sum),
      by_department: z.array(sum),
      by_month: z.array(sum),
      /** Of types that can be paid out; the amount is null for whoever may not see pay. */
      liability: z.array(
        z.object({
          type: z.string(),
          department: z.string(),
          people: z.number(),
          days: z.number(),
          amount: z.number().nullable(),
        }),
      ),
      /** No annual leave within the last year. */
      not_rested: z.array(
        z.object({
          employee_id: id,
          name: z.string(),
          department: z.string().nullable(),
          last_day: day.nullable(),
        }),
      ),
      not_rested_count: z.number(),
    }),
  }),
  sheet: endpoint({
    method: 'GET',
    path: 'leave-analytics/sheet/:year',
    access: 'view leaves',
    summary: 'The same as a spreadsheet, as a data URL.',
    params: z.object({ year: yearOf }),
    query: sheetQuery,
    response: sheetAnswer,
  }),
}
