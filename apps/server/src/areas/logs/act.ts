import type { Tx } from '../../foundation/core/db.ts'

/** An act without a record of its own: a sign-in, a sign-out, a failure. */
export const logAct = (
  tx: Tx,
  organization_id: string | null,
  who: { id: string | null; name: string },
  what: 'login' | 'failed login' | 'logout' | 'code shown' | 'second factor',
  details: object,
) => tx.run`select log_act(${organization_id}, ${who.id}, ${who.name}, ${what}, ${details})`
