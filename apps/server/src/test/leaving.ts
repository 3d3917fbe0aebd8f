import { type Call, contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { employ } from './office.ts'
import type { Caller, World } from './world.ts'

/** Somebody who leaves at the end of October 2026, and what is done about it. */

const { employees, leaving, payrolls, payslips } = contract

export type Terms = NonNullable<Call<typeof leaving.record>['body']>

const card = { taxable: 960_000, reliefs: 28_800, paye: 196_600 }
export const redundant: Terms = {
  ...{ last_day: '2026-10-31', reason: 'redundant', notice: 'paid', leave_days: 10.5 },
  years: [2021, 2022, 2023, 2024, 2025].map((year) => ({ year, ...card })),
}

const path = (id: string) => ({ params: { id } })

async function slipOf(by: Caller, leaver: string) {
  const { body } = await by.call(leaving.get, path(leaver))
  return (await by.call(payslips.get, path(body.run?.payslip_id ?? ''))).body
}
type Slip = Awaited<ReturnType<typeof slipOf>>

/** With what has to be approved by name: most of these people have no balance of leave. */
async function confirm(by: Caller, id: string) {
  const { body: found } = await by.call(payrolls.checks, path(id))
  const approved = found.flatMap(({ kind, approvable, people }) =>
    approvable ? people.map(({ employee_id, detail }) => ({ kind, employee_id, detail })) : [],
  )
  return by.call(payrolls.confirm, { ...path(id), body: { approved } })
}

export const leavingActs = (world: World) => ({
  async openQuarry(employment_date = '2019-03-01', salary = 78_000) {
    world.setTime('2026-10-20T09:00:00Z')
    const home = await world.addOrganization()
    const primary = await world.as('primary', home)
    const { id } = await employ(primary, { first_name: 'Chao', employment_date, salary })
    return { home, primary, id }
  },
  path,
  record: (by: Caller, id: string, body: Terms) => by.call(leaving.record, { ...path(id), body }),
  open: (by: Caller, id: string, month: MonthName = 'October') =>
    by.call(leaving.run, { ...path(id), body: { month, year: 2026, pay_on: '2026-11-05' } }),
  confirm,
  reverse: (by: Caller, id: string) =>
    by.call(payrolls.reverse, { ...path(id), body: { reason: 'A slip of the pen' } }),
  lastDayOf: async (by: Caller, id: string) =>
    (await by.call(employees.get, path(id))).body.termination_date,
  slipOf,
  taken: ({ deductions }: Slip) => deductions.map(({ name, amount }) => [name, amount]),
})
