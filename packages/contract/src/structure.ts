import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  byId,
  id,
  instant,
  numberFault,
  optionalText,
  shillings,
  shillingsInput,
  text,
} from './fields.ts'
import type { Permission } from './permissions.ts'

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

type UnitSubject = 'departments' | 'designations' | 'work-stations'

const units = <S extends UnitSubject>(subject: S, name: string, words: string, label: string) => {
  const may = (verb: 'view' | 'create' | 'edit') => `${verb} ${subject}` as Permission
  const body = unitInput(label)
  return {
    list: endpoint({
      method: 'GET',
      path: subject,
      access: may('view'),
      summary: `The ${words}s, in the order of their codes.`,
      response: z.array(unit),
    }),
    nextNo: endpoint({
      method: 'GET',
      path: `${name}NextNo`,
      access: may('create'),
      summary: `The code the next ${words} is likely to get.`,
      response: nextNo,
    }),
    create: endpoint({
      method: 'POST',
      path: name,
      access: may('create'),
      summary: `Add a ${words}.`,
      body,
      response: unit,
      success: 201,
    }),
    update: endpoint({
      method: 'PATCH',
      path: `${name}/:id`,
      access: may('edit'),
      summary: `Change a ${words}.`,
      params: byId,
      body,
      response: unit,
    }),
  }
}

export const departments = units('departments', 'department', 'department', 'Department Name')
export const designations = units('designations', 'designation', 'designation', 'Designation Name')
export const workStations = units(
  'work-stations',
  'work-station',
  'work station',
  'Work Station Name',
)
export type Units = typeof departments

export const commissionRateInput = z.object({
  name: text('Commission Rate Name'),
  /** Left empty, the payslip shows the name. */
  display_name: optionalText('Display Name'),
  amount: shillingsInput('From Amount'),
  rate: z
    .number(numberFault('Rate'))
    .min(0, 'Rate cannot be negative.')
    .max(100, 'Rate can be at most 100%.')
    .refine(
      (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
      'Rate can have at most two decimals.',
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

export const commissionRates = {
  list: endpoint({
    method: 'GET',
    path: 'commission-rates',
    access: 'view commission-rates',
    summary: 'The commission rates by name.',
    response: z.array(commissionRate),
  }),
  create: endpoint({
    method: 'POST',
    path: 'commission-rate',
    access: 'create commission-rates',
    summary: 'Add a commission rate.',
    body: commissionRateInput,
    response: commissionRate,
    success: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'commission-rate/:id',
    access: 'edit commission-rates',
    summary: 'Change a commission rate; revenues recorded before keep their terms.',
    params: byId,
    body: commissionRateInput,
    response: commissionRate,
  }),
}
