import { createHash } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import type { Byproduct } from '@mshahara/contract/exports'
import type { Ctx } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import { raw } from '../core/sql.ts'
import type { Handler } from '../http/bind.ts'
import { loadPayroll } from '../payroll/index.ts'

/** Every file that was made is kept, with its checksum, who made it and when. */

type Exports = typeof contract.exports

export const folder = 'byproducts'

/** To be put on record. */
export interface NewByproduct {
  payroll_id: string | null
  employee_id: string | null
  type: string
  extension: string
  /** As people know it, and as it is stored. */
  name: string
  file: string
  bytes: Uint8Array
  made_by: string
  user_id: string | null
}

const columns = raw('id, name, file, type, extension, bytes, sha256, made_by, created_at')
type Row = Omit<Byproduct, 'address'> & { file: string }
const wireOf = ({ file, ...row }: Row): Byproduct => ({
  ...row,
  address: `/storage/${folder}/${file}`,
})

export async function recordByproduct(tx: Tx, given: NewByproduct): Promise<Byproduct> {
  const { payroll_id, employee_id, type, extension, name, file, bytes, made_by, user_id } = given
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const row = await tx.one<Row>`
    insert into byproducts (payroll_id, employee_id, type, extension, name, file, bytes, sha256,
      made_by, user_id)
    values (${payroll_id}, ${employee_id}, ${type}, ${extension}, ${name}, ${file},
      ${bytes.length}, ${sha256}, ${made_by}, ${user_id}) returning ${columns}`
  return wireOf(row)
}

export const byproducts: Handler<Exports['byproducts']> = async (ctx, { params }) => {
  const { id } = await loadPayroll(ctx.tx, params.id)
  const rows = await ctx.tx.all<Row>`
    select ${columns} from byproducts where payroll_id = ${id} and payslip_id is null
    order by number desc limit 200`
  return rows.map(wireOf)
}

/**
 * By its unguessable name, or by the one people know: then the caller's own newest (A15). Tax cards
 * are for their owner, even after leaving, and for anybody who may see payrolls.
 */
export async function byproductCalled({ tx, user }: Pick<Ctx, 'tx' | 'user'>, name: string) {
  if (!user || /\p{Cc}/u.test(name)) return undefined
  const row = await tx.maybe<{
    file: string
    name: string
    type: string
    employee_id: string | null
  }>`select file, name, type, employee_id from byproducts
    where payslip_id is null and (file = ${name} or (name = ${name} and user_id = ${user.id}))
    order by number desc limit 1`
  if (!row) return undefined
  const isCard = row.type === 'p9'
  const own = isCard && row.employee_id !== null && row.employee_id === user.employee_id
  if (!own && !user.permissions.has(isCard ? 'view payrolls' : 'export payrolls')) fail(403)
  return { file: row.file, name: row.name }
}
