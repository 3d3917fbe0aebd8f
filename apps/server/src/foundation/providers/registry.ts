import { coop } from './coop.ts'
import { daraja } from './daraja.ts'
import { kcb } from './kcb.ts'
import type { Network } from './network.ts'
import type { Credentials, PayoutProvider, ProviderKind } from './provider.ts'

/** Who can pay: M-PESA, and banks by their codes. */

export type PayoutType = 'bank' | 'mpesa'

/** One line for each provider. */
export const payingBanks: ReadonlyMap<string, ProviderKind> = new Map([
  ['01', kcb],
  ['11', coop],
])

/** Undefined for a bank that takes no payments from here: its file is the way. */
export const providerFor = (
  type: PayoutType,
  bank_code: string | null | undefined,
): ProviderKind | undefined => (type === 'mpesa' ? daraja : payingBanks.get(bank_code ?? ''))

const kinds: readonly ProviderKind[] = [daraja, ...payingBanks.values()]

/** As integrations and payments name it. */
export function kindNamed(name: string): ProviderKind {
  const kind = kinds.find((one) => one.name === name)
  if (!kind) throw new Error(`There is no provider named ${name}.`)
  return kind
}

/** With the credentials of an integration; undefined where there is no such provider. */
export const openProvider = (
  integration: { type: PayoutType; bank_code: string | null; credentials: Credentials },
  network: Network,
): PayoutProvider | undefined =>
  providerFor(integration.type, integration.bank_code)?.open(integration.credentials, network)
