import { limits } from '@mshahara/contract'
import type { Ctx } from './ctx.ts'
import type { Tx } from './db.ts'
import { newToken, tokenHash } from './secrets.ts'

/**
 * Browsers that have signed in before (A29). The cookie opens nothing: it only keeps limits that
 * strangers have used up away from the owner.
 */

/** (platform role) */
export async function isKnownDevice(tx: Tx, device: string, account: string): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `select from devices d join users u on u.id = d.user_id
     where d.token_hash = $1 and (u.email = $2 or u.id::text = $2)`,
    [tokenHash(device), account],
  )
  return rowCount === 1
}

/** After a sign-in. A cookie that nobody here was given is replaced. (platform role) */
export async function rememberDevice(tx: Tx, ctx: Ctx, user_id: string) {
  const given = ctx.cookies.device
  const { rowCount } = await tx.$client.query('select from devices where token_hash = $1 limit 1', [
    tokenHash(given ?? ''),
  ])
  const device = given && rowCount ? given : newToken()
  await tx.$client.query(
    `insert into devices (token_hash, user_id, last_used_at) values ($1, $2, $3)
     on conflict (token_hash, user_id) do update set last_used_at = excluded.last_used_at`,
    [tokenHash(device), user_id, ctx.now],
  )
  ctx.cookies.giveDevice(device)
}

/** With a new password or e-mail only the browser at hand stays known. (platform role) */
export const forgetDevices = (tx: Tx, ctx: Ctx, user_id: string) =>
  tx.$client.query('delete from devices where user_id = $1 and token_hash <> $2', [
    user_id,
    tokenHash(ctx.cookies.device ?? ''),
  ])

/** What has not been used for this long is forgotten. */
export const deviceSweep = `delete from devices
  where last_used_at < $1::timestamptz - interval '${limits.deviceDays} days'`
