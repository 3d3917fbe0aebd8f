import { isLoopbackName } from './loopback.ts'

/** Where the payment providers are reached: real ones abroad, simulated ones on this machine. */

export type PaymentsMode = 'simulator' | 'sandbox' | 'production'

/** Base addresses; one that is empty cannot be paid through. */
export interface Providers {
  daraja: string
  kcb: string
  /** KCB's newer portals issue their tokens elsewhere. */
  kcb_token: string
  coop: string
}

export interface ProviderSettings {
  PAYMENTS_MODE: PaymentsMode
  SIMULATOR_URL?: string | undefined
  DARAJA_URL?: string | undefined
  KCB_URL?: string | undefined
  KCB_TOKEN_URL?: string | undefined
  COOP_URL?: string | undefined
}

/** The banks publish no address for production: it is told at onboarding. */
const published = {
  sandbox: {
    daraja: 'https://sandbox.safaricom.co.ke',
    kcb: 'https://uat.buni.kcbgroup.com',
    coop: 'https://openapi-sandbox.co-opbank.co.ke',
  },
  production: { daraja: 'https://api.safaricom.co.ke', kcb: '', coop: '' },
}

const simulated = (at: string | undefined) =>
  at
    ? { daraja: `${at}/daraja`, kcb: `${at}/kcb`, coop: `${at}/coop` }
    : { daraja: '', kcb: '', coop: '' }

export function providersOf(e: ProviderSettings): Providers {
  const usual =
    e.PAYMENTS_MODE === 'simulator' ? simulated(e.SIMULATOR_URL) : published[e.PAYMENTS_MODE]
  const kcb = e.KCB_URL ?? usual.kcb
  return {
    daraja: e.DARAJA_URL ?? usual.daraja,
    kcb,
    kcb_token: e.KCB_TOKEN_URL ?? (kcb && `${kcb}/token`),
    coop: e.COOP_URL ?? usual.coop,
  }
}

const names = ['SIMULATOR_URL', 'DARAJA_URL', 'KCB_URL', 'KCB_TOKEN_URL', 'COOP_URL'] as const

/** Real money never goes to a simulator, and a trial never reaches a bank. */
export function providerFaults(e: ProviderSettings): string[] {
  const mode = e.PAYMENTS_MODE
  return names.flatMap((name) => {
    const url = e[name]
    if (!url) return []
    const here = isLoopbackName(new URL(url).hostname)
    if (mode === 'simulator') {
      return here ? [] : [`${name} is ${url}, but PAYMENTS_MODE=simulator stays on this machine.`]
    }
    if (name === 'SIMULATOR_URL') return [`SIMULATOR_URL is set, but PAYMENTS_MODE is ${mode}.`]
    if (here) return [`${name} is ${url}, which is this machine, but PAYMENTS_MODE is ${mode}.`]
    return url.startsWith('https:')
      ? []
      : [`${name} must begin with https://: it is given the keys to the money.`]
  })
}
