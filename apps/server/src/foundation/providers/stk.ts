import { z } from 'zod'
import type { TillSettings } from '../config/collection.ts'
import { centsOf, code, refused, sentence, unfamiliar, unknown, unread, words } from './codes.ts'
import { fault, isStale, openGateway } from './daraja-gateway.ts'
import type { Network } from './network.ts'
import type { Reason, Submitted } from './provider.ts'
import type { Called } from './tokens.ts'

/** M-PESA's prompt on a payer's phone. It has no key of ours: the token in the address is all. */

export interface Prompt {
  /** Whole shillings. */
  amount: number
  phone: string
  hook: string
  /** At most 12 letters and digits. */
  reference: string
  /** At most 13 characters; M-PESA insists on it. */
  description: string
}

export type Prompted =
  | { outcome: 'prompted'; checkout_id: string; merchant_id: string }
  | Exclude<Submitted, { outcome: 'accepted' }>

export type Collected =
  | { outcome: 'paid' }
  | ({ outcome: 'failed' } & Omit<Reason, 'stops_run'>)
  | { outcome: 'pending' }
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; reason: string }

export interface ParsedCollection {
  checkout_id: string
  merchant_id: string
  said:
    | { outcome: 'paid'; receipt: string; amount: number | null; phone: string | null }
    | Exclude<Collected, { outcome: 'paid' }>
}

const nairobi = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** 20261115093000 in Kenya. */
export function timestampOf(instant: Date): string {
  const [date = '', time = ''] = nairobi.format(instant).split(', ')
  return date.split('/').reverse().join('') + time.replaceAll(':', '')
}

export const passwordOf = (short_code: string, passkey: string, timestamp: string) =>
  Buffer.from(`${short_code}${passkey}${timestamp}`).toString('base64')

export function openTill(till: TillSettings, network: Network) {
  const gateway = openGateway(network, till.consumer_key, till.consumer_secret)
  const proof = () => {
    const Timestamp = timestampOf(network.clock.now())
    return { Password: passwordOf(till.short_code, till.passkey, Timestamp), Timestamp }
  }
  return {
    async push({ amount, phone, hook, reference, description }: Prompt): Promise<Prompted> {
      const called = await gateway('/mpesa/stkpush/v1/processrequest', {
        BusinessShortCode: Number(till.short_code),
        ...proof(),
        TransactionType: till.type,
        Amount: amount,
        PartyA: phone,
        PartyB: Number(till.receiver),
        PhoneNumber: phone,
        CallBackURL: hook,
        AccountReference: reference.slice(0, 12),
        TransactionDesc: description.slice(0, 13) || 'Payment',
      })
      return prompted(called)
    },
    async query(CheckoutRequestID: string): Promise<Collected> {
      const BusinessShortCode = till.short_code
      return collected(
        await gateway('/mpesa/stkpushquery/v1/query', {
          BusinessShortCode,
          ...proof(),
          CheckoutRequestID,
        }),
      )
    },
  }
}

const pushed = z.object({
  ResponseCode: code,
  ResponseDescription: words,
  MerchantRequestID: z.string(),
  CheckoutRequestID: z.string(),
})

/** By its words: one code stands for wrong credentials, a locked phone and much else. */
const certain: [RegExp, string, boolean][] = [
  [/wrong credentials/i, 'M-PESA does not accept the short code and its passkey.', true],
  [/merchant does not exist/i, 'M-PESA does not know the short code.', true],
  [/unable to lock subscriber/i, 'Another payment is still open on this phone.', false],
]

/** No prompt was sent: in our words, with what M-PESA wrote for the operator. */
function turnedAway(given: string, text: string | null | undefined) {
  const said = sentence(text, '')
  const reason = /phone|msisdn|party\s?a/i.test(said)
    ? 'M-PESA does not accept this phone number. Please check it, or pay from another one.'
    : 'M-PESA did not accept the request, and no prompt was sent. Please try again later.'
  return { ...refused(given, reason), ...(said && { said }) }
}

