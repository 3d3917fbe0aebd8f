import { randomInt } from 'node:crypto'
import { employees } from '../employees/tables.ts'
import type { World } from './world.ts'

type NewEmployee = Partial<typeof employees.$inferInsert>

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

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

/** The employee's own sign-in. */
export async function asEmployee(world: World, organization_id: string, employee_id: string) {
  const person = await world.as('employee', organization_id)
  await world.rows('update memberships set employee_id = $2 where user_id = $1', [
    person.id,
    employee_id,
  ])
  return person
}
