import { afterAll } from 'vitest'
import { providersOf } from '../foundation/config/providers.ts'
import { type SimulatorOptions, startChild } from '../foundation/simulator/child.ts'

/** The providers' simulator for a file of tests: a real process, gone after the last. */

export interface Movement {
  provider: 'daraja' | 'kcb' | 'coop'
  kind: 'stk' | 'b2c' | 'bank'
  /** The caller's own key; of a prompt, the provider's. */
  key: string
  account: string
  scenario: string
  reference: string
  party: string
  name: string
  /** Cents. */
  amount: number
  state: 'pending' | 'paid' | 'failed' | 'reversed'
  code: string | null
  receipt: string
  created_at: string
  settled_at: string | null
}

export interface LogEntry {
  id: number
  type: 'request' | 'delivery'
  method?: string
  url: string | null
  body: unknown
  status: number | null
  answer?: unknown
  error?: string
}

/** What exists without being set up; apps/simulator/src/accounts.ts has the same. */
export const simulated = {
  daraja: {
    consumer_key: 'sim-daraja-key',
    consumer_secret: 'sim-daraja-secret',
    paybill: { shortcode: '600100', passkey: 'examplepasskey0123456789' },
    b2c: { shortcode: '600997', initiator: 'payrollapi', password: 'Simulator#2026' },
  },
  kcb: {
    consumer_key: 'sim-kcb-key',
    consumer_secret: 'sim-kcb-secret',
    company_code: 'KE0010001',
  },
  coop: { consumer_key: 'sim-coop-key', consumer_secret: 'sim-coop-secret' },
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>

export async function startSimulator(options: SimulatorOptions = {}) {
  const { address, stop } = await startChild(options)
  afterAll(stop)
  const at = `${address}/__sim`
  const read = async <T>(path: string): Promise<T> => checked<T>(await fetch(`${at}/${path}`))
  const write = async <T>(path: string, body: object = {}): Promise<T> =>
    checked<T>(await fetch(`${at}/${path}`, { method: 'POST', body: JSON.stringify(body) }))
  return {
    address,
    /** For a world or a server that is to use it. */
    env: { SIMULATOR_URL: address },
    /** The base addresses that clients are given. */
    providers: providersOf({ PAYMENTS_MODE: 'simulator', SIMULATOR_URL: address }),
    /** Delays, overrides, chance: apps/simulator/src/rules.ts has them all. */
    rules: (given: object) => write<object>('rules', given),
    ledger: () => read<{ movements: Movement[]; balances: Record<string, number> }>('ledger'),
    log: (since = 0) => read<LogEntry[]>(`log?since=${since}`),
    /** Adds or changes credentials, such as the callback address that KCB was given. */
    account: (
      provider: 'daraja' | 'kcb' | 'coop',
      given: { consumer_key: string } & Record<string, unknown>,
    ) => write<object>('accounts', { provider, ...given }),
    balance: (provider: string, account: string, amount: number) =>
      write<object>('balances', { provider, account, amount }),
    prompts: () => read<{ id: string; number: string; amount: number }[]>('prompts'),
    answer: (id: string, answer: 'pin' | 'wrong_pin' | 'cancel') =>
      write<object>(`stk/${id}/answer`, { answer }),
    advance: (milliseconds: number) => write<object>('clock', { advance: milliseconds }),
    /** How many callbacks are on their way, or due within this time. */
    ahead: async (milliseconds: number) =>
      (await read<{ count: number }>(`ahead?within=${milliseconds}`)).count,
    certificate: async () => (await fetch(`${at}/cert.pem`)).text(),
    /** No token given so far is valid any more. */
    revoke: () => write<object>('revoke'),
    reset: () => write<object>('reset'),
    stop,
  }
}

async function checked<T>(answer: Response): Promise<T> {
  const body = (await answer.json()) as T & { message?: string }
  if (!answer.ok) throw new Error(body.message)
  return body
}
