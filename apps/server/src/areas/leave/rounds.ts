import type { Sql } from '../../foundation/core/sql.ts'
import type { House } from '../../foundation/http/house.ts'
import type { Round } from '../../foundation/jobs/rounds.ts'
import { type LeaveWork, workOfHouse } from './work.ts'

interface Looking {
  name: string
  every_ms: number
  /** The organisations in which there is something to do, across all of them. */
  where: Sql
  act(work: LeaveWork): Promise<unknown>
}

/** Looks everywhere for something to do, and does it in each organisation by itself. */
export const leaveRound =
  ({ name, every_ms, where, act }: Looking) =>
  (house: House): Round => ({
    name,
    every_ms,
    async next() {
      const found = await house.db.inPlatform((tx) => tx.all<{ organization_id: string }>`${where}`)
      for (const { organization_id } of found) {
        await house.db.inOrg({ organization_id, actor: 'System' }, (tx) =>
          act(workOfHouse(house, tx, organization_id)),
        )
      }
      return null
    },
  })
