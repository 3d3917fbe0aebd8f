import { type Call, contract } from '@mshahara/contract'
import { leaveNight } from '../areas/leave/year.ts'
import { addEmployee, asEmployee, employ } from './office.ts'
import { sessionOf } from './session.ts'
import type { Caller, World } from './world.ts'

/** An office where people ask for leave. */

export type LeaveOffice = Awaited<ReturnType<typeof openLeaveOffice>>

export async function openLeaveOffice(world: World) {
  const organization = await world.addOrganization()
  const primary = await world.as('primary', organization)
  const types = new Map(
    (await primary.call(contract.leaveTypes.list)).body.map(({ name, id }) => [name, id]),
  )
  const typeOf = (name: string) => types.get(name) as string
  const join = async (given: Parameters<typeof addEmployee>[2] = {}) => {
    const id = await addEmployee(world, organization, given)
    return { ...(await asEmployee(world, organization, id)), employee_id: id }
  }
  /** A session lives for eight hours: a story of weeks needs others. */
  const renewed = async <P extends { id: string }>(person: P) => ({
    ...person,
    ...world.caller(await sessionOf(world.parts, person.id, organization)),
  })
  return { organization, primary, typeOf, join, renewed }
}

type Body = NonNullable<Call<typeof contract.leaveRequests.create>['body']>

export const askFor = (by: Caller, body: Partial<Body> & { leave_type_id: string }) =>
  by.call(contract.leaveRequests.create, {
    body: { start_date: '2026-04-13', end_date: '2026-04-14', ...body },
  })

/** Asked for and approved by one who may do both. */
export async function approveLeave(by: Caller, body: Parameters<typeof askFor>[1]) {
  const asked = await askFor(by, body)
  if (asked.status !== 201) throw new Error(JSON.stringify(asked.body))
  const params = { id: asked.body.id }
  const done = await by.call(contract.leaveRequests.approve, { params, body: {} })
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  return asked.body.id
}

export const certificate = {
  attachment:
    'data:application/pdf;base64,JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZz4+ZW5kb2JqCnRyYWlsZXI8PC9Sb290IDEgMCBSPj4KJSVFT0YK',
}

/** Grants days by an adjustment, as an opening balance would. */
export async function giveDays(
  world: World,
  { organization }: LeaveOffice,
  employee_id: string,
  leave_type_id: string,
  days: number,
  year = 2026,
) {
  const [balance] = await world.rows(
    `insert into leave_balances (organization_id, employee_id, leave_type_id, year)
     values ($1, $2, $3, $4)
     on conflict (organization_id, employee_id, leave_type_id, year) do update set year = excluded.year
     returning id`,
    [organization, employee_id, leave_type_id, year],
  )
  await world.rows(
    `insert into leave_entries (organization_id, balance_id, kind, entitled, day, reason)
     values ($1, $2, 'adjustment', $3, '2026-01-01', 'Opening balance')`,
    [organization, balance.id, days],
  )
  return balance.id as string
}

export const sumsOf = async (world: World, employee_id: string, leave_type_id: string) =>
  (
    await world.rows(
      `select b.year, b.entitled::float, b.used::float, b.pending::float,
         (select sum(n.entitled)::float from leave_entries n where n.balance_id = b.id) as e,
         (select sum(n.used)::float from leave_entries n where n.balance_id = b.id) as u,
         (select sum(n.pending)::float from leave_entries n where n.balance_id = b.id) as p
       from leave_balances b where employee_id = $1 and leave_type_id = $2 order by year`,
      [employee_id, leave_type_id],
    )
  ).map(({ year, entitled, used, pending, e, u, p }) => {
    if (entitled !== (e ?? 0) || used !== (u ?? 0) || pending !== (p ?? 0)) {
      throw new Error(`The balance of ${year} is not the sum of its entries.`)
    }
    return [year, entitled, used, pending]
  })

/** Somebody since June 2026, in an office that pays leavers what is left; it is November. */
export async function openLeaver(world: World) {
  world.setTime('2026-11-10T09:00:00Z')
  const office = await openLeaveOffice(world)
  const { primary } = office
  const { id } = await employ(primary, { salary: 44_000, employment_date: '2026-06-01' })
  await world.rows('update leave_settings set pay_leavers = true where organization_id = $1', [
    office.organization,
  ])
  await world.work(leaveNight)
  return { office, primary, annual: office.typeOf('Annual Leave'), id }
}

/** The nights until then have been; the session is a new one. */
export async function atNight(world: World, { primary, renewed }: LeaveOffice, day: string) {
  world.setTime(`${day}T09:00:00Z`)
  const signedIn = await renewed(primary)
  await world.work(leaveNight)
  return signedIn
}

/** What whoever confirms has to approve by name. */
export async function beyondIn(by: LeaveOffice['primary'], run: { id: string }) {
  const { body } = await by.call(contract.payrolls.checks, { params: { id: run.id } })
  return body.find(({ kind }) => kind === 'leave beyond')?.people.map(({ detail }) => detail)
}
