import { fillRun, openMonth } from '../apps/server/src/areas/payroll/index.ts'
import { seedOrganization } from '../apps/server/src/demo/demo.ts'
import { addStaff } from '../apps/server/src/demo/staff.ts'
import { dayOf } from '../apps/server/src/foundation/core/clock.ts'
import type { Services } from '../apps/server/src/foundation/http/services.ts'

/** An organisation with this many employees, and its primary user. */
export async function employ(parts: Services, count: number, name = 'Bench Ltd') {
  const { organization_id, email } = await seedOrganization(parts, name)
  const adding = { organization_id, today: dayOf(parts.clock.now()), secrets: parts.secrets }
  await parts.db.inOrg({ organization_id, actor: 'Bench' }, (tx) => addStaff(tx, adding, count))
  const user_id = await parts.db.inPlatform(async (tx) => {
    const { rows } = await tx.$client.query('select id from users where email = $1', [email])
    return rows[0].id as string
  })
  return { organization_id, user_id }
}

/** A draft of this month for all of them, with its figures. */
export function run(
  { db, clock, secrets }: Services,
  { organization_id }: { organization_id: string },
) {
  const month = dayOf(clock.now()).slice(0, 7)
  return db.inOrg({ organization_id, actor: 'Bench' }, async (tx) => {
    const { id } = await openMonth(tx, month, { id: null, name: 'Bench' })
    await fillRun(tx, secrets, id, month)
    return id
  })
}
