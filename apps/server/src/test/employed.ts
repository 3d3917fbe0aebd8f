import { randomInt } from 'node:crypto'
import type { Call } from '@mshahara/contract'
import { contract } from '@mshahara/contract'
import type { Caller } from './world.ts'

/** Employees as the application adds them, over the API. */

export type EmployeeBody = NonNullable<Call<typeof contract.employees.create>['body']>

export const employeeBody = (given: Partial<EmployeeBody> = {}): EmployeeBody => ({
  first_name: 'Njeri',
  last_name: 'Mwangi',
  id_number: String(randomInt(10_000_000, 99_999_999)),
  salary: 50_000,
  employment_date: '2024-02-01',
  ...given,
})

export async function employ(caller: Caller, given: Partial<EmployeeBody> = {}) {
  const reply = await caller.call(contract.employees.create, { body: employeeBody(given) })
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}
