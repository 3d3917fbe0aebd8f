import { randomUUID } from 'node:crypto'
import type { CasualFields } from '@mshahara/contract/casual-fields'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { allocateMany, preview } from '../../foundation/core/numbers.ts'
import { raw } from '../../foundation/core/sql.ts'
import { prefixOf } from '../employees/index.ts'
import { refuseBeyondLimit } from '../subscriptions/index.ts'

/** Numbers are ours to give (B15): "C-BF-0001". */
const numbering = async (tx: Tx) =>
  ({ name: 'casual', prefix: `C-${await prefixOf(tx)}`, width: 4 }) as const

export const previewNumber = async (tx: Tx) => preview(tx, await numbering(tx))

export interface Adding {
  organization_id: string
  today: string
}

/** One at a time per organisation: two who add at once must count each other. */
export const holdCasuals = (tx: Tx, organization_id: string) =>
  advisoryLock(tx, `casuals ${organization_id}`)

/** In the order they are inserted. */
const columns = [
  ...['id', 'casual_no', 'first_name', 'middle_name', 'last_name', 'id_number', 'phone', 'gender'],
  ...['dob', 'address', 'pay', 'pay_basis', 'piece', 'pay_by', 'duty', 'employment_date'],
  ...['termination_date', 'department_id', 'work_station_id', 'pin_no', 'nssf_no', 'nhif_no'],
]

/** All or none, in the same number of queries however many there are; the new ids in order. */
export async function addCasuals(
  tx: Tx,
  { organization_id, today }: Adding,
  rows: readonly CasualFields[],
): Promise<string[]> {
  await holdCasuals(tx, organization_id)
  await refuseBeyondLimit(tx, today, rows.length, 'casuals')
  const numbers = await allocateMany(tx, await numbering(tx), rows.length)
  const people = rows.map((row, index) => ({
    ...row,
    id: randomUUID(),
    casual_no: numbers[index],
    pay: (row.pay / 100).toFixed(2),
  }))
  await tx.run`insert into casuals (${raw(columns.join(', '))})
    select ${raw(columns.map((name) => `r.${name}`).join(', '))}
    from json_array_elements(${JSON.stringify(people)}::json)
        with ordinality as given (item, place),
      json_populate_record(null::casuals, given.item) r
    order by given.place`
  return people.map(({ id }) => id)
}
