import { digitsOf } from '../clock.ts'
import { deliver, type Letter } from '../deliveries.ts'
import type { Leg, Payment } from '../ledger.ts'
import { scenarioFor, scenarioNamed } from '../rules.ts'
import { conversationAt, type Sim } from '../sim.ts'
import { type Call, digits, lost, ok, type Reply, unavailable } from '../wire.ts'
import {
  address,
  admitted,
  type Check,
  invalid,
  oneOf,
  optional,
  shortcode,
  words,
} from './answers.ts'
import { initiatorFault } from './initiator.ts'
import { type Ids, type Parameters, result } from './results.ts'

/** POST /mpesa/transactionstatus/v1/query and what all queries of Daraja have in common. */

export const queryChecks: Check[] = [
  ['Initiator', words(1, 100)],
  ['SecurityCredential', words(1, 1000)],
  ['PartyA', shortcode],
  ['IdentifierType', oneOf('1', '2', '4')],
  ['Remarks', words(1, 100)],
  ['QueueTimeOutURL', address],
  ['ResultURL', address],
]

const checks: Check[] = [
  ['CommandID', oneOf('TransactionStatusQuery')],
  ...queryChecks,
  ['Occasion', optional(words(1, 100))],
]

const given = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

export async function status(sim: Sim, call: Call): Promise<Reply> {
  const entry = admitted(sim, call, checks)
  if ('refused' in entry) return entry.refused
  const receipt = given(entry.body.TransactionID)
  const key = given(entry.body.OriginalConversationID)
  if (!receipt && !key) return invalid(sim, 'TransactionID')
  const find = () => {
    if (receipt) return sim.books.withReceipt(receipt)
    const payment = sim.books.find('daraja', 'b2c', key ?? '')
    const [leg] = payment?.legs ?? []
    return payment && leg && { payment, leg }
  }
  const party = find()?.leg.party ?? ''
  return answerLater(sim, entry, { kind: 'status', party, key: key ?? receipt ?? '' }, (ids) => {
    const found = find()
    if (found?.payment.account !== digits(entry.body.PartyA)) {
      return failed(sim, '2032', ids, String(entry.body.QueueTimeOutURL))
    }
    return result('0', ids, parametersOf(found), String(entry.body.QueueTimeOutURL))
  })
}

const outcomes: Record<Leg['state'], string> = {
  pending: 'Pending',
  paid: 'Completed',
  failed: 'Failed',
  reversed: 'Cancelled',
}

function parametersOf({ payment, leg }: { payment: Payment; leg: Leg }): Parameters {
  return [
    ['DebitPartyName', `${payment.account} - SIMULATED EMPLOYER`],
    ['CreditPartyName', `${leg.party} - ${leg.name}`],
    ['OriginatorConversationID', payment.key],
    ['InitiatedTime', digitsOf(payment.created_at)],
    ['DebitAccountType', 'Utility Account'],
    ['DebitPartyCharges', 'Fee For B2C Payment|KES|0.00'],
    ['TransactionReason', undefined],
    ['ReasonType', 'Business Payment to Customer via API'],
    ['TransactionStatus', outcomes[leg.state]],
    ['FinalisedTime', leg.settled_at ? digitsOf(leg.settled_at) : undefined],
    ['Amount', String(leg.amount / 100)],
    ['ConversationID', payment.ids.ConversationID],
    ['ReceiptNo', leg.state === 'paid' ? leg.receipt : undefined],
  ]
}

/** A query that failed says only when, and says so without a list. */
const failed = (sim: Sim, code: string, ids: Ids, reference: string) =>
  result(code, ids, [['BOCompletedTime', Number(digitsOf(sim.clock.now()))]], reference)

type Admitted = Extract<ReturnType<typeof admitted>, { body: unknown }>

/** Accepts a query and sends its result; what happens to it otherwise is a matter of rules. */
export async function answerLater(
  sim: Sim,
  { account, body }: Admitted,
  asked: { kind: 'status' | 'balance'; party: string; key: string },
  resultFor: (ids: Ids) => unknown,
): Promise<Reply> {
  const fault = await initiatorFault(sim, account, {
    name: body.Initiator,
    credential: body.SecurityCredential,
    shortcode: digits(body.PartyA),
  })
  const { answer, steps } = scenarioNamed(
    'b2c',
    scenarioFor(sim.rules, { provider: 'daraja', ...asked }),
  )
  if (answer === 'lost before') return lost
  if (answer === 'html') return unavailable
  const ids = {
    OriginatorConversationID: `${sim.books.next()}-416199-2`,
    ConversationID: conversationAt(sim),
  }
  const whole = { ...ids, TransactionID: 'UKF0000000' }
  const send = async (step: (typeof steps)[number]) => {
    const timedOut = step.tell === 'queue timeout'
    const letter: Letter = timedOut
      ? { url: String(body.QueueTimeOutURL), body }
      : {
          url: String(body.ResultURL),
          body: fault ? failed(sim, fault, whole, String(body.QueueTimeOutURL)) : resultFor(whole),
        }
    await Promise.all(Array.from({ length: step.times ?? 1 }, () => deliver(sim.log, letter)))
  }
  const told = steps.filter(({ tell }) => tell)
  if (answer === 'after the callback') await Promise.all(told.map(send))
  else {
    for (const step of told) {
      sim.clock.at(sim.clock.now() + sim.rules.delays[step.at], () => void send(step))
    }
  }
  if (answer === 'lost after') return lost
  return ok({
    ...ids,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  })
}
