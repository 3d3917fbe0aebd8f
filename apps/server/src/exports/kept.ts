import { createHash } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import type { ProducedFile } from '@mshahara/contract/exports'
import type { Ctx } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { loadPayroll } from '../payroll/index.ts'

/** Every file that was made is kept, with its checksum, who made it and when. */

type Exports = typeof contract.exports

export const folder = 'byproducts'

export interface Made {
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

const columns = 'id, name, file, type, extension, bytes, sha256, made_by, created_at'
type Row = Omit<ProducedFile, 'address'> & { file: string }
const shown = ({ file, ...row }: Row): ProducedFile => ({
  ...row,
  address: `/storage/${folder}/${file}`,
})

export async function keep(tx: Tx, made: Made): Promise<ProducedFile> {
  const sha256 = createHash('sha256').update(made.bytes).digest('hex')
  const { rows } = await tx.$client.query<Row>(
    `insert into byproducts (payroll_id, employee_id, type, extension, name, file, bytes, sha256,
       made_by, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`,
    [
      made.payroll_id,
      made.employee_id,
      made.type,
      made.extension,
      made.name,
      made.file,
      made.bytes.length,
      sha256,
      made.made_by,
      made.user_id,
    ],
  )
  return shown(rows[0] as Row)
}

export const produced: Handler<Exports['produced']> = async (ctx, { params }) => {
  const { id } = await loadPayroll(ctx.tx, params.id)
  const { rows } = await ctx.tx.$client.query<Row>(
    `select ${columns} from byproducts where payroll_id = $1 and payslip_id is null
     order by number desc limit 200`,
    [id],
  )
  return rows.map(shown)
}

/**
 * By its unguessable name, or by the one people know: then the caller's own newest (A15). Tax cards
 * are for the person, leavers too, and for whoever may see payrolls.
 */
export async function producedFileCalled({ tx, user }: Pick<Ctx, 'tx' | 'user'>, name: string) {
  if (!user || /\p{Cc}/u.test(name)) return undefined
  const { rows } = await tx.$client.query<{
    file: string
    name: string
    type: string
    employee_id: string | null
  }>(
    `select file, name, type, employee_id from byproducts
     where payslip_id is null and (file = $1 or (name = $1 and user_id = $2))
     order by number desc limit 1`,
    [name, user.id],
  )
  const [row] = rows
  if (!row) return undefined
  const isCard = row.type === 'p9'
  const own = isCard && row.employee_id !== null && row.employee_id === user.employee_id
  if (!own && !user.permissions.has(isCard ? 'view payrolls' : 'export payrolls')) fail(403)
  return { file: row.file, name: row.name }
}
