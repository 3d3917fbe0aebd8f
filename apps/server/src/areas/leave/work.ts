import { dayOf } from '../../foundation/core/clock.ts'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import type { JobCtx } from '../../foundation/core/job.ts'
import type { Parts } from '../../foundation/core/parts.ts'
import type { Services } from '../../foundation/http/services.ts'

/** What acts on leave work with, whether somebody asked or the clock did. */
export interface LeaveWork extends Pick<Parts, 'mail' | 'secrets' | 'config' | 'jobs'> {
  tx: Tx
  now: Date
  today: string
  organization_id: string
  /** Null: the clock. */
  by: { id: string; name: string } | null
}

export function workOf(ctx: Ctx): LeaveWork {
  const { tx, now, today, mail, secrets, config, jobs } = ctx
  const { id, name } = me(ctx)
  const organization_id = myOrganization(ctx)
  return { tx, now, today, mail, secrets, config, jobs, organization_id, by: { id, name } }
}

export const workOfJob = (job: JobCtx, tx: Tx, organization_id: string): LeaveWork => ({
  ...{ tx, organization_id, by: null },
  ...{ now: job.now, today: job.today, mail: job.mail, secrets: job.secrets, config: job.config },
  jobs: job.jobs,
})

export function workFromServices(services: Services, tx: Tx, organization_id: string): LeaveWork {
  const { mail, secrets, config, clock, jobs } = services
  const now = clock.now()
  return { tx, organization_id, by: null, now, today: dayOf(now), mail, secrets, config, jobs }
}
