import { contract } from '@mshahara/contract'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { byOwnName } from '../../foundation/http/storage.ts'
import { invite, reinvite } from './invite.ts'
import { get, list, listPermissions, listRoles, update, updatePermissions } from './people.ts'
import { say } from './sentences.ts'
import { users as table } from './tables.ts'

export const users = area('users', {
  log: 'Users',
  records: { users: { kind: 'user', name: "concat_ws(' ', first_name, last_name)" } },
  calls: bind(contract.users, {
    list,
    get: crossing(get),
    invite: crossing(invite),
    reinvite: crossing(reinvite),
    update: crossing(update),
    roles: listRoles,
    permissions: listPermissions,
    updatePermissions: crossing(updatePermissions),
  }),
  files: { user: { find: byOwnName(mayReadAvatar) } },
  refusals: { users_email_unique: ['email', say.emailTaken] },
})

/** Who may fetch a photo: the person and their colleagues, which the row policy decides. */
async function mayReadAvatar(ctx: Pick<Ctx, 'tx'>, avatar: string): Promise<boolean> {
  const rows = await ctx.tx.select({ id: table.id }).from(table).where(eq(table.avatar, avatar))
  return rows.length > 0
}

export { type Agreed, addressMarks } from './address-changes.ts'
export { type Inviting, offerRoles } from './invite.ts'
export {
  activationHash,
  addLogin,
  holdAddress,
  holdLogin,
  type Login,
  loginByEmail,
  loginById,
  setLogin,
  takeOver,
} from './logins.ts'
export {
  countTry,
  digestOf,
  type FactorPurpose,
  forgetCodes,
  isFresh,
  issueCode,
  liveCode,
  type MailedCode,
  oneTimePassword,
  type Purpose,
  refill,
  spendCode,
  tryCode,
  useOnce,
} from './one-time-codes.ts'
export { holdMine, proveOwner } from './own.ts'
export { hashInTurn, matchesInTurn } from './passwords.ts'
export {
  type EmployeeIdentity,
  followEmployee,
  followOwnPhone,
  followStatus,
  notifyInvited,
  openSignIns,
} from './sign-ins.ts'
