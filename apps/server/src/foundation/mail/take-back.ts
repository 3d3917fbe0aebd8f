import type { PlatformTx } from '../core/db.ts'

/** Takes messages out of the outbox again: those of which nothing has left yet. */
export async function takeBack(tx: PlatformTx, ids: string[]): Promise<string[]> {
  const rows = await tx.all<{ id: string }>`delete from mails
    where id = any (${ids}::uuid[]) and state = 'queued' returning id`
  return rows.map(({ id }) => id)
}
