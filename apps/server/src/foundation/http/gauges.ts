import type { PlatformTx } from '../core/db.ts'

/** What /metrics tells: readings of the moment, by name and labels. */
export interface Reading {
  name: string
  help: string
  labels?: Record<string, string>
  value: number
}
export type Gauges = (tx: PlatformTx, today: string) => Promise<Reading[]>
