import type { contract } from '@mshahara/contract'
import { found } from '../../foundation/core/fail.ts'
import type { Handlers } from '../../foundation/http/bind.ts'
import { working } from './changes.ts'
import { reasons } from './reasons.ts'
import { recount } from './recount.ts'
import { leave_settings } from './tables.ts'
import { workOf } from './work.ts'

/** The organisation's choices, and whoever works other days than it does. */

export const settings: Handlers<typeof contract.leaveSettings> = {
  async get(ctx) {
    const [row] = await ctx.tx.select().from(leave_settings)
    return found(row)
  },
  async change(ctx, { body }) {
    await ctx.tx.update(leave_settings).set(body)
    return { message: 'Leave settings updated successfully' }
  },
  pattern: (ctx, { params }) =>
    ctx.tx.one`select p.employee_id is not null as own,
        coalesce(p.work_saturday, o.work_saturday) as work_saturday,
        coalesce(p.work_sunday, o.work_sunday) as work_sunday
      from employees e join organizations o on o.id = e.organization_id
      left join leave_patterns p on p.employee_id = e.id where e.id = ${params.id}`,
  async changePattern(ctx, { params, body }) {
    const { name } = await ctx.tx.one<{ name: string }>`
      select concat_ws(' ', first_name, last_name) as name from employees where id = ${params.id}`
    const { own, work_saturday, work_sunday } = body()
    await ctx.tx.run`delete from leave_patterns where employee_id = ${params.id}`
    if (own) {
      await ctx.tx.run`insert into leave_patterns (employee_id, work_saturday, work_sunday)
        values (${params.id}, ${work_saturday}, ${work_sunday})`
    }
    await recount(workOf(ctx), working(params.id), reasons.ownWeekChanged({ name }))
    return { message: 'Working days updated successfully' }
  },
}
