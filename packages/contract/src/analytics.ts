import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, optional, shillings } from './fields.ts'

/** What confirmed payrolls add up to, by month (B18). */

const dataset = z.object({
  label: z.string(),
  data: z.array(shillings),
  backgroundColor: z.string(),
  borderColor: z.string(),
})

export const annualAnalytics = z.object({
  /** With confirmed payrolls, and the current one; newest first. */
  years: z.array(z.number()),
  grossTotal: shillings,
  statutoryDeductionsTotal: shillings,
  otherDeductionsTotal: shillings,
  netTotal: shillings,
  /** PAYE; what consultants have withheld is a total of its own. */
  taxTotal: shillings,
  nhifTotal: shillings,
  nssfTotal: shillings,
  housingTotal: shillings,
  withholdingTotal: shillings,
  /** The employer's cost, in no total of deductions (B6). */
  nitaTotal: shillings,
  data: z.object({
    months: z.array(z.string()),
    grossDataset: z.array(dataset),
    deductionDatasets: z.array(dataset),
  }),
})
export type Analytics = z.output<typeof annualAnalytics>

/** Whose figures they are; null means everybody's. */
export const monthlyAnalytics = annualAnalytics.extend({
  employee: z
    .object({ id, employee_no: z.string(), first_name: z.string(), last_name: z.string() })
    .nullable(),
})
export type MonthlyAnalytics = z.output<typeof monthlyAnalytics>

export const mostYears = 10

const firstOfMonth = (label: string) =>
  z
    .string(`${label} is required.`)
    .regex(
      /^20\d{2}-(0[1-9]|1[0-2])-01$/,
      `${label} must be the first day of a month, such as 2026-02-01.`,
    )

const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

export const analyticsInput = z
  .object({
    /** Empty means everybody. */
    employee_id: optional(id),
    from: firstOfMonth('Month From'),
    to: firstOfMonth('Month To'),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'Month To cannot be before Month From.',
  })
  .refine(({ from, to }) => monthsOf(to) - monthsOf(from) < mostYears * 12, {
    path: ['to'],
    error: `Please choose ${mostYears} years at most.`,
  })

const year = z.coerce.number().int().min(2000).max(2099)

export const analytics = {
  annual: endpoint({
    method: 'GET',
    path: 'analytics/:year',
    access: 'view annual-analytics',
    summary: 'The confirmed payrolls of a year, by month.',
    params: z.object({ year }),
    response: annualAnalytics,
  }),
  monthly: endpoint({
    method: 'POST',
    path: 'analyticsMonthly',
    access: 'owner-or view monthly-analytics',
    effect: 'read',
    summary: 'Any range of months, of everybody or of one employee; employees ask for themselves.',
    body: analyticsInput,
    response: monthlyAnalytics,
  }),
}
