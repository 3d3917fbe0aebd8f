import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { providersOf } from '../config/providers.ts'
import { textingOf } from '../config/texting.ts'
import { startChild } from './child.ts'

export interface Alongside {
  /** What was configured, with the addresses of the simulator that runs now. */
  config: Config
  stop(): Promise<void>
}

/**
 * The simulator beside a server that has none to talk to. Never in production: a payroll there
 * would be shown as paid, and nobody would have been.
 */
export async function simulatorAlongside(config: Config): Promise<Alongside> {
  if (config.paymentsMode !== 'simulator' || config.simulatorUrl || config.production) {
    return { config, stop: async () => {} }
  }
  const state = join(config.dataDir, 'simulator.json')
  const { address, stop } = await startChild({ state, phone: 'manual' })
  const settings = { PAYMENTS_MODE: 'simulator', SIMULATOR_URL: address } as const
  const providers = providersOf(settings)
  const texting = config.texting ?? textingOf(settings)
  return { config: { ...config, simulatorUrl: address, providers, texting }, stop }
}
