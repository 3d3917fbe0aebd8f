import { z } from 'zod'
import { type Gateway, gatewayFault, limitsOf, openGateway } from './bank-wire.ts'
import {
  centsOf,
  code,
  oneOrMore,
  refused,
  sentence,
  shillingsOf,
  unfamiliar,
  unknown,
  unread,
  words,
} from './codes.ts'
import { shortKey } from './keys.ts'
import type {
  Balance,
  Credentials,
  Instruction,
  ParsedCallback,
  PaymentReport,
  ProviderKind,
  Submitted,
} from './provider.ts'
import type { Called } from './tokens.ts'

/**
 * Co-operative Bank: between its own accounts to the cent, to other banks by PesaLink in whole
 * shillings. One destination in a message, so that one payment has one key.
 */

const own = '11'
const limitsFor = limitsOf(own, { pesalinkCents: false })

export const coop: ProviderKind = {
  name: 'Co-operative Bank',
  needs: [],
  limitsFor,
  per_second: 5,
  result_within_s: 300,
  keyOf: (slip_id, attempt_no) => shortKey(slip_id, attempt_no, 16),
  parseCallback: (kind, body) =>
    kind === 'timeout' || kind === 'test' ? null : parseCallback(body),
  parseBalance: () => null,
  withoutSecrets: (body) => body,
  open: ({ consumer_key, consumer_secret, account_no }, network) => {
    const base = network.addresses.coop
    const bank = { name: 'Co-op', base, token: `${base}/token` }
    const gateway = openGateway(network, bank, consumer_key, consumer_secret)
    const balance = async () => {
      const MessageReference = shortKey(network.clock.now().toISOString(), 0, 16)
      const path = '/Enquiry/AccountBalance/1.0.0/'
      return balanceOf(await gateway(path, { MessageReference, AccountNumber: account_no }))
    }
    return {
      submit: async (instruction) => submit(gateway, account_no, instruction),
      query: async ({ key }) =>
        answered(
          await gateway('/Enquiry/TransactionStatus/2.0.0/', { MessageReference: key }),
          key,
        ),
      test: balance,
    }
  },
}

const legOf = (key: string) => `${key}-1`

async function submit(
  gateway: Gateway,
  account_no: Credentials['account_no'],
  { key, amount, account, bank_code, narration, hooks }: Instruction,
): Promise<Submitted> {
  const { least, most, whole_shillings } = limitsFor(bank_code)
  if (amount < least || amount > most || (whole_shillings && amount % 100)) {
    return refused('amount', 'Co-op pays whole shillings from 10 to 999,999 into other banks.')
  }
  const isInside = bank_code === own
  const money = { Amount: shillingsOf(amount), TransactionCurrency: 'KES', Narration: narration }
  const called = await gateway(
    isInside ? '/FundsTransfer/Internal/A2A/2.0.0/' : '/FundsTransfer/External/A2A/PesaLink/1.0.0/',
    {
      MessageReference: key,
      CallBackUrl: hooks.result,
      Source: { AccountNumber: account_no, ...money },
      Destinations: [
        {
          ReferenceNumber: legOf(key),
          AccountNumber: account,
          ...(!isInside && { BankCode: bank_code }),
          ...money,
        },
      ],
    },
  )
  return submitted(called)
}

const message = z.object({ MessageCode: code, MessageDescription: words })

/** What the bank certainly did not take; a doubled reference (-1, -12) is not among them. */
const refusals: Record<string, { reason: string; stops_run?: true }> = {
  '-2': { reason: 'A detail of the payment is missing for the bank.' },
  '-3': { reason: 'The bank does not accept a detail of the payment.' },
  '-5': { reason: 'The amounts of the payment do not balance.' },
  '-6': { reason: 'The amount is outside the bank’s limits.' },
  '-8': { reason: 'The account may not be debited with these credentials.', stops_run: true },
  '-9': { reason: 'The bank does not pay in this currency.' },
  '-10': { reason: 'The person’s bank does not take part in PesaLink.' },
  '-11': { reason: 'The reference of the payment is too long.' },
  '-16': { reason: 'The account’s limit for today has been reached.', stops_run: true },
  '-19': { reason: 'The M-PESA number is not valid.' },
  '-20': { reason: 'The phone number is not valid.' },
}

