import type { PlatformTx } from '../core/db.ts'

/** A reading of the moment that an area adds to the metrics, by name and labels. */
export interface Reading {
  name: string
  help: string
  labels?: Record<string, string>
  value: number
}
export type Gauges = (tx: PlatformTx, today: string) => Promise<Reading[]>
