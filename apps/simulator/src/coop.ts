import type { BankAccount } from './accounts.ts'
import { bankCaller, bankToken, invalidCredentials, mayDebit } from './bank-token.ts'
import { offsetTime } from './clock.ts'
import { checked, type Message, type Road } from './coop-checks.ts'
import type { Leg, Payment } from './ledger.ts'
import { take, tellOf } from './payments.ts'
import { scenarioFor, scenarioNamed } from './rules.ts'
import { receiptAt, type Sim } from './sim.ts'
import { type Call, lost, ok, type Reply, unavailable } from './wire.ts'

/** Co-operative Bank: token, transfers by three roads, status, balance. */

const head = (sim: Sim, reference: unknown, MessageCode: string, MessageDescription: string) => ({
  MessageReference: String(reference ?? ''),
  MessageDateTime: offsetTime(sim.clock.now()),
  MessageCode,
  MessageDescription,
})

export async function send(sim: Sim, call: Call, road: Road): Promise<Reply> {
  const account = bankCaller(sim, call, 'coop')
  if ('status' in account) return account
  const reference = call.body?.MessageReference
  const message = checked(sim, call.body, road, account)
  if ('refused' in message) {
    const [status, code, description] = message.refused
    return { status, body: head(sim, reference, code, description) }
  }
  const accepted = ok(head(sim, reference, '0', 'REQUEST ACCEPTED FOR PROCESSING'))
  const say = (status: number, code: string, description: string): Reply => ({
    status,
    body: head(sim, reference, code, description),
  })
  return take(sim, draftOf(sim, account, message), {
    accepted,
    refused: say(403, '-16', 'DAILY TRANSACTION LIMIT EXHAUSTED'),
    fault: invalidCredentials,
    'timed out': say(408, '-4', 'REQUEST TIMED OUT'),
    'internal error': { status: 500, body: { fault: { code: 101500, message: 'Internal error' } } },
  })
}

/** Each destination fails for itself; what else happens is decided by the first. */
function draftOf(sim: Sim, account: BankAccount, { body, from, total, legs }: Message) {
  const several = legs.length > 1
  return {
    provider: 'coop' as const,
    kind: 'bank' as const,
    key: String(body.MessageReference),
    consumer_key: account.consumer_key,
    account: from,
    request: body,
    ids: {},
    verdict: sim.books.available('coop', from) < total ? 'insufficient' : undefined,
    legs: legs.map((leg) => ({
      ...leg,
      receipt: receiptAt(sim),
      ...(several ? failing(leg.party) : {}),
    })),
  }
}

function failing(party: string) {
  const [step] = scenarioNamed('bank', party.slice(-4)).steps
  const code = step?.settle
  return code && code !== 'paid' && step.tell ? { fails: code } : {}
}

const reasons: Record<string, string> = {
  insufficient: 'INSUFFICIENT FUNDS',
  'invalid account': 'INVALID ACCOUNT NUMBER',
}

type Request = { Source: object; Destinations: Record<string, unknown>[] }

/** What the callback and a later query say: the request again, with how each leg ended. */
function reportOf(sim: Sim, payment: Payment, says: (leg: Leg) => Partial<Leg> = (leg) => leg) {
  const { Source, Destinations } = payment.request as unknown as Request
  const legs = payment.legs.map((leg) => ({ ...leg, ...says(leg) }))
  const good = legs.filter(({ state }) => state === 'paid').length
  const [code, description] =
    good === legs.length
      ? ['0', 'FULL SUCCESS']
      : good
        ? ['1', 'PARTIAL SUCCESS']
        : ['2', 'FULL FAILURE']
  const bad = code === '2'
  return {
    ...head(sim, payment.key, code as string, description as string),
    Source: {
      ...Source,
      ResponseCode: bad ? '1' : '0',
      ResponseDescription: bad ? 'FAILED' : 'Success',
    },
    Destinations: legs.map((leg, index) => ({
      ...Destinations[index],
      ReferenceNumber: leg.reference,
      Amount: leg.amount / 100,
      ...(leg.state === 'paid' ? { TransactionID: leg.receipt } : {}),
      ResponseCode: leg.state === 'paid' ? '0' : '1',
      ResponseDescription: responseOf(leg),
    })),
  }
}

const responseOf = ({ state, code }: Leg) =>
  state === 'paid'
    ? 'Success'
    : state === 'reversed'
      ? 'REVERSED'
      : (reasons[code ?? ''] ?? 'FAILED')

tellOf('coop', 'bank', (sim, payment, told) => {
  const url = String(payment.request.CallBackUrl)
  if (told === 'wrong amount') {
    return { url, body: reportOf(sim, payment, ({ amount }) => ({ amount: amount + 100 })) }
  }
  if (told !== 'forged') return { url, body: reportOf(sim, payment) }
  const MessageReference = `X${sim.books.next()}`
  const invented = reportOf(sim, payment, () => ({
    state: 'paid',
    receipt: receiptAt(sim),
    reference: `${MessageReference}-1`,
  }))
  return { url, body: { ...invented, MessageReference } }
})

/** POST /Enquiry/TransactionStatus/2.0.0: the one bank whose "not found" can be trusted. */
export function status(sim: Sim, call: Call): Reply {
  const account = bankCaller(sim, call, 'coop')
  if ('status' in account) return account
  const reference = call.body?.MessageReference
  if (typeof reference !== 'string' || !reference) {
    return { status: 400, body: head(sim, reference, '-2', 'MISSING PARAMETER MessageReference') }
  }
  const payment = sim.books.find('coop', 'bank', reference)
  const party = payment?.legs[0]?.party ?? ''
  const name = scenarioFor(sim.rules, { provider: 'coop', kind: 'status', party, key: reference })
  const { answer } = scenarioNamed('bank', name)
  if (answer === 'html') return unavailable
  if (answer?.startsWith('lost')) return lost
  if (!payment || payment.consumer_key !== account.consumer_key) {
    return { status: 404, body: head(sim, reference, '-13', 'MESSAGE REFERENCE DOES NOT EXIST') }
  }
  if (payment.legs.some(({ state }) => state === 'pending')) {
    return ok(head(sim, reference, '0', 'REQUEST ACCEPTED FOR PROCESSING'))
  }
  const body = reportOf(sim, payment)
  return { status: body.MessageCode === '0' ? 200 : 207, body }
}

/** POST /Enquiry/AccountBalance/1.0.0 */
export function balance(sim: Sim, call: Call): Reply {
  const account = bankCaller(sim, call, 'coop')
  if ('status' in account) return account
  const { MessageReference, AccountNumber } = call.body ?? {}
  if (typeof MessageReference !== 'string' || typeof AccountNumber !== 'string') {
    return { status: 400, body: head(sim, MessageReference, '-2', 'MISSING PARAMETER') }
  }
  if (!mayDebit(account, AccountNumber)) {
    const description = 'ACCOUNT AUTHORIZATION FAILURE'
    return { status: 401, body: head(sim, MessageReference, '-8', description) }
  }
  const whole = sim.books.balance('coop', AccountNumber)
  const free = sim.books.available('coop', AccountNumber)
  return ok({
    ...head(sim, MessageReference, '0', 'SUCCESS'),
    AccountNumber,
    AccountName: 'SIMULATED EMPLOYER',
    Currency: 'KES',
    ClearedBalance: whole / 100,
    BookedBalance: whole / 100,
    BlockedBalance: (whole - free) / 100,
    AvailableBalance: free / 100,
  })
}

export const coopToken = (sim: Sim, call: Call) => bankToken(sim, call, 'coop')
