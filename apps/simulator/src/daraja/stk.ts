import type { DarajaAccount } from '../accounts.ts'
import { digitsOf } from '../clock.ts'
import type { Payment } from '../ledger.ts'
import { take, tellOf } from '../payments.ts'
import { receiptAt, requestIdAt, type Sim } from '../sim.ts'
import { type Call, digits, ok, type Reply } from '../wire.ts'
import {
  address,
  admitted,
  type Check,
  msisdn,
  oneOf,
  refusal,
  shortcode,
  wholeAmount,
  words,
  wrongCredentials,
} from './answers.ts'
import { amountTold, wireCode } from './results.ts'

/** A prompt on the customer's phone: push, query and callback. */

const most = 250_000

const signed: Check[] = [
  ['BusinessShortCode', shortcode],
  ['Password', words(1, 1000)],
  ['Timestamp', (value) => typeof value === 'string' && /^20\d{12}$/.test(value)],
]

const checks: Check[] = [
  ...signed,
  ['TransactionType', oneOf('CustomerPayBillOnline', 'CustomerBuyGoodsOnline')],
  ['Amount', wholeAmount],
  ['PartyA', msisdn],
  ['PartyB', shortcode],
  ['PhoneNumber', msisdn],
  ['CallBackURL', address],
  ['AccountReference', (value) => typeof value === 'string' && /^[\w -]{1,12}$/.test(value)],
  // Documented as optional, and refused under another's name when it is missing.
  ['TransactionDesc', words(1, 13), 'Remarks'],
]

/** Shortcode, passkey and time, as the caller must have put them together. */
function isSigned({ paybill }: DarajaAccount, body: Record<string, unknown>) {
  const text = `${digits(body.BusinessShortCode)}${paybill.passkey}${body.Timestamp}`
  return body.Password === Buffer.from(text).toString('base64')
}

