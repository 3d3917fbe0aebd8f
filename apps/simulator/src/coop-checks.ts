import type { BankAccount } from './accounts.ts'
import { mayDebit } from './bank-token.ts'
import { isCallbackAddress } from './deliveries.ts'
import type { Sim } from './sim.ts'
import { digits, isMsisdn, isObject } from './wire.ts'

/** What Co-operative Bank refuses before it accepts, each with its own code. */

type Refused = [status: number, code: string, description: string]
export type Road = 'internal' | 'pesalink' | 'pesalink phone' | 'mpesa'

export interface Message {
  body: Record<string, unknown>
  from: string
  total: number
  legs: { reference: string; party: string; name: string; amount: number }[]
}

const longest = 40
/** Shillings. */
const most: Record<Road, number> = {
  internal: 1_000_000_000,
  pesalink: 999_999,
  'pesalink phone': 999_999,
  mpesa: 250_000,
}
/** Those that take part in PesaLink. */
const members = new Set(
  (
    '01 02 03 05 06 07 10 11 12 14 16 17 18 19 23 25 26 31 35 43 49 50 51 53 54 55 57 59 60 61 63 ' +
    '65 66 68 70 72 74 75 76 78 79 99'
  ).split(' '),
)

const missing = (name: string): Refused => [400, '-2', `MISSING PARAMETER ${name}`]

export function checked(
  sim: Sim,
  body: Record<string, unknown> | undefined,
  road: Road,
  account: BankAccount,
): Message | { refused: Refused } {
  const refused = (faults: (Refused | undefined)[]) => faults.find(Boolean)
  if (!body) return { refused: missing('MessageReference') }
  const source = isObject(body.Source) ? body.Source : {}
  const to = Array.isArray(body.Destinations) ? body.Destinations.filter(isObject) : []
  const legs = to.map((one) => ({
    reference: String(one.ReferenceNumber ?? ''),
    party: String(one.AccountNumber ?? one.MobileNumber ?? one.PhoneNumber ?? ''),
    name: String(one.AccountName ?? ''),
    amount: cents(one.Amount),
  }))
  const from = String(source.AccountNumber ?? '')
  const total = cents(source.Amount)
  const reference = body.MessageReference
  const fault = refused([
    ...envelope(sim, body, source, to),
    legs.reduce((sum, { amount }) => sum + amount, 0) === total
      ? undefined
      : [400, '-5', 'TRANSACTION AMOUNTS NOT BALANCING'],
    ...to.flatMap((one) => destination(one, road, String(reference))),
    mayDebit(account, from) ? undefined : [401, '-8', 'DEBIT ACCOUNT AUTHORIZATION FAILURE'],
    new Set(legs.map((leg) => leg.reference)).size === legs.length
      ? undefined
      : [400, '-12', 'DUPLICATE REFERENCE NUMBER'],
    sim.books.find('coop', 'bank', String(reference))
      ? [409, '-1', 'DUPLICATE MESSAGE REFERENCE']
      : undefined,
  ])
  return fault ? { refused: fault } : { body, from, total, legs }
}

/** NaN for what is no amount. */
const cents = (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : Number.NaN)

function envelope(
  sim: Sim,
  body: Record<string, unknown>,
  source: Record<string, unknown>,
  to: Record<string, unknown>[],
): (Refused | undefined)[] {
  const { MessageReference: reference, CallBackUrl } = body
  return [
    typeof reference === 'string' && reference ? undefined : missing('MessageReference'),
    isCallbackAddress(CallBackUrl, sim.rules.allow_hosts)
      ? undefined
      : [400, '-2', 'INVALID PARAMETER CallBackUrl'],
    digits(source.AccountNumber) ? undefined : missing('Source.AccountNumber'),
    to.length ? undefined : missing('Destinations'),
    typeof source.Amount === 'number' ? undefined : missing('Source.Amount'),
    Number(source.Amount) > 0 ? undefined : [400, '-3', 'AMOUNT MUST BE GREATER THAN ZERO'],
    source.TransactionCurrency === 'KES' ? undefined : [403, '-9', 'CURRENCY NOT SUPPORTED'],
    source.Narration ? undefined : missing('Source.Narration'),
    String(reference).length <= longest ? undefined : [400, '-11', 'MESSAGE REFERENCE IS TOO LONG'],
  ]
}

function destination(
  one: Record<string, unknown>,
  road: Road,
  message: string,
): (Refused | undefined)[] {
  const { ReferenceNumber: reference, Amount: amount } = one
  const toPhone = road === 'mpesa' || road === 'pesalink phone'
  const party = digits(one.AccountNumber ?? one.MobileNumber ?? one.PhoneNumber)
  return [
    typeof reference === 'string' && reference ? undefined : missing('ReferenceNumber'),
    String(reference).length <= longest ? undefined : [400, '-11', 'REFERENCE NUMBER IS TOO LONG'],
    reference === message
      ? [400, '-12', 'REFERENCE NUMBER AND MESSAGE REFERENCE ARE IDENTICAL']
      : undefined,
    typeof amount === 'number' && amount > 0
      ? undefined
      : [400, '-3', 'AMOUNT MUST BE GREATER THAN ZERO'],
    road !== 'internal' && !Number.isInteger(amount)
      ? [400, '-2', 'INVALID PARAMETER Amount']
      : undefined,
    Number(amount) > most[road] ? [400, '-6', 'AMOUNT IS OUTSIDE THE LIMITS'] : undefined,
    one.TransactionCurrency === 'KES' ? undefined : [403, '-9', 'CURRENCY NOT SUPPORTED'],
    one.Narration ? undefined : missing('Narration'),
    toPhone && !isMsisdn(party)
      ? [400, road === 'mpesa' ? '-19' : '-20', 'INVALID PHONE NUMBER']
      : undefined,
    toPhone || party ? undefined : missing('AccountNumber'),
    road === 'pesalink' && !members.has(String(one.BankCode))
      ? [403, '-10', 'DESTINATION BANK IS NOT A PESALINK MEMBER']
      : undefined,
  ]
}