export function submitted(called: Called): Submitted {
  if (called.outcome !== 'answered') return unread(called)
  const atGateway = gatewayFault(called)
  if (atGateway) return atGateway
  const { status, body } = called
  const told = message.safeParse(body).data
  if (!told) return unknown(unfamiliar)
  if (status === 200 && told.MessageCode === '0') return { outcome: 'accepted', provider_ref: null }
  const isListed = [400, 401, 403].includes(status) && Object.hasOwn(refusals, told.MessageCode)
  const known = isListed ? refusals[told.MessageCode] : undefined
  if (!known) return unknown(sentence(told.MessageDescription, unfamiliar))
  return refused(told.MessageCode, known.reason, known.stops_run ?? false)
}

const leg = z.object({
  ReferenceNumber: z.string(),
  AccountNumber: words,
  Amount: z.unknown().optional(),
  TransactionID: words,
  ResponseCode: code.optional(),
  ResponseDescription: words,
})
const report = message.extend({
  MessageReference: z.string(),
  Destinations: oneOrMore(leg).nullish(),
})
type Report = z.output<typeof report>

const isZero = (given: string | undefined) => given !== undefined && /^0+$/.test(given)

/** The outcome is that of our own leg; a message that contradicts it decides nothing. */
function outcomeOf({ MessageReference: key, MessageCode, Destinations }: Report): PaymentReport {
  const own = Destinations?.find(({ ReferenceNumber }) => ReferenceNumber === legOf(key))
  if (!own) return Destinations?.length ? unknown(unfamiliar) : { outcome: 'pending' }
  const isPaid = isZero(own.ResponseCode)
  const agrees = MessageCode === '1' || MessageCode === (isPaid ? '0' : '2')
  if (own.ResponseCode === undefined || !agrees) return unknown(unfamiliar)
  if (isPaid) {
    return {
      outcome: 'paid',
      receipt: own.TransactionID || key,
      amount: centsOf(own.Amount),
      account: own.AccountNumber || null,
      name: null,
    }
  }
  const reason = sentence(own.ResponseDescription, 'The bank says that the payment failed.')
  return { outcome: 'failed', code: own.ResponseCode, reason, stops_run: false }
}

export function answered(called: Called, key: string): PaymentReport {
  if (called.outcome !== 'answered') return unknown(called.reason)
  const { status, body } = called
  // The one bank whose word can be trusted that it knows nothing of a payment.
  if (status === 404 && message.safeParse(body).data?.MessageCode === '-13') {
    return { outcome: 'not_found', certain: true }
  }
  const read = report.safeParse(body).data
  const isOurs = (status === 200 || status === 207) && read?.MessageReference === key
  return isOurs ? outcomeOf(read) : unknown(unfamiliar)
}

function parseCallback(body: unknown): ParsedCallback | null {
  const read = report.safeParse(body).data
  return read ? { said: outcomeOf(read), key: read.MessageReference, provider_ref: null } : null
}

const balances = message.extend({
  AvailableBalance: z.unknown().optional(),
  ClearedBalance: z.unknown().optional(),
  BookedBalance: z.unknown().optional(),
})

export function balanceOf(called: Called): Balance {
  const taken = submitted(called)
  if (taken.outcome === 'refused') return taken
  if (taken.outcome !== 'accepted' || called.outcome !== 'answered') {
    return unknown('reason' in taken ? taken.reason : unfamiliar)
  }
  const read = balances.safeParse(called.body).data
  const available = centsOf(read?.AvailableBalance ?? read?.ClearedBalance ?? read?.BookedBalance)
  if (available !== null) return { outcome: 'known', available }
  const reason = 'Co-op accepts the consumer key and secret, but did not report a balance.'
  return { outcome: 'accepted', reason }
}
