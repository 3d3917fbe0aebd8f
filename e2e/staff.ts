import { randomInt } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { call } from './people.ts'

/** Employees and what they are paid, made over the API. */

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

export interface Staff {
  id: string
  employee_no: string
  first_name: string
  last_name: string
}

export const newEmployee = (given: object = {}) => ({
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

export const addEmployee = (request: APIRequestContext, given: object = {}) =>
  call<Staff>(request, 'POST', 'employee', newEmployee(given))

export const addRate = (request: APIRequestContext, given: object = {}) =>
  call<{ id: string }>(request, 'POST', 'commission-rate', {
    name: 'Retail',
    display_name: 'Retail commission',
    amount: 100_000,
    rate: 2.5,
    ...given,
  })
