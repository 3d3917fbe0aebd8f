import { idNumberKept } from '@mshahara/contract/employee-fields'
import { type Ctx, inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { sameBytes } from '../../foundation/core/secrets.ts'
import {
  activationHash,
  digestOf,
  type Login,
  matchesInTurn,
  type Purpose,
} from '../users/index.ts'
import { say } from './sentences.ts'

/**
 * A password is its owner's alone. What was sent to them, others may have read on its way; their ID
 * number, their employer knows; and the one in use may be why they want another.
 */
export async function refuseKnown(ctx: Ctx, login: Login, password: string) {
  const others = await inPlatform(ctx, async (tx) => {
    const sent = await wasSent(tx, ctx, login, password)
    return sent || isIdNumber(tx, ctx, login, password)
  })
  if (others) {
    failField('password', say.ownPassword)
  }
  if (login.password_hash && (await matchesInTurn(ctx, login.password_hash, password))) {
    failField('password', say.samePassword)
  }
}

/** First passwords and mailed codes, used or not, as long as they are kept. */
async function wasSent(tx: PlatformTx, { secrets }: Ctx, { email }: Login, password: string) {
  const codes = await tx.all<{ purpose: Purpose; code_hash: Buffer }>`
    select purpose, code_hash from codes where email = ${email}`
  return codes.some(({ purpose, code_hash }) =>
    sameBytes(code_hash, digestOf(secrets, purpose, email, password)),
  )
}

async function isIdNumber(tx: PlatformTx, { secrets }: Ctx, { id }: Login, password: string) {
  const waiting = activationHash(secrets, id, password)
  const found = await tx.run`select from memberships m
    left join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
    where m.user_id = ${id}
      and (m.activation_hash = ${waiting} or e.id_number = ${idNumberKept(password)})`
  return found > 0
}
