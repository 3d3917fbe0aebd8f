import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, optional, shillings } from './fields.ts'
import { wordingOf } from './say.ts'
import { sheetAnswer, sheetQuery } from './sheet.ts'
import { fieldWords } from './wording.ts'

/** What confirmed payrolls add up to, by month (B18). */

const dataset = z.object({
  label: z.string(),
  data: z.array(shillings),
  backgroundColor: z.string(),
  borderColor: z.string(),
})

const analyticsOfMonths = z.object({
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
  /** Casual workers, in no other figure; null where one employee was asked for. */
  casuals: z
    .object({
      grossTotal: shillings,
      /** What the employer adds: NSSF and Housing Levy, where the law is applied (C1). */
      employerTotal: shillings,
      costTotal: shillings,
      costDatasets: z.array(dataset),
    })
    .nullable(),
})
export type Analytics = z.output<typeof analyticsOfMonths>

const cost = {
  gross: shillings,
  deductions: shillings,
  net: shillings,
  /** Gross pay and what the employer adds: NSSF, Housing Levy, NITA and pensions (B6). */
  employer_cost: shillings,
}

/** What a year's people cost, by month and by the department they were in. */
export const annualAnalytics = analyticsOfMonths.extend({
  employerCostTotal: shillings,
  /** The employer's cost and that of casual workers. */
  staffCostTotal: shillings,
  nssfEmployerTotal: shillings,
  housingEmployerTotal: shillings,
  /** What is added for pension schemes. */
  pensionEmployerTotal: shillings,
  /** Fringe benefit tax on the employer's loans. */
  fringeTotal: shillings,
  /** What of benefits in kind was taxed: no pay, and in no other figure (B33). */
  benefitsTotal: shillings,
  costDatasets: z.array(dataset),
  departments: z.array(z.object({ id: id.nullable(), name: z.string(), ...cost })),
})
export type AnnualAnalytics = z.output<typeof annualAnalytics>

/** Whose figures they are; null means everybody's. */
export const monthlyAnalytics = analyticsOfMonths.extend({
  employee: z
    .object({ id, employee_no: z.string(), first_name: z.string(), last_name: z.string() })
    .nullable(),
})
export type MonthlyAnalytics = z.output<typeof monthlyAnalytics>

export const mostYears = 10

export const analyticsWords = wordingOf('analytics-fields', {
  firstOfMonth: ({ label }: { label: string }) =>
    `${label} must be the first day of a month, such as 2026-02-01.`,
  toFirst: 'Month To cannot be before Month From.',
  tooManyYears: ({ most }: { most: number }) => `Please choose ${most} years at most.`,
})

const firstOfMonth = (label: string) =>
  z
    .string(fieldWords.required({ label }))
    .regex(/^20\d{2}-(0[1-9]|1[0-2])-01$/, analyticsWords.firstOfMonth({ label }))

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
    error: analyticsWords.toFirst,
  })
  .refine(({ from, to }) => monthsOf(to) - monthsOf(from) < mostYears * 12, {
    path: ['to'],
    error: analyticsWords.tooManyYears({ most: mostYears }),
  })

const ofYear = z.object({ year: z.coerce.number().int().min(2000).max(2099) })

export const analytics = {
  annual: endpoint({
    method: 'GET',
    path: 'analytics/:year',
    access: 'view annual-analytics',
    summary: 'The confirmed payrolls of a year, by month.',
    params: ofYear,
    response: annualAnalytics,
  }),
  sheet: endpoint({
    method: 'GET',
    path: 'analytics/:year/sheet',
    access: 'view annual-analytics',
    summary: 'The same as a spreadsheet, by month and department, as a data URL.',
    params: ofYear,
    query: sheetQuery,
    response: sheetAnswer,
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
