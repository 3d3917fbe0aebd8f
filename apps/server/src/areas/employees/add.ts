import { randomUUID } from 'node:crypto'
import type { EmployeeFields } from '@mshahara/contract/employee-fields'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { raw } from '../../foundation/core/sql.ts'
import { placeOf } from '../organizations/index.ts'
import { refuseBeyondLimit } from '../subscriptions/index.ts'
import { openSignIns } from '../users/index.ts'
import { prefixOf, takeNumbers } from './number.ts'
import { firstSalaries } from './pay-terms.ts'
import { asChange, recordSalaries } from './salary.ts'

/** What adding needs besides the transaction, in a request and in a background job alike. */
export interface AddContext {
  organization_id: string
  today: string
  secrets: Secrets
}

/** The columns of the table, in the order they are inserted. */
const columns = [
  'id',
  'employee_no',
  'first_name',
  'middle_name',
  'last_name',
  'id_number',
  'phone',
  'email',
  'gender',
  'dob',
  'address',
  'disability',
  'disability_certificate_no',
  'disability_certificate_expiry',
  'kin_name',
  'kin_relationship',
  'kin_phone',
  'tos',
  'employment_date',
  'termination_date',
  'paye',
  'nhif',
  'nssf',
  'housing',
  'nita',
  'email_payslip',
  'department_id',
  'designation_id',
  'work_station_id',
  'pin_no',
  'nhif_no',
  'nssf_no',
  'bank_name',
  'branch_name',
  'account_no',
  'bank_code',
  'branch_code',
  'resident',
  'primary_employment',
  'nssf_tier2_contracted_out',
  'nssf_continues',
  'vat_registered',
  'pay_by',
] as const

/** As the table has them: the next of kin side by side, codes behind the names of banks. */
export function columnsOf({ kin, salary: _, agreed_net: __, ...given }: EmployeeFields) {
  return {
    ...given,
    kin_name: kin.name,
    kin_relationship: kin.relationship,
    kin_phone: kin.phone,
    ...placeOf(given.bank_name, given.branch_name),
  }
}

/** One at a time per organisation: two who add at once must count each other. */
export const holdEmployees = (tx: Tx, organization_id: string) =>
  advisoryLock(tx, `employees ${organization_id}`)

/**
 * Adds employees, their salaries and their sign-ins, all or none, in the same number of queries
 * however many there are. Answers with the new ids in the order given.
 */
export async function addEmployees(
  tx: Tx,
  adding: AddContext,
  rows: readonly EmployeeFields[],
): Promise<string[]> {
  await holdEmployees(tx, adding.organization_id)
  await refuseBeyondLimit(tx, adding.today, rows.length)
  const chosen = rows.flatMap(({ employee_no }) => employee_no ?? [])
  const numbers = await takeNumbers(tx, await prefixOf(tx), rows.length - chosen.length, chosen)
  const people = rows.map((row) => ({
    ...columnsOf(row),
    id: randomUUID(),
    employee_no: row.employee_no ?? (numbers.shift() as string),
  }))
  await tx.run`insert into employees (${raw(columns.join(', '))})
    select ${raw(columns.map((name) => `r.${name}`).join(', '))}
    from json_array_elements(${JSON.stringify(people)}::json)
        with ordinality as given (item, place),
      json_populate_record(null::employees, given.item) r
    order by given.place`
  const salaries = await firstSalaries(tx, rows, adding.today)
  await recordSalaries(
    tx,
    salaries.map((agreed, index) =>
      asChange((people[index] as { id: string }).id, agreed.month, agreed),
    ),
  )
  await openSignIns(tx, adding, people)
  return people.map(({ id }) => id)
}
