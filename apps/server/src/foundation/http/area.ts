import type { HomeCard, WaitingLine } from '@mshahara/contract/dashboard'
import type { DeskNumber } from '@mshahara/contract/desk'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../core/ctx.ts'
import type { PlatformTx } from '../core/db.ts'
import type { JobDefinition } from '../core/job.ts'
import type { RecordNames } from '../core/record-names.ts'
import type { Poller } from '../jobs/pollers.ts'
import type { Mirror } from '../mail/mail.ts'
import type { Bound } from './bind.ts'
import { type Constraints, sentencesForConstraints } from './constraints.ts'
import type { Gauges } from './reading.ts'
import type { Services } from './services.ts'
import type { Folder } from './storage.ts'

/** What an area brings along; app.ts lists the areas and nothing else of them. */
export interface Area {
  /** Of its folder. */
  name: string
  calls: Bound[]
  /** What its entries in the log are filed under, for people. */
  log?: string
  /** What its records are called there. */
  records?: RecordNames
  jobs?: JobDefinition[]
  /** Its folders under /storage. */
  files?: Record<string, Folder>
  /** What people are told when they run into its constraints. */
  refusals?: Constraints
  /** Called when the state of one of its emails changes. */
  letters?: Mirror
  /** Its lines on somebody's first screen: what waits for whoever asks. */
  waiting?(ctx: Ctx): Promise<WaitingLine[]>
  /** What an employee sees of it at home; amounts in cents. */
  home?(ctx: Ctx, employee_id: string): Promise<HomeCard[]>
  /** Its numbers on the operator's first page, of all organisations together. */
  desk?(tx: PlatformTx, today: string): Promise<DeskNumber[]>
  /** What it tells at /metrics, of all organisations together. */
  gauges?: Gauges
  /** Work that nobody enqueues: looked for by the clock, or when somebody calls. */
  pollers?(services: Services): Poller[]
  /** Addresses outside the contract. */
  pages?(app: FastifyInstance, services: Services): void
}

export function area(name: string, brought: Omit<Area, 'name'>): Area {
  sentencesForConstraints(brought.refusals ?? {})
  return { name, ...brought }
}
