import type { Sql } from '../../foundation/core/sql.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { type LeaveWork, workFromServices } from './work.ts'

interface Looking {
  name: string
  every_ms: number
  /** The organisations in which there is something to do, across all of them. */
  where: Sql
  act(work: LeaveWork): Promise<unknown>
}

/** Looks everywhere for something to do, and does it in each organisation by itself. */
export const leavePoller =
  ({ name, every_ms, where, act }: Looking) =>
  (services: Services): Poller => ({
    name,
    every_ms,
    async next() {
      const found = await services.db.inPlatform(
        (tx) => tx.all<{ organization_id: string }>`${where}`,
      )
      for (const { organization_id } of found) {
        await services.db.inOrg({ organization_id, actor: 'System' }, (tx) =>
          act(workFromServices(services, tx, organization_id)),
        )
      }
      return null
    },
  })
