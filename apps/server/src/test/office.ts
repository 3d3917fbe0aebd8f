import { randomInt } from 'node:crypto'
import { type Call, contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { employees } from '../areas/employees/tables.ts'
import { setCheckedActs } from '../areas/maker-checker/index.ts'
import { seedOrganization } from '../demo/demo.ts'
import { addStaff } from '../demo/staff.ts'
import type { Services } from '../foundation/http/services.ts'
import { sessionOf } from './session.ts'
import type { Caller, World } from './world.ts'

/** An office: its people, and its months of pay. */

/** An organisation and the token of its primary user, for servers that are no world's. */
export async function openOffice(parts: Services, name: string) {
  const { organization_id, email } = await seedOrganization(parts, name)
  const { rows } = await parts.db.inPlatform(async (tx) => {
    await setCheckedActs(tx, organization_id, { confirming: false })
    return tx.$client.query('select id from users where email = $1', [email])
  })
  const user_id: string = rows[0].id
  return { organization_id, user_id, token: await sessionOf(parts, user_id, organization_id) }
}

// ---------------------------------------------------------------- people

export type EmployeeBody = NonNullable<Call<typeof contract.employees.create>['body']>

export const employeeBody = (given: Partial<EmployeeBody> = {}): EmployeeBody => ({
  first_name: 'Njeri',
  last_name: 'Mwangi',
  id_number: digits(8),
  salary: 50_000,
  employment_date: '2024-02-01',
  ...given,
})

const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count))

/** An employee as the application adds one, over the API. */
export async function employ(caller: Caller, given: Partial<EmployeeBody> = {}) {
  const reply = await caller.call(contract.employees.create, { body: employeeBody(given) })
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

type NewEmployee = Partial<typeof employees.$inferInsert>

/** An employee as a row, for stories that are not about adding one. */
export async function addEmployee(world: World, organization_id: string, given: NewEmployee = {}) {
  return world.platform(async (tx) => {
    const [row] = await tx
      .insert(employees)
      .values({
        organization_id,
        employee_no: `TC-${digits(8)}`,
        first_name: 'Wanjiru',
        last_name: 'Kamau',
        id_number: digits(9),
        tos: 'Permanent',
        employment_date: '2024-01-01',
        ...given,
      })
      .returning()
    return (row as typeof employees.$inferSelect).id
  })
}

/** So many people as rows, each with what they are paid. */
export function addMany({ parts }: World, organization_id: string, count: number) {
  const adding = { organization_id, today: '2026-03-10', secrets: parts.secrets }
  return parts.db.inOrg({ organization_id }, (tx) => addStaff(tx, adding, count))
}

/** The employee's own session. */
export async function asEmployee(world: World, organization_id: string, employee_id: string) {
  const person = await world.as('employee', organization_id)
  await world.rows('update memberships set employee_id = $2 where user_id = $1', [
    person.id,
    employee_id,
  ])
  return person
}

// ---------------------------------------------------------------- months

/** A run of so few people that it is worked out at once, confirmed unless told otherwise. */
export async function runMonth(by: Caller, month: string, year: number, confirm = true) {
  const { payrolls } = contract
  const made = await by.call(payrolls.create, { body: { month: month as MonthName, year } })
  if (made.status !== 201) throw new Error(`${made.status} ${made.body.message}`)
  const { id } = made.body
  if (confirm) {
    const done = await by.call(payrolls.confirm, { params: { id } })
    if (done.status !== 200) throw new Error(`${done.status} ${JSON.stringify(done.body)}`)
  }
  return (await by.call(payrolls.get, { params: { id } })).body
}

/** Gives the last day. */
export const terminate = (by: Caller, id: string, termination_date: string) =>
  by.call(contract.employees.status, {
    params: { id },
    body: { status: 'terminated', termination_date },
  })

/** What somebody of a payroll still owes, with something paid of it, as rows: their ids. */
export async function oweFinally(rows: World['rows'], payroll_id: string) {
  const [claim] = await rows(
    `with claim as (insert into final_claims (organization_id, employee_id, payslip_id, amount)
       select organization_id, employee_id, id, 100 from payslips where payroll_id = $1 limit 1
       returning *)
     insert into final_claim_entries
       (organization_id, claim_id, employee_id, kind, amount, day, recorded_by)
     select organization_id, id, employee_id, 'payment', 1, '2026-03-01', 'x' from claim
     returning id as "final-claim-entry", claim_id as "final-claim"`,
    [payroll_id],
  )
  return claim as Record<'final-claim' | 'final-claim-entry', string>
}

/** January of a year before anybody was paid here, from another system, as rows. */
export const openPay = (rows: World['rows'], organization_id: string, year = 2021) =>
  rows(
    `with person as (select id from employees where organization_id = $1 order by number limit 1),
       batch as (insert into opening_batches (organization_id, year, sources, people, months, gross,
           paye)
         values ($1, $2, '{Sage}', 1, 1, 100, 10) returning id)
     insert into opening_pay (organization_id, batch_id, year, employee_id, first_month, last_month,
       source, basic, benefits, quarters, gross, pension_share, pension, ahl, shif, medical_fund,
       mortgage, deductions, exempt, chargeable, tax_charged, personal_relief, insurance_relief, paye)
     select $1, batch.id, $2, person.id, 1, 1, 'Sage', 100, 0, 0, 100, 30, 0, 0, 0, 0, 0, 0, 0, 100,
       10, 0, 0, 10 from person, batch`,
    [organization_id, year],
  )
