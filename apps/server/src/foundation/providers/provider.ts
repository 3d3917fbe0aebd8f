import type { Cents } from '@mshahara/engine/units'
import type { Network } from './network.ts'

/**
 * What every provider of payouts has in common. Outcomes are values, and "unknown" is one of them:
 * an error, a timeout or an answer nobody understands is never read as "failed".
 */

/** One payment, as frozen on its attempt. */
export interface Instruction {
  /** Chosen before the first byte is sent; the provider knows the payment by it. */
  key: string
  amount: Cents
  name: string
  /** A phone such as 254712345678 for M-PESA, otherwise a bank account. */
  account: string
  /** Of the payee's bank; null for a phone. */
  bank_code: string | null
  /** At most 35 characters. */
  narration: string
  /** Where the provider reports, each with a token of its own. */
  hooks: { result: string; timeout: string }
  /** What the provider called it when it was accepted. */
  provider_ref: string | null
}

/** Why it did not happen. */
export interface Reason {
  /** The provider's own code. */
  code: string
  /** A sentence for people. */
  reason: string
  /** What the provider wrote, where the sentence is ours: for whoever looks into it. */
  said?: string
  /** Credentials or the paying account are at fault: every further payment would fail as well. */
  stops_run: boolean
}

/** How the provider took an instruction. */
export type Submitted =
  | { outcome: 'accepted'; provider_ref: string | null }
  /** Certainly not accepted. */
  | ({ outcome: 'refused' } & Reason)
  /** Not a byte left the server, or the provider asked to come later: the same key once more. */
  | { outcome: 'not_sent'; reason: string; slower: boolean }
  /** `slower`: the provider was asked too much at a time. */
  | { outcome: 'unknown'; reason: string; slower?: boolean }

export interface Paid {
  outcome: 'paid'
  receipt: string
  /** As the provider tells it; null where it does not. */
  amount: Cents | null
  account: string | null
  /** To whom, in the provider's words. */
  name: string | null
}

/** What has become of a payment. */
export type PaymentReport =
  | Paid
  | ({ outcome: 'failed' } & Reason)
  /** Still under way, or the answer comes by callback. */
  | { outcome: 'pending' }
  /** `certain`: this provider's word for it can be trusted. */
  | { outcome: 'not_found'; certain: boolean }
  | { outcome: 'unknown'; reason: string }

/** What a callback says; the ids are compared with what was kept of the attempt. */
export interface ParsedCallback {
  /** A queue timeout is news of nothing: outcome "unknown". */
  said: PaymentReport
  key: string | null
  provider_ref: string | null
}

export type Balance =
  | { outcome: 'known'; available: Cents }
  /** The credentials are good; the balance comes by callback, or the provider does not tell it. */
  | { outcome: 'accepted'; reason: string }
  /** The provider could not be asked. */
  | { outcome: 'unknown'; reason: string }
  | ({ outcome: 'refused' } & Reason)

/**
 * Which address of ours was called: a result, a queue timeout, the answer to a question about a
 * payment, or to a test of the connection, which is about none.
 */
export type HookKind = 'result' | 'timeout' | 'answer' | 'test'

/** A provider with the credentials of one integration. */
export interface PayoutProvider {
  submit(instruction: Instruction): Promise<Submitted>
  /** Where the answer comes by callback, it comes to the result address given here. */
  query(instruction: Instruction): Promise<PaymentReport>
  /** Whether the credentials are good, and what is in the account where that can be asked. */
  test(hooks: Instruction['hooks']): Promise<Balance>
}

/** What can be paid in one payment. */
export interface Limits {
  least: Cents
  most: Cents
  /** No cents: what is left of a shilling is carried as a rounding. */
  whole_shillings: boolean
}

/** What an integration knows; each provider asks for what it needs. */
export interface Credentials {
  consumer_key: string
  consumer_secret: string
  company_code: string | null
  initiator_name: string | null
  initiator_password: string | null
  short_code: string | null
  /** The organisation's own account, from which a bank pays. */
  account_no: string | null
}
/** Of these a provider may ask for some; keys, every one of them has. */
export type Extra = Exclude<keyof Credentials, 'consumer_key' | 'consumer_secret' | 'account_no'>

/** What is the same for everybody who pays through a provider. */
export interface ProviderKind {
  name: string
  needs: readonly Extra[]
  /** A bank has other limits towards another bank than between its own accounts. */
  limitsFor(bank_code: string | null): Limits
  /** Payments a second when nobody has set another. */
  per_second: number
  /** After this long without a result the provider is asked. */
  result_within_s: number
  /** The instruction's key for an attempt to pay a payslip: the same whenever it is asked for. */
  keyOf(slip_id: string, attempt_no: number): string
  /** The body of a callback; null when it is not one. Never throws. */
  parseCallback(kind: HookKind, body: unknown): ParsedCallback | null
  /** What a callback says about the paying account; null when it says nothing of it. */
  parseBalance(body: unknown): Cents | null
  /** Takes out of a body what must not be kept. */
  withoutSecrets(body: unknown): unknown
  open(credentials: Credentials, network: Network): PayoutProvider
}