export function prompted(called: Called): Prompted {
  if (called.outcome !== 'answered') {
    return unread(called) as Exclude<Submitted, { outcome: 'accepted' }>
  }
  const told = pushed.safeParse(called.body).data
  if (called.status === 200 && told) {
    const { ResponseCode, CheckoutRequestID, MerchantRequestID } = told
    if (ResponseCode !== '0') {
      return turnedAway(ResponseCode, told.ResponseDescription)
    }
    const ids = { checkout_id: CheckoutRequestID, merchant_id: MerchantRequestID }
    return { outcome: 'prompted', ...ids }
  }
  const faulty = fault.safeParse(called.body).data
  if (!faulty) return unknown(unfamiliar)
  const { errorCode, errorMessage } = faulty
  if (isStale(called)) {
    return refused(errorCode, 'M-PESA does not accept the access it gave.', true)
  }
  if (/^40[045]\./.test(errorCode)) {
    return turnedAway(errorCode, errorMessage)
  }
  const known = certain.find(([said]) => said.test(errorMessage ?? ''))
  return known
    ? refused(errorCode, known[1], known[2])
    : unknown(sentence(errorMessage, unfamiliar))
}

const reasons = new Map(
  Object.entries({
    1: 'There was not enough money in the M-PESA account.',
    2: 'The amount is below what M-PESA accepts.',
    3: 'The amount is above what M-PESA accepts at once.',
    4: 'The payment would be above the day’s limit of the M-PESA account.',
    8: 'The receiving account would exceed its limit.',
    17: 'The same amount was requested from this phone a moment ago. Please wait two minutes.',
    1001: 'Another payment is still open on this phone. Please wait two minutes.',
    1019: 'The payment was not confirmed in time.',
    1025: 'M-PESA could not send the prompt. Please try again.',
    1032: 'The payment was cancelled on the phone.',
    1037: 'The phone could not be reached, or nobody answered the prompt.',
    2001: 'The M-PESA PIN was wrong.',
    2028: 'The short code is not set up for this kind of payment.',
    8006: 'The M-PESA PIN is locked. Please call Safaricom.',
    9999: 'M-PESA could not send the prompt. Please try again later.',
    E3008: 'M-PESA refused the payer’s account.',
    SFC_IC0003: 'M-PESA does not know this phone number.',
  }),
)
/** Whoever pays reads a sentence of ours; what M-PESA wrote is for the operator. */
function failed(given: string, text: string | null | undefined) {
  const known = reasons.get(given)
  const told = known ?? `M-PESA did not make the payment, and gives code ${given} for it.`
  const said = sentence(text, '')
  return { outcome: 'failed' as const, code: given, reason: told, ...(!known && said && { said }) }
}

const outcome = z.object({ ResponseCode: code, ResultCode: code, ResultDesc: words })

/** A code that is not known leaves the payment open; only the callback is final then. */
export function collected(called: Called): Collected {
  if (called.outcome !== 'answered') return unknown(called.reason)
  const told = outcome.safeParse(called.body).data
  if (called.status === 200 && told) {
    if (told.ResultCode === '0') return { outcome: 'paid' }
    return reasons.has(told.ResultCode)
      ? failed(told.ResultCode, told.ResultDesc)
      : { outcome: 'pending' }
  }
  const text = fault.safeParse(called.body).data?.errorMessage ?? ''
  if (/being processed|under processing/i.test(text)) return { outcome: 'pending' }
  if (/does not exist/i.test(text)) return { outcome: 'not_found' }
  return unknown(sentence(text, unfamiliar))
}

const item = z.object({ Name: z.string(), Value: z.unknown().optional() })
const callback = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: z.string(),
      CheckoutRequestID: z.string(),
      ResultCode: code,
      ResultDesc: words,
      CallbackMetadata: z.object({ Item: z.array(item) }).nullish(),
    }),
  }),
})

/** A callback is final, so that a code that is not known is a failure here. */
export function parseCollection(body: unknown): ParsedCollection | null {
  const read = callback.safeParse(body).data?.Body.stkCallback
  if (!read) return null
  const ids = { checkout_id: read.CheckoutRequestID, merchant_id: read.MerchantRequestID }
  if (read.ResultCode !== '0') return { ...ids, said: failed(read.ResultCode, read.ResultDesc) }
  const items = read.CallbackMetadata?.Item ?? []
  const told = new Map(items.map(({ Name, Value }) => [Name, Value ?? null]))
  const text = (name: string) => (told.get(name) == null ? null : String(told.get(name)))
  const receipt = text('MpesaReceiptNumber')
  if (!receipt) return { ...ids, said: unknown(unfamiliar) }
  const amount = centsOf(told.get('Amount'))
  return { ...ids, said: { outcome: 'paid', receipt, amount, phone: text('PhoneNumber') } }
}
