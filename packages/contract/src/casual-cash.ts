import { z } from 'zod'
import { casualPayrollStatuses } from './casual-fields.ts'
import { endpoint } from './endpoint.ts'
import { byId, day, id, message, shillings } from './fields.ts'

/** Whoever is paid in cash signs for it, on a list that is printed and marked (C25). */

/** Somebody who signs for cash. */
export const cashRow = z.object({
  payslip_id: id,
  casual: z.object({ id, casual_no: z.string(), name: z.string() }),
  id_number: z.string(),
  station: z.string().nullable(),
  days: z.number(),
  net: shillings,
  /** Why they are held back: "Suspended". */
  held: z.string().nullable(),
  paid_on: day.nullable(),
  marked_by: z.string().nullable(),
})
export type CashRow = z.output<typeof cashRow>

/** Where nobody has said which site somebody works at. */
export const noStation = 'No work station'

export const cashCalls = {
  cash: endpoint({
    method: 'GET',
    path: 'casual-payroll/cash/:id',
    access: 'view payrolls',
    summary: 'Who of a casual payroll signs for cash, by site, and who has been paid.',
    params: byId,
    response: z.object({
      payroll: z.object({
        id,
        code: z.string(),
        from: day,
        to: day,
        status: z.enum(casualPayrollStatuses),
      }),
      rows: z.array(cashRow),
    }),
  }),
  cashList: endpoint({
    method: 'GET',
    path: 'casual-payroll/cash-list/:id',
    access: 'export payrolls',
    summary: 'The list to sign for cash, by site, as a PDF in a data URL.',
    params: byId,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
  markCash: endpoint({
    method: 'PATCH',
    path: 'casual-payroll/cash/:id',
    access: 'pay payrolls',
    insiders: true,
    summary: 'Mark people as paid in cash on a day; without a day, as not paid after all.',
    params: byId,
    body: z.object({
      payslips: z.array(id).min(1, 'Please tick somebody.').max(10_000),
      paid_on: day.nullable(),
    }),
    response: message.extend({ count: z.number() }),
  }),
}
