import type { Tx } from '../../foundation/core/db.ts'
import { askApprovers } from './letters.ts'
import type { LeaveWork } from './work.ts'

/** Who is asked next, and asking them (C7). */

export interface Routed {
  id: string
  employee_id: string
}

export interface Step {
  /** 0: nobody was appointed, and the primary users decide. */
  level: number
  users: string[]
}

/** Who decides after this level, as the database's guard has it; nothing: it was the last. */
export async function nextStep(
  tx: Tx,
  { employee_id }: Pick<Routed, 'employee_id'>,
  after: number | null,
): Promise<Step | undefined> {
  const rows = await tx.all<{ level: number; user_id: string }>`select level, user_id
    from leave_step(bound_org(), ${employee_id}::uuid, ${after}::int)`
  const [first] = rows
  return first && { level: first.level, users: rows.map(({ user_id }) => user_id) }
}

/** Makes the entries of a step, and tells the people. */
export async function ask(work: LeaveWork, request: Routed, { level, users }: Step) {
  const { tx } = work
  await tx.run`update leave_requests set level = ${level} where id = ${request.id}`
  const rows = await tx.all<{ id: string; user_id: string }>`
    insert into leave_approvals (request_id, level, user_id)
    select ${request.id}, ${level}, unnest(${users}::uuid[])
    on conflict do nothing returning id, user_id`
  await askApprovers(work, request.id, rows)
}

/** Nobody else need answer: the level is done, or the request is. */
export const closeOthers = (
  tx: Tx,
  request_id: string,
  status: 'closed' | 'passed on' = 'closed',
) =>
  tx.run`update leave_approvals set status = ${status}
    where request_id = ${request_id} and status = 'pending'`
