import type { contract } from '@mshahara/contract'
import type { CasualListed } from '@mshahara/contract/casuals'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { containing, raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import type { casuals } from './tables.ts'

type Casuals = typeof contract.casuals
export type CasualRow = Omit<typeof casuals.$inferSelect, 'pay'> & { pay: string }

const listed = raw(`id, casual_no, first_name, middle_name, last_name, id_number, phone, status,
  avatar, department_id, work_station_id, created_at`)
/** Every column of the list, as a person sees it there. */
const searched = sql`concat_ws(' ', casual_no, first_name, middle_name, last_name, id_number, phone,
  status, to_char(created_at at time zone 'Africa/Nairobi', 'DD FMMonth, YYYY'))`

export const list: Handler<Casuals['list']> = async (ctx, { query }) => {
  const { offset = 0, limit, search } = query
  const where = containing(searched, search)
  if (limit !== undefined || search) {
    const { total } = await ctx.tx.one<{ total: number }>`
      select count(*) as total from casuals where ${where}`
    ctx.total(total)
  }
  return ctx.tx.all<CasualListed>`select ${listed} from casuals where ${where}
    order by number desc offset ${offset} limit ${limit ?? null}`
}

interface Joined extends CasualRow {
  department: { name: string } | null
  station: { name: string } | null
}

export async function casualById(tx: Tx, id: string) {
  const row = await tx.one<Joined>`select c.*,
      case when d.id is null then null else json_build_object('name', d.name) end as department,
      case when w.id is null then null else json_build_object('name', w.name) end as station
    from casuals c
    left join departments d on d.id = c.department_id
    left join work_stations w on w.id = c.work_station_id
    where c.id = ${id}`
  return { ...row, pay: centsOf(row.pay) }
}

export const get: Handler<Casuals['get']> = (ctx, { params }) => casualById(ctx.tx, params.id)

/** A photo: for whoever may see casuals. */
export async function mayReadCasualFile({ tx, user }: Pick<Ctx, 'tx' | 'user'>, name: string) {
  const row = await tx.maybe`select id from casuals where avatar = ${name}`
  if (!row || !user) return false
  if (!user.permissions.has('view casuals')) fail(403)
  return true
}
