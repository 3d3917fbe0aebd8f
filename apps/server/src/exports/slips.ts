import type { PayrollFilter } from '@mshahara/contract/payroll'
import type { PayInput } from '@mshahara/engine/input'
import { type Payslip, payslip } from '@mshahara/engine/payslip'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import {
  type DeductionLine,
  type IncomeLine,
  type Money,
  moneyNames,
  type Person,
} from '../payroll/index.ts'

/** Payslips as files are made from them: the frozen person and figures, whole cents. */

export interface Slip extends Money {
  employee_id: string
  month: string
  person: Person
  incomes: IncomeLine[]
  deductions: DeductionLine[]
  input: PayInput
  /** Every line of the law again, from what the engine was given. */
  readonly law: Payslip
}

interface Row extends Record<keyof Money, string> {
  employee_id: string
  month: string
  person: Person
  incomes: IncomeLine[]
  deductions: DeductionLine[]
  input: PayInput
}

function slipOf(row: Row): Slip {
  let law: Payslip | undefined
  const figures = Object.fromEntries(moneyNames.map((name) => [name, centsOf(row[name])]))
  return {
    ...row,
    ...(figures as Money),
    get law() {
      law ??= payslip(row.input, row.month)
      return law
    },
  }
}

export const isConsultant = ({ person }: Slip) => person.tos === 'Consultant'
export const nameOf = ({ first_name, middle_name, last_name }: Person) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

/** Parameters 1 to 4. */
export const chosen = `s.payroll_id = $1 and ($2::uuid is null or s.department_id = $2)
  and ($3::uuid is null or s.designation_id = $3) and ($4::uuid is null or s.work_station_id = $4)`
export const valuesOf = (payroll_id: string, filter: PayrollFilter) => [
  payroll_id,
  filter.department_id,
  filter.designation_id,
  filter.work_station_id,
]

/** What a file is made from beside person and figures; what nobody needs is not fetched. */
export type Need = 'incomes' | 'deductions' | 'input'

export const columnsFor = (needs: readonly Need[]) =>
  ['employee_id', 'month', 'person', ...needs, ...moneyNames].map((name) => `s.${name}`).join(', ')

export interface Wanted {
  needs: readonly Need[]
  where: string
  values: unknown[]
}
/** Rows between two breaths, in which the server answers others. */
const portion = 500
/** Portions between two words about how far it is. */
const tellEvery = 3

/** In portions, so that ten thousand neither fill the memory nor hold everybody else up. */
export async function eachSlip(
  tx: Tx,
  { needs, where, values }: Wanted,
  take: (slip: Slip) => void,
  step: (done: number) => Promise<void> = async () => {},
) {
  // All of it is wanted: a plan for the first rows alone takes minutes for the rest.
  await tx.$client.query('set local cursor_tuple_fraction = 1')
  await tx.$client.query(
    `declare slips no scroll cursor for select ${columnsFor(needs)} from payslips s
       join payrolls r on r.id = s.payroll_id join employees e on e.id = s.employee_id
     where ${where} order by e.number, s.month`,
    values,
  )
  const fetch = () => {
    const asked = tx.$client.query<Row>(`fetch ${portion} from slips`)
    // Told where it is awaited; until then a refusal must not bring the server down.
    asked.catch(() => {})
    return asked
  }
  let next = fetch()
  for (let done = 0, portions = 1; ; portions += 1) {
    const { rows } = await next
    const last = rows.length < portion
    // The database goes on while these are taken.
    if (!last) next = fetch()
    for (const row of rows) take(slipOf(row))
    done += rows.length
    if (last || portions % tellEvery === 0) await step(done)
    if (last) break
  }
  await tx.$client.query('close slips')
}

export async function countSlips(tx: Tx, values: unknown[]): Promise<number> {
  const { rows } = await tx.$client.query<{ count: number }>(
    `select count(*) as count from payslips s where ${chosen}`,
    values,
  )
  return rows[0]?.count ?? 0
}
