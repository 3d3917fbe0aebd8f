import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, day, flag, numberInput, shillings, shillingsInput } from './fields.ts'

/** What somebody who leaves is given: what is due, worked out before it is paid, and on paper. */

export const leavingReasons = [
  'resigned',
  'dismissed',
  'redundant',
  'end of contract',
  'retired',
  'death',
] as const

/** Of notice that was not served: who owes it to whom. */
export const noticeOutcomes = ['served', 'paid', 'owed'] as const

const count = (label: string, most: number) =>
  numberInput(label, (number) =>
    number.min(0, `${label} cannot be negative.`).max(most, `${label} can be ${most} at most.`),
  )
const whole = (label: string, most: number, least = 0, tooFew = `${label} cannot be negative.`) =>
  numberInput(label, (number) =>
    number
      .int(`${label} is a whole number.`)
      .min(least, tooFew)
      .max(most, `${label} can be ${most} at most.`),
  )

/** What the tax deduction card of a year says, where the payslips of the year are not here. */
const yearPaid = z.object({
  year: numberInput('Year', (year) => year.int().min(2000).max(2099)),
  taxable: shillingsInput('Taxable pay'),
  reliefs: shillingsInput('Reliefs'),
  paye: shillingsInput('PAYE'),
})

export const finalDuesInput = z.object({
  last_day: day,
  reason: z.enum(leavingReasons, 'Please choose why they leave.'),
  notice: z.enum(noticeOutcomes, 'Please choose what becomes of the notice.'),
  notice_unit: z.enum(['days', 'months']).default('days'),
  notice_count: whole('Notice', 366).default(28),
  notice_served: whole('Days served', 366).default(0),
  leave_days: count('Leave days', 366).default(0),
  severance_days: whole('Severance days', 90, 15, 'Severance is at least 15 days a year.').default(
    15,
  ),
  /** By how many days a month's pay is divided for severance and service pay. */
  severance_divisor: z
    .union([z.literal(26), z.literal(30), z.literal(22)], 'Please choose 26, 30 or 22 days.')
    .default(26),
  service_pay: flag.default(false),
  gratuity_percent: count('Gratuity', 100).default(0),
  years: z.array(yearPaid).max(10).default([]),
})
export type FinalDuesInput = z.output<typeof finalDuesInput>

/** What tax is taken from a line: that of the month, that of a lump sum, or none. */
export const dueTaxes = ['month', 'lump sum', 'none'] as const

const dueLine = z.object({
  code: z.string(),
  label: z.string(),
  /** Below zero: owed by the person. */
  amount: shillings,
  rule: z.string().nullable(),
  working: z.string(),
  tax: z.enum(dueTaxes),
})

const lumpSumYear = z.object({
  year: z.number(),
  /** Years of service that count here. */
  years: z.number(),
  share: shillings,
  /** Neither payslips nor the form say what was paid in the year. */
  missing: z.boolean(),
  tax: shillings,
  working: z.string(),
})

export const finalDues = z.object({
  name: z.string(),
  employee_no: z.string(),
  last_day: day,
  /** "7 years 8 months" */
  service: z.string(),
  basic: shillings,
  lines: z.array(dueLine),
  due: shillings,
  owed: shillings,
  lump_sum: z.object({
    amount: shillings,
    tax: shillings,
    years: z.array(lumpSumYear),
  }),
  /** Whom the law wants told, and by when. */
  notices: z.array(z.object({ who: z.string(), by: day, rule: z.string() })),
})
export type FinalDues = z.output<typeof finalDues>

export const leaving = {
  dues: endpoint({
    method: 'POST',
    path: 'employee/final-dues/:id',
    access: 'view payrolls',
    effect: 'read',
    summary: 'What would be due to somebody who leaves, and what they owe, each with its working.',
    params: byId,
    body: finalDuesInput,
    response: finalDues,
  }),
  certificate: endpoint({
    method: 'GET',
    path: 'employee/certificate/:id',
    access: 'view employees',
    summary: 'The certificate of service of somebody who has left, as a PDF.',
    params: byId,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
}
