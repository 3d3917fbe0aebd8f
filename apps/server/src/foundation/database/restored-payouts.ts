import type pg from 'pg'

const reason =
  'This server was restored from a backup. Payments may have been made since it was taken: compare ' +
  "with the provider's statement before you continue."

/**
 * Payments that were waiting when a backup was made may have been sent since (C4): put back, they
 * are asked about and not sent, and nothing more leaves until somebody says so.
 */
export async function holdBackPayouts(client: pg.Client) {
  const { rows } = await client.query(`select to_regclass('payment_lanes') is not null as yes`)
  if (!rows[0].yes) return
  await client.query('set local role mshahara_platform')
  await client.query(
    `update payout_attempts set state = 'unknown', sent_at = coalesce(sent_at, created_at),
       ask_at = now() where state in ('created', 'sending')`,
  )
  await client.query(`update payout_requests set state = 'expired' where state = 'waiting'`)
  await client.query(
    `insert into payment_lanes (organization_id, id, paused_at, paused_reason)
     select organization_id, id, now(), $1 from integrations where status = 'active'
     on conflict (organization_id, id) do update
       set paused_at = excluded.paused_at, paused_reason = excluded.paused_reason, proven_at = null`,
    [reason],
  )
  const { rows: billing } = await client.query(
    `select to_regclass('payment_pushes') is not null as yes`,
  )
  // A prompt that was waiting then has been answered, or forgotten, long since.
  if (billing[0].yes) {
    await client.query(
      `update payment_pushes set state = 'pushing', sent_at = created_at where state = 'created'`,
    )
  }
  await client.query('reset role')
}
