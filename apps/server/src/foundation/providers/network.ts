import type { Config } from '../config/config.ts'
import type { Providers } from '../config/providers.ts'
import type { Clock } from '../core/clock.ts'
import { mpesaCertificate } from './mpesa-certificate.ts'
import { openTokens, type Shelf, type Tokens } from './tokens.ts'
import { openWire, type Send } from './wire.ts'

/** What all clients share; made once. */
export interface Network {
  /** One that is empty is out of reach. */
  addresses: Providers
  /** With which M-PESA's passwords are encrypted. */
  certificate(): Promise<string>
  clock: Clock
  send: Send
  tokens: Tokens
}

/** Without a shelf, tokens are known to this process only. */
export function openNetwork(
  config: Config,
  clock: Clock,
  { shelf, fetch = globalThis.fetch }: { shelf?: Shelf; fetch?: typeof globalThis.fetch } = {},
): Network {
  let certificate: string | undefined
  return {
    addresses: config.providers,
    async certificate() {
      certificate ??= await mpesaCertificate(config)
      return certificate
    },
    clock,
    send: openWire(fetch),
    tokens: openTokens(clock, shelf),
  }
}
