import type { contract } from '@mshahara/contract'
import type { LeaveApprover } from '@mshahara/contract/leave-requests'
import type { Tx } from '../../foundation/core/db.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handlers } from '../../foundation/http/bind.ts'
import { say } from './sentences.ts'

/** Who approves leave, on up to four levels, for everybody or for some places (C7). */

const named = (alias: string, as: string) =>
  `case when ${alias}.id is not null then jsonb_build_object('name', ${alias}.name) end as ${as}`

const approvers = (tx: Tx, which: Sql = sql`true`) =>
  tx.all<LeaveApprover>`select a.id, a.user_id, jsonb_build_object('first_name', u.first_name,
      'last_name', u.last_name, 'email', u.email) as user, a.work_station_id,
      ${raw(named('w', 'work_station'))}, a.department_id, ${raw(named('d', 'department'))},
      a.designation_id, ${raw(named('g', 'designation'))}, a.level
    from leave_approvers a join users u on u.id = a.user_id
    left join work_stations w on w.id = a.work_station_id
    left join departments d on d.id = a.department_id
    left join designations g on g.id = a.designation_id
    where ${which} order by a.level, a.created_at, a.id`

export const approverCalls: Handlers<typeof contract.leaveApprovers> = {
  list: (ctx) => approvers(ctx.tx),
  async create(ctx, { body }) {
    const { user_id, level, work_station_id, department_id, designation_id } = body
    const known = await ctx.tx.run`select from memberships
      where user_id = ${user_id} and status <> 'inactive'`
    if (known === 0) failField('user_id', say.userNotFound)
    const { id } = await ctx.tx.one<{ id: string }>`
      insert into leave_approvers (user_id, level, work_station_id, department_id, designation_id)
      values (${user_id}, ${level}, ${work_station_id}, ${department_id}, ${designation_id})
      returning id`
    return found((await approvers(ctx.tx, sql`a.id = ${id}`))[0])
  },
  async remove(ctx, { params }) {
    await ctx.tx.one`delete from leave_approvers where id = ${params.id} returning id`
    return { message: 'Leave approver deleted successfully' }
  },
}