export async function push(sim: Sim, call: Call): Promise<Reply> {
  const entry = admitted(sim, call, checks)
  if ('refused' in entry) return entry.refused
  const { account, body } = entry
  const till = digits(body.BusinessShortCode)
  if (till !== account.paybill.shortcode) {
    return refusal(sim, 500, '500.001.1001', 'Merchant does not exist')
  }
  if (!isSigned(account, body)) return wrongCredentials(sim)
  const party = digits(body.PhoneNumber)
  const locked = refusal(
    sim,
    500,
    '500.001.1001',
    'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  )
  if (openPrompts(sim).some(({ legs }) => legs[0]?.party === party)) return locked
  const amount = Number(digits(body.Amount)) * 100
  const MerchantRequestID = requestIdAt(sim)
  const CheckoutRequestID = checkoutId(sim, party)
  const ids = { MerchantRequestID, CheckoutRequestID }
  const description = 'Success. Request accepted for processing'
  const limit = amount > most * 100 ? '3' : undefined
  return take(
    sim,
    {
      provider: 'daraja',
      kind: 'stk',
      key: CheckoutRequestID,
      consumer_key: account.consumer_key,
      account: till,
      request: body,
      ids,
      verdict: limit ?? repeated(sim, party, amount),
      legs: [
        {
          reference: String(body.AccountReference),
          party,
          name: '',
          amount,
          receipt: receiptAt(sim),
        },
      ],
    },
    {
      accepted: ok({
        ...ids,
        ResponseCode: '0',
        ResponseDescription: description,
        CustomerMessage: description,
      }),
      locked,
      refused: ok({
        ...ids,
        ResponseCode: '1',
        ResponseDescription: 'Request rejected.',
        CustomerMessage: 'Request rejected.',
      }),
      'internal error': refusal(sim, 500, '500.003.1001', 'Internal Server Error'),
    },
  )
}

/** ws_CO_15112026093001482712345678, and never the same twice. */
function checkoutId(sim: Sim, party: string): string {
  const now = sim.clock.now()
  const at = digitsOf(now)
  const day = `${at.slice(6, 8)}${at.slice(4, 6)}${at.slice(0, 4)}${at.slice(8)}`
  const id = `ws_CO_${day}${String(now % 1000).padStart(3, '0')}${party.slice(-9)}`
  return sim.books.find('daraja', 'stk', id) ? `${id}${sim.books.next()}` : id
}

/** Prompts that a person can still answer. */
export const openPrompts = (sim: Sim) =>
  sim.books.waiting().filter(({ prompt_until = 0 }) => prompt_until > sim.clock.now())

/** The same customer paying the same again at once is taken for a mistake. */
function repeated(sim: Sim, party: string, amount: number) {
  const since = sim.clock.now() - sim.rules.repeat_window
  if (!sim.rules.repeat_window) return undefined
  const again = sim.books.ledger.payments.some(
    ({ kind, created_at, legs: [leg] }) =>
      kind === 'stk' &&
      created_at > since &&
      leg?.state === 'paid' &&
      leg.party === party &&
      leg.amount === amount,
  )
  return again ? '17' : undefined
}

const descriptions: Record<string, string> = {
  '0': 'The service request is processed successfully.',
  '1': 'The balance is insufficient for the transaction.',
  '3': 'Declined due to limit rule: greater than the maximum transaction amount.',
  '17': 'Rule limited.',
  '1032': 'Request cancelled by user.',
  '1037': 'DS timeout user cannot be reached.',
  '2001': 'The initiator information is invalid.',
}

tellOf('daraja', 'stk', (sim, payment, told) => {
  const [leg] = payment.legs
  if (!leg) return undefined
  const forged = told === 'forged'
  const code = forged ? '0' : (leg.code ?? '0')
  const ids = forged
    ? { MerchantRequestID: requestIdAt(sim), CheckoutRequestID: `${checkoutId(sim, leg.party)}9` }
    : payment.ids
  const stkCallback = {
    ...ids,
    ResultCode: wireCode(code),
    ResultDesc: descriptions[code],
    ...(code === '0'
      ? {
          CallbackMetadata: {
            Item: [
              { Name: 'Amount', Value: amountTold(leg.amount, told) / 100 },
              { Name: 'MpesaReceiptNumber', Value: forged ? receiptAt(sim) : leg.receipt },
              { Name: 'Balance' },
              { Name: 'TransactionDate', Value: Number(digitsOf(sim.clock.now())) },
              { Name: 'PhoneNumber', Value: Number(leg.party) },
            ],
          },
        }
      : {}),
  }
  return {
    url: String(payment.request.CallBackURL),
    headers: { BusinessShortCode: payment.account },
    body: { Body: { stkCallback } },
  }
})

/** What was last said of a prompt that nobody has answered: the two forms take turns. */
const saidOld = new WeakSet<Payment>()

export function pushQuery(sim: Sim, call: Call): Reply {
  const entry = admitted(sim, call, [...signed, ['CheckoutRequestID', words(1, 64)]])
  if ('refused' in entry) return entry.refused
  const { account, body } = entry
  if (!isSigned(account, body)) return wrongCredentials(sim)
  const payment = sim.books.find('daraja', 'stk', String(body.CheckoutRequestID))
  const [leg] = payment?.legs ?? []
  if (!payment || !leg || payment.account !== digits(body.BusinessShortCode)) {
    return refusal(sim, 500, '500.001.1001', 'The transaction does not Exist')
  }
  const answer = (ResultCode: string, ResultDesc: string | undefined) =>
    ok({
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successfully',
      ...payment.ids,
      ResultCode,
      ResultDesc,
    })
  if (leg.state !== 'pending') return answer(leg.code ?? '0', descriptions[leg.code ?? '0'])
  if (saidOld.delete(payment)) return answer('4999', 'The transaction is still under processing')
  saidOld.add(payment)
  return refusal(sim, 500, '500.001.1001', 'The transaction is being processed')
}
