import { z } from 'zod'
import { crud, withPermissions } from './crud.ts'
import { endpoint } from './endpoint.ts'
import {
  id,
  instant,
  numberInput,
  optionalText,
  shillings,
  shillingsInput,
  text,
} from './fields.ts'
import { itemName } from './figures.ts'

/** Departments, designations and work stations: three lists of one shape; and commission rates. */

export const unit = z.object({
  id,
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: instant,
})
export type Unit = z.output<typeof unit>

export const nextNo = z.object({ next: z.string() })

/** The code is the server's to give (B15); one that is sent is ignored. */
const unitInput = (label: string) =>
  z.object({ name: text(label), description: optionalText('Description', 500) })

const units = (name: 'department' | 'designation' | 'work-station', label: string) => {
  const words = name.replace('-', ' ')
  const may = withPermissions(`${name}s`)
  const { remove: _, ...calls } = crud({ name, words, may, row: unit, input: unitInput(label) })
  return {
    ...calls,
    nextNo: endpoint({
      method: 'GET',
      path: `${name}NextNo`,
      access: may.create,
      summary: `The code the next ${words} is likely to get.`,
      response: nextNo,
    }),
  }
}

export const departments = units('department', 'Department Name')
export const designations = units('designation', 'Designation Name')
export const workStations = units('work-station', 'Work Station Name')
export type Units = typeof departments

export const commissionRateInput = z.object({
  name: itemName('Commission Rate Name'),
  /** Left empty, the payslip shows the name. */
  display_name: optionalText('Display Name'),
  amount: shillingsInput('From Amount'),
  rate: numberInput('Rate', (rate) =>
    rate
      .min(0, 'Rate cannot be negative.')
      .max(100, 'Rate can be at most 100%.')
      .refine(
        (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
        'Rate can have at most two decimals.',
      ),
  ),
  description: optionalText('Description', 500),
})

export const commissionRate = z.object({
  id,
  name: z.string(),
  display_name: z.string(),
  amount: shillings,
  rate: z.number(),
  description: z.string().nullable(),
  created_at: instant,
})
export type CommissionRate = z.output<typeof commissionRate>

/** Revenues recorded before a change keep their terms. */
const { remove: _, ...rateCalls } = crud({
  name: 'commission-rate',
  words: 'commission rate',
  may: withPermissions('commission-rates'),
  row: commissionRate,
  input: commissionRateInput,
})
export const commissionRates = rateCalls
