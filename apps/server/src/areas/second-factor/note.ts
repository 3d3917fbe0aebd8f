import type { Ctx } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { logAct } from '../logs/index.ts'

interface Whose {
  id: string
  first_name: string
  last_name: string
}

/** What happened to a second factor, in the log of the organisation that the session is in, or
 * before there is one, in that of `home`. */
export const note = (tx: PlatformTx, ctx: Ctx, whose: Whose, details: object, home?: string) =>
  logAct(
    tx,
    ctx.user?.organization_id ?? home ?? null,
    ctx.user ?? { id: whose.id, name: `${whose.first_name} ${whose.last_name}` },
    'second factor',
    { address: ctx.address, ...details },
  )
