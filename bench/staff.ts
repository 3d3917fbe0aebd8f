import { dayOf } from '../apps/server/src/core/clock.ts'
import type { Parts } from '../apps/server/src/core/ctx.ts'
import { seedOrganization } from '../apps/server/src/demo.ts'
import { addStaff } from '../apps/server/src/demo-staff.ts'

/** An organisation with so many employees, and its primary user. */
export async function employ(parts: Parts, count: number, name = 'Bench Ltd') {
  const { organization_id, email } = await seedOrganization(parts, name)
  const adding = { organization_id, today: dayOf(parts.clock.now()), secrets: parts.secrets }
  await parts.db.inOrg({ organization_id, actor: 'Bench' }, (tx) => addStaff(tx, adding, count))
  const user_id = await parts.db.inPlatform(async (tx) => {
    const { rows } = await tx.$client.query('select id from users where email = $1', [email])
    return rows[0].id as string
  })
  return { organization_id, user_id }
}
