import { z } from 'zod'
import { crud, withPermissions } from './crud.ts'
import { endpoint } from './endpoint.ts'
import {
  byId,
  flag,
  id,
  idNamed,
  instant,
  month,
  numberInput,
  text,
  withWarning,
} from './fields.ts'
import { importCalls } from './import.ts'

/** Cost centres, and who costs which of them how much. */

export const costCentre = z.object({
  id,
  code: z.string(),
  name: z.string(),
  /** Offered where one is chosen. */
  active: z.boolean(),
  departments: z.array(id),
  work_stations: z.array(id),
  /** Employees of this month, by shares of their own or by their department. */
  people: z.number(),
  created_at: instant,
})
export type CostCentre = z.output<typeof costCentre>

const ids = (what: string) =>
  z
    .array(idNamed(`Please choose ${what}.`))
    .max(1000)
    .default([])
    .transform((chosen) => [...new Set(chosen)])

export const costCentreInput = z.object({
  code: text('Code', 30),
  name: text('Cost Centre Name'),
  active: flag.default(true),
  departments: ids('departments'),
  work_stations: ids('work stations'),
})

/** Payslips name them, so that they are switched off and never deleted. */
const { remove: _, ...centreCalls } = crud({
  name: 'cost-centre',
  words: 'cost centre',
  may: withPermissions('departments'),
  row: costCentre,
  input: costCentreInput,
})
export const costCentres = centreCalls

export const shareInput = numberInput('Share', (percent) =>
  percent
    .gt(0, 'A share must be more than nothing.')
    .max(100, 'A share can be at most 100%.')
    .refine(
      (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
      'A share can have at most two decimals.',
    ),
)

/** In hundredths of a percent, which add up without a doubt. */
export const hundredthsOf = (percent: number) => Math.round(percent * 100)

export const costSplit = z.object({
  id,
  employee_id: id,
  from: month,
  /** None: from this month on the person belongs where their department does. */
  shares: z.array(
    z.object({ cost_centre_id: id, code: z.string(), name: z.string(), percent: z.number() }),
  ),
  created_at: instant,
  /** Of what was just saved: confirmed months that it does not reach. */
  ...withWarning,
})
export type CostSplit = z.output<typeof costSplit>

export const costSplitInput = z
  .object({
    employee_id: id,
    from: month,
    shares: z
      .array(
        z.object({
          cost_centre_id: idNamed('Please choose a cost centre.'),
          percent: shareInput,
        }),
      )
      .max(50, 'A person can have at most 50 cost centres.')
      .default([]),
  })
  .refine(({ shares }) => new Set(shares.map((one) => one.cost_centre_id)).size === shares.length, {
    path: ['shares'],
    error: 'Each cost centre can have one share.',
  })
  .refine(
    ({ shares }) =>
      shares.length === 0 ||
      shares.reduce((sum, { percent }) => sum + hundredthsOf(percent), 0) === 10_000,
    { path: ['shares'], error: 'The shares must come to 100%.' },
  )
export type CostSplitInput = z.output<typeof costSplitInput>

export const costSplits = {
  ...crud({
    name: 'cost-split',
    words: 'split over cost centres',
    may: {
      view: 'view employees',
      create: 'edit employees',
      edit: 'edit employees',
      delete: 'edit employees',
    },
    row: costSplit,
    input: costSplitInput,
  }),
  list: endpoint({
    method: 'GET',
    path: 'cost-splits/:id',
    access: 'view employees',
    summary: 'The cost centres of an employee, by month; the newest first.',
    params: byId,
    response: z.array(costSplit),
  }),
  ...importCalls('cost-splits', 'edit employees', 'Set the cost centres of employees'),
}
