import type { PlatformTx } from '../../foundation/core/db.ts'

/** Where a person lands: the organisation last used, otherwise the first one joined. */
export const landing = (
  tx: PlatformTx,
  login: { id: string; last_organization_id: string | null },
) =>
  tx.maybe<{ id: string; name: string }>`select o.id, o.name
    from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${login.id} and m.status = 'active' and o.status = 'active'
    order by (o.id = ${login.last_organization_id}) desc nulls last, m.created_at, o.id limit 1`
