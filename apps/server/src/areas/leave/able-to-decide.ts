import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { raw } from '../../foundation/core/sql.ts'
import { say } from './sentences.ts'

/** Of a membership `m`: whoever cannot sign in, or has left the payroll, decides nothing. */
export const mayDecide = 'decides_leave(m.organization_id, m.user_id)'

/** Nobody is asked who could not answer. */
export async function refuseUnable(tx: Tx, user_id: string, field: string) {
  const member = await tx.maybe<{ able: boolean }>`
    select ${raw(mayDecide)} as able from memberships m
    where m.user_id = ${user_id} and m.status = 'active'`
  if (!member) failField(field, say.userNotFound)
  if (!member.able) failField(field, say.hasLeft)
}
