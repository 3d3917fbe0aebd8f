import { dottedTime } from '../clock.ts'
import type { Payment } from '../ledger.ts'
import { take, tellOf } from '../payments.ts'
import { conversationAt, receiptAt, type Sim } from '../sim.ts'
import { type Call, digits, ok, type Reply } from '../wire.ts'
import {
  address,
  admitted,
  type Check,
  msisdn,
  oneOf,
  optional,
  refusal,
  shortcode,
  wholeAmount,
  words,
} from './answers.ts'
import { initiatorFault } from './initiator.ts'
import { amountTold, forgedIds, type Ids, result } from './results.ts'

/** POST /mpesa/b2c/v3/paymentrequest, and v1, which takes no key of the caller's. */

const least = 10
const most = 250_000

const checks: Check[] = [
  ['InitiatorName', words(1, 100)],
  ['SecurityCredential', words(1, 1000)],
  ['CommandID', oneOf('SalaryPayment', 'BusinessPayment', 'PromotionPayment')],
  ['Amount', wholeAmount],
  ['PartyA', shortcode],
  ['PartyB', msisdn],
  ['Remarks', words(2, 100)],
  ['QueueTimeOutURL', address],
  ['ResultURL', address],
  ['Occassion', optional(words(1, 100))],
  ['Occasion', optional(words(1, 100)), 'Occassion'],
]
const keyed: Check = ['OriginatorConversationID', words(1, 100)]

export async function pay(sim: Sim, call: Call, version: 1 | 3): Promise<Reply> {
  const entry = admitted(sim, call, version === 3 ? [keyed, ...checks] : checks)
  if ('refused' in entry) return entry.refused
  const { account, body } = entry
  const from = digits(body.PartyA)
  const shillings = Number(digits(body.Amount))
  const fault = await initiatorFault(sim, account, {
    name: body.InitiatorName,
    credential: body.SecurityCredential,
    shortcode: from,
  })
  // From here on nothing is waited for: two of one key cannot both be the first.
  const key =
    version === 3 ? String(body.OriginatorConversationID) : `${sim.books.next()}-34620561-1`
  if (sim.books.find('daraja', 'b2c', key)) {
    return refusal(sim, 500, '500.002.1001', 'Duplicate OriginatorConversationID.')
  }
  const amount = shillings * 100
  const short = sim.books.available('daraja', from) < amount ? '1' : undefined
  const limit = shillings < least ? '2' : shillings > most ? '3' : undefined
  const ConversationID = conversationAt(sim)
  const party = digits(body.PartyB)
  const ids = { ConversationID, OriginatorConversationID: key }
  return take(
    sim,
    {
      provider: 'daraja',
      kind: 'b2c',
      key,
      consumer_key: account.consumer_key,
      account: from,
      request: body,
      ids,
      verdict: fault ?? limit ?? short,
      legs: [{ reference: key, party, name: nameOf(party), amount, receipt: receiptAt(sim) }],
    },
    {
      accepted: ok({
        ...ids,
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
      }),
      refused: ok({ ...ids, ResponseCode: '1', ResponseDescription: 'Request rejected.' }),
      'internal error': refusal(sim, 500, '500.002.1001', 'System internal error.'),
    },
  )
}

tellOf('daraja', 'b2c', (sim, payment, told) => {
  if (told === 'queue timeout') {
    return { url: String(payment.request.QueueTimeOutURL), body: payment.request }
  }
  return { url: String(payment.request.ResultURL), body: resultOf(sim, payment, told) }
})

function resultOf(sim: Sim, payment: Payment, told: 'truth' | 'wrong amount' | 'forged') {
  const [leg] = payment.legs
  if (!leg) throw new Error(`${payment.key} pays nobody.`)
  const code = told === 'forged' ? '0' : (leg.code ?? '0')
  const ids: Ids =
    told === 'forged'
      ? forgedIds(sim)
      : ({ ...payment.ids, TransactionID: leg.receipt } as unknown as Ids)
  if (code !== '0') return result(code, ids, [], queueAddress)
  const shillings = amountTold(leg.amount, told) / 100
  return result(
    code,
    ids,
    [
      ['TransactionAmount', shillings],
      ['TransactionReceipt', ids.TransactionID],
      ['ReceiverPartyPublicName', `${leg.party} - ${leg.name}`],
      ['TransactionCompletedDateTime', dottedTime(leg.settled_at ?? sim.clock.now())],
      ['B2CUtilityAccountAvailableFunds', sim.books.available('daraja', payment.account) / 100],
      ['B2CWorkingAccountAvailableFunds', 0],
      ['B2CRecipientIsRegisteredCustomer', 'Y'],
      ['B2CChargesPaidAccountAvailableFunds', 0],
    ],
    queueAddress,
  )
}

const queueAddress = 'https://internalsandbox.safaricom.co.ke/mpesa/b2cresults/v1/submit'

const first = ['JANE', 'PETER', 'MARY', 'JOHN', 'GRACE', 'DAVID', 'FAITH', 'BRIAN']
const last = ['WANJIKU', 'OTIENO', 'CHEBET', 'MUTUA', 'HASSAN', 'NJERI', 'BARASA', 'KIPTOO']

/** Whoever the number belongs to; nobody that exists. */
export const nameOf = (party: string) =>
  `${first[Number(party.slice(-1)) % 8]} ${last[Number(party.slice(-2, -1)) % 8]}`
