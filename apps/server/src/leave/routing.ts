import {
  type Applicant,
  type Approver,
  type ApproverLevel,
  type Step,
  stepAfter,
} from '@mshahara/contract/leave-states'
import type { Tx } from '../core/db.ts'
import { raw } from '../core/sql.ts'
import { mayDecide } from './deciders.ts'
import { askApprovers } from './letters.ts'
import type { LeaveWork } from './work.ts'

/** Who is asked next, and asking them (C7). */

export interface Routed {
  id: string
  employee_id: string
}

const approversOf = (tx: Tx) =>
  tx.all<Approver>`select a.user_id, a.level, a.work_station_id, a.department_id, a.designation_id
    from leave_approvers a
    join memberships m on m.organization_id = a.organization_id and m.user_id = a.user_id
    where ${raw(mayDecide)}
    order by a.created_at, a.id`

const applicantOf = (tx: Tx, employee_id: string) =>
  tx.one<Applicant>`select m.user_id, e.work_station_id, e.department_id, e.designation_id
    from employees e
    left join memberships m on m.organization_id = e.organization_id and m.employee_id = e.id
    where e.id = ${employee_id}`

export async function primariesOf(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ user_id: string }>`
    select m.user_id from memberships m where m.role = 'primary' and ${raw(mayDecide)}
    order by m.created_at`
  return rows.map(({ user_id }) => user_id)
}

/** Who decides after this level; nothing when that was the last word. */
export async function nextStep(
  tx: Tx,
  { employee_id }: Pick<Routed, 'employee_id'>,
  level: number | null,
): Promise<Step | undefined> {
  const approvers = await approversOf(tx)
  const applicant = await applicantOf(tx, employee_id)
  return stepAfter(level as ApproverLevel | 0 | null, approvers, applicant, await primariesOf(tx))
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
