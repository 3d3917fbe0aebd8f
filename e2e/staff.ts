import { randomInt } from 'node:crypto'
import { type Call, contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import type { APIRequestContext } from '@playwright/test'
import { call } from './calls.ts'

/** Employees and what they are paid, made by API. */

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

type EmployeeBody = NonNullable<Call<typeof contract.employees.create>['body']>

export const newEmployee = (given: Partial<EmployeeBody> = {}): EmployeeBody => ({
  first_name: 'Wanjiru',
  last_name: 'Kamau',
  id_number: `2${digits(8)}`,
  salary: 85_000,
  employment_date: '2024-02-01',
  ...given,
})

/** Nothing is missing for the next payroll. */
export const complete = {
  pin_no: 'A012345678Z',
  nssf_no: '2001234567',
  nhif_no: 'CR1234567890',
  bank_name: 'Equity Bank Limited',
  account_no: '0123456789012',
}

export const addEmployee = (request: APIRequestContext, given: Partial<EmployeeBody> = {}) =>
  call(request, contract.employees.create, { body: newEmployee(given) })

export const addRate = (request: APIRequestContext, given: object = {}) => {
  const rate = { name: 'Retail', display_name: 'Retail commission', amount: 100_000, rate: 2.5 }
  return call(request, contract.commissionRates.create, { body: { ...rate, ...given } })
}

/** A payroll of the month for everybody employed in it. */
export async function runMonth(
  request: APIRequestContext,
  month: MonthName,
  year: number,
  confirm = true,
) {
  const run = await call(request, contract.payrolls.create, { body: { month, year } })
  if (confirm) await call(request, contract.payrolls.confirm, { params: { id: run.id } })
  return run
}

// ---------------------------------------------------------------- casual workers

type CasualBody = NonNullable<Call<typeof contract.casuals.create>['body']>

export const addCasual = (request: APIRequestContext, given: Partial<CasualBody> = {}) =>
  call(request, contract.casuals.create, {
    body: {
      first_name: 'Baraka',
      last_name: 'Mutua',
      id_number: `3${digits(7)}`,
      phone: `07120099${digits(2)}`,
      pay: 850,
      employment_date: '2025-01-01',
      ...given,
    },
  })

/** The last Monday to Sunday that is over. */
export function lastWeek(today = new Date()): { from: string; to: string } {
  const day = (back: number) => new Date(today.getTime() - back * 86_400_000)
  const to = day(today.getUTCDay() || 7)
  const from = new Date(to.getTime() - 6 * 86_400_000)
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) }
}

export const draftCasuals = (request: APIRequestContext) =>
  call(request, contract.casualPayrolls.create, { body: lastWeek() })
