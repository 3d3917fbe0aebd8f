import type { Tx } from '../core/db.ts'

/** Where a person lands: the organisation used last, else the first joined. (platform role) */
export async function landing(
  tx: Tx,
  login: { id: string; last_organization_id: string | null },
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await tx.$client.query<{ id: string; name: string }>(
    `select o.id, o.name from memberships m join organizations o on o.id = m.organization_id
     where m.user_id = $1 and m.status = 'active' and o.status = 'active'
     order by (o.id = $2) desc nulls last, m.created_at, o.id limit 1`,
    [login.id, login.last_organization_id],
  )
  return rows[0]
}
