import { limits } from '@mshahara/contract'
import type { Ctx } from './ctx.ts'
import type { PlatformTx } from './db.ts'
import { newToken, tokenHash } from './secrets.ts'

/**
 * Browsers that have signed in before (A29). The cookie opens nothing: it only keeps limits that
 * strangers have used up away from the owner.
 */

export async function isKnownDevice(
  tx: PlatformTx,
  device: string,
  account: string,
): Promise<boolean> {
  const known = await tx.run`select from devices d join users u on u.id = d.user_id
    where d.token_hash = ${tokenHash(device)} and ${account} in (u.email, u.id::text)`
  return known === 1
}

/** After a sign-in. A cookie that nobody here was given is replaced. */
export async function rememberDevice(tx: PlatformTx, ctx: Ctx, user_id: string) {
  const given = ctx.cookies.device
  const ours =
    await tx.run`select from devices where token_hash = ${tokenHash(given ?? '')} limit 1`
  const device = given && ours ? given : newToken()
  await tx.run`insert into devices (token_hash, user_id, last_used_at)
    values (${tokenHash(device)}, ${user_id}, ${ctx.now})
    on conflict (token_hash, user_id) do update set last_used_at = excluded.last_used_at`
  ctx.cookies.giveDevice(device)
}

/** With a new password or email only the browser at hand stays known. */
export const forgetDevices = (tx: PlatformTx, ctx: Ctx, user_id: string) =>
  tx.run`delete from devices
    where user_id = ${user_id} and token_hash <> ${tokenHash(ctx.cookies.device ?? '')}`

/** What has not been used for this long is forgotten. */
export const deviceLife = `${limits.deviceDays} days`
