import type { contract } from '@mshahara/contract'
import { me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import { raw } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { mayDecide, refuseUnable } from './able-to-decide.ts'
import { say } from './sentences.ts'

/** Who decides in whose place while somebody is away. */

type Approvals = typeof contract.leaveApprovals

/** Those in whose place somebody decides today, and themselves, as the database's guard has it. */
export async function standingFor(tx: Tx, user_id: string, today: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>`
    select id from leave_places(bound_org(), ${user_id}::uuid, ${today}::date) id`
  return rows.map(({ id }) => id)
}

/** Who decides today in the places of these, themselves included. */
export async function standInsOf(tx: Tx, users: string[], today: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>`
    with recursive standing (id) as (
      select unnest(${users}::uuid[])
      union
      select d.delegate_id from leave_delegations d join standing s on d.user_id = s.id
      where ${today}::date between d."from" and d."to")
    select s.id from standing s
    join memberships m on m.user_id = s.id and ${raw(mayDecide)}`
  return rows.map(({ id }) => id)
}

interface Delegation {
  id: string
  delegate_id: string
  name: string
  from: string
  to: string
}

export const delegations: Handler<Approvals['delegations']> = async (ctx) => {
  const { id, leaver } = me(ctx)
  if (leaver) fail(403)
  const mine = await ctx.tx.all<Delegation>`
    select d.id, d.delegate_id, concat_ws(' ', u.first_name, u.last_name) as name, d."from", d."to"
    from leave_delegations d join users u on u.id = d.delegate_id
    where d.user_id = ${id} and d."to" >= ${ctx.today} order by d."from", d.id`
  const people = await ctx.tx.all<{ id: string; name: string }>`
    select u.id, concat_ws(' ', u.first_name, u.last_name) as name
    from memberships m join users u on u.id = m.user_id
    where ${raw(mayDecide)} and m.user_id <> ${id} and (m.role <> 'employee'
      or exists (select from leave_approvers a where a.user_id = m.user_id)
      or exists (select from employees mine join memberships own on own.employee_id = mine.id
        join employees e on e.department_id = mine.department_id
        where own.user_id = ${id} and e.id = m.employee_id))
    order by 2 limit 500`
  return { mine, people }
}

export const delegate: Handler<Approvals['delegate']> = async (ctx, { body }) => {
  const { id, leaver } = me(ctx)
  if (leaver) fail(403)
  if (body.delegate_id === id) failField('delegate_id', say.somebodyElse)
  if (body.to < ctx.today) failField('to', say.daysOver)
  await refuseUnable(ctx.tx, body.delegate_id, 'delegate_id')
  await ctx.tx.run`insert into leave_delegations (user_id, delegate_id, "from", "to")
    values (${id}, ${body.delegate_id}, ${body.from}, ${body.to})`
  return { message: ctx.say(say.delegated) }
}

export const endDelegation: Handler<Approvals['endDelegation']> = async (ctx, { params }) => {
  const row = found(
    await ctx.tx.maybe<{ user_id: string }>`
      select user_id from leave_delegations where id = ${params.id}`,
  )
  if (row.user_id !== me(ctx).id) fail(403)
  await ctx.tx.run`delete from leave_delegations where id = ${params.id}`
  return { message: ctx.say(say.delegationEnded) }
}
