import type { contract } from '@mshahara/contract'
import { isBankType } from '@mshahara/contract/bank-layouts'
import { type Byproduct, permissionFor } from '@mshahara/contract/exports'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { holds, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loadRun, ofEmployees } from '../../foundation/pay/runs.ts'
import { notifyPayers } from '../payroll/index.ts'
import type { Claim } from './plan.ts'
import { say, sayToStaff } from './sentences.ts'
import { refuseChanged, type Standing } from './standing.ts'

/** Every file that was made is kept, with its checksum, who made it and when. */

type Exports = typeof contract.exports

export const folder = 'byproducts'

/** What a file is, before it is written. */
export interface FileDetails {
  employee_id: string | null
  casual_id?: string | null
  type: string
  extension: string
  /** As a person understands it, and as the specified address has it. */
  name: string
  known_as: string
}

/** To be put on record. */
export interface NewByproduct extends FileDetails {
  seen: Standing
  total: number
  /** The payslips that a bank file pays. */
  claims: readonly Claim[]
  /** As it is stored. */
  file: string
  bytes: number
  sha256: string
  made_by: string
  user_id: string | null
}

export const columns = raw(`id, name, file, type, extension, state, total, withdrawn_at,
  withdrawn_by, bytes, sha256, made_by, created_at`)
export type ByproductRow = Omit<Byproduct, 'address' | 'total'> & {
  file: string
  total: string | null
}
/** For the wire. */
export const listed = ({ file, total, ...row }: ByproductRow) => ({
  ...row,
  total: total === null ? null : centsOf(total),
  address: `/storage/${folder}/${file}`,
})

export async function recordByproduct(tx: Tx, given: NewByproduct) {
  await refuseChanged(tx, given.seen)
  const { payroll_id, period } = given.seen.of
  const { employee_id, casual_id = null, type, extension, name, known_as } = given
  const { file, bytes, sha256 } = given
  const row = await tx.one<ByproductRow>`
    insert into byproducts (payroll_id, period, employee_id, casual_id, type, extension, name,
      known_as, file, bytes, sha256, total, made_by, user_id)
    values (${payroll_id}, ${period}, ${employee_id}, ${casual_id}, ${type}, ${extension}, ${name},
      ${known_as}, ${file}, ${bytes}, ${sha256}, ${given.total / 100}, ${given.made_by},
      ${given.user_id})
    returning ${columns}`
  if (given.claims.length > 0) {
    const of = <K extends keyof Claim>(name: K) => given.claims.map((claim) => claim[name])
    await tx.run`insert into bank_file_claims (byproduct_id, slip_id, account_no, bank_code)
      select ${row.id}, * from unnest(${of('slip_id')}::uuid[], ${of('account_no')}::text[],
        ${of('bank_code')}::text[])`
  }
  return listed(row)
}

/** What was withdrawn is on record, and told only when it is asked for. */
export const byproducts: Handler<Exports['byproducts']> = async (ctx, { params, query }) => {
  const { id } = await loadRun(ctx.tx, ofEmployees, params.id)
  const rows = await ctx.tx.all<ByproductRow>`
    select ${columns} from byproducts where payroll_id = ${id} and payslip_id is null
      ${query().withdrawn ? sql`` : sql`and withdrawn_at is null`}
    order by number desc limit 200`
  return rows.filter(({ type }) => holds(ctx, permissionFor(type))).map(listed)
}

/**
 * A bank file claims the people in it: whoever says that nobody took it to the bank gives them free
 * to be paid otherwise, and the file is not to be had any more.
 */
export const notUsed: Handler<Exports['notUsed']> = async (ctx, { params }) => {
  const file = await ctx.tx.one<Pick<ByproductRow, 'name' | 'type' | 'withdrawn_at'> & Claiming>`
    select name, type, withdrawn_at, payroll_id from byproducts where id = ${params.id} for update`
  if (!isBankType(file.type)) fail(422, sayToStaff.bankFileOnly)
  if (file.withdrawn_at !== null) fail(422, sayToStaff.withdrawn)
  await ctx.tx.run`update byproducts set withdrawn_at = app_now(), withdrawn_by = ${me(ctx).name}
    where id = ${params.id}`
  await notifyPayers(ctx, {
    key: `file not used ${params.id}`,
    title: 'Bank file marked as not used',
    text:
      `${me(ctx).name} says that nobody took ${file.name} to the bank: its people can be paid ` +
      'otherwise.',
    link: `/payroll/${file.payroll_id}`,
  })
  return { message: 'File marked as not used' }
}

interface Claiming {
  payroll_id: string | null
}

interface Called {
  file: string
  name: string
  type: string
  employee_id: string | null
  withdrawn: boolean
  withdrawn_by: string | null
}

/**
 * By its unguessable name, or by the one people know: then the caller's own newest (A15). Tax cards
 * are for their owner, even after leaving, and for anybody who may see payrolls.
 */
export async function byproductCalled({ tx, user }: Pick<Ctx, 'tx' | 'user'>, name: string) {
  if (!user || /\p{Cc}/u.test(name)) return undefined
  const row = await tx.maybe<Called>`
    select file, name, type, employee_id, withdrawn_at is not null as withdrawn, withdrawn_by
    from byproducts
    where payslip_id is null and (file = ${name} or (known_as = ${name} and user_id = ${user.id}))
    order by number desc limit 1`
  if (!row) return undefined
  const isCard = row.type === 'p9'
  const own = isCard && row.employee_id !== null && row.employee_id === user.employee_id
  const needed = isCard ? 'view payrolls' : permissionFor(row.type)
  if (
    !own &&
    !(user.permissions.has(needed) && (isCard || user.permissions.has('export payrolls')))
  )
    fail(403)
  if (row.withdrawn) {
    fail(410, row.withdrawn_by ? sayToStaff.notUsed({ by: row.withdrawn_by }) : say.overtaken)
  }
  return { file: row.file, name: row.name }
}
