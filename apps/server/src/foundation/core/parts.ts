import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Mail } from '../mail/mail.ts'
import type { Network } from '../providers/network.ts'
import type { Clock } from './clock.ts'
import type { Tx } from './db.ts'
import type { Files } from './files.ts'
import type { RecordNames } from './record-names.ts'
import type { Secrets } from './secrets.ts'
import type { SignedIn } from './signed-in.ts'

/** What handlers and jobs work with besides their transaction; built once in services.ts. */
export interface Parts {
  config: Config
  clock: Clock
  secrets: Secrets
  jobs: Jobs
  mail: Mail
  files: Files
  /** The way to the providers of payments. */
  network: Network
  log: FastifyBaseLogger
  /** What the log can be filtered by: the areas that write to it. */
  logModules: { module: string; name: string }[]
  /** What the records of all areas are called. */
  recordNames: RecordNames
  /** Something was written to the activity log: chain it after the commit. */
  sealSoon(): void
}

/** Work for after the commit. */
export interface Jobs {
  /** Has a queue or a round looked after once the request has committed. */
  wake(name: string): void
  /** Kinds of work of which nothing was cleared up when it was given up. */
  restartable: readonly string[]
  /** In the name of whoever the transaction is bound to. */
  send(tx: Tx, name: string, data: object): Promise<void>
  /** Enqueues work whose progress a screen follows with GET job/{id}. */
  start(tx: Tx, name: string, data: object, user: SignedIn, total: number): Promise<string>
}
