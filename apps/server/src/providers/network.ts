import type { Clock } from '../core/clock.ts'
import { openTokens, type Tokens } from './tokens.ts'
import { openWire, type Send } from './wire.ts'

/** Where the providers are, as configured; one without an address is out of reach. */
export interface Addresses {
  daraja: string | undefined
  kcb: string | undefined
  /** Where KCB gives tokens, if not under its own address. */
  kcbToken: string | undefined
  coop: string | undefined
  /** The certificate with which M-PESA's passwords are encrypted, as PEM. */
  mpesaCertificate: string | undefined
}

/** What all clients share; made once. */
export interface Network {
  addresses: Addresses
  clock: Clock
  send: Send
  tokens: Tokens
}

export const openNetwork = (
  addresses: Addresses,
  clock: Clock,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Network => ({ addresses, clock, send: openWire(fetch), tokens: openTokens(clock) })
